import type { PromptCommand, PromptSubmit, Services } from '@holdpoint/engine'

/** Whether a person typed a prompt. Agents can start sub-agents and sessions, and can send prompts to a session. */
export const isTyped = (event: PromptSubmit | PromptCommand, services: Services): boolean =>
  event.agent?.id === undefined && event.byProgram !== true && !isUnattended(services)

/** Whether a person typed it in a session that is known to have one. What nothing is known about does not count. */
export const isTypedByPerson = (event: PromptSubmit | PromptCommand, services: Services): boolean =>
  event.attended === true && isTyped(event, services)

function isUnattended({ env }: Services): boolean {
  const attended = env('CLAUDE_CODE_SESSION_ATTENDED')
  return attended === undefined ? env('CLAUDE_CODE_ENTRYPOINT')?.startsWith('sdk') === true : attended === '0'
}
