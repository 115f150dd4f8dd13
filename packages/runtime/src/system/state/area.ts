import { safeName, type StateArea } from '@holdpoint/engine'
import { withLock } from '../files/lock.ts'
import { readText } from '../files/read.ts'
import { ensurePrivateDirectory, removeFile, writeAtomic } from '../files/write.ts'

const LOCK_WAIT_MS = 2_000
/** The read limit, high enough to read every stored value completely. */
const MAX_BYTES = 64 << 20

/** Small JSON values, one file each, in a directory of their own. */
export function openArea(directory: string): StateArea {
  const fileOf = (name: string): string => `${directory}/${safeName(name)}.json`

  const textOf = (name: string): string | undefined => readText(fileOf(name), MAX_BYTES)

  function get<T>(name: string): T | undefined {
    const text = textOf(name)
    return text === undefined ? undefined : parse<T>(text)
  }

  function update<T>(name: string, change: (old: T | undefined) => T | undefined): T | undefined {
    ensurePrivateDirectory(directory)
    return withLock(`${fileOf(name)}.lock`, LOCK_WAIT_MS, () => {
      const before = textOf(name)
      const value = change(before === undefined ? undefined : parse<T>(before))
      const after = JSON.stringify(value)
      if (value === undefined) removeFile(fileOf(name))
      else if (after !== before) writeAtomic(fileOf(name), after)
      return value
    })
  }

  return { get, update }
}

/** A damaged file counts as missing: the reader starts from scratch. */
function parse<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}
