import { UNKNOWN } from '../../effects.ts'
import { asWord } from '../escapes.ts'

/** Files of task runners other than make, as far as they can be read without running one. */

/** Commands of a file, by the name of the task they belong to; the empty name is the first task. */
export type Tasks = (text: string) => ReadonlyMap<string, Task>

interface Task {
  readonly needs: readonly string[]
  readonly lines: readonly string[]
}

/** `name args: needs`, and lines that are indented. */
export function justTasks(text: string): ReadonlyMap<string, Task> {
  const tasks = new Map<string, { needs: string[]; lines: string[] }>()
  const variables = new Map<string, string>()
  let task: { needs: string[]; lines: string[] } | undefined
  const filled = (line: string): string =>
    line.replace(/\{\{\s*([^}]*?)\s*\}\}/g, (_, name: string) => variables.get(name) ?? UNKNOWN)
  for (const line of text.split('\n')) {
    if (/^\s+\S/.test(line)) {
      task?.lines.push(filled(line.trim().replace(/^[@-]+/, '')))
      continue
    }
    const [, variable, value] = /^(?:export\s+)?([\w-]+)\s*:=\s*["'`]?([^"'`]*)["'`]?\s*$/.exec(line) ?? []
    if (variable !== undefined && value !== undefined) {
      variables.set(variable, line.includes('`') ? UNKNOWN : value)
      continue
    }
    const [, name, needs = ''] = /^@?([\w-]+)[^:\n]*:(?!=)\s*(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    task = { needs: needs.split(/\s+|&&/).map((need) => need.replace(/^\(|\)$/g, '')), lines: [] }
    if (tasks.size === 0) tasks.set('', task)
    tasks.set(name, task)
  }
  for (const { lines } of tasks.values()) joinScript(lines)
  return tasks
}

/** A recipe that begins with `#!` is one script for that program. */
function joinScript(lines: string[]): void {
  const [, program] = /^#!\s*(?:\S*\/env\s+(?:-\S+\s+)?)?(?:\S*\/)?([\w.]+)/.exec(lines[0] ?? '') ?? []
  if (program === undefined) return
  const script = lines.slice(1).join('\n')
  const option = /^(?:node|ruby|perl|deno|bun)$/.test(program) ? '-e' : '-c'
  lines.splice(0, lines.length, `${program} ${option} ${asWord(script)}`)
}

/** YAML as people write it for tasks: `tasks:` with names one level below, and commands in lists or under `cmd`. */
export function yamlTasks(text: string): ReadonlyMap<string, Task> {
  const tasks = new Map<string, { needs: string[]; lines: string[] }>()
  let task: { needs: string[]; lines: string[] } | undefined
  let [isInside, indent, key, block] = [false, -1, '', -1]
  for (const line of text.split('\n')) {
    if (/^\s*(?:#.*)?$/.test(line)) continue
    const depth = line.length - line.trimStart().length
    if (depth === 0) isInside = /^tasks\s*:/.test(line)
    if (!isInside || depth === 0) continue
    if (indent < 0) indent = depth
    const name = depth === indent ? /^\s*['"]?([\w:./-]+)['"]?\s*:\s*(.*)$/.exec(line) : null
    if (name !== null) {
      task = { needs: [], lines: [] }
      tasks.set(name[1] ?? '', task)
      if (name[2] !== undefined && /^[^\s[{&|>]/.test(name[2])) task.lines.push(plain(name[2]))
      ;[key, block] = ['', -1]
      continue
    }
    if (block >= 0 && depth > block) {
      task?.lines.push(templated(line.trim()))
      continue
    }
    const [, item, word, value = ''] = /^\s*(-\s+)?(?:([\w]+)\s*:(?=\s|$)\s*)?(.*)$/.exec(line) ?? []
    if (word !== undefined && item === undefined) key = word
    block = /^[|>][-+]?$/.test(value) ? depth : -1
    const what = word ?? key
    if (block >= 0 || value === '') continue
    if (what === 'deps' || what === 'task')
      task?.needs.push(
        ...value
          .replace(/[[\]'",]/g, ' ')
          .trim()
          .split(/\s+/),
      )
    else if (/^(?:cmds?|run|sh|defer)$/.test(what)) task?.lines.push(plain(value))
  }
  const first = tasks.get('default')
  return first === undefined ? tasks : tasks.set('', first)
}

const plain = (value: string): string => templated(value.trim().replace(/^(['"])(.*)\1$/s, '$2'))
const templated = (text: string): string => text.replace(/\{\{[^}]*\}\}/g, UNKNOWN)

/** `commands =` of every environment; which one is meant is not followed. */
export function iniTasks(text: string): ReadonlyMap<string, Task> {
  const lines: string[] = []
  let isCommand = false
  for (const line of text.split('\n')) {
    const [, key, value = ''] = /^([\w_]+)\s*=\s*(.*)$/.exec(line) ?? []
    if (key !== undefined) isCommand = /^commands(?:_pre|_post)?$|^allowlist_externals_run$/.test(key)
    else if (!/^\s/.test(line)) isCommand = false
    const command = (key === undefined ? line : value).trim()
    if (isCommand && command !== '') lines.push(substituted(command.replace(/^-\s*/, '')))
  }
  return new Map([['', { needs: [], lines }]])
}

/** `{env:HOME}` and `{toxinidir}` are known; every other part in brackets is not. */
const substituted = (text: string): string =>
  text
    .replace(/\{env:HOME(?::[^}]*)?\}|\{homedir\}/g, '$HOME')
    .replace(/\{(?:toxinidir|tox_root)\}/g, '.')
    .replace(/(?<!\$)\{[^}]*\}/g, UNKNOWN)

/** Keys whose value is a command, and tables in which every value is one. */
const COMMAND_KEY = /^(?:entry|run|runner|cmd|command|script|exec|execstart\w*|shell|sh)$/i
const COMMAND_TABLE = /(?:^|[.\s"])(?:scripts|tasks|commands|hooks)["\]]*$/

/** YAML, TOML and the like with commands in them; which of them run is not followed. */
export const configTasks =
  (isAnyKey: boolean): Tasks =>
  (text) => {
    const lines: string[] = []
    let isTable = isAnyKey
    for (const line of text.split('\n')) {
      if (line.length > MAX_LINE) continue
      const section = /^\s*\[+([^\]]+)\]+\s*$/.exec(line)?.[1]
      if (section !== undefined) isTable = COMMAND_TABLE.test(section)
      const [, key = '', value = ''] = /^[\s-]*["']?([\w.:-]+?)["']?\s*(?::\s|=)\s*(.+)$/.exec(line) ?? []
      if (value === '' || !(isTable || COMMAND_KEY.test(key))) continue
      const inner = /\b(?:cmd|shell|script|command)\s*=\s*["'](.+?)["']/.exec(value)?.[1]
      lines.push(templated(inner ?? asLine(value.trim())))
    }
    return new Map([['', { needs: [], lines }]])
  }

/** Longer lines are data. */
const MAX_LINE = 1000

/** `["rm", "-r", "x"]` is a line, too. */
const asLine = (value: string): string =>
  value.startsWith('[')
    ? Array.from(value.matchAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g), ([, double, single = '']) =>
        asWord(double === undefined ? single : double.replace(/\\(["\\])/g, '$1')),
      ).join(' ')
    : plain(value)
