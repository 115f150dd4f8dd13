import { basename, join } from 'node:path'
import { hostArguments } from './host-arguments.ts'
import { listAt, objectAt, readSettings, textAt, type Json } from './settings-file.ts'
import type { Env } from '@holdpoint/engine'

/** What the settings files of an agent say, in the order in which it asks them; the first that says anything counts. */
export interface SettingsFiles {
  readonly managed: Json
  readonly local: Json
  readonly project: Json
  readonly user: Json
}

/** Who wants a plugin: somebody who sits here, or only the repository's settings. */
export type Trust = 'chosen' | 'claimed'

export interface Question {
  readonly files: SettingsFiles
  readonly env: Env
  readonly root: string
  /** Whether the hooks file of a plugin calls us for the event in question. */
  registers(hooks: Json): boolean
}

const MANAGED =
  process.platform === 'darwin'
    ? '/Library/Application Support/ClaudeCode/managed-settings.json'
    : '/etc/claude-code/managed-settings.json'

export function settingsFiles(root: string, home: string | undefined): SettingsFiles {
  return {
    managed: readSettings(MANAGED),
    local: readSettings(join(root, '.claude/settings.local.json')),
    project: readSettings(join(root, '.claude/settings.json')),
    user: home === undefined ? {} : readSettings(join(home, '.claude/settings.json')),
  }
}

/** Whether nobody but the repository's settings wants the plugin whose process this is. */
export function isOnlyClaimed({ managed, local, project, user }: SettingsFiles, env: Env): boolean {
  // One that the host's command line names, or that lies among the user's skills, stands in no settings file.
  const isBrought = ['holdpoint-inline', 'holdpoint-skills-dir'].includes(basename(env['CLAUDE_PLUGIN_DATA'] ?? ''))
  return !isBrought && wantsPlugin(project) && ![managed, local, user].some(wantsPlugin)
}

/** Whether this file switches the plugin on. */
export const wantsPlugin = (file: Json): boolean => pluginsIn(file).some((id) => isYes(entryOf(file, id)))

export interface FoundPlugin {
  readonly trust: Trust
  readonly folder: string
  /** What its hooks file says. */
  readonly hooks: Json
}

/** Our plugin, if the host has loaded it, as far as its settings and its command line tell. */
export async function findPlugin({ files, env, root, registers }: Question): Promise<FoundPlugin | undefined> {
  const home = env['HOME']
  const firstIn = (folders: readonly string[], trust: Trust): FoundPlugin | undefined =>
    folders
      .flatMap((folder) => HOOKS_FILES.map((file) => ({ trust, folder, hooks: readSettings(join(folder, file)) })))
      .find(({ hooks }) => registers(hooks))

  const isInlineOff = said(files, 'holdpoint@inline') === false
  const inline = isInlineOff ? undefined : firstIn(inlineFolders(await hostArguments(home), root), 'chosen')
  if (inline !== undefined || home === undefined) return inline

  const copies = objectAt(readSettings(join(home, '.claude/plugins/installed_plugins.json')), 'plugins')
  const { managed, local, user } = files
  const found = namedPlugins(files)
    .filter((id) => isYes(said(files, id)))
    .map((id) => {
      const isChosen = [managed, local, user].some((file) => isYes(entryOf(file, id)))
      const folders = listAt(copies, id).flatMap((copy) => textAt(copy, 'installPath') ?? [])
      return firstIn(folders, isChosen ? 'chosen' : 'claimed')
    })
  return found.find((plugin) => plugin?.trust === 'chosen') ?? found.find((plugin) => plugin !== undefined)
}

/** A repository's settings can switch off what the user has switched on, and the host obeys. */
export const isPluginSuppressed = (files: SettingsFiles): boolean =>
  namedPlugins(files).some((id) => said(files, id) === false && isYes(entryOf(files.user, id)))

export const pluginTrust = async (question: Question): Promise<Trust | undefined> => (await findPlugin(question))?.trust

/** In a folder of its own, and in the npm package, which is a plugin as well. */
const HOOKS_FILES = ['hooks/hooks.json', 'dist/plugin/hooks/hooks.json']

const inOrder = ({ managed, local, project, user }: SettingsFiles): readonly Json[] => [managed, local, project, user]
const entryOf = (file: Json, id: string): unknown => objectAt(file, 'enabledPlugins')[id]
const said = (files: SettingsFiles, id: string): unknown =>
  inOrder(files)
    .map((file) => entryOf(file, id))
    .find((value) => value !== undefined)

const pluginsIn = (file: Json): readonly string[] =>
  Object.keys(objectAt(file, 'enabledPlugins')).filter((id) => id.startsWith('holdpoint@'))
const namedPlugins = (files: SettingsFiles): readonly string[] => [...new Set(inOrder(files).flatMap(pluginsIn))]

/** A list names versions. */
const isYes = (value: unknown): boolean => value === true || Array.isArray(value)

/** The folders that `--plugin-dir` names; each is a plugin, or holds plugins. */
function inlineFolders(args: readonly string[], root: string): readonly string[] {
  const named = args.flatMap((arg, index) => {
    if (arg === '--plugin-dir') return [args[index + 1] ?? '']
    return arg.startsWith('--plugin-dir=') ? [arg.slice('--plugin-dir='.length)] : []
  })
  return named
    .filter((folder) => folder !== '')
    .map((folder) => (folder.startsWith('/') ? folder : join(root, folder)))
    .flatMap((folder) => [folder, join(folder, 'holdpoint')])
}
