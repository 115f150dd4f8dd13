import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** How a development dependency is added, by the lock file that the project has. */
const MANAGERS: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  ['pnpm-lock.yaml', ['pnpm', 'add', '--save-dev', 'holdpoint']],
  ['yarn.lock', ['yarn', 'add', '--dev', 'holdpoint']],
  ['bun.lock', ['bun', 'add', '--dev', 'holdpoint']],
  ['bun.lockb', ['bun', 'add', '--dev', 'holdpoint']],
]

/** The lock file of a workspace is above its packages. */
export function addPackage(root: string): readonly [string, ...string[]] {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = MANAGERS.find(([lock]) => existsSync(join(folder, lock)))
    if (found !== undefined) return found[1]
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) break
  }
  return ['npm', 'install', '--save-dev', 'holdpoint']
}

export const installCommand = (root: string): string => addPackage(root).join(' ')
