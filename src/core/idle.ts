import type { AgentEvent } from './event.ts'

/**
 * Whether an event is a command that only looks or prints: no file's content is read, nothing is changed, nothing else
 * is started. Everything that means something to a shell is left out, and so is every word that could lead out of the
 * directory or to a hidden file. An agent does this all the time, and the reader of commands is the largest part of
 * this program; so it is seen without the reader, which would find nothing more. A key file may be named: its name is
 * all that is shown.
 */
export const isIdle = (event: AgentEvent): boolean =>
  'tool' in event &&
  event.tool.kind === 'shell' &&
  event.tool.rewritten !== true &&
  event.tool.command !== undefined &&
  IDLE.test(event.tool.command)

const OPTION = '(?: -[A-Za-z1]{1,12})'
const NAME = '[A-Za-z0-9_]{1,80}(?:[.-][A-Za-z0-9_]{1,80}){0,4}'
const IDLE = new RegExp(
  `^(?:ls${OPTION}{0,4}(?: ${NAME}(?:/${NAME}){0,12}){0,4}|echo(?: ${NAME}){0,40}|uname${OPTION}?|pwd|whoami|date|true)$`,
)
