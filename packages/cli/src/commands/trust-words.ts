import { LOOSENING_WAITS } from '@holdpoint/runtime'
import { canonical } from '@holdpoint/runtime/custom'
import { plain } from '@holdpoint/runtime/audit'
import { colours, facts, print, wrap } from './output.ts'
import type { JsonObject } from '@holdpoint/engine'

/** What is about to be trusted, described for the person who decides. */

const asMapping = (definition: unknown): JsonObject =>
  typeof definition === 'object' && definition !== null ? (definition as JsonObject) : {}

const KINDS: Readonly<Record<string, string>> = {
  command: 'a command',
  http: 'a URL that receives events',
  prompt: 'a question to a language model',
  agent: 'a language model that reads files of the project',
  module: 'code of the project',
  loosening: 'settings of yours that this repository would loosen',
  project: 'built-in hooks that the project’s files turn on',
}

export const kindOf = (definition: unknown): string => KINDS[String(asMapping(definition)['type'])] ?? 'a rule'

/** The whole definition; everything that changes the behaviour is shown. */
export function startsOf(definition: unknown): readonly (readonly [name: string, text: string])[] {
  const { type, options: _options, ...rest } = asMapping(definition)
  const { command, args, file, ...others } = rest
  const line = [command, ...(Array.isArray(args) ? args : [])].flat().filter((word) => word !== undefined)
  return [
    ...(line.length > 0 ? [['runs', line.map((word) => wordIn(word, line.length)).join(' ')] as const] : []),
    ...(type === 'module' ? [['runs', String(file)] as const] : []),
    ...Object.entries(others).map(([name, value]) => [name, textOf(value)] as const),
  ]
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isList ? value.join(', ') : canonical(value)
}

/** Quotes each word, so that words with spaces stay recognisable. */
const wordIn = (word: unknown, count: number): string =>
  count > 1 && /[^\w./@:=+-]/.test(String(word)) ? JSON.stringify(word) : String(word)

/** What a repository's files would loosen. */
export function printIgnored(changes: Readonly<Record<string, string>>): void {
  const rows = Object.entries(changes).map(([name, change]) => [plain(name), plain(change)] as const)
  if (rows.length === 0) return
  print(`\n${colours.yellow('!')} ${wrap(`${LOOSENING_WAITS} (holdpoint trust):`)}\n${facts(rows, 2)}`)
}
