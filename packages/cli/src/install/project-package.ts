import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findWorkTree, realPath } from '@holdpoint/runtime/system'

/**
 * The package's path relative to the project: in its own node_modules, or in those of a directory above it in the same
 * repository, as in a workspace. Undefined when it is not installed.
 */
export function packageFolder(root: string): string | undefined {
  const top = realPath(findWorkTree(root) ?? root)
  for (let up = ''; ; up += '../') {
    const folder = `${up}node_modules/holdpoint`
    if (existsSync(join(root, folder, 'dist/bin/hook.sh'))) return folder
    if (realPath(join(root, up)) === top || up.length > MAX_UP) return undefined
  }
}

const MAX_UP = 3 * 32
