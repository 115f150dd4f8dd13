import type { ToolCall } from './event.ts'
import { absolutePath } from './paths.ts'

interface Call {
  readonly tool: ToolCall
  readonly cwd: string
}

/** Names under which tools that nobody described take a file. */
const KEYS =
  /^(file|files|path|paths|file_?names?|(file|absolute|relative|full|old|new|source|target|dest|destination|notebook)_?(path|file|paths|files)|source|target|src|dest|destination|uri|url|directory|dir|from|to)$/i

const MAX_DEPTH = 4
const MAX_PATHS = 200

/** Paths that a tool without described files was given, by the names of its inputs. */
export function inputPaths({ tool, cwd }: Call, home: string | undefined): readonly string[] {
  if (tool.kind !== 'mcp' && tool.kind !== 'other') return []
  const found: string[] = []
  collect(tool.input, false, MAX_DEPTH, found)
  return found.map((text) => absolutePath(withHome(text.replace(/^file:\/\//, ''), home), cwd))
}

function collect(value: unknown, isNamed: boolean, depth: number, found: string[]): void {
  if (found.length >= MAX_PATHS || depth === 0) return
  if (typeof value === 'string') {
    if (isNamed && value !== '' && !/^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(value)) found.push(value)
  } else if (Array.isArray(value)) for (const item of value) collect(item, isNamed, depth - 1, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, KEYS.test(key), depth - 1, found)
  }
}

const withHome = (path: string, home: string | undefined): string =>
  home !== undefined && (path === '~' || path.startsWith('~/')) ? home + path.slice(1) : path

/** What a tool nobody described says of itself: `mcp__files__readText_file` reads a text file. Its server may be called anything. */
const wordsOfTool = ({ tool }: Call): readonly string[] =>
  (tool.name.split('__').at(-1) ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const CHANGING =
  /^(write|edit|create|delete|remove|move|rename|replace|update|set|put|append|insert|save|patch|copy|mkdir|rm|mv|cp|touch|exec|execute|run|apply|upload)$/
const LOOKING = /^(list|ls|stat|info|exists|tree|glob)$/
const READING = /^(read|get|open|view|load|fetch|search|grep|find|cat|content|contents|show|query)$/

/** Whether a tool shows what is in a file, changes it, only looks where it is, or does not say. */
export function purposeOf(event: Call): 'changes' | 'reads' | 'looks' | 'unknown' {
  const words = wordsOfTool(event)
  if (words.some((word) => CHANGING.test(word))) return 'changes'
  if (words.some((word) => READING.test(word))) return 'reads'
  return words.some((word) => LOOKING.test(word)) ? 'looks' : 'unknown'
}
