import type { EventBody, Hook } from '@holdpoint/engine'
import { shell } from './events.ts'
import type { RepositoryOptions, TemporaryProject } from './repository.ts'

export interface Case {
  /** What is special about the case; a shell command needs no title. */
  readonly name?: string
  readonly event: EventBody
  /** Events the hook sees first; their verdicts do not matter. */
  readonly before?: readonly EventBody[]
  readonly files?: Readonly<Record<string, string>>
  /** Makes the project a real git repository. */
  readonly git?: RepositoryOptions
  /** For everything that `files` and `git` cannot express: staged files, work trees, links. */
  readonly prepare?: (project: TemporaryProject) => void
  /** Variables of the agent's environment; HOME is /home/dev. */
  readonly env?: Readonly<Record<string, string>>
  readonly options?: Readonly<Record<string, unknown>>
  /** Ids of calls that were refused before, which the user may allow once. */
  readonly refusedCalls?: readonly string[]
  /** Scenario ids; they become part of the test's name. */
  readonly covers?: string | readonly string[]
  readonly now?: string
}

/** A shell command instead of an event. */
type Of<T> = T | (Omit<T, 'event'> & { readonly run: string })
type Shorthand = string | Of<Case>
export type Text = string | RegExp
interface Says {
  /** The whole text, or a pattern in it. */
  readonly says?: Text
}
interface WithId extends Says {
  readonly id: string
}

export interface CaseTable {
  /** Answers nothing at all. */
  readonly pass?: readonly Shorthand[]
  /** Passes, and gives the model context that contains every text. */
  readonly context?: readonly Of<Case & { readonly tells: readonly Text[]; readonly hides?: readonly Text[] }>[]
  /** Passes, and gives the user a notice. */
  readonly notice?: readonly Of<Case & WithId>[]
  readonly deny?: readonly Of<Case & WithId>[]
  readonly ask?: readonly Of<Case & WithId>[]
  readonly allow?: readonly Of<Case & WithId>[]
  readonly block?: readonly Of<Case & WithId>[]
  readonly feedback?: readonly Of<Case & WithId>[]
  readonly rewrite?: readonly Of<Case & WithId & { readonly to: Readonly<Record<string, unknown>> }>[]
}

export type Expectation = keyof CaseTable
type AnyCase = Case & Partial<WithId> & { tells?: readonly Text[]; hides?: readonly Text[]; to?: unknown }
export interface Entry {
  readonly expect: Expectation
  readonly case: AnyCase
}

/** The setup of a case, and its expectations. */
const FACTS: readonly string[] = [
  'name',
  'event',
  'before',
  'files',
  'git',
  'prepare',
  'env',
  'options',
  'refusedCalls',
  'covers',
  'now',
]
const CLAIMS: Readonly<Record<Expectation, readonly string[]>> = {
  pass: [],
  context: ['tells', 'hides'],
  notice: ['id', 'says'],
  deny: ['id', 'says'],
  ask: ['id', 'says'],
  allow: ['id', 'says'],
  block: ['id', 'says'],
  feedback: ['id', 'says'],
  rewrite: ['id', 'says', 'to'],
}
const EXPECTATIONS = Object.keys(CLAIMS) as readonly Expectation[]

export function entriesOf(table: CaseTable): readonly Entry[] {
  const unknown = Object.keys(table).filter((key) => !EXPECTATIONS.includes(key as Expectation))
  if (unknown.length > 0) throw new Error(`testHook: unknown expectation ${unknown.join(', ')}`)
  return EXPECTATIONS.flatMap((expect) =>
    (table[expect] ?? []).map((given: Shorthand) => ({
      expect,
      case: caseOf(given),
    })),
  )
}

function caseOf(given: Shorthand): AnyCase {
  if (typeof given === 'string') return { name: given, event: shell(given) }
  if (!('run' in given)) return given
  const { run, ...rest } = given
  return { ...rest, event: shell(run) }
}

/** Refuses a table that proves nothing. */
export function refuseWeakTable(hook: Hook, cases: readonly Entry[]): void {
  const refuse = (why: string): never => {
    throw new Error(`testHook ${hook.meta.id}: ${why}`)
  }
  if (cases.length === 0) refuse('the table is empty')
  if (!cases.some(({ expect }) => expect !== 'pass')) refuse('no case expects anything but a pass')
  const seen = new Set<string>()
  for (const entry of cases) {
    const weakness = weaknessOf(entry, hook)
    if (weakness !== undefined) refuse(weakness)
    const { event, before, files, git, prepare, env, options, refusedCalls, now } = entry.case
    const facts = JSON.stringify([event, before, files, git, prepare?.toString(), env, options, refusedCalls, now])
    if (seen.has(facts)) refuse(`the same case twice: ${titleOf(entry)}`)
    seen.add(facts)
  }
  const shown = new Set(cases.map(({ case: { id } }) => id))
  const untested = Object.keys(hook.meta.messages).filter((id) => !shown.has(id))
  if (untested.length > 0) refuse(`no case shows the message ${untested.join(', ')}`)
}

function weaknessOf({ expect, case: given }: Entry, { meta }: Hook): string | undefined {
  const allowed = [...FACTS, ...CLAIMS[expect]]
  const unknown = Object.keys(given).find((key) => !allowed.includes(key))
  if (unknown !== undefined) return `a ${expect} case has no \`${unknown}\`; it may have ${allowed.join(', ')}`
  if (given.event === undefined) return `a ${expect} case must have an event`
  if (expect === 'context' && (given.tells ?? []).length === 0) return 'a context case must say what it tells'
  if ([...(given.tells ?? []), ...(given.hides ?? []), given.says].includes('')) return 'an empty text proves nothing'
  if (expect === 'rewrite' && given.to === undefined) return 'a rewrite case must say what it is rewritten `to`'
  if (expect === 'pass' || expect === 'context') return undefined
  if (given.id === undefined) return `a ${expect} case must name its message id`
  return Object.hasOwn(meta.messages, given.id) ? undefined : `there is no message "${given.id}"`
}

export function titleOf({ expect, case: { covers, name, event } }: Entry): string {
  const ids = [covers ?? []].flat().join(', ')
  const command = 'tool' in event ? event.tool.command : undefined
  return [ids, `${expect}:`, name ?? command ?? event.kind].filter((part) => part !== '').join(' ')
}
