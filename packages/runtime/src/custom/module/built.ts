import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HookEntry, OptionDefaults } from '@holdpoint/engine'
import { listNames, readText } from '../../system/files/read.ts'
import { ensurePrivateDirectory, writeAtomic } from '../../system/files/write.ts'

/** The sources of hooks when they were trusted, by their paths in the hooks directory. This is what runs. */
export type Built = Readonly<Record<string, BuiltModule>>

/** The code loads each import by calling a function; see `runner.ts`. */
export type BuiltModule = { readonly code: string } | { readonly json: string }

/** A hook's description of itself. */
export interface ModuleMeta {
  readonly entry: HookEntry
  readonly summary: string
  /** Absent when the hook has its own schema. */
  readonly options?: OptionDefaults
}

/** Change this when the same sources would be built differently. */
const FORMAT = 1
const MAX_BYTES = 64 << 20

const folderIn = (directory: string): string => join(directory, 'own')
export const builtFile = (directory: string, digest: string): string =>
  join(folderIn(directory), `${digest}-${FORMAT}.json`)

export function readBuilt(file: string): Built | undefined {
  try {
    const value: unknown = JSON.parse(readText(file, MAX_BYTES) ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Built) : undefined
  } catch {
    return undefined
  }
}

export function writeBuilt(directory: string, digest: string, built: Built): void {
  ensurePrivateDirectory(folderIn(directory))
  writeAtomic(builtFile(directory, digest), JSON.stringify(built))
}

/** Deletes builds that are no longer trusted. */
export function removeBuilt(directory: string, isNeeded: (digest: string) => boolean): void {
  for (const name of listNames(folderIn(directory))) {
    const [, digest] = /^([0-9a-f]{64})-\d+\.json$/.exec(name) ?? []
    if (digest !== undefined && !isNeeded(digest)) rmSync(join(folderIn(directory), name), { force: true })
  }
}
