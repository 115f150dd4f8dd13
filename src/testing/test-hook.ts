import { describe as nodeDescribe, it as nodeIt } from 'node:test'
import type { EventBody } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Decision, Verdict } from '../core/verdict.ts'
import { shell } from './events.ts'
import type { RepositoryOptions } from './repository.ts'
import { playCase } from './play-case.ts'

export interface Case {
  /** Says what is special about it; a shell command speaks for itself. */
  readonly name?: string
  readonly event: EventBody
  /** Events the hook sees first; their verdicts do not matter. */
  readonly before?: readonly EventBody[]
  readonly files?: Readonly<Record<string, string>>
  /** Makes the project a real git repository. */
  readonly git?: RepositoryOptions
  readonly options?: Readonly<Record<string, unknown>>
  /** Scenario ids; they become part of the test's name. */
  readonly covers?: string | readonly string[]
  readonly now?: string
}

type Shorthand = string | Case
type Text = string | RegExp
interface Says {
  /** The whole text, or a pattern in it. */
  readonly says?: Text
}
interface WithId extends Says {
  readonly id: string
}

export interface CaseTable {
  /** Says nothing at all. */
  readonly pass?: readonly Shorthand[]
  /** Passes, and tells the model something: every text must be in it. */
  readonly context?: readonly (Case & { readonly tells: readonly Text[]; readonly hides?: readonly Text[] })[]
  /** Passes, and tells the user. */
  readonly notice?: readonly (Case & WithId)[]
  readonly deny?: readonly (Case & WithId)[]
  readonly ask?: readonly (Case & WithId)[]
  readonly allow?: readonly (Case & WithId)[]
  readonly block?: readonly (Case & WithId)[]
  readonly feedback?: readonly (Case & WithId)[]
  readonly rewrite?: readonly (Case & WithId & { readonly to: Readonly<Record<string, unknown>> })[]
}

interface Runner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>): unknown
}

/** Turns a table of cases into tests. A table that proves nothing is refused. */
export function testHook(hook: Hook, table: CaseTable, runner: Runner = runnerInUse()): void {
  const cases = entriesOf(table)
  refuseWeakTable(hook, cases)
  runner.describe(hook.meta.id, () => {
    for (const entry of cases) {
      runner.it(titleOf(entry), async () => {
        const verdict = await playCase(hook, entry.case)
        const problem = complaint(verdict, entry)
        if (problem !== undefined) throw new Error(`${problem}\n  got: ${JSON.stringify(verdict)}`)
      })
    }
  })
}

type Expectation = keyof CaseTable
type AnyCase = Case & Partial<WithId> & { tells?: readonly Text[]; hides?: readonly Text[]; to?: unknown }
interface Entry {
  readonly expect: Expectation
  readonly case: AnyCase
}

const EXPECTATIONS: readonly Expectation[] = [
  'pass',
  'context',
  'notice',
  'deny',
  'ask',
  'allow',
  'block',
  'feedback',
  'rewrite',
]

function entriesOf(table: CaseTable): readonly Entry[] {
  const unknown = Object.keys(table).filter((key) => !EXPECTATIONS.includes(key as Expectation))
  if (unknown.length > 0) throw new Error(`testHook: unknown expectation ${unknown.join(', ')}`)
  return EXPECTATIONS.flatMap((expect) =>
    (table[expect] ?? []).map((given: Shorthand) => ({
      expect,
      case: typeof given === 'string' ? { name: given, event: shell(given) } : given,
    })),
  )
}

function refuseWeakTable(hook: Hook, cases: readonly Entry[]): void {
  const refuse = (why: string): never => {
    throw new Error(`testHook ${hook.meta.id}: ${why}`)
  }
  if (cases.length === 0) refuse('the table is empty')
  if (!cases.some(({ expect }) => expect !== 'pass')) refuse('no case expects anything but a pass')
  const seen = new Set<string>()
  for (const { expect, case: given } of cases) {
    const { name: _, covers: __, ...facts } = given
    const key = JSON.stringify([facts.event, facts.before, facts.files, facts.git, facts.options, facts.now])
    if (seen.has(key)) refuse(`the same case twice: ${titleOf({ expect, case: given })}`)
    seen.add(key)
    if (expect === 'context' && (given.tells ?? []).length === 0) refuse('a context case must say what it tells')
    if (expect === 'pass' || expect === 'context') continue
    if (given.id === undefined) refuse(`a ${expect} case must name its message id`)
    else if (!Object.hasOwn(hook.meta.messages, given.id)) refuse(`there is no message "${given.id}"`)
    if (given.says === '') refuse('an empty `says` proves nothing')
  }
  const shown = new Set(cases.map(({ case: { id } }) => id))
  const untested = Object.keys(hook.meta.messages).filter((id) => !shown.has(id))
  if (untested.length > 0) refuse(`no case shows the message ${untested.join(', ')}`)
}

function titleOf({ expect, case: { covers, name, event } }: Entry): string {
  const ids = [covers ?? []].flat().join(', ')
  return [ids, `${expect}:`, name ?? event.kind].filter((part) => part !== '').join(' ')
}

const DECISION: Readonly<Record<Expectation, Decision>> = {
  pass: 'pass',
  context: 'pass',
  notice: 'pass',
  rewrite: 'pass',
  deny: 'deny',
  ask: 'ask',
  allow: 'allow',
  block: 'block',
  feedback: 'feedback',
}

function complaint(verdict: Verdict, { expect, case: given }: Entry): string | undefined {
  if (verdict.decision !== DECISION[expect]) return `expected ${expect}`
  if (given.id !== undefined && verdict.messageId !== given.id) return `expected the message "${given.id}"`
  if (expect === 'pass' && (verdict.context ?? verdict.notice ?? verdict.rewrite) !== undefined) {
    return 'expected it to say nothing'
  }
  const text = expect === 'notice' ? verdict.notice : verdict.reason
  if (given.says !== undefined && !fits(text, given.says, 'whole')) return `expected it to say ${String(given.says)}`
  for (const tell of given.tells ?? []) {
    if (!fits(verdict.context, tell, 'part')) return `expected it to tell ${String(tell)}`
  }
  for (const hide of given.hides ?? []) {
    if (fits(verdict.context, hide, 'part')) return `expected it not to tell ${String(hide)}`
  }
  if (expect === 'notice' && verdict.notice === undefined) return 'expected a notice'
  if (expect === 'rewrite' && JSON.stringify(verdict.rewrite) !== JSON.stringify(given.to)) {
    return `expected a rewrite to ${JSON.stringify(given.to)}`
  }
  return undefined
}

function fits(text: string | undefined, wanted: Text, how: 'whole' | 'part'): boolean {
  if (text === undefined) return false
  if (typeof wanted !== 'string') return wanted.test(text)
  return how === 'whole' ? text === wanted : text.includes(wanted)
}

/** Vitest and Jest with globals, else Node's own runner. */
function runnerInUse(): Runner {
  const { describe, it } = globalThis as Partial<Runner>
  if (describe !== undefined && it !== undefined) return { describe, it }
  return { describe: nodeDescribe, it: nodeIt }
}
