import type { ToolCall } from '../event.ts'

/**
 * What the name of a tool without a description implies: `mcp__files__readText_file` reads a text file. A server can be
 * called anything, so the server's words count only where the tool's own say nothing.
 */
export interface ToolNature {
  readonly own: readonly string[]
  readonly all: readonly string[]
  /** Runs what it is given: `start_process`, `executeCode`. */
  readonly runs: boolean
  /** Only inspects its input: `format_code`. */
  readonly inspects: boolean
  /** Code runs in a page, which cannot reach the machine. */
  readonly browses: boolean
  readonly queries: boolean
}

const RUNS =
  /^(?:run|runs|exec|execute|eval|evaluate|spawn|invoke|shell|bash|sh|zsh|terminal|console|command|commands|cmd|process|subprocess|script|repl|ssh|tmux|kernel|powershell|pwsh|osascript)$/
const INSPECTS =
  /^(?:format|lint|validate|check|analy[sz]e|review|scan|search|find|grep|render|highlight|parse|explain|translate|convert|docs?|documentation|count|get|list|describe)$/
const BROWSES =
  /^(?:browser|browserbase|playwright|puppeteer|chrome|chromium|firefox|selenium|webdriver|devtools|stagehand|firecrawl)$/
const QUERIES =
  /^(?:sql|mysql|postgres|postgresql|pg|sqlite|mariadb|mssql|oracle|db|database|databases|redis|valkey|mongo|mongodb|cassandra|clickhouse|duckdb|bigquery|snowflake|supabase|neon|warehouse|redshift|athena|cockroach|turso|libsql)$/

export function natureOf({ name }: Pick<ToolCall, 'name'>): ToolNature {
  const parts = name.slice(0, MAX_NAME).split('__')
  const own = wordsOf(parts.at(-1) ?? '')
  const server = parts[0] === 'mcp' ? wordsOf(parts.slice(1, -1).join(' ')) : []
  const all = [...server, ...own]
  const saysFiles = own.some((word) => CHANGES.test(word) || READS.test(word) || LOOKS.test(word))
  const runs = own.some((word) => RUNS.test(word)) || (!saysFiles && server.some((word) => RUNS.test(word)))
  return {
    own,
    all,
    runs,
    inspects: !runs && own.some((word) => INSPECTS.test(word)),
    browses: all.some((word) => BROWSES.test(word)),
    queries: own.includes('query') || all.some((word) => QUERIES.test(word)),
  }
}

const MAX_NAME = 512

/** `filePath`, `file_path` and `File-Path` are two words. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, MAX_NAME)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')

export const DELETES = /^(?:delete|remove|rm|unlink|rmdir|trash|erase|purge|destroy)$/
export const MOVES = /^(?:move|mv|rename)$/
export const COPIES = /^(?:copy|cp|duplicate|link|symlink)$/
/** These show what was there before. */
export const EDITS = /^(?:edit|patch|replace|insert|append|update|apply|modify|rewrite)$/
const WRITES = /^(?:write|create|save|put|touch|mkdir|set|add|download|export)$/
export const CHANGES = new RegExp([DELETES, MOVES, COPIES, EDITS, WRITES].map(({ source }) => source).join('|'))
/** What is sent elsewhere is read first. */
export const READS =
  /^(?:read|get|open|view|load|fetch|search|grep|find|cat|content|contents|show|query|upload|attach|import)$/
export const LOOKS = /^(?:list|ls|stat|info|exists|tree|glob)$/

/** Whether a tool shows what is in a file, changes it, only finds it, or does not say. */
export function purposeOf({ tool }: { readonly tool: ToolCall }): 'changes' | 'reads' | 'looks' | 'unknown' {
  const { own, runs } = natureOf(tool)
  if (own.some((word) => CHANGES.test(word))) return 'changes'
  if (own.some((word) => READS.test(word))) return 'reads'
  if (own.some((word) => LOOKS.test(word))) return 'looks'
  return runs ? 'changes' : 'unknown'
}
