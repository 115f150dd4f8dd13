import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt, isObject, messageOf, UserError } from '@holdpoint/engine'
import { ensurePrivateDirectory, writeAtomic } from '@holdpoint/runtime/system'
import type { SignedDay } from './days.ts'

/** One file for each day, so that any tool for files can copy them elsewhere. */
export function writeDays(folder: string, days: readonly SignedDay[]): void {
  if (days.length === 0) return
  ensurePrivateDirectory(folder)
  for (const day of days) writeAtomic(join(folder, `${day.day}.json`), `${JSON.stringify(day)}\n`)
}

/** From a file with a day in each line, or from a folder of such files, oldest first. */
export function readDays(path: string): readonly SignedDay[] {
  try {
    const files = statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((name) => /\.jsonl?$/.test(name))
          .map((name) => join(path, name))
      : [path]
    return files
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .filter((line) => line.trim() !== '')
      .map(dayIn)
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${path} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

function dayIn(line: string): SignedDay {
  const value: unknown = attempt(() => JSON.parse(line))
  const { day, statement, publicKey, signature } = isObject(value) ? value : {}
  const isDay = typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day)
  if (isDay && typeof statement === 'string' && typeof publicKey === 'string' && typeof signature === 'string')
    return { day, statement, publicKey, signature }
  throw new UserError(`not a signed day: \`${line.slice(0, 60)}\`.`)
}
