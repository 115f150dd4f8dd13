import { escapes } from './escapes.ts'
import { lexMatch, lexNumber, match, push, pushOther, readText, type Scan, skipLine, skipSpace } from './scan.ts'

const OPERATORS = /<=|>=|\/=|[-+*/^&=<>(){},:|≠≤≥÷]/y
const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:'s\b)?/uy
/** How a compiled script calls `do shell script`. */
const SHELL_EVENT = /«event\s+sysoexec»/iy
/** A line that goes on: the mark, and everything to the line end. */
const CONTINUED = /¬[ \t]*\r?\n/y

const unescape = escapes({})

export function lexApplescript(scan: Scan): void {
  while (scan.at < scan.source.length) {
    const continued = match(scan, CONTINUED)
    if (continued !== undefined) {
      scan.at += continued.length
      scan.spaced = true
      continue
    }
    if (skipSpace(scan, true)) continue
    const raw = match(scan, SHELL_EVENT)
    if (raw !== undefined) {
      for (const word of ['do', 'shell', 'script']) push(scan, 'name', word, scan.at)
      scan.at += raw.length
      continue
    }
    const char = scan.source[scan.at] ?? ''
    if (char === '#' || scan.source.startsWith('--', scan.at)) skipLine(scan)
    else if (scan.source.startsWith('(*', scan.at)) skipComment(scan)
    else if (char === '"' || char === '“') {
      const from = scan.at++
      push(scan, 'text', '', from, readText(scan, { close: char === '"' ? '"' : '”', escape: unescape }))
    } else if (lexName(scan) || lexNumber(scan) || lexMatch(scan, 'op', OPERATORS)) continue
    else pushOther(scan)
  }
}

/** Upper and lower case are the same, so names are kept in lower case; `x's` owns what follows. */
function lexName(scan: Scan): boolean {
  const found = match(scan, NAME)
  if (found === undefined) return false
  const from = scan.at
  scan.at += found.length
  push(scan, 'name', found.toLowerCase().replace(/'s$/, ''), from)
  return true
}

/** Comments nest. */
function skipComment(scan: Scan): void {
  let depth = 0
  for (; scan.at < scan.source.length; scan.at++) {
    if (scan.source.startsWith('(*', scan.at)) {
      depth++
      scan.at++
    } else if (scan.source.startsWith('*)', scan.at)) {
      scan.at++
      if (--depth === 0) break
    }
  }
  if (depth > 0) scan.broken = true
  scan.at++
  scan.spaced = true
}
