import { type AgentEvent, capText, pass, type Decision, type Verdict } from '@holdpoint/engine'
import { withoutColours } from '@holdpoint/packs'
import { failureOf } from './failure.ts'
import { BadAnswer, fieldsOf, lostIn, type Fields } from './fields.ts'
import { readStdout, type Json } from './stdout.ts'

/** A program's exit status and output. */
export interface Printed {
  readonly exitCode: number | undefined
  readonly stdout: string
  readonly stderr: string
  /** Why there is no exit code. */
  readonly problem?: string
}

/** A verdict, or why there is none: then the hook has failed, and its failure setting applies. */
export type Answered =
  /** `lost`: fields of the answer that are not in the verdict. */
  { readonly verdict: Verdict; readonly lost?: readonly string[] } | { readonly failure: string }

const BLOCKS = 2

/**
 * Interprets a command's output as a host would, in every documented form. An answer in JSON counts with any
 * exit code, except that exit code 2 refuses unless the answer itself does. Never throws.
 */
export function answerOf(printed: Printed, event: AgentEvent, id: string): Answered {
  const { exitCode, stdout, problem } = printed
  if (exitCode === undefined) return { failure: problem ?? 'it did not run to its end' }
  const said = readStdout(stdout)
  if (said.form === 'object') return answerInJson(said.value, printed, event, id)
  if (exitCode === BLOCKS) return { verdict: refusal(event, stderrOf(printed) || textOf(stdout) || `${id} objects.`) }
  if (exitCode !== 0) return { failure: failureOf(exitCode, stderrOf(printed)) }
  if (saysContext(event)) return { verdict: said.form === 'nothing' ? pass : contextVerdict(textOf(stdout)) }
  return said.form === 'broken' ? { failure: said.why } : { verdict: pass }
}

/** The body of an HTTP answer, which can only be JSON. */
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
    // Any other error in interpreting an external answer counts as an invalid answer.
    return { failure: error instanceof BadAnswer ? error.message : 'its answer cannot be read' }
  }
}

const objects = ({ decision }: Verdict): boolean => decision !== 'pass' && decision !== 'allow'

function verdictOf(fields: Fields, event: AgentEvent): Verdict {
  const { decision, reason, rewrite, halts } = decided(fields, event)
  const stops = !fields.goesOn || halts === true
  const why = [fields.stopReason, reason, fields.reason].find((text) => text !== undefined && text.trim() !== '')
  // Where the host stops only after the call, the call would still run although the hook wants to stop.
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

/** The strictest of the fields; a host that gets two decisions applies the stricter one. */
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
  // A verdict cannot defer to another party; asking the user is the closest match.
  if (permission === 'ask' || permission === 'defer') return { decision: 'ask', reason: why, ...rewrite }
  const isApproved = permission === 'allow' || request?.behavior === 'allow' || decision === 'approve'
  const isQuestion = event.kind === 'tool.before' || event.kind === 'permission' || permission === 'allow'
  return isApproved && isQuestion
    ? { decision: 'allow', reason: request?.message ?? why, ...rewrite }
    : { decision: 'pass', ...(rewrite.rewrite !== undefined && { reason: why }), ...rewrite }
}

/** A new input replaces the whole old one, whereas a rewrite names only its changes. */
function changed(input: Json | undefined, event: AgentEvent): { readonly rewrite?: Json } {
  if (input === undefined || !('tool' in event)) return {}
  const gone = Object.keys(event.tool.input).filter((key) => !Object.hasOwn(input, key))
  return { rewrite: { ...input, ...Object.fromEntries(gone.map((key) => [key, undefined])) } }
}

/** After the action nothing can be refused, but the model gets the message. */
function refusalAt({ kind }: AgentEvent): Decision {
  if (kind === 'tool.before' || kind === 'permission') return 'deny'
  return kind === 'tool.after' ? 'feedback' : 'block'
}

const refusal = (event: AgentEvent, reason: string): Verdict => ({
  decision: refusalAt(event),
  reason: capText(reason),
})

/** Events where hosts use plain text as context; elsewhere it is not shown. */
const saysContext = ({ kind }: AgentEvent): boolean =>
  kind === 'prompt.submit' || kind === 'prompt.command' || kind === 'session.start' || kind === 'compact.before'

const contextVerdict = (context: string): Verdict => ({ decision: 'pass', context: capText(context) })

const text = (key: 'reason' | 'context' | 'notice', value: string | undefined): Partial<Verdict> =>
  value === undefined || value.trim() === '' ? {} : { [key]: capText(value) }

const textOf = (output: string): string => withoutColours(output).trim()
const stderrOf = ({ stderr }: Printed): string => textOf(stderr)
