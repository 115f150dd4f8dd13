import type { HookEntry } from '@holdpoint/engine'
import type { Settings } from '@holdpoint/engine/policy'
import { claudeCode } from '@holdpoint/hosts'
import { packFor } from '@holdpoint/packs'
import { entriesFor, type Group } from './entries.ts'

/** The hooks file of a plugin. */
export interface HooksFile {
  readonly description: string
  readonly hooks: Readonly<Record<string, readonly [Group]>>
}

/** A CLI of version 2.1.197 does not know these; one of them in a plugin makes it drop all hooks of the plugin. */
const TOO_NEW: readonly string[] = ['PreModelSwitch', 'PostModelSwitch', 'DirectoryAdded']

/**
 * A plugin is the same for all users, so it registers every event that any of these hooks could need; which of them are
 * on is read at each event, and changes without a new install.
 */
export function pluginHooks(hooks: readonly HookEntry[]): HooksFile {
  const all = hooks.filter(({ enabledBy }) => enabledBy !== 'call')
  const entries = entriesFor(all, allOn(all), claudeCode, { scope: 'plugin', node: '', bin: '' })
  const known = Object.entries(entries).filter(([event]) => !TOO_NEW.includes(event))
  return {
    description: 'Enforce rules on AI coding agents: one dispatcher per event, with an audit of every decision.',
    hooks: Object.fromEntries(known.map(([event, group]) => [event, [asDocumented(event, group, all)]])),
  }
}

/** Some source documents spell out an empty matcher. */
const asDocumented = (event: string, group: Group, hooks: readonly HookEntry[]): Group =>
  hooks.every(({ id }) => packFor(id)?.emptyMatchers?.includes(event) === true) && group.matcher === undefined
    ? { matcher: '', ...group }
    : group

const allOn = (hooks: readonly HookEntry[]): Settings => ({
  digest: '',
  hooks: Object.fromEntries(hooks.map(({ id, timeoutMs }) => [id, { level: 'on', options: {}, timeoutMs }])),
  breakerThreshold: 0,
  stopBlockCap: 0,
  devMode: { file: '', packs: [] },
})
