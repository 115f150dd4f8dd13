import { basename, join } from 'node:path'
import { hostArguments } from './host-arguments.ts'
import { listAt, objectAt, readSettings, textAt, type Json } from './settings-file.ts'
import type { Env } from '@holdpoint/engine'

/** The content of an agent's settings files in the agent's order: the first file that has a value wins. */
export interface SettingsFiles {
  readonly managed: Json
  readonly local: Json
  readonly project: Json
  readonly user: Json
}

/** What enables a plugin: the user, or only the repository's settings. */
export type Trust = 'chosen' | 'claimed'

export interface Question {
  readonly files: SettingsFiles
  readonly env: Env
  readonly root: string
  /** Whether the plugin's hooks file calls Holdpoint for the current event. */
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

/** Whether only the repository's settings enable the plugin that runs this process. */
export function isOnlyClaimed({ managed, local, project, user }: SettingsFiles, env: Env): boolean {
  // A plugin from the host's command line or from the user's skills is in no settings file.
  const isBrought = ['holdpoint-inline', 'holdpoint-skills-dir'].includes(basename(env['CLAUDE_PLUGIN_DATA'] ?? ''))
  return !isBrought && wantsPlugin(project) && ![managed, local, user].some(wantsPlugin)
}

/** Whether this file enables the plugin. */
export const wantsPlugin = (file: Json): boolean => pluginsIn(file).some((id) => isYes(entryOf(file, id)))

export interface FoundPlugin {
  readonly trust: Trust
  readonly folder: string
  /** The content of its hooks file. */
  readonly hooks: Json
}

/** The Holdpoint plugin, if the host's settings or command line show that it is loaded. */
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

/** A repository's settings can disable a plugin that the user has enabled, and the host obeys. */
export const isPluginSuppressed = (files: SettingsFiles): boolean =>
  namedPlugins(files).some((id) => said(files, id) === false && isYes(entryOf(files.user, id)))

export const pluginTrust = async (question: Question): Promise<Trust | undefined> => (await findPlugin(question))?.trust

/** Either in a folder of its own or in the npm package, which is also a plugin. */
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

/** An entry that is a list contains versions. */
const isYes = (value: unknown): boolean => value === true || Array.isArray(value)

/** The folders given by `--plugin-dir`; each is a plugin or contains plugins. */
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
