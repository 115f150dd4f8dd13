/**
 * What the CLI accepts in a settings file. One entry it does not accept makes it drop the whole file, hooks of
 * every event and permissions included, and in most modes without a word. So nothing is written that fails here.
 */

type Json = Readonly<Record<string, unknown>>

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

/** One line for each thing that makes the CLI reject the file. */
export function settingsProblems(settings: Json): readonly string[] {
  const problems = Object.entries(TOP_LEVEL).flatMap(([key, type]) => {
    const value = settings[key]
    return value === undefined || typeOf(value) === type ? [] : [`\`${key}\` must be of type ${type}`]
  })
  const hooks = settings['hooks']
  if (typeOf(hooks) !== 'object') return problems
  return [
    ...problems,
    ...Object.entries(hooks as Json).flatMap(([event, groups]) => eventProblems(`hooks.${event}`, groups)),
  ]
}

function eventProblems(at: string, groups: unknown): readonly string[] {
  if (!Array.isArray(groups)) return [`\`${at}\` must be a list`]
  return groups.flatMap((group, index) => groupProblems(`${at}[${index}]`, group))
}

function groupProblems(at: string, group: unknown): readonly string[] {
  if (typeOf(group) !== 'object') return [`\`${at}\` must be an object with \`hooks\``]
  const { matcher, hooks } = group as Json
  const wrongMatcher = matcher === undefined || typeof matcher === 'string' ? [] : [`\`${at}.matcher\` must be text`]
  if (!Array.isArray(hooks)) return [...wrongMatcher, `\`${at}.hooks\` must be a list`]
  return [...wrongMatcher, ...hooks.flatMap((entry, index) => entryProblems(`${at}.hooks[${index}]`, entry))]
}

function entryProblems(at: string, entry: unknown): readonly string[] {
  if (typeOf(entry) !== 'object') return [`\`${at}\` must be an object`]
  const { type, timeout, ...fields } = entry as Json
  const main = typeof type === 'string' ? MAIN_FIELD[type] : undefined
  return [
    ...(main === undefined
      ? [`\`${at}.type\` is ${show(type)}; the CLI knows ${Object.keys(MAIN_FIELD).join(', ')}`]
      : []),
    ...(main !== undefined && typeof fields[main] !== 'string' ? [`\`${at}.${main}\` must be text`] : []),
    ...(timeout === undefined || (typeof timeout === 'number' && timeout > 0)
      ? []
      : [`\`${at}.timeout\` is ${show(timeout)}; it must be a number of seconds above 0`]),
  ]
}

const show = (value: unknown): string => `\`${JSON.stringify(value) ?? 'missing'}\``

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  return value === null ? 'null' : typeof value
}
