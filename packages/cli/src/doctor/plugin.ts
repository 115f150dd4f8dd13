import {
  isOurLine,
  findPlugin,
  isPluginSuppressed,
  settingsFiles,
  type Trust,
  listAt,
  objectAt,
  textAt,
  type Json,
} from '@holdpoint/runtime'
import { ok, warn } from './finding.ts'
import type { OurEntry, SettingsReport } from './settings.ts'
import type { Env } from '@holdpoint/engine'

/** What our plugin registers, if the host loads it in this project, and which settings enable it. */
export async function checkPlugin(root: string, env: Env): Promise<SettingsReport & { readonly trust?: Trust }> {
  const registers = (hooks: Json): boolean => entriesOf(hooks).length > 0
  const files = settingsFiles(root, env['HOME'])
  const plugin = await findPlugin({ files, env, root, registers })
  if (plugin === undefined) return { findings: isPluginSuppressed(files) ? [SUPPRESSED] : [], entries: [] }
  const { trust, folder, hooks } = plugin
  // The host replaces the variable by the folder before it starts the line.
  const entries = entriesOf(hooks).map(({ event, command }) => ({
    event,
    command: command.replaceAll('${CLAUDE_PLUGIN_ROOT}', folder),
  }))
  const events = entries.map(({ event }) => event).join(', ')
  return { findings: [ok(`the plugin in ${folder} registers ${events}`)], entries, trust }
}

const SUPPRESSED = warn(
  'This project’s settings disable the plugin that your settings enable (`enabledPlugins`).',
  'Remove it from .claude/settings.json, or run `holdpoint init --scope user`, which a project cannot disable.',
)

const entriesOf = (file: Json): readonly OurEntry[] => {
  const hooks = objectAt(file, 'hooks')
  return Object.keys(hooks).flatMap((event) =>
    listAt(hooks, event)
      .flatMap((group) => listAt(group, 'hooks'))
      .flatMap((entry) => textAt(entry, 'command') ?? [])
      .filter((command) => isOurLine(command, 'plugin'))
      .map((command) => ({ event, command })),
  )
}
