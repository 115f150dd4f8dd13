import { createHash } from 'node:crypto'
import { attempt, type StateArea } from '@holdpoint/engine'
import type { Evaluation } from './evaluation.ts'
import type { Look } from './tools/tools.ts'

/** The part of an answer that is cached for the rest of the session. */
interface Kept {
  readonly evaluation: Evaluation
  /** What the evaluator read, and a digest of the results. */
  readonly looks: readonly Look[]
  readonly seen: string
}

export interface Answers {
  find(digest: string): Kept | undefined
  keep(digest: string, evaluation: Evaluation, looks: readonly Look[], shown: readonly string[]): void
}

const FILE = 'evaluator-answers'
const MAX_KEPT = 200
const MAX_CHARS = 10_000

type File = Readonly<Record<string, Kept>>

/** Cached answers to questions that may be repeated word for word. */
export const openAnswers = (area: StateArea): Answers => ({
  find(digest) {
    const kept = attempt(() => area.get<File>(FILE)) ?? {}
    return Object.hasOwn(kept, digest) ? kept[digest] : undefined
  },
  keep(digest, evaluation, looks, shown) {
    const kept: Kept = { evaluation, looks, seen: digestOf(shown) }
    if (JSON.stringify(kept).length > MAX_CHARS) return
    attempt(() =>
      area.update<File>(FILE, (old = {}) =>
        Object.fromEntries([
          ...Object.entries(old)
            .filter(([key]) => key !== digest)
            .slice(1 - MAX_KEPT),
          [digest, kept],
        ]),
      ),
    )
  },
})

export const digestOf = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex')

const SPENT = 'evaluator-questions'

/** Counts one more question; false when the session has reached its limit. */
export function spend(area: StateArea, id: string, count: number, budget: number): boolean {
  let isLeft = true
  attempt(() =>
    area.update<Readonly<Record<string, number>>>(SPENT, (old = {}) => {
      const spent = Object.hasOwn(old, id) ? (old[id] ?? 0) : 0
      isLeft = spent + count <= budget
      return isLeft ? { ...old, [id]: spent + count } : old
    }),
  )
  return isLeft
}

const SHOWN_NOTICES = 'evaluator-told'

/** Whether the user has not seen this yet in this session. */
export function isNews(area: StateArea, text: string): boolean {
  const key = digestOf([text]).slice(0, 16)
  let isNew = true
  attempt(() =>
    area.update<readonly string[]>(SHOWN_NOTICES, (old = []) => {
      isNew = !old.includes(key)
      return isNew ? [...old, key].slice(-MAX_KEPT) : old
    }),
  )
  return isNew
}
