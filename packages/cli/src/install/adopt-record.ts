import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readText, ensurePrivateDirectory, writeAtomic, keyOf, stateHome } from '@holdpoint/runtime/system'
import type { Found } from './adopt-found.ts'
import type { WriteRecord } from './record.ts'
import type { Env, JsonObject } from '@holdpoint/engine'

/** A hook that was moved. */
export interface Moved extends Omit<Found, 'group' | 'index'> {
  /** Without `own/`. */
  readonly name: string
  /** What was written for it. */
  readonly own: JsonObject
}

/** A file's text before the change, and a digest of its text after it. */
export interface Side {
  readonly before: string | null
  readonly afterDigest: string
  /** The install record of the file, if it had one. */
  readonly install: WriteRecord | null
}

/** What one `holdpoint adopt` did. */
export interface Batch {
  /** Whether Holdpoint was installed in these settings before. */
  readonly wasInstalled: boolean
  readonly settings: Side
  readonly config: Side
  readonly moved: readonly Moved[]
}

const folderOf = (env: Env): string => join(stateHome(env), 'installs')
const pathOf = (settings: string, env: Env): string => join(folderOf(env), `adopted-${keyOf(settings)}.json`)

/** The oldest first. A damaged file counts as missing. */
export function readBatches(settings: string, env: Env): readonly Batch[] {
  try {
    const value = JSON.parse(readText(pathOf(settings, env), 64 << 20) ?? 'null') as {
      readonly file: string
      readonly batches: readonly Batch[]
    } | null
    return value?.file === settings && Array.isArray(value.batches) ? value.batches : []
  } catch {
    return []
  }
}

export function writeBatches(settings: string, batches: readonly Batch[], env: Env): void {
  if (batches.length === 0) return rmSync(pathOf(settings, env), { force: true })
  ensurePrivateDirectory(stateHome(env))
  ensurePrivateDirectory(folderOf(env))
  writeAtomic(pathOf(settings, env), JSON.stringify({ file: settings, batches }))
}
