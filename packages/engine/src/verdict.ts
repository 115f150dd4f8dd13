import { oneLine, withoutHidden } from './lib/wording.ts'

/**
 * From the mildest to the strictest. `deny` refuses a tool call; `block` refuses anything else: a stop, a prompt, a task;
 * they are equally strict. `feedback` is sent after the fact.
 */
export const DECISIONS = ['pass', 'feedback', 'allow', 'ask', 'deny', 'block'] as const
export type Decision = (typeof DECISIONS)[number]

/** What happened, why that is a problem, and what to do now; or a wording that a source document prescribes. */
export type Message =
  | { readonly what: string; readonly why: string; readonly fix: string; readonly exact?: never }
  | { readonly exact: string; readonly what?: never; readonly why?: never; readonly fix?: never }

export interface Verdict {
  readonly decision: Decision
  /** Which of the hook's messages was used. */
  readonly messageId?: string
  /** Shown to the model, or to the user who is asked. */
  readonly reason?: string
  /** A source document prescribes the reason word for word. */
  readonly exact?: true
  /** Extra text for the model, whatever the decision. */
  readonly context?: string
  /** Shown to the user only. */
  readonly notice?: string
  /** The complete tool input to use instead. */
  readonly rewrite?: Readonly<Record<string, unknown>>
  /** Of an approval by a rule: the hooks whose objection it lifts. */
  readonly overrules?: readonly string[]
  /** For the log that a source document prescribes: `ALLOW | why`. Shown to neither model nor user. */
  readonly log?: string
  /** The agent is to stop working altogether, for this reason. Only programs of other people ask for that. */
  readonly halt?: string
  /** Of a hook that combines several, such as all rules of a project: what each of them says. */
  readonly parts?: readonly VerdictPart[]
}

export interface VerdictPart {
  readonly id: string
  readonly verdict: Verdict
  /** What it would have said at level `on`. */
  readonly withheld?: Withheld
  /** It is at level `observe`: nothing of what it says is heeded. */
  readonly observed?: true
  /** It could not be checked; its verdict is then what follows from that. */
  readonly failure?: { readonly kind: 'error' | 'timeout'; readonly message: string }
}

/** What a hook at level `warn` or `observe` would have done. */
export type Withheld = Decision | 'rewrite' | 'context' | 'notice'

/** At level `observe` a verdict goes into the audit, and nothing follows from it. */
export function observed(verdict: Verdict): Pick<VerdictPart, 'verdict' | 'withheld' | 'observed'> {
  const withheld = withheldOf(verdict)
  if (withheld === undefined) return { verdict: pass, observed: true }
  const { messageId, reason, context, notice } = verdict
  const said = reason ?? context ?? notice
  return {
    verdict: { ...pass, ...(messageId !== undefined && { messageId }), ...(said !== undefined && { reason: said }) },
    withheld,
    observed: true,
  }
}

function withheldOf({ decision, rewrite, context, notice, halt }: Verdict): Withheld | undefined {
  if (halt !== undefined) return 'block'
  if (decision !== 'pass') return decision
  if (rewrite !== undefined) return 'rewrite'
  if (context !== undefined) return 'context'
  return notice === undefined ? undefined : 'notice'
}

export const pass: Verdict = { decision: 'pass' }

/** Said where a refusal has no reason of its own: hosts do not show an empty one. */
export const NO_REASON = 'Blocked by Holdpoint.'

export const refuses = (decision: Decision): boolean => decision === 'deny' || decision === 'block'

export const isDecision = (value: unknown): value is Decision => DECISIONS.some((decision) => decision === value)

/** Of equally strict ones the first. */
export const strictest = (decisions: readonly Decision[]): Decision =>
  decisions.reduce((most, next) => (strictness(next) > strictness(most) ? next : most), 'pass')

const strictness = (decision: Decision): number => DECISIONS.indexOf(decision === 'block' ? 'deny' : decision)

export type MessageData = Readonly<Record<string, string | number>>

const LABELS: Partial<Readonly<Record<Decision, string>>> = {
  deny: 'Blocked: ',
  block: 'Blocked: ',
  ask: 'Needs approval: ',
}

/** What the decision is, before what it is about: one message may be a reason to deny and a reason to ask. */
export function labelled(decision: Decision, text: string): string {
  const label = LABELS[decision] ?? ''
  return text.startsWith(label) ? text : label + text
}

/** For a text that is passed on where nothing is blocked. */
export const withoutLabels = (text: string): string => text.replaceAll(/^(?:Blocked|Needs approval): /gm, '')

/** The text of a message, with its `{name}`s. */
export const messageText = ({ what, why, fix, exact }: Message): string =>
  exact ?? [what, why, fix].filter((part) => part !== undefined && part !== '').join(' ')

/** Values come from the agent or from files: one in backticks stays on its line and cannot fill the screen. */
const quotable = (value: string): string => oneLine(value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value)

/** A command that the reader is to run has to fit. */
const MAX_VALUE = 1_000

/** Fills `{name}` in a message. A name without a value stays as it is, so that a mistake shows. */
export function renderMessage(message: Message, data: MessageData = {}): string {
  const [start = '', ...parts] = messageText(message).split('{')
  return parts.reduce((filled, part) => {
    const name = part.slice(0, Math.max(0, part.indexOf('}')))
    if (!Object.hasOwn(data, name)) return `${filled}{${part}`
    const rest = part.slice(name.length + 1)
    const isQuoted = filled.endsWith('`') && rest.startsWith('`')
    return filled + (isQuoted ? quotable : withoutHidden)(String(data[name])) + rest
  }, start)
}
