import { resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { explainConfiguration } from '../app/compose.ts'
import type { Compiled } from '../config/compile.ts'
import { isDirectory } from '../files/read.ts'
import { findWorkTree } from '../git/worktree.ts'
import { builtIn } from '../registry/registry.ts'

/** The project a command is about: the one named, else the one around the working directory. */
export function projectRoot(named: string | undefined): string {
  if (named === undefined) return findWorkTree(process.cwd()) ?? process.cwd()
  const root = resolve(named)
  if (!isDirectory(root)) throw new UserError(`${named} is not a directory.`)
  return root
}

export const configurationOf = (root: string): Promise<Compiled> =>
  explainConfiguration(root, { env: process.env, registry: builtIn })
