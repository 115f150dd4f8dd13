import { messageOf } from '../../errors.ts'
import { absolutePath } from '@holdpoint/shell'
import type { Services } from '../../services.ts'
import { capText } from '../../lib/text.ts'
import {
  labelled,
  observed,
  refuses,
  withoutLabels,
  type Decision,
  type Verdict,
  type VerdictPart,
} from '../../verdict.ts'
import { isWithinHours } from './clock.ts'
import { isAbove, isRepeated } from './counting.ts'
import type { Facts } from './facts.ts'
import type { Evidence } from './happenings.ts'
import { rewritten } from './rewrite.ts'
import { failureOf, wordOf, type Outcome, type RuleInForce } from './rule.ts'
import type { Truth } from './truth.ts'
import { filled, messageOfRule, unclearMessage } from './words.ts'

/** What follows when a rule matches. */

export interface Match {
  readonly rule: RuleInForce
  readonly truth: Extract<Truth, 'maybe' | 'yes'>
  readonly found: Evidence
}

type ActServices = Pick<Services, 'state' | 'now' | 'memo' | 'env' | 'process'>

/** `input`: what rewrites before this one have made of the tool's input. */
export async function act(
  match: Match,
  facts: Facts,
  input: Readonly<Record<string, unknown>>,
  world: ActServices,
): Promise<VerdictPart | undefined> {
  const { id, level } = match.rule
  try {
    const verdict = await verdictOf(match, facts, input, world)
    if (verdict === undefined) return undefined
    if (level === 'observe') return { id, ...observed(verdict) }
    return level === 'warn' ? { id, ...warned(id, verdict) } : { id, verdict }
  } catch (error) {
    return failed(match.rule, facts, messageOf(error))
  }
}

async function verdictOf(
  { rule: { id, rule, changed }, truth, found }: Match,
  facts: Facts,
  input: Readonly<Record<string, unknown>>,
  world: ActServices,
): Promise<Verdict | undefined> {
  const { then, overrules, between, limit, escalate } = rule
  if (changed === true) throw new Error('it has changed since it was trusted; see `holdpoint trust`')
  if (between !== undefined && !isWithinHours(between, world.now(), world.env('TZ'))) return undefined
  // What approves or changes something must be sure; an uncertain match is not announced.
  const isSure = truth === 'yes'
  const word = wordOf(then)
  if (!isSure && !STRICT.includes(word) && escalate === undefined) return undefined
  if (limit !== undefined && !isAbove(limit, id, world)) return undefined
  const isStricter = escalate !== undefined && isRepeated(escalate, id, world)
  const said = messageOfRule(id, rule, facts, found)
  if (typeof then === 'string' || isStricter) {
    const outcome = isStricter ? escalate.to : (then as Outcome)
    if (!isSure) return unsure(outcome, id, said, facts)
    const verdict = spoken(outcome, isStricter ? 'repeated' : 'matched', said, id)
    return outcome === 'allow' && overrules !== undefined ? { ...verdict, overrules } : verdict
  }
  if ('run' in then) return answered(then.run, id, said, facts, world)
  if (!isSure) return undefined
  if ('context' in then)
    return { decision: 'pass', messageId: 'matched', context: filled(then.context, id, facts, found) }
  const rewrite = await rewritten(then.rewrite, input, facts)
  return rewrite && { decision: 'pass', messageId: 'matched', reason: said, rewrite }
}

/** These are heeded also when it is not certain that they are meant. */
const STRICT: readonly string[] = ['deny', 'ask', 'block', 'run']

const spoken = (outcome: Outcome, messageId: string, reason: string, id: string): Verdict =>
  outcome === 'warn'
    ? { decision: 'pass', messageId, context: `Warning from ${id}: ${reason}`, notice: `Warning from ${id}: ${reason}` }
    : { decision: outcome, messageId, reason }

/** Who could be asked is asked. Where the user is being asked already, that is enough. */
function unsure(outcome: Outcome, id: string, said: string, facts: Facts): Verdict | undefined {
  const reason = unclearMessage(id, said, facts)
  if (outcome === 'block') return { decision: 'block', messageId: 'unclear', reason }
  const isStrict = outcome === 'deny' || outcome === 'ask'
  return isStrict && facts.event.kind === 'tool.before' ? { decision: 'ask', messageId: 'unclear', reason } : undefined
}

const PROGRAM_MS = 30_000

/** Exit code 0 says nothing; 2 refuses, with what the program wrote to stderr; anything else is a failure. */
async function answered(
  [program = '', ...args]: readonly string[],
  id: string,
  said: string,
  { event }: Facts,
  { process }: ActServices,
): Promise<Verdict | undefined> {
  const file = program.includes('/') && !program.startsWith('~') ? absolutePath(program, event.root) : program
  const { exitCode, stderr } = await process.run(file, args, {
    cwd: event.root,
    env: { HOLDPOINT_RULE: id },
    input: JSON.stringify(event.raw),
    timeoutMs: PROGRAM_MS,
  })
  if (exitCode === 0) return undefined
  if (exitCode === 2)
    return { decision: refusalAt(event.kind), messageId: 'matched', reason: capText(stderr.trim() || said) }
  const how = exitCode === undefined ? 'could not be run to its end' : `ended with ${exitCode}`
  const last = stderr.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
  throw new Error(`its program \`${program}\` ${how}${last === '' ? '' : `: ${last}`}`)
}

function refusalAt(kind: Facts['event']['kind']): Decision {
  if (kind === 'tool.before' || kind === 'permission') return 'deny'
  return kind === 'tool.after' ? 'feedback' : 'block'
}

/** At level `warn` a rule says what it would have done, and lets it happen. */
function warned(id: string, verdict: Verdict): Pick<VerdictPart, 'verdict' | 'withheld'> {
  const { decision, messageId, reason, rewrite, context } = verdict
  const bites = refuses(decision) || ['ask', 'feedback', 'allow'].includes(decision) || rewrite !== undefined
  if (!bites) return { verdict }
  const said = `Warning from ${id}: ${withoutLabels(reason ?? 'it objects.')}`
  const informed = context === undefined ? said : `${said}\n\n${context}`
  const id_ = messageId === undefined ? {} : { messageId }
  return { verdict: { decision: 'pass', ...id_, context: informed, notice: said }, withheld: decision }
}

/** What cannot be checked is refused or let go, as the rule says. */
export function failed({ id, level, rule }: RuleInForce, { event }: Facts, message: string): VerdictPart {
  const failure = { kind: 'error', message } as const
  const isClosed = failureOf(rule) === 'closed' && level === 'on'
  if (!isClosed) {
    return {
      id,
      failure,
      verdict: { decision: 'pass', notice: `${id} could not be checked (${message}). The action was not blocked.` },
    }
  }
  const reason =
    `${id} could not be checked (${message}). The rule fails closed. ` +
    `Try again. If it keeps failing, ask the user to run \`holdpoint explain ${id}\`.`
  const decision = wordOf(rule.then) === 'ask' ? 'ask' : refusalAt(event.kind)
  return { id, failure, verdict: { decision, messageId: 'could-not-check', reason: labelled(decision, reason) } }
}
