import { type AgentEvent, matches, type Env } from '@holdpoint/engine'
import { DEFAULT_HOST, entriesByEvent, factsOf, HOSTS, settingsFilesOf } from '@holdpoint/hosts'
import { isOnlyClaimed, pluginTrust, settingsFiles, wantsPlugin } from './plugins.ts'
import { listAt, objectAt, readSettingsText, textAt, type Json } from './settings-file.ts'

/** The scope of an installed command, as its `--from` argument says. */
export const SCOPES = ['user', 'plugin', 'local', 'project'] as const
export type Scope = (typeof SCOPES)[number]

/**
 * The host calls every install, so all but one stay silent. Each install evaluates the same facts, which select
 * exactly one. The user's install comes first: a repository's settings must not be able to silence it,
 * nor a plugin that the user has enabled. When a fact is unknown, two installs answer rather than none.
 */
export async function isAnswering(
  scope: Scope | undefined,
  event: AgentEvent,
  env: Env,
  isBorrowed = false,
): Promise<boolean> {
  if (isBorrowed && isInstalledFor(event, env)) return false
  if (scope === undefined || scope === 'user') return true
  if (event.host !== DEFAULT_HOST && !isBorrowed) return scope !== 'project' || !registersAt('user', event, env)
  const files = settingsFiles(event.root, env['HOME'])
  if (registers(files.user, 'user', event)) return false

  const hasLocal = registers(files.local, 'local', event)
  // The host has loaded the plugin, because it called this process.
  if (scope === 'plugin') return !hasLocal || !isOnlyClaimed(files, env)
  const trust = await pluginTrust({
    files,
    env,
    root: event.root,
    registers: (hooks) => registers(hooks, 'plugin', event),
  })
  return scope === 'local' ? trust !== 'chosen' : trust === undefined && !hasLocal
}

/** Whether the agent of this event has an install of its own for it. */
const isInstalledFor = (event: AgentEvent, env: Env): boolean =>
  (['user', 'project'] as const).some((scope) => registersAt(scope, event, env))

/** Only the settings of the event's own host count: those of another agent do not run here. */
function registersAt(scope: 'user' | 'project', event: AgentEvent, env: Env): boolean {
  const facts = factsOf(event.host)
  return settingsFilesOf(facts, scope, event.root, env).some((file) =>
    (entriesByEvent(facts.format, readSettingsText(file))[event.name] ?? []).some((entry) =>
      isOurLine(lineOf(entry as Entry), scope, event.host),
    ),
  )
}

/** Whether a settings file or a plugin's hooks file calls the dispatcher for this event. */
function registers(settings: Json, scope: Scope, event: AgentEvent): boolean {
  return listAt(objectAt(settings, 'hooks'), event.name).some(
    (group) =>
      matches(textAt(group, 'matcher'), event.subjects) &&
      listAt(group, 'hooks').some((hook) => isOurLine(lineOf(hook), scope, event.host)),
  )
}

/** Whether Holdpoint is installed for all projects of the user or the machine, by settings file or plugin. */
export function isForAll(root: string, env: Env): boolean {
  const { user, managed } = settingsFiles(root, env['HOME'])
  const isCalled = (settings: Json): boolean => {
    const hooks = objectAt(settings, 'hooks')
    const entries = Object.keys(hooks).flatMap((event) =>
      listAt(hooks, event).flatMap((group) => listAt(group, 'hooks')),
    )
    return entries.some((entry) => isOurLine(lineOf(entry), 'user'))
  }
  if ([user, managed].some((settings) => isCalled(settings) || wantsPlugin(settings))) return true
  return HOSTS.some(
    (facts) =>
      facts.id !== DEFAULT_HOST &&
      settingsFilesOf(facts, 'user', root, env)
        .flatMap((file) => Object.values(entriesByEvent(facts.format, readSettingsText(file))).flat())
        .some((entry) => isOurLine(lineOf(entry as Entry), 'user', facts.id)),
  )
}

/** One entry of a settings file as text: a shell line, a program with its arguments, or a URL. */
export function lineOf(entry: Entry | undefined | null): string {
  const { command, args, url } = entry ?? {}
  const line = [command, url].find((text) => typeof text === 'string') ?? ''
  return Array.isArray(args) ? [line, ...args].join(' ') : line
}

interface Entry {
  readonly command?: unknown
  readonly args?: unknown
  readonly url?: unknown
}

/** The value of `--from`: the scope, and in front of it the host unless it is Claude Code. */
export const installName = (host: string, scope: Scope): string => (host === DEFAULT_HOST ? scope : `${host}/${scope}`)

/** Whether a command or a URL in a settings file is Holdpoint's dispatcher, installed in this scope of this host. */
export const isOurLine = (line: string, scope: Scope, host: string = DEFAULT_HOST): boolean =>
  (/holdpoint|\/hook\.sh\b/.test(line) &&
    new RegExp(`\\bhook [A-Za-z]+ --from ${installName(host, scope)}(?![\\w/])`).test(line)) ||
  (host === DEFAULT_HOST && new RegExp(`^http://127\\.0\\.0\\.1:\\d+/hook/[A-Za-z]+\\?from=${scope}$`).test(line))
