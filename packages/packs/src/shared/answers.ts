import { type AgentEvent, type Answer, type Protocol, refuses, type Verdict } from '@holdpoint/engine'

/** Parts of the answers that hooks print when one of them is run alone. */

export const json = (value: object): string => JSON.stringify(value)
export const accepted = (stdout: string): Answer => ({ stdout, stderr: '', exitCode: 0 })
export const refused = (stdout: string, stderr: string): Answer => ({ stdout, stderr, exitCode: 2 })

/** A feedback loop: exit code 2, and what to do on stderr. */
export const FEEDBACK: Protocol = {
  refusal: 2,
  seed(_event: AgentEvent, { decision, reason = '' }: Verdict, native: Answer): Answer {
    return refuses(decision) || decision === 'feedback' ? refused('', reason) : native
  },
}
