import type { Activity } from './store/log.ts'
import type { Store } from './store/store.ts'
import { decodeLine, type AuditRecord } from './decode.ts'
import { whatIn } from './what.ts'

/** How often the user was asked, and about what. Users who are asked too often stop reading. */
export interface AskFigures {
  readonly asked: number
  /** Sessions with at least one decision. */
  readonly sessions: number
  readonly perSession: number
  /** The session with the most questions. */
  readonly most?: { readonly session: string; readonly asked: number }
  readonly approved: number
  readonly refused: number
  /** Questions whose answer no later event reveals. */
  readonly unknown: number
  readonly groups: readonly AskGroup[]
}

/** Questions of one hook about one kind of call. */
export interface AskGroup {
  readonly hook: string
  /** Such as `git commit`, or `Write .env`. */
  readonly what: string
  readonly asked: number
  readonly approved: number
  readonly refused: number
  /** How many questions a narrower or a stricter rule would have saved, and which of the two. */
  readonly saves?: { readonly by: 'narrower' | 'stricter'; readonly asks: number }
}

const MAX_SESSIONS = 200
const MAX_ANSWERS = 1_000

/** `asks` are the asking decisions that were read; counts of sessions cover all. */
export async function askFigures(
  store: Store,
  asks: readonly AuditRecord[],
  sessions: readonly Activity[],
): Promise<AskFigures> {
  const answers = await answersIn(store, [...new Set(asks.flatMap(({ session }) => session ?? []))])
  const asked = sessions.reduce((sum, one) => sum + one.asked, 0)
  const [most] = sessions.toSorted((a, b) => b.asked - a.asked)
  const count = (wanted: string): number => asks.filter(({ id }) => answers.get(id) === wanted).length
  const [approved, refused] = [count('approved'), count('refused')]
  return {
    asked,
    sessions: sessions.length,
    perSession: sessions.length === 0 ? 0 : Math.round((asked / sessions.length) * 10) / 10,
    ...(most !== undefined && most.asked > 0 && { most: { session: most.session, asked: most.asked } }),
    approved,
    refused,
    unknown: asked - approved - refused,
    groups: groupsOf(asks, answers),
  }
}

/** By the id of the decision that asked. */
async function answersIn(store: Store, sessions: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const session of sessions.slice(0, MAX_SESSIONS)) {
    const lines = await store.query({ session, text: '"answers":[{"ask":', limit: MAX_ANSWERS })
    const answers = lines.flatMap(({ line }) => decodeLine(line)?.answers ?? [])
    for (const { ask, answer } of answers) found.set(ask, answer)
  }
  return found
}

function groupsOf(asks: readonly AuditRecord[], answers: ReadonlyMap<string, string>): readonly AskGroup[] {
  const groups = new Map<string, { hook: string; what: string; asked: number; approved: number; refused: number }>()
  for (const record of asks) {
    const what = whatIn(record)
    for (const { id: hook } of record.hooks.filter(({ decision }) => decision === 'ask')) {
      const key = JSON.stringify([hook, what])
      const group = groups.get(key) ?? { hook, what, asked: 0, approved: 0, refused: 0 }
      group.asked += 1
      const answer = answers.get(record.id)
      if (answer === 'approved' || answer === 'refused') group[answer] += 1
      groups.set(key, group)
    }
  }
  return [...groups.values()]
    .map((group) => ({ ...group, ...savings(group) }))
    .toSorted((a, b) => b.asked - a.asked || (a.hook + a.what < b.hook + b.what ? -1 : 1))
}

/** Fewer questions do not predict the next answer. */
const ENOUGH = 3

/** When every known answer was the same, the question is unnecessary. */
function savings({ approved, refused }: Pick<AskGroup, 'approved' | 'refused'>): Pick<AskGroup, 'saves'> {
  if (approved >= ENOUGH && refused === 0) return { saves: { by: 'narrower', asks: approved } }
  if (refused >= ENOUGH && approved === 0) return { saves: { by: 'stricter', asks: refused } }
  return {}
}
