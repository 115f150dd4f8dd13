import { isObject, type HostFacts, type HostScope, type Env, type SettingsFormat } from '@holdpoint/engine'
import { hookTables } from './toml.ts'

/**
 * The entries in the text of a settings file, by event. A text that is no such file has none. `parse` reads JSON, by
 * default strictly.
 */
export function entriesByEvent(
  format: SettingsFormat,
  text: string,
  parse: Parse = JSON.parse,
): Readonly<Record<string, readonly unknown[]>> {
  // Most files of most agents do not exist; parsing nothing costs an exception, 15 us.
  if (text === '') return {}
  switch (format) {
    case 'groups':
      return lists(hooksIn(text, parse), (group) =>
        isObject(group) && Array.isArray(group['hooks']) ? group['hooks'] : [],
      )
    case 'flat':
      return lists(hooksIn(text, parse), (entry) => [entry])
    case 'plugin':
      return lists(objectIn(PLUGIN_ENTRIES.exec(text)?.[1] ?? '', JSON.parse), (entry) => [entry])
    case 'toml': {
      const found: Record<string, object[]> = {}
      for (const { event, command } of hookTables(text)) (found[event] ??= []).push({ command })
      return found
    }
    case 'script': {
      const command = text.split('\n').find((line) => line !== '' && !line.startsWith('#'))
      const event = /\bhook (\w+) --from /.exec(command ?? '')?.[1]
      return event === undefined ? {} : { [event]: [{ command }] }
    }
  }
}

/** One line of the plugin file holds its entries. */
export const PLUGIN_ENTRIES = /^const ENTRIES = (\{.*\})$/m

/** Every settings file of a scope: one, or one for each event. */
export function settingsFilesOf(
  { perEvent, settingsFile }: HostFacts,
  scope: HostScope,
  root: string,
  env: Env,
): readonly string[] {
  const file = settingsFile(scope, root, env)
  if (file === undefined) return []
  return perEvent === undefined ? [file] : perEvent.map((event) => fileFor(file, event))
}

/** The settings file of one event. */
export const fileFor = (file: string, event: string): string => file.replace('*', event)

function lists(
  hooks: Readonly<Record<string, unknown>>,
  entriesOf: (item: unknown) => readonly unknown[],
): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(
    Object.entries(hooks).map(([event, list]) => [event, (Array.isArray(list) ? list : [list]).flatMap(entriesOf)]),
  )
}

type Parse = (text: string) => unknown

function hooksIn(text: string, parse: Parse): Readonly<Record<string, unknown>> {
  const { hooks } = objectIn(text, parse)
  return isObject(hooks) ? hooks : {}
}

function objectIn(text: string, parse: Parse): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parse(text.replace(/^\uFEFF/, ''))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
