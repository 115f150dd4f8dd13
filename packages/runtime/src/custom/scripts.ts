import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Own } from '@holdpoint/engine/policy'
import { commandWords } from './trust.ts'
import type { Env } from '@holdpoint/engine'

const MAX_FILES = 200
const SCRIPT = /\.(?:[cm]?[jt]s|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1)$/i

/**
 * Scripts that custom hooks and rules run, by absolute path. Changing a script changes what the hook does, so scripts
 * are guarded like the configuration that names them. A file that a command only reads is not guarded.
 */
export function scriptsOf({ hooks, rules }: Own, root: string, env: Env): readonly string[] {
  const definitions = [...hooks.map(({ definition }) => definition), ...rules.map(({ rule }) => rule)]
  const words = new Set(definitions.flatMap((definition) => commandWords(definition)))
  const paths = [...words]
    .filter((word) => !/[\0\n]/.test(word))
    .map((word) => resolve(root, expanded(word, root, env)))
  return [...new Set(paths)]
    .slice(0, MAX_FILES * 10)
    .filter(isScript)
    .slice(0, MAX_FILES)
}

const expanded = (word: string, root: string, { HOME = '~' }: Env): string =>
  word
    .replace(/^~(?=\/)/, HOME)
    .replaceAll(/\$HOME\b|\$\{HOME\}/g, HOME)
    .replaceAll(/\$(?:CLAUDE_PROJECT_DIR|PWD)\b|\$\{(?:CLAUDE_PROJECT_DIR|PWD)(?::?-[^}]*)?\}/g, root)

function isScript(path: string): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() === true && (SCRIPT.test(path) || (stat.mode & 0o111) !== 0 || hasShebang(path))
  } catch {
    return false
  }
}

function hasShebang(path: string): boolean {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const start = Buffer.alloc(2)
    return readSync(fd, start, 0, 2, 0) === 2 && start.toString('latin1') === '#!'
  } finally {
    closeSync(fd)
  }
}
