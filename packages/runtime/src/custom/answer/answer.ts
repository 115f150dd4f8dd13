import { type AgentEvent, capText, pass, type Decision, type Verdict } from '@holdpoint/engine'
import { withoutColours } from '@holdpoint/packs'
import { failureOf } from './failure.ts'
import { BadAnswer, fieldsOf, lostIn, type Fields } from './fields.ts'
import { readStdout, type Json } from './stdout.ts'

/** How a program ended and what it printed. */
export interface Printed {
  readonly exitCode: number | undefined
  readonly stdout: string
  readonly stderr: string
  /** Why there is no exit code. */
  readonly problem?: string
}

/** A verdict, or why there is none: then the hook has failed, and its own word on failures decides. */
export type Answered =
  /** `lost`: fields of the answer that are not in the verdict. */
  { readonly verdict: Verdict; readonly lost?: readonly string[] } | { readonly failure: string }

const BLOCKS = 2

/**
 * What an agent would make of a command's output, in every form that is documented. An answer in JSON counts whatever
 * the exit code, except that exit code 2 refuses unless the answer itself does. Never throws.
 */
export function answerOf(printed: Printed, event: AgentEvent, id: string): Answered {
  const { exitCode, stdout, problem } = printed
  if (exitCode === undefined) return { failure: problem ?? 'it did not run to its end' }
  const said = readStdout(stdout)
  if (said.form === 'object') return answerInJson(said.value, printed, event, id)
  if (exitCode === BLOCKS) return { verdict: refusal(event, stderrOf(printed) || textOf(stdout) || `${id} objects.`) }
  if (exitCode !== 0) return { failure: failureOf(exitCode, stderrOf(printed)) }
  if (saysContext(event)) return { verdict: said.form === 'nothing' ? pass : told(textOf(stdout)) }
  return said.form === 'broken' ? { failure: said.why } : { verdict: pass }
}

/** The body of an answer over the network, which can only be JSON. */
export function answerOfBody(body: string, event: AgentEvent, id: string): Answered {
  const said = readStdout(body)
  if (said.form === 'nothing') return { verdict: pass }
  if (said.form !== 'object') return { failure: said.form === 'broken' ? said.why : 'its answer is not JSON' }
  return answerInJson(said.value, { exitCode: 0, stdout: body, stderr: '' }, event, id)
}

function answerInJson(answer: Json, printed: Printed, event: AgentEvent, id: string): Answered {
  const isRefused = printed.exitCode === BLOCKS
  try {
    const verdict = verdictOf(fieldsOf(answer, event.name), event)
    const lost = lostIn(answer)
    if (!isRefused || objects(verdict)) return { verdict, ...(lost.length > 0 && { lost }) }
    const { rewrite: _, ...rest } = verdict
    return { verdict: { ...rest, ...refusal(event, stderrOf(printed) || verdict.reason || `${id} objects.`) } }
  } catch (error) {
    if (isRefused) return { verdict: refusal(event, stderrOf(printed) || `${id} objects.`) }
    // Whatever else goes wrong with a stranger's answer is the answer's fault, too.
    return { failure: error instanceof BadAnswer ? error.message : 'its answer cannot be read' }
  }
}

const objects = ({ decision }: Verdict): boolean => decision !== 'pass' && decision !== 'allow'

function verdictOf(fields: Fields, event: AgentEvent): Verdict {
  const { decision, reason, rewrite, halts } = decided(fields, event)
  const stops = !fields.goesOn || halts === true
  const why = [fields.stopReason, reason, fields.reason].find((text) => text !== undefined && text.trim() !== '')
  // Where the agent only stops after the call, a call that somebody wants to stop at would still be made.
  const isHeld = stops && event.kind === 'tool.before' && decision !== 'deny'
  return {
    decision: isHeld ? 'deny' : decision,
    ...text('reason', isHeld ? (why ?? 'A hook has stopped the agent.') : reason),
    ...text('context', fields.context),
    ...text('notice', fields.notice),
    ...(rewrite !== undefined && !isHeld && decision !== 'deny' && { rewrite }),
    ...(stops && { halt: capText(why ?? '') }),
  }
}

interface Decided {
  readonly decision: Decision
  readonly reason?: string | undefined
  readonly rewrite?: Json
  readonly halts?: boolean
}

/** The strictest of what the fields say; an agent that is told two things does the stricter one. */
function decided(fields: Fields, event: AgentEvent): Decided {
  const { decision, permission, request, action, reason } = fields
  const why = fields.permissionReason ?? reason
  const rewrite = changed(request?.updatedInput ?? fields.updatedInput, event)
  if (decision === 'block') return { decision: refusalAt(event), reason: reason ?? why }
  if (permission === 'deny') return { decision: refusalAt(event), reason: why }
  if (request?.behavior === 'deny') {
    return { decision: refusalAt(event), reason: request.message ?? why, halts: request.interrupt }
  }
  if (action === 'decline' || action === 'cancel') return { decision: refusalAt(event), reason: why }
  // To leave it to somebody else is more than we can say; to ask the user comes nearest.
  if (permission === 'ask' || permission === 'defer') return { decision: 'ask', reason: why, ...rewrite }
  const isApproved = permission === 'allow' || request?.behavior === 'allow' || decision === 'approve'
  const isQuestion = event.kind === 'tool.before' || event.kind === 'permission' || permission === 'allow'
  return isApproved && isQuestion
    ? { decision: 'allow', reason: request?.message ?? why, ...rewrite }
    : { decision: 'pass', ...(rewrite.rewrite !== undefined && { reason: why }), ...rewrite }
}

/** A new input takes the place of the whole old one, whereas a rewrite names only what it changes. */
function changed(input: Json | undefined, event: AgentEvent): { readonly rewrite?: Json } {
  if (input === undefined || !('tool' in event)) return {}
  const gone = Object.keys(event.tool.input).filter((key) => !Object.hasOwn(input, key))
  return { rewrite: { ...input, ...Object.fromEntries(gone.map((key) => [key, undefined])) } }
}

/** After the fact nothing can be refused, but the model hears of it. */
function refusalAt({ kind }: AgentEvent): Decision {
  if (kind === 'tool.before' || kind === 'permission') return 'deny'
  return kind === 'tool.after' ? 'feedback' : 'block'
}

const refusal = (event: AgentEvent, reason: string): Verdict => ({
  decision: refusalAt(event),
  reason: capText(reason),
})

/** Where agents take plain text for context; elsewhere nobody sees it. */
const saysContext = ({ kind }: AgentEvent): boolean =>
  kind === 'prompt.submit' || kind === 'prompt.command' || kind === 'session.start' || kind === 'compact.before'

const told = (context: string): Verdict => ({ decision: 'pass', context: capText(context) })

const text = (key: 'reason' | 'context' | 'notice', value: string | undefined): Partial<Verdict> =>
  value === undefined || value.trim() === '' ? {} : { [key]: capText(value) }

const textOf = (output: string): string => withoutColours(output).trim()
const stderrOf = ({ stderr }: Printed): string => textOf(stderr)
