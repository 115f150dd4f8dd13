import type { ToolBefore } from '../../core/event.ts'
import { absolutePath } from '../../core/paths.ts'

/** Names under which tools that nobody described take a file. */
const KEYS =
  /^(file|files|path|paths|file_?names?|(file|absolute|relative|full|old|new|source|target|dest|destination|notebook)_?(path|file|paths|files)|source|target|src|dest|destination|uri|url|directory|dir|from|to)$/i

const MAX_DEPTH = 4
const MAX_PATHS = 200

/** Paths that a tool without described files was given, by the names of its inputs. */
export function inputPaths({ tool, cwd }: ToolBefore, home: string | undefined): readonly string[] {
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
