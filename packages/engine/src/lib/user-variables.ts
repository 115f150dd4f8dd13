import type { Files } from '../services.ts'

type Variables = (name: string) => string | undefined

const FILE = '.claude/.env'
const MAX_BYTES = 64 << 10

/** `~/.claude/.env`: lines of `NAME=value`, with or without `export` and quotes. A project cannot write there. */
export function userVariables(files: Pick<Files, 'read'>, home: string | undefined): Variables {
  const text =
    home?.startsWith('/') === true ? readable(() => files.read(`${home}/${FILE}`, { maxBytes: MAX_BYTES })) : ''
  const lines = text.split(/\r?\n/).map((line) => /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line))
  const pairs = lines.flatMap((match) => (match === null ? [] : [[match[1] ?? '', unquoted(match[2] ?? '')] as const]))
  const values = new Map(pairs)
  return (name) => values.get(name)
}

/** What is only spaces is not there. */
export const filled = (value: string | undefined): string | undefined =>
  value?.trim() === '' ? undefined : value?.trim()

/** The name of a model; it becomes part of an address. */
export const modelName = (name: string | undefined): string | undefined =>
  name !== undefined && /^[\w.:/-]{1,100}$/.test(name) && !name.includes('..') ? name : undefined

/** A file that cannot be read is no reason to give no answer. */
function readable(read: () => string | undefined): string {
  try {
    return read() ?? ''
  } catch {
    return ''
  }
}

function unquoted(value: string): string {
  const [, quoted] = /^(?:"([^"]*)"|'([^']*)')/.exec(value)?.filter((part) => part !== undefined) ?? []
  return quoted ?? value.replace(/\s+#.*$/, '').trim()
}
