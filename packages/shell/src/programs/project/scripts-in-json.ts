import type { Context } from '../../read/context.ts'
import { known } from '../../words/value.ts'
import { directoryOf, nameOf, nearest, runProjectFile } from './project-file.ts'

/** Commands with names in a JSON file: `scripts` of package.json and composer.json, `tasks` of deno.json. */

export interface Wanted {
  readonly names: readonly string[]
  /** What is handed to the script behind its own words. */
  readonly args?: readonly string[]
  readonly via: string
}

export function runScriptsIn(
  context: Context,
  files: readonly string[],
  directory: string,
  { names, args = [], via }: Wanted,
): void {
  const file = names.length === 0 ? undefined : nearest(context, files, directory)
  if (file === undefined) return
  const run = (at: Context, text: string): void => {
    const scripts = scriptsIn(text)
    for (const name of names)
      for (const command of scripts.get(name) ?? [])
        at.shell(known([command, ...args.map(quoted)].join(' ')), {
          cwd: directoryOf(file),
          via: `${via} → ${nameOf(file)}`,
        })
    // An edit that does not show which script it changes may change this one.
    for (const line of scripts.get('') ?? [])
      at.shell(known(line), { cwd: directoryOf(file), via: nameOf(file), maybe: true })
  }
  runProjectFile(context, file, run, [...names, ...args].join(' '))
}

const quoted = (text: string): string => (/^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** Every script with its commands; under the empty name, text of which only a part is known. */
export function scriptsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const parsed = parse(text)
  if (parsed === undefined) return pairsIn(text)
  const found = new Map<string, readonly string[]>()
  for (const key of ['scripts', 'tasks']) {
    const part = isRecord(parsed) ? parsed[key] : undefined
    if (!isRecord(part)) continue
    for (const [name, value] of Object.entries(part)) found.set(name, commandsIn(value))
  }
  return found
}

const commandsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return isRecord(value) && typeof value['command'] === 'string' ? [value['command']] : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Text with comments, or a piece that was put into the file. */
function pairsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const pairs = Array.from(text.matchAll(/"([\w:./@-]+)"\s*:\s*"((?:\\.|[^"\\])*)"/g), ([, name = '', value = '']) => {
    const command = parse(`"${value}"`)
    return [name, [typeof command === 'string' ? command : value]] as const
  })
  return pairs.length > 0 || text.includes('{') ? new Map(pairs) : new Map([['', text.split('\n')]])
}
