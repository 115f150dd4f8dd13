import { UNKNOWN } from '../../effects.ts'
import type { CodeAction } from '../actions.ts'

/**
 * What a sed program does besides changing text: `w` and the flag `w` write files, `r` and `R` read them, `e` and the
 * flag `e` run commands.
 */
export function readSed(source: string): readonly CodeAction[] {
  const scan = { source, at: 0, actions: [] as CodeAction[], broken: false }
  while (scan.at < source.length && scan.actions.length < MAX_ACTIONS) command(scan)
  scan.broken ||= scan.at < source.length
  const unread: CodeAction = { kind: 'code', decoded: false, network: false }
  return dedupe(scan.broken ? [...scan.actions, unread] : scan.actions)
}

const MAX_ACTIONS = 2000

interface Scan {
  readonly source: string
  at: number
  readonly actions: CodeAction[]
  broken: boolean
}

function dedupe(actions: readonly CodeAction[]): readonly CodeAction[] {
  return [...new Map(actions.map((action) => [JSON.stringify(action), action])).values()]
}

function command(scan: Scan): void {
  skip(scan, /[\s;{}]*/y)
  while (address(scan)) skip(scan, /[\s,!]*/y)
  const name = scan.source[scan.at++]
  switch (name) {
    case undefined:
      return
    case '#':
      restOfLine(scan)
      return
    case 's':
      substitute(scan)
      return
    case 'y':
      delimited(scan, scan.source[scan.at++] ?? '', 2, false)
      return
    case 'w':
    case 'W':
      fileAction(scan, 'write')
      return
    case 'r':
    case 'R':
      fileAction(scan, 'read')
      return
    case 'e':
      runs(scan)
      return
    case 'a':
    case 'i':
    case 'c':
      text(scan)
      return
    case ':':
    case 'b':
    case 't':
    case 'T':
      skip(scan, /[^\n;]*/y)
      return
    case UNKNOWN:
      scan.broken = true
      return
    default:
      // One letter, with an optional number: d, p, n, q5, l, =.
      skip(scan, /[ \t]*\d*/y)
  }
}

function skip(scan: Scan, pattern: RegExp): string {
  pattern.lastIndex = scan.at
  const found = pattern.exec(scan.source)?.[0] ?? ''
  scan.at += found.length
  return found
}

/** `1`, `$`, `/x/`, `\,x,`, `0~3`, `+2`, with their flags; true when one stood here. */
function address(scan: Scan): boolean {
  const char = scan.source[scan.at] ?? ''
  if (char === '/' || (char === '\\' && scan.at + 1 < scan.source.length)) {
    scan.at += char === '/' ? 1 : 2
    delimited(scan, char === '/' ? '/' : (scan.source[scan.at - 1] ?? ''), 1)
    skip(scan, /[IM]*/y)
    return true
  }
  return skip(scan, NUMBER) !== ''
}

/** A part that is not known is a number where a command follows it: `sed "${n}q"`, `sed -n "$a,${b}p"`. */
const NUMBER = new RegExp(`\\$|[+~]?\\d+(?:~\\d+)?|[+~]?${UNKNOWN}(?=\\d*[ \\t]*[,!{a-zA-Z=${UNKNOWN}])`, 'y')

const BRACKETS = /\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]/y

/** Reads up to so many delimiters. A backslash takes the next character with it; in the brackets of a pattern none counts. */
function delimited(scan: Scan, delimiter: string, count: number, brackets = true): readonly string[] {
  const parts: string[] = []
  let part = ''
  for (; scan.at < scan.source.length; scan.at++) {
    const char = scan.source[scan.at] ?? ''
    if (char === '\\') {
      part += char + (scan.source[scan.at + 1] ?? '')
      scan.at++
    } else if (char === '[' && parts.length === 0 && brackets) {
      BRACKETS.lastIndex = scan.at
      const set = BRACKETS.exec(scan.source)?.[0] ?? char
      part += set
      scan.at += set.length - 1
    } else if (char === delimiter) {
      parts.push(part)
      part = ''
      if (parts.length === count) {
        scan.at++
        return parts
      }
    } else part += char
  }
  scan.broken = true
  return [...parts, part]
}

function substitute(scan: Scan): void {
  const delimiter = scan.source[scan.at++] ?? ''
  const [pattern = '', replacement = ''] = delimited(scan, delimiter, 2)
  for (;;) {
    const flag = scan.source[scan.at]
    if (flag === undefined || !/[gpiImMe\dw]/.test(flag)) return
    scan.at++
    if (flag === 'w') {
      fileAction(scan, 'write')
      return
    }
    if (flag === 'e') scan.actions.push({ kind: 'shell', text: commandOf(pattern, replacement) })
  }
}

/** What `s///e` runs: the line after the replacement. Its rest is known when the pattern matches the whole line. */
function commandOf(pattern: string, replacement: string): string {
  const put = replacement.replace(/\\(\d|[^])|&/g, (whole, char?: string) => {
    if (whole === '&' || /\d/.test(char ?? '')) return UNKNOWN
    return char === 'n' ? '\n' : (char ?? '')
  })
  const before = /^(?:\^|\.\*)/.test(pattern) ? '' : UNKNOWN
  const after = /(?:\$|\.\*)$/.test(pattern) ? '' : UNKNOWN
  return before + put + after
}

/** A file's name goes to the end of the line, whatever it holds. */
function fileAction(scan: Scan, op: 'read' | 'write'): void {
  skip(scan, /[ \t]*/y)
  const path = skip(scan, /[^\n]*/y)
  if (path !== '' && path !== '/dev/stdout' && path !== '/dev/stdin' && path !== '/dev/stderr')
    scan.actions.push({ kind: 'file', op, path })
}

/** Without a command, the input itself is run. */
function runs(scan: Scan): void {
  skip(scan, /[ \t]*/y)
  const line = skip(scan, /[^\n]*/y)
  const bare = /^[\s;}]*$/.test(line)
  scan.actions.push({ kind: 'shell', text: bare ? UNKNOWN : line })
}

/** The text of `a`, `i` and `c` ends with a line that has no backslash at its end. */
function text(scan: Scan): void {
  skip(scan, /(?:\\\r?\n|\\[^\n]|[^\\\n])*/y)
}

function restOfLine(scan: Scan): void {
  skip(scan, /[^\n]*/y)
}
