import { join } from 'node:path'
import { readText } from '../../system/files/read.ts'
import { ensurePrivateDirectory, removeFile, writeAtomic } from '../../system/files/write.ts'

/** What the entries of a host that calls the daemon by HTTP contain: the daemon must listen at this address. */
export interface HttpEntry {
  readonly port: number
  readonly token: string
}

const fileIn = (stateHome: string): string => join(stateHome, 'http.json')

/** Undefined: no install uses HTTP, so the daemon does not listen. */
export function readHttpEntry(stateHome: string): HttpEntry | undefined {
  try {
    const { port, token } = JSON.parse(readText(fileIn(stateHome)) ?? '{}') as Partial<HttpEntry>
    return Number.isInteger(port) && typeof token === 'string' && token.length >= 32
      ? { port: Number(port), token }
      : undefined
  } catch {
    return undefined
  }
}

export function writeHttpEntry(stateHome: string, entry: HttpEntry): void {
  ensurePrivateDirectory(stateHome)
  writeAtomic(fileIn(stateHome), JSON.stringify(entry))
}

export const removeHttpEntry = (stateHome: string): void => removeFile(fileIn(stateHome))
