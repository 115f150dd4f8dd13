import { resolve } from 'node:path'
import { UserError } from '@holdpoint/engine'
import { explainConfiguration } from '@holdpoint/runtime'
import type { Compiled } from '@holdpoint/engine/policy'
import { isDirectory, findWorkTree } from '@holdpoint/runtime/system'
import { builtIn } from '@holdpoint/packs'

/** The project a command is about: the one named, else the one around the working directory. */
export function projectRoot(named: string | undefined): string {
  if (named === undefined) return findWorkTree(process.cwd()) ?? process.cwd()
  const root = resolve(named)
  if (!isDirectory(root)) throw new UserError(`${named} is not a directory.`)
  return root
}

export const configurationOf = (root: string): Promise<Compiled> =>
  explainConfiguration(root, { env: process.env, registry: builtIn })
