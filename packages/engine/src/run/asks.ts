import type { AgentEvent } from '../event.ts'
import type { Verdict } from '../verdict.ts'
import type { Memory, OpenAsk } from './memory.ts'

/** What became of a question to the user. `unknown`: the turn ended, and there is no record that the call ran. */
export interface AskAnswer {
  /** Id of the decision that asked. */
  readonly ask: string
  readonly answer: 'approved' | 'refused' | 'unknown'
}

/** What the agent's own record says of calls; those it does not mention are left out. */
export type CallFates = (event: AgentEvent, calls: readonly string[]) => ReadonlyMap<string, 'approved' | 'refused'>

const MAX_OPEN = 50

/**
 * The host does not report the user's answer to hooks. A call that was asked about and then ran was approved; else the
 * session transcript has the answer. Read only while a question is open.
 */
export function settleAsks(
  event: AgentEvent,
  verdict: Verdict,
  memory: Memory,
  fates?: CallFates,
): readonly AskAnswer[] {
  const open = memory.now.asks
  const answers = open.length === 0 ? [] : answersTo(open, event, fates)
  const settled = answers.map(({ ask }) => ask)
  const asked = askOf(event, verdict)
  if (settled.length > 0 || asked !== undefined) {
    memory.change((old) => ({
      ...old,
      asks: [...old.asks.filter(({ ask }) => !settled.includes(ask)), ...(asked === undefined ? [] : [asked])].slice(
        -MAX_OPEN,
      ),
    }))
  }
  return answers
}

function askOf(event: AgentEvent, verdict: Verdict): OpenAsk | undefined {
  if (event.kind !== 'tool.before' || verdict.decision !== 'ask' || event.tool.callId === undefined) return undefined
  return { ask: event.id, call: event.tool.callId, agent: event.agent?.id ?? '' }
}

function answersTo(open: readonly OpenAsk[], event: AgentEvent, fates: CallFates | undefined): readonly AskAnswer[] {
  const ran = event.kind === 'tool.after' ? event.tool.callId : undefined
  const others = open.filter(({ call }) => call !== ran)
  const recorded =
    others.length === 0
      ? undefined
      : fates?.(
          event,
          others.map(({ call }) => call),
        )
  return open.flatMap(({ ask, call, agent }): readonly AskAnswer[] => {
    const answer = call === ran ? 'approved' : (recorded?.get(call) ?? (isOver(event, agent) ? 'unknown' : undefined))
    return answer === undefined ? [] : [{ ask, answer }]
  })
}

/** After these, a call that was asked about before cannot run any more. */
function isOver(event: AgentEvent, agent: string): boolean {
  if (event.kind === 'session.end' || event.kind === 'session.start') return true
  if (event.kind === 'agent.stop') return agent !== '' && event.agent?.id === agent
  return agent === '' && event.agent?.id === undefined && (event.kind === 'turn.stop' || event.kind === 'prompt.submit')
}
