import { type AgentEvent, matches, type Env } from '@holdpoint/engine'
import { isOnlyClaimed, pluginTrust, settingsFiles, wantsPlugin } from './plugins.ts'
import { listAt, objectAt, textAt, type Json } from './settings-file.ts'

/** Where an installed command stands; it says so itself with `--from`. */
export const SCOPES = ['user', 'plugin', 'local', 'project'] as const
export type Scope = (typeof SCOPES)[number]

/**
 * With several installs every one of them is called, so all but one keep silent. All look at the same facts, which
 * name one of them. The user's own comes first: what a repository's settings claim must not be able to silence it,
 * nor a plugin that the user has chosen. When a fact cannot be had, two answer rather than none.
 */
export async function isAnswering(scope: Scope | undefined, event: AgentEvent, env: Env): Promise<boolean> {
  if (scope === undefined || scope === 'user') return true
  const files = settingsFiles(event.root, env['HOME'])
  if (registers(files.user, 'user', event)) return false

  const hasLocal = registers(files.local, 'local', event)
  // It has been loaded, or nobody would have called it.
  if (scope === 'plugin') return !hasLocal || !isOnlyClaimed(files, env)
  const trust = await pluginTrust({
    files,
    env,
    root: event.root,
    registers: (hooks) => registers(hooks, 'plugin', event),
  })
  return scope === 'local' ? trust !== 'chosen' : trust === undefined && !hasLocal
}

/** Whether the dispatcher is called for this event: by a settings file, or by the hooks file of a plugin. */
function registers(settings: Json, scope: Scope, event: AgentEvent): boolean {
  return listAt(objectAt(settings, 'hooks'), event.name).some(
    (group) =>
      matches(textAt(group, 'matcher'), event.subjects) &&
      listAt(group, 'hooks').some((hook) => isOurLine(lineOf(hook), scope)),
  )
}

/** Whether the user, or the machine, has us for all projects, by a settings file of theirs or the plugin. */
export function isForAll(root: string, env: Env): boolean {
  const { user, managed } = settingsFiles(root, env['HOME'])
  const isCalled = (settings: Json): boolean => {
    const hooks = objectAt(settings, 'hooks')
    const entries = Object.keys(hooks).flatMap((event) =>
      listAt(hooks, event).flatMap((group) => listAt(group, 'hooks')),
    )
    return entries.some((entry) => isOurLine(lineOf(entry), 'user'))
  }
  return [user, managed].some((settings) => isCalled(settings) || wantsPlugin(settings))
}

/** One entry of a settings file as one text: a line for a shell, a program with its words, or an address. */
export function lineOf({ command, args, url }: Entry): string {
  const line = [command, url].find((text) => typeof text === 'string') ?? ''
  return Array.isArray(args) ? [line, ...args].join(' ') : line
}

interface Entry {
  readonly command?: unknown
  readonly args?: unknown
  readonly url?: unknown
}

/** Whether a command or an address in a settings file is our dispatcher, installed in this scope. */
export const isOurLine = (line: string, scope: Scope): boolean =>
  (/holdpoint|\/hook\.sh\b/.test(line) && new RegExp(`\\bhook [A-Za-z]+ --from ${scope}\\b`).test(line)) ||
  new RegExp(`^http://127\\.0\\.0\\.1:\\d+/hook/[A-Za-z]+\\?from=${scope}$`).test(line)
