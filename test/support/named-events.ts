import type { AgentEvent, EventBody } from '../../src/core/event.ts'
import { after, agentStop, compactBefore, prompt, sessionStart, shell, turnStop } from '../../src/testing/events.ts'
import { eventIn } from '../../src/testing/play-case.ts'

/** One event of each kind that a program of somebody's own may answer. */

const named = (body: EventBody, name: string): AgentEvent => ({ ...eventIn('/project', body, new Date(0)), name })

export const PRE = named(shell('ls'), 'PreToolUse')
export const POST = named(after(shell('ls'), {}), 'PostToolUse')
export const STOP = named(turnStop('done'), 'Stop')
export const SUBAGENT_STOP = named(agentStop('writer'), 'SubagentStop')
export const PROMPT = named(prompt('hello'), 'UserPromptSubmit')
export const START = named(sessionStart(), 'SessionStart')
export const COMPACT = named(compactBefore(), 'PreCompact')
export const ASKED = named({ ...shell('ls'), kind: 'permission' } as EventBody, 'PermissionRequest')
export const ELICITATION = named({ kind: 'other' }, 'Elicitation')
