import { UserError, DECISIONS } from '@holdpoint/engine'
import { decodeLine, type AuditRecord } from '../audit/decode.ts'
import { plain } from '../audit/plain.ts'
import { shortId } from '../audit/timeline.ts'
import type { Entry } from '../audit/store/log.ts'
import type { Store } from '../audit/store/store.ts'

export interface Found {
  readonly entry: Entry
  /** For a question to the user: the outcome, and the decision that shows it. */
  readonly answer?: { readonly answer: string; readonly id: string; readonly at?: string }
  /** For a call that the user could allow: the grants and uses that followed, oldest first. */
  readonly steps: readonly AuditRecord[]
}

/** The decision for a part of its id, or for `last`. Undefined when there are no decisions. */
export async function findDecision(store: Store, wanted: string): Promise<Found | undefined> {
  const entry = wanted === 'last' ? await lastOf(store) : await named(store, withoutWords(wanted))
  if (entry === undefined) return undefined
  const answer = await answerTo(store, entry)
  return { entry, steps: await stepsAfter(store, entry), ...(answer !== undefined && { answer }) }
}

const MAX_STEPS = 20

async function stepsAfter(store: Store, { line, sequence }: Entry): Promise<readonly AuditRecord[]> {
  const id = decodeLine(line)?.approval?.id
  if (id === undefined) return []
  const text = `,"id":${JSON.stringify(id)}`
  const entries = await store.query({ after: sequence, text, oldestFirst: true, limit: MAX_STEPS })
  return entries.flatMap((entry) => decodeLine(entry.line) ?? []).filter(({ approval }) => approval?.id === id)
}

async function answerTo(store: Store, { id, session, decision, sequence }: Entry): Promise<Found['answer']> {
  if (decision !== 'ask' || session === undefined) return undefined
  const text = `{"ask":${JSON.stringify(id)}`
  const [later] = await store.query({ session, after: sequence, text, oldestFirst: true, limit: 1 })
  const record = later === undefined ? undefined : decodeLine(later.line)
  const answer = record?.answers?.find(({ ask }) => ask === id)?.answer
  if (record === undefined || answer === undefined) return undefined
  return { answer, id: record.id, ...(record.at !== undefined && { at: record.at }) }
}

/** Most decisions are `pass`; `last` means the last one that is not. */
async function lastOf(store: Store): Promise<Entry | undefined> {
  const newest = await Promise.all(
    DECISIONS.filter((decision) => decision !== 'pass').map((decision) => store.query({ decision, limit: 1 })),
  )
  const [last] = newest.flat().toSorted((a, b) => b.sequence - a.sequence)
  return last ?? (await store.query({ limit: 1 }))[0]
}

/** Copied from a reason with the surrounding text: `(guard/x, holdpoint why k3f9q2)`. */
const withoutWords = (wanted: string): string =>
  wanted
    .trim()
    .replace(/^.*holdpoint why /s, '')
    .replace(/\)$/, '')

const SHOWN = 5

/** By the short id that reasons show, else by a prefix of it or of the full id. */
async function named(store: Store, wanted: string): Promise<Entry> {
  const ways = [{ idStart: wanted }, { idEnd: wanted }, { shortIdStart: wanted }]
  let found: readonly Entry[] = []
  for (const way of wanted === '' ? [] : ways) {
    found = await store.query({ ...way, limit: SHOWN + 1 })
    if (found.length > 0) break
  }
  const [first, second] = found
  const exact = found.find(({ id }) => id === wanted)
  if (exact !== undefined) return exact
  if (first === undefined)
    throw new UserError(`there is no decision \`${plain(wanted)}\`. \`holdpoint log\` lists them.`)
  if (second === undefined) return first
  const lines = found.slice(0, SHOWN).map((entry) => `\n  ${described(entry)}`)
  throw new UserError(
    `\`${plain(wanted)}\` fits ${found.length > SHOWN ? `more than ${SHOWN}` : found.length} decisions; give one of these ids:` +
      `${lines.join('')}${found.length > SHOWN ? '\n  …' : ''}`,
  )
}

/** Enough to distinguish decisions that share a short id. */
function described({ id, line }: Entry): string {
  const record = decodeLine(line)
  const { at = '', decision = '', event = '', tool = '', subject = '' } = record ?? {}
  const what = [at.slice(0, 19).replace('T', ' '), decision, event, tool, subject.slice(0, 40)]
  return plain([id, `(${shortId(id)})`, ...what].filter((part) => part !== '').join(' '))
}
