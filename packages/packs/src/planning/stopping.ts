import type { AgentEvent, Services } from '@holdpoint/engine'
import type { PlanningConfig } from './config.ts'

/** The user may end a workflow at any time, by saying so. */
export const userWantsToStop = (event: AgentEvent, { userOverride }: PlanningConfig, services: Services): boolean =>
  userOverride && saysStop(services.lastUserText(event) ?? '')

/** One of four words, unless it is negated. */
export function saysStop(text: string): boolean {
  const words =
    text
      .toLowerCase()
      .replace(/[’`]/g, "'")
      .match(/[a-z']+/g) ?? []
  return words.some((word, index) => STOP.includes(word) && !NEGATIONS.includes(words[index - 1] ?? ''))
}

const STOP = ['stop', 'quit', 'abort', 'exit']
const NEGATIONS = ["don't", 'dont', 'not', 'never', "can't", 'cannot']
