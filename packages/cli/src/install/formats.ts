import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'jsonc-parser'
import { UserError, type HostFacts, type SettingsFormat } from '@holdpoint/engine'
import { DEFAULT_HOST, entriesByEvent, factsOf, fileFor, PLUGIN_ENTRIES } from '@holdpoint/hosts'
import { BEFORE_TOOL, type Program } from './command-line.ts'
import type { Group } from './entries.ts'
import type { IsOurs } from './ours.ts'
import { isOurEntry, textProblem, withEntries, withoutEntries } from './settings-text.ts'
import { tomlProblem, withHooks, withoutHooks } from './toml-text.ts'

/** How entries are written into the settings file of an agent. */
interface Format {
  /** Why the text is not a settings file, or undefined. */
  problem(text: string, isOurs: IsOurs): string | undefined
  /** The text with exactly these entries in place of all entries of ours. */
  written(text: string, entries: Entries, isOurs: IsOurs, facts: HostFacts, program: Program): string
  /** The text without our entries; empty when nothing is left. */
  without(text: string, isOurs: IsOurs): string
}

export type Entries = Readonly<Record<string, Group>>

const groups: Format = {
  problem: textProblem,
  written: (text, entries, isOurs, { emptySettings }) => withEntries(text, entries, isOurs, emptySettings),
  without: withoutEntries,
}

/** Without `failClosed` a hook that fails or is too slow lets the tool run. Elsewhere it would block every prompt. */
const flat: Format = {
  ...groups,
  written(text, entries, isOurs, { emptySettings }) {
    const own: Record<string, object> = {}
    for (const [event, { hooks }] of Object.entries(entries))
      own[event] = { ...commandOf(hooks), ...(BEFORE_TOOL.includes(event) && { failClosed: true }) }
    return withEntries(text, own, isOurs, emptySettings)
  },
}

/** A file that is ours as a whole. */
const whole: Pick<Format, 'problem' | 'without'> = {
  problem: (text, isOurs) =>
    isOurFile(text, isOurs) ? undefined : 'is not a file of Holdpoint, which needs this name',
  without: (text, isOurs) => (isOurFile(text, isOurs) ? '' : text),
}

const isOurFile = (text: string, isOurs: IsOurs): boolean =>
  (['plugin', 'script'] as const).some((format) =>
    Object.values(entriesByEvent(format, text))
      .flat()
      .some((entry) => isOurEntry(entry, isOurs)),
  )

const plugin: Format = {
  ...whole,
  written(_text, entries, _isOurs, _facts, { bin }) {
    const own = Object.fromEntries(Object.entries(entries).map(([event, { hooks }]) => [event, commandOf(hooks)]))
    return readTemplate(join(dirname(bin), 'opencode.js')).replace(
      PLUGIN_ENTRIES,
      () => `const ENTRIES = ${JSON.stringify(own)}`,
    )
  },
}

const script: Format = {
  ...whole,
  written(_text, entries) {
    const [entry] = Object.values(entries)
    return entry === undefined ? '' : `#!/bin/sh\n${commandOf(entry.hooks).command}\n`
  },
}

const toml: Format = {
  problem: tomlProblem,
  written(text, entries, isOurs) {
    const own = Object.entries(entries).map(([event, { hooks }]) => ({ event, ...commandOf(hooks) }))
    return withHooks(text, own, isOurs)
  },
  without: withoutHooks,
}

const FORMATS: Readonly<Record<SettingsFormat, Format>> = { groups, flat, plugin, script, toml }

export const formatOf = (host: string = DEFAULT_HOST): Format => FORMATS[factsOf(host).format]

/** The entries of a settings file by event; comments are allowed. */
export const entriesOf = (text: string, host: string = DEFAULT_HOST): ReturnType<typeof entriesByEvent> =>
  entriesByEvent(factsOf(host).format, text, (json) => parse(json) as unknown)

/** The files of an install with the entries of each. */
export function partsOf(
  { perEvent }: HostFacts,
  file: string,
  entries: Entries,
): readonly { readonly file: string; readonly entries: Entries }[] {
  if (perEvent === undefined) return [{ file, entries }]
  return perEvent.map((event) => ({
    file: fileFor(file, event),
    entries: entries[event] === undefined ? {} : { [event]: entries[event] },
  }))
}

function commandOf([{ timeout, ...rest }]: Group['hooks']): { readonly command: string; readonly timeout: number } {
  if (!('command' in rest)) throw new UserError('this agent needs entries with a command.')
  return { command: rest.command, timeout }
}

function readTemplate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UserError(`${file} is missing. Install Holdpoint again: \`npm install holdpoint\`.`, { cause })
  }
}
