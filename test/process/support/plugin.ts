import { cpSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { HooksFile } from '../../../packages/cli/src/install/plugin.ts'
import { temporaryDirectory } from '../../../packages/testing/src/repository.ts'

export const BUILT_PLUGIN = resolve(import.meta.dirname, '../../../packages/cli/dist/plugin')

/** The plugin as `npm run build` leaves it, in a folder whose name has a space, with nothing around it. */
export function builtPlugin(): string {
  const away = temporaryDirectory()
  const folder = join(away.path, 'my plugins/holdpoint')
  beforeAll(() => cpSync(BUILT_PLUGIN, folder, { recursive: true }))
  afterAll(away.dispose)
  return folder
}

export const hooksFileOf = (plugin: string): HooksFile =>
  JSON.parse(readFileSync(join(plugin, 'hooks/hooks.json'), 'utf8')) as HooksFile
