import { dirname } from 'node:path'
import { isObject, type Env, type JsonObject } from '@holdpoint/engine'
import { isWithin } from '@holdpoint/shell'
import { parse } from 'jsonc-parser'
import { readUserFile } from '../install/file.ts'
import { error, ok, type Finding } from './finding.ts'

/** Agents that keep in two files which folders the user trusts, and whether they ask without a setting. */
const ASKING: Readonly<Record<string, { readonly folder: string; readonly byDefault: boolean }>> = {
  gemini: { folder: '.gemini', byDefault: true },
  qwen: { folder: '.qwen', byDefault: false },
}

/** Entries of a project do not run in a folder that the user has not trusted. Undefined: the agent keeps no such list. */
export function checkFolderTrust(
  { id, title, program }: { readonly id: string; readonly title: string; readonly program: string },
  root: string,
  env: Env,
): Finding | undefined {
  const asking = ASKING[id]
  if (asking === undefined || env['HOME'] === undefined) return undefined
  const file = (name: string): JsonObject => readObject(`${env['HOME']}/${asking.folder}/${name}`)
  const trust = objectIn(objectIn(file('settings.json'), 'security'), 'folderTrust')
  if ((trust['enabled'] ?? asking.byDefault) !== true) return ok(`${title} trusts every folder (its default)`)
  return isTrusted(file('trustedFolders.json'), root)
    ? ok(`${title} trusts this folder`)
    : error(
        `${title} does not trust this folder, so it skips the entries of the project.`,
        `Start \`${program}\` here once and trust the folder.`,
      )
}

/** The rule of the nearest folder counts. */
function isTrusted(rules: JsonObject, root: string): boolean {
  const [nearest] = Object.entries(rules)
    .map(([path, level]) => ({ level, path: level === 'TRUST_PARENT' ? dirname(path) : path }))
    .filter(({ path }) => isWithin(root, path))
    .toSorted((a, b) => b.path.length - a.path.length)
  return nearest !== undefined && nearest.level !== 'DO_NOT_TRUST'
}

/** Like the agents, this takes a file that cannot be read for an empty one. */
function readObject(file: string): JsonObject {
  try {
    const value: unknown = parse(readUserFile(file) ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const objectIn = (value: JsonObject, key: string): JsonObject => {
  const inner = value[key]
  return isObject(inner) ? inner : {}
}
