import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore } from '../../../packages/runtime/src/audit/store/open.ts'
import type { Entry } from '../../../packages/runtime/src/audit/store/log.ts'
import type { Store } from '../../../packages/runtime/src/audit/store/store.ts'
import { aDirectory } from '../../process/support/temporary.ts'

export const DAY = '2026-03-01'

/** A spool line as the hook entry writes it. */
export const line = (id: string, fields: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    v: 1,
    id,
    at: `${DAY}T12:00:00.000Z`,
    host: 'claude-code',
    event: 'Stop',
    session: 's1',
    decision: 'pass',
    ms: 0.3,
    hooks: [{ id: 'a/b', decision: 'pass', ms: 0.2 }],
    ...fields,
  })

export const lines = (...ids: readonly string[]): string => ids.map((id) => `${line(id)}\n`).join('')

export interface Spool {
  /** The project's state directory. */
  readonly directory: string
  append(text: string | Uint8Array, day?: string): void
  replace(text: string | Uint8Array, day?: string): void
  read(day?: string): string
  file(day?: string): string
  /** Closed when the test is over. */
  open(): Promise<Store>
}

export function aSpool(): Spool {
  const directory = join(aDirectory().path, 'project')
  const file = (day = DAY): string => join(directory, 'spool', `${day}.jsonl`)
  mkdirSync(join(directory, 'spool'), { recursive: true, mode: 0o700 })
  return {
    directory,
    append: (text, day) => appendFileSync(file(day), text),
    replace: (text, day) => writeFileSync(file(day), text),
    read: (day) => readFileSync(file(day), 'utf8'),
    file,
    async open() {
      const { store } = await openStore(directory)
      onTestFinished(store.close)
      return store
    },
  }
}

export async function entriesIn(store: Store): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  await store.walk((entry) => entries.push(entry))
  return entries
}

export const idsIn = async (store: Store): Promise<readonly string[]> => (await entriesIn(store)).map(({ id }) => id)
