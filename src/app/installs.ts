import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '../core/event.ts'
import { matches } from '../core/matcher.ts'

/** Where an installed command stands; it says so itself with `--from`. */
export const SCOPES = ['user', 'plugin', 'local', 'project'] as const
export type Scope = (typeof SCOPES)[number]

type Env = Readonly<Record<string, string | undefined>>
type Json = Readonly<Record<string, unknown>>

/**
 * With several installs every one of them is called, so all but one keep silent. The user's own comes first:
 * what a repository's settings claim must not be able to silence it.
 */
export function isAnswering(scope: Scope | undefined, event: AgentEvent, env: Env): boolean {
  if (scope === undefined) return true
  const before = SCOPES.slice(0, SCOPES.indexOf(scope))
  return !before.some((other) => isInstalled(other, scope, event, env))
}

function isInstalled(scope: Scope, asking: Scope, event: AgentEvent, env: Env): boolean {
  const home = env['HOME']
  const user = home === undefined ? undefined : join(home, '.claude/settings.json')
  const local = join(event.root, '.claude/settings.local.json')
  const project = join(event.root, '.claude/settings.json')
  if (scope === 'user') return user !== undefined && registers(user, scope, event)
  if (scope === 'local') return registers(local, scope, event)
  if (scope === 'project') return registers(project, scope, event)
  // A plugin that only the repository claims to have silences nothing but the repository's own install.
  const believed = asking === 'project' ? [user, local, project] : [user, local]
  return believed.some((file) => file !== undefined && enablesPlugin(file))
}

function registers(file: string, scope: Scope, event: AgentEvent): boolean {
  const groups = listAt(objectAt(readSettings(file), 'hooks'), event.name)
  return groups.some(
    (group) =>
      matches(textAt(group, 'matcher'), event.subjects) &&
      listAt(group, 'hooks').some((hook) => isOurLine(textAt(hook, 'command') ?? '', scope)),
  )
}

/** Whether a command in a settings file is our dispatcher, installed in this scope. */
export const isOurLine = (command: string, scope: Scope): boolean =>
  command.includes('holdpoint') && new RegExp(`\\bhook [A-Za-z]+ --from ${scope}\\b`).test(command)

const enablesPlugin = (file: string): boolean =>
  Object.entries(objectAt(readSettings(file), 'enabledPlugins')).some(
    ([name, enabled]) => name.startsWith('holdpoint@') && enabled === true,
  )

const MAX_BYTES = 8 << 20

/** The host drops a file it cannot read, and so do we. It follows links, which keepers of dot files use. */
function readSettings(file: string): Json {
  try {
    const stat = statSync(file)
    const isReadable = stat.isFile() && stat.size <= MAX_BYTES
    return isReadable ? asObject(JSON.parse(readFileSync(file, 'utf8'))) : {}
  } catch {
    return {}
  }
}

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const objectAt = (value: Json, key: string): Json => asObject(value[key])
const listAt = (value: Json, key: string): readonly Json[] => {
  const list = value[key]
  return Array.isArray(list) ? list.map(asObject) : []
}
const textAt = (value: Json, key: string): string | undefined =>
  typeof value[key] === 'string' ? value[key] : undefined
