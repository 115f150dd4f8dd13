import { redact } from '@holdpoint/runtime/audit'
import type { AgentEvent } from '@holdpoint/engine'
import type { Judgement, Word } from './judge.ts'
import type { PastCall } from '@holdpoint/runtime'
import type { Fate } from './transcript.ts'

/** A call that would not simply have passed, or on which two policies differ. */
export interface ReplayFinding extends Judgement {
  readonly id: string
  readonly at?: string
  readonly session: string
  readonly agent?: string
  readonly tool: string
  /** The command or the file, masked and cut. */
  readonly subject: string
  /** What really happened to it then. */
  fate?: Fate
  readonly other?: Judgement
}

export type Counts = Readonly<Record<Word, number>>

/** One message of one hook, and how often it would have occurred. */
export interface Group {
  readonly hook: string
  readonly message: string
  readonly word: Word
  readonly count: number
  readonly example: string
}

export interface Replay {
  readonly policy: string
  readonly other?: string
  readonly files: number
  readonly sessions: number
  readonly calls: number
  readonly from?: string
  readonly to?: string
  readonly counts: Counts
  readonly otherCounts?: Counts
  /** Calls on which the two policies differ. */
  readonly differing: number
  readonly groups: readonly Group[]
  readonly findings: readonly ReplayFinding[]
  /** Findings that were counted, but not kept. */
  readonly notKept: number
  /** Findings that depend on files or the repository in their present state. */
  readonly dependOnNow: number
  /** Calls for which a hook was skipped because it would have started a program. */
  readonly notFullyJudged: number
  readonly damagedLines: number
  readonly tooLongLines: number
  /** Whether the replay was stopped before the end. */
  readonly partial: boolean
}

/** Adds up verdicts; the memory does not grow with the number of calls. */
export interface Tally {
  add(call: PastCall, event: AgentEvent, judgement: Judgement, other?: Judgement): ReplayFinding | undefined
  result(): Omit<Replay, 'policy' | 'other' | 'files' | 'damagedLines' | 'tooLongLines' | 'partial'>
}

/** `keep`: how many findings are kept one by one; all are counted. */
export function openTally(keep: number): Tally {
  const [counts, otherCounts] = [noCounts(), noCounts()]
  const groups = new Map<string, Group>()
  const findings: ReplayFinding[] = []
  const sessions = new Set<string>()
  const totals = { calls: 0, differing: 0, notKept: 0, dependOnNow: 0, notFullyJudged: 0 }
  let [from, to] = [Infinity, -Infinity]
  let isCompared = false
  return {
    add(call, event, judgement, other) {
      const at = call.at?.getTime()
      if (at !== undefined) [from, to] = [Math.min(from, at), Math.max(to, at)]
      sessions.add(call.session)
      totals.calls += 1
      counts[judgement.word] += 1
      const differs = other !== undefined && other.word !== judgement.word
      if (other !== undefined) {
        isCompared = true
        otherCounts[other.word] += 1
      }
      if (differs) totals.differing += 1
      if (judgement.leftOut.length > 0) totals.notFullyJudged += 1
      if (judgement.word === 'pass' && !differs) return undefined

      const finding = findingOf(call, event, judgement, differs ? other : undefined)
      if (finding.dependsOnNow) totals.dependOnNow += 1
      count(groups, finding)
      if (findings.length < keep) findings.push(finding)
      else totals.notKept += 1
      return finding
    },
    result: () => ({
      ...totals,
      sessions: sessions.size,
      ...(from <= to && { from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
      counts,
      ...(isCompared && { otherCounts }),
      groups: [...groups.values()].toSorted((a, b) => b.count - a.count || (a.hook < b.hook ? -1 : 1)),
      findings,
    }),
  }
}

const MAX_SUBJECT = 300
const MAX_REASON = 1_000
/** Far more than is kept, so that a secret that is cut here is never shown in part. */
const MAX_SCANNED = 4_096

type Counting = Record<Word, number>
const noCounts = (): Counting => ({ deny: 0, ask: 0, rewrite: 0, warn: 0, allow: 0, pass: 0 })

function findingOf(
  call: PastCall,
  event: AgentEvent,
  judgement: Judgement,
  other: Judgement | undefined,
): ReplayFinding {
  return {
    ...masked(judgement),
    id: call.id,
    ...(call.at !== undefined && { at: call.at.toISOString() }),
    session: event.session,
    ...(call.agent !== undefined && { agent: call.agent.type ?? call.agent.id }),
    tool: call.tool,
    subject: subjectOf(event),
    ...(other !== undefined && { other: masked(other) }),
  }
}

const masked = (judgement: Judgement): Judgement => ({
  ...judgement,
  ...(judgement.reason !== undefined && { reason: short(judgement.reason, MAX_REASON) }),
  ...(judgement.rewritten !== undefined && { rewritten: short(judgement.rewritten, MAX_SUBJECT) }),
})

/** What a call is about: its command, else its file, else the first text it carries. */
function subjectOf(event: AgentEvent): string {
  if (!('tool' in event)) return ''
  const { command, files, input } = event.tool
  const text = command ?? files[0]?.path ?? Object.values(input).find((value) => typeof value === 'string')
  return typeof text === 'string' ? short(text, MAX_SUBJECT) : ''
}

function short(text: string, length: number): string {
  const clean = redact(text.slice(0, MAX_SCANNED))
  return clean.length > length ? `${clean.slice(0, length - 1)}…` : clean
}

function count(groups: Map<string, Group>, { word, voices, subject }: ReplayFinding): void {
  for (const { hook, message = '' } of voices) {
    const key = `${hook} ${message} ${word}`
    const known = groups.get(key)
    groups.set(key, { hook, message, word, count: (known?.count ?? 0) + 1, example: known?.example ?? subject })
  }
}
