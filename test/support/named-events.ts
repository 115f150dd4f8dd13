import type { AgentEvent, EventBody } from '../../packages/engine/src/event.ts'
import {
  after,
  agentStop,
  compactBefore,
  prompt,
  sessionStart,
  shell,
  turnStop,
} from '../../packages/testing/src/events.ts'
import { eventIn } from '../../packages/testing/src/play-case.ts'

/** One event of each kind that a user's own program may answer. */

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
