import { isKnown, shown } from '../effects.ts'
import { listOf, risky, unclassified, type ProgramCall, type Objection } from './usage.ts'
import { isListed, readWords, valuesOf } from './words.ts'

const FINE = listOf(
  '-n -r -E -s -u -z --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --debug --sandbox',
)
/** Longer than any typed script; some patterns below take longer than the script is long. */
const MAX_SCRIPT = 10_000
const TAKES = '-e -l --expression --line-length'

/** `sed` is read-only when it edits no file in place and its script neither writes nor runs anything. */
export function objectionToSed({ name, args }: ProgramCall): Objection | undefined {
  const { options, operands, unclear } = readWords(args, { takes: TAKES })
  if (options.some((option) => /^(?:-[iI]|--i.*)$/.test(option.name))) return risky(`\`${name} -i\` changes files.`)
  const odd = options.find((option) => !isListed(option, [...FINE, ...listOf(TAKES)]))
  if (odd !== undefined) return unclassified(`\`${name} ${shown(odd.name)}\` is not classified as read-only.`)
  if (unclear[0] !== undefined) return unclassified(`\`${shown(unclear[0])}\` might become an option of \`${name}\`.`)
  const expressions = valuesOf(options, '-e', '--expression')
  const script = expressions.length > 0 ? expressions.join('\n') : operands[0]
  if (script === undefined) return unclassified(`\`${name}\` has no script to judge.`)
  if (script.length <= MAX_SCRIPT && isKnown(script) && onlyPrints(script)) return undefined
  return unclassified(`The \`${name}\` script may write files or run commands.`)
}

/** Reads a whole script, command by command. What is not understood is not harmless. */
function onlyPrints(script: string): boolean {
  const reader: SedCursor = { script, at: 0 }
  for (;;) {
    skip(reader, /[\s;]*/y)
    if (reader.at >= script.length) return true
    if (!skipAddresses(reader) || !skipCommand(reader)) return false
  }
}

interface SedCursor {
  readonly script: string
  at: number
}

function skip(reader: SedCursor, pattern: RegExp): boolean {
  pattern.lastIndex = reader.at
  const length = pattern.exec(reader.script)?.[0].length
  reader.at += length ?? 0
  return length !== undefined
}

function skipAddresses(reader: SedCursor): boolean {
  if (skipAddress(reader)) {
    skip(reader, /[ \t]*/y)
    if (skip(reader, /,[ \t]*/y) && !skip(reader, /[+~]\d+/y) && !skipAddress(reader)) return false
  }
  return skip(reader, /[ \t]*!*[ \t]*/y)
}

function skipAddress(reader: SedCursor): boolean {
  if (skip(reader, /\d+(?:~\d+)?|\$/y)) return true
  if (!skip(reader, /\\(?=[^\n\\])|(?=\/)/y)) return false
  const delimiter = reader.script[reader.at++] ?? ''
  return skipPattern(reader, delimiter) && skip(reader, /[IM]*/y)
}

function skipCommand(reader: SedCursor): boolean {
  // Text to insert, files to read and comments go to the end of the line; a backslash carries inserted text on.
  if (skip(reader, /[{}]|[aic](?:[^\\\n]|\\[^])*|[rR#][^\n]*/y)) return true
  if (skip(reader, /[:btT][ \t]*[\w.-]*|[=dDgGhHlLnNpPqQxzF](?:[ \t]*\d+)?/y)) return isAtEnd(reader)
  if (!skip(reader, /[sy](?=[^\n\\])/y)) return false
  const delimiter = reader.script[reader.at++] ?? ''
  return (
    skipPattern(reader, delimiter) && skipText(reader, delimiter) && skip(reader, /[gpiImM0-9]*/y) && isAtEnd(reader)
  )
}

/** Nothing else may follow a command: this is where `s/a/b/e` fails. */
const isAtEnd = (reader: SedCursor): boolean => skip(reader, /[ \t]*(?=[;\n}#]|$)/y)

/** To the delimiter and past it. */
function skipText(reader: SedCursor, delimiter: string): boolean {
  for (; reader.at < reader.script.length; reader.at++) {
    const char = reader.script[reader.at]
    if (char === '\\') reader.at++
    else if (char === delimiter) {
      reader.at++
      return true
    }
  }
  return false
}

/** The same for a pattern. A delimiter in brackets ends it for one sed and not for another: not understood. */
function skipPattern(reader: SedCursor, delimiter: string): boolean {
  const start = reader.at
  if (!skipText(reader, delimiter)) return false
  const pattern = reader.script.slice(start, reader.at - 1).replace(/\\[^]/g, '')
  return !pattern.replace(/\[\^?\]?(?:\[:[a-z]*:\]|[^\]])*\]/g, '').includes('[')
}
