import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex, type Env } from '@holdpoint/engine'
import { readText, ensurePrivateDirectory, writeAtomic, keyOf, stateHome } from '@holdpoint/runtime/system'

/** A file's text before our change, and our change: enough to restore it byte for byte. */
export interface WriteRecord {
  readonly file: string
  readonly before: string | null
  readonly afterDigest: string
  readonly version: string
}

const folderOf = (env: Env): string => join(stateHome(env), 'installs')
const pathOf = (file: string, env: Env): string => join(folderOf(env), `${keyOf(file)}.json`)

export function readRecord(file: string, env: Env): WriteRecord | undefined {
  try {
    const value = JSON.parse(readText(pathOf(file, env), 64 << 20) ?? 'null') as WriteRecord | null
    return value !== null && value.file === file && typeof value.afterDigest === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

export function writeRecord(record: WriteRecord, env: Env): void {
  ensurePrivateDirectory(stateHome(env))
  ensurePrivateDirectory(folderOf(env))
  writeAtomic(pathOf(record.file, env), JSON.stringify(record))
}

export const removeRecord = (file: string, env: Env): void => rmSync(pathOf(file, env), { force: true })

/** Whether the file is still exactly as we left it. */
export const isUntouched = (record: WriteRecord | undefined, text: string | undefined): record is WriteRecord =>
  record !== undefined && text !== undefined && sha256Hex(text) === record.afterDigest
