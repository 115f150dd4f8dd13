import { parse, TomlError } from 'smol-toml'
import { hookTables } from '@holdpoint/hosts'
import type { IsOurs } from './ours.ts'

/** Changes to the text of a TOML file with tables `[[hooks]]` that keep every other byte. */

export interface TomlHook {
  readonly event: string
  readonly command: string
  readonly timeout: number
}

/** Why the agent would not load the text, or undefined. One unknown key in a hook makes Kimi Code reject all of them. */
export function tomlProblem(text: string): string | undefined {
  try {
    const { hooks = [] } = parse(text.replace(/^\uFEFF/, ''))
    if (!Array.isArray(hooks)) return 'has `hooks` that is not a list of tables'
    const strange = hooks.flatMap((hook) => Object.keys(hook as object)).find((key) => !KEYS.includes(key))
    return strange === undefined ? undefined : `has a hook with the key \`${strange}\`; allowed: ${KEYS.join(', ')}`
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [what = ''] = error.message.split('\n')
    return `is not valid TOML at line ${error.line}, column ${error.column} (${what.replace(/^Invalid TOML document: /, '')})`
  }
}

const KEYS = ['event', 'matcher', 'command', 'timeout']

/** The text with exactly these entries, at its end, in place of all entries of ours. */
export function withHooks(text: string, hooks: readonly TomlHook[], isOurs: IsOurs): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const current = hookTables(text).filter(({ command }) => isOurs(command))
  const wanted = hooks.map((hook) => tableOf(hook, eol))
  if (current.length === wanted.length && current.every(({ start, end }, at) => text.slice(start, end) === wanted[at]))
    return text
  const rest = withoutHooks(text, isOurs)
  const separated = rest === '' || rest.endsWith('\n') ? rest : rest + eol
  return separated + wanted.map((table, at) => (separated === '' && at === 0 ? table : eol + table)).join('')
}

/** With the empty line before each. */
export function withoutHooks(text: string, isOurs: IsOurs): string {
  return hookTables(text)
    .filter(({ command }) => isOurs(command))
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start).replace(/(^|\n)\r?\n$/, '$1') + rest.slice(end), text)
}

/** JSON's escapes are also those of a TOML string. */
const tableOf = ({ event, command, timeout }: TomlHook, eol: string): string =>
  [
    '[[hooks]]',
    `event = ${JSON.stringify(event)}`,
    `command = ${JSON.stringify(command)}`,
    `timeout = ${timeout}`,
    '',
  ].join(eol)
