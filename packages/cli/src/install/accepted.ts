import type { JsonObject } from '@holdpoint/engine'
/**
 * What the CLI accepts in a settings file. One entry it rejects makes it drop the whole file, hooks of every event and
 * permissions included, and in most modes without a message. So nothing is written that fails here.
 */

const MAIN_FIELD: Readonly<Record<string, string>> = {
  command: 'command',
  http: 'url',
  prompt: 'prompt',
  agent: 'prompt',
  mcp_tool: 'tool',
}

const TOP_LEVEL: Readonly<Record<string, string>> = {
  model: 'string',
  env: 'object',
  permissions: 'object',
  hooks: 'object',
  disableAllHooks: 'boolean',
  enabledPlugins: 'object',
}

/** A position in a settings file. */
export type Path = readonly (string | number)[]

export interface Rejection {
  readonly path: Path
  readonly message: string
}

/** One line for each thing that makes the CLI reject the file. */
export const settingsProblems = (settings: JsonObject): readonly string[] =>
  rejections(settings).map(({ message }) => message)

/** The same, with the position of each. */
export function rejections(settings: JsonObject): readonly Rejection[] {
  const problems = Object.entries(TOP_LEVEL).flatMap(([key, type]) => {
    const value = settings[key]
    return value === undefined || typeOf(value) === type ? [] : [wrong([key], `must be of type ${type}`)]
  })
  const hooks = settings['hooks']
  if (typeOf(hooks) !== 'object') return problems
  return [
    ...problems,
    ...Object.entries(hooks as JsonObject).flatMap(([event, groups]) => eventProblems(['hooks', event], groups)),
  ]
}

/** `hooks.Stop[0].matcher` */
export const pathText = (path: Path): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('')

const wrong = (path: Path, what: string): Rejection => ({ path, message: `\`${pathText(path)}\` ${what}` })

function eventProblems(at: Path, groups: unknown): readonly Rejection[] {
  if (!Array.isArray(groups)) return [wrong(at, 'must be a list')]
  return groups.flatMap((group, index) => groupProblems([...at, index], group))
}

function groupProblems(at: Path, group: unknown): readonly Rejection[] {
  if (typeOf(group) !== 'object') return [wrong(at, 'must be an object with `hooks`')]
  const { matcher, hooks } = group as JsonObject
  const wrongMatcher =
    matcher === undefined || typeof matcher === 'string' ? [] : [wrong([...at, 'matcher'], 'must be text')]
  if (!Array.isArray(hooks)) return [...wrongMatcher, wrong([...at, 'hooks'], 'must be a list')]
  return [...wrongMatcher, ...hooks.flatMap((entry, index) => entryProblems([...at, 'hooks', index], entry))]
}

function entryProblems(at: Path, entry: unknown): readonly Rejection[] {
  if (typeOf(entry) !== 'object') return [wrong(at, 'must be an object')]
  const { type, timeout, ...fields } = entry as JsonObject
  const main = typeof type === 'string' ? MAIN_FIELD[type] : undefined
  return [
    ...(main === undefined
      ? [wrong([...at, 'type'], `is ${show(type)}; allowed: ${Object.keys(MAIN_FIELD).join(', ')}`)]
      : []),
    ...(main !== undefined && typeof fields[main] !== 'string' ? [wrong([...at, main], 'must be text')] : []),
    ...(timeout === undefined || (typeof timeout === 'number' && timeout > 0)
      ? []
      : [wrong([...at, 'timeout'], `is ${show(timeout)}; it must be a number of seconds above 0`)]),
  ]
}

const show = (value: unknown): string => `\`${JSON.stringify(value) ?? 'missing'}\``

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  return value === null ? 'null' : typeof value
}
