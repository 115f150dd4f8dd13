import { messageOf, type Services, type YamlData } from '@holdpoint/engine'
import { mainTree, type Surroundings } from './orchestrator-state.ts'

/** The section `hooks` of a project's own file, which enables the orchestrator's hooks. */

export const PROJECT_CONFIG = '.claude/project.yml'

/** Which hook each key enables. */
export const HOOK_OF = {
  task_verification: 'orchestrator/task-completed',
  stop_guard: 'orchestrator/stop-guard',
  session_context: 'orchestrator/session-context',
  precompact_state: 'orchestrator/precompact-state',
} as const
export type Switch = keyof typeof HOOK_OF
export const SWITCHES = Object.keys(HOOK_OF) as readonly Switch[]

export interface Setting {
  /** A value that cannot be parsed is off. */
  readonly value: 'off' | 'on' | 'agent' | 'prompt'
  /** The problem in the file, in the words of the document. */
  readonly problem?: string
}

type Needs = Surroundings & Pick<Services, 'yaml'>

const OFF: Setting = { value: 'off' }

/** In a linked work tree without such a file the one of the main work tree counts. */
export async function readSetting(root: string, name: Switch, services: Needs): Promise<Setting> {
  try {
    const own = await services.yaml(`${root}/${PROJECT_CONFIG}`)
    const main = own === undefined ? mainTree(root, services) : undefined
    return settingIn(main === undefined ? own : await services.yaml(`${main}/${PROJECT_CONFIG}`), name)
  } catch (error) {
    return wrong(`it cannot be read: ${messageOf(error)}`)
  }
}

export function settingIn(data: YamlData | undefined, name: Switch): Setting {
  const hooks = at(data?.value, 'hooks')
  if (hooks === undefined || hooks === null) {
    return data?.problem === undefined ? OFF : wrong(`it cannot be read: ${data.problem}`)
  }
  if (typeof hooks !== 'object' || Array.isArray(hooks)) return wrong('hooks must be a section with keys')
  const value = at(hooks, name)
  if (value === undefined || value === null) return OFF
  // Quoted or not, the words are the same.
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  return name === 'task_verification' ? verification(word) : truth(word, name)
}

function verification(word: unknown): Setting {
  if (word === 'agent' || word === 'prompt') return { value: word }
  return word === 'off' || word === false ? OFF : wrong("hooks.task_verification must be 'agent', 'prompt', or 'off'")
}

function truth(word: unknown, name: Switch): Setting {
  if (word === true || word === 'true') return { value: 'on' }
  return word === false || word === 'false' ? OFF : wrong(`hooks.${name} must be true or false`)
}

const wrong = (problem: string): Setting => ({ value: 'off', problem })

/** Only what the file itself holds is found. */
const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
