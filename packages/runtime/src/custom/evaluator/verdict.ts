import {
  type AgentEvent,
  type HookEntry,
  capText,
  pass,
  strictest,
  type Decision,
  type Verdict,
} from '@holdpoint/engine'
import { visible } from './content.ts'
import type { Evaluation } from './evaluation.ts'

/** The hook's verdict for one evaluator's answer. A yes is never more than a pass. */
export function verdictFor(
  event: AgentEvent,
  { id, onError }: Pick<HookEntry, 'id' | 'onError'>,
  name: string,
  evaluation: Evaluation,
): Verdict {
  if (evaluation.ok) return { ...pass, ...noticeOf(id, evaluation.systemMessage) }
  if (evaluation.infrastructureError !== true) {
    const reason = clean(evaluation.reason)
    return {
      decision: refusalAt(event),
      messageId: 'no',
      reason: reason === '' ? `${id} says no, without a reason.` : reason,
      ...noticeOf(id, evaluation.systemMessage),
    }
  }
  const { kind, reason } = evaluation
  if (onError === 'open' && kind === 'doubtful')
    return doubted(event, id, `${name} is not believed, because ${reason}.`)
  if (onError === 'open') return { ...pass, messageId: kind, notice: `${id} could not check this: ${name}: ${reason}.` }
  return {
    decision: refusalAt(event),
    messageId: 'could-not-check',
    reason: `${id} could not check this (${name}: ${reason}), and what it guards is refused when it cannot be checked.`,
  }
}

/** The user decides where the host can ask; otherwise the action is blocked. */
function doubted(event: AgentEvent, id: string, why: string): Verdict {
  const messageId = 'doubtful'
  const message = `${id} cannot let this pass on the word of its evaluator: ${why}`
  // The host is about to ask the user anyway, or the action has already happened.
  if (event.kind === 'permission' || event.kind === 'tool.after') return { ...pass, messageId, notice: message }
  if (event.kind === 'tool.before') return { decision: 'ask', messageId, reason: `${message} Look at it yourself.` }
  return {
    decision: 'block',
    messageId,
    reason: `${message} Leave out the text that speaks to the evaluator, or ask the user to look at it.`,
  }
}

/** Becomes a message where nothing can be blocked; the engine degrades a block where the host supports none. */
function refusalAt(event: AgentEvent): Decision {
  if (event.kind === 'tool.before' || event.kind === 'permission') return 'deny'
  return event.kind === 'tool.after' ? 'feedback' : 'block'
}

const noticeOf = (id: string, message: string | undefined): Pick<Verdict, 'notice'> =>
  message === undefined || clean(message) === '' ? {} : { notice: `${id}: ${clean(message)}` }

const MAX_REASON = 2_000

/** A model's text goes to people and to another model: hidden characters are removed, and it is kept short. */
const clean = (text: string): string => capText(visible(text).trim(), MAX_REASON)

/** Of several evaluators the strictest decision wins, with the reasons of all that made it. */
export function mergeVerdicts(verdicts: readonly Verdict[]): Verdict {
  const most = strictest(verdicts.map(({ decision }) => decision))
  const counting = verdicts.filter(({ decision }) => decision === most)
  const first = counting.find(({ messageId }) => messageId !== undefined) ?? counting[0] ?? pass
  const joined = (field: 'reason' | 'notice', from: readonly Verdict[]): Partial<Verdict> => {
    const texts = [...new Set(from.map((verdict) => verdict[field]).filter((text) => text !== undefined))]
    return texts.length === 0 ? {} : { [field]: texts.join('\n') }
  }
  return { ...first, ...joined('reason', counting), ...joined('notice', verdicts) }
}
