import { UNKNOWN } from '@holdpoint/shell'
import { languageOf, type Quote } from './languages.ts'
import { beginsMarkup, expectsValue, patternEnd } from './javascript.ts'
import {
  blanked,
  blankTo,
  lineEnd,
  matchAt,
  skipComment,
  type Frame,
  type Literal,
  type Scan,
  type TextFrame,
} from './scan.ts'
import { inChildren, inTag } from './tags.ts'

/** A source file, parsed so that a word in a comment or a string is not taken for code. */
export interface Code {
  readonly language: string
  /** As long as the source and with the same lines; comments and strings are blank. */
  readonly code: string
  readonly literals: readonly Literal[]
}

/** Undefined: the language is unknown. One pass that never fails: what is not closed ends with the file. */
export function readCode(text: string, path: string): Code | undefined {
  const language = languageOf(path)
  if (language === undefined) return undefined
  const source = text.slice(0, MAX_SOURCE)
  const scan: Scan = {
    source,
    language,
    hasMarkup: language.markup?.test(path) === true,
    at: source.startsWith('#!') ? lineEnd(source, 0) : 0,
    frames: [{ kind: 'code', close: '', depth: 0 }],
    blanks: [],
    literals: [],
    previous: '',
    noPatternBefore: 0,
  }
  if (scan.at > 0) scan.blanks.push([0, scan.at])
  while (scan.at < source.length) step(scan)
  const open = scan.frames.filter((frame) => frame.kind === 'text').slice(-MAX_OPEN)
  for (const frame of open.toReversed()) literalOf(scan, frame, source.length, source.length)
  return {
    language: language.name,
    code: blanked(source, scan.blanks),
    literals: scan.literals.toSorted((a, b) => a.start - b.start),
  }
}

/** Larger than any handwritten file; bounds the time of the hook. */
const MAX_SOURCE = 1 << 20

const WORD = /[\p{L}\p{N}_$]+/uy
const SPACE = /\s+/y

function step(scan: Scan): void {
  const frame = scan.frames.at(-1)
  if (frame === undefined) scan.at = scan.source.length
  else if (frame.kind === 'text') inText(scan, frame)
  else if (frame.kind === 'tag') inTag(scan, frame.isClosing)
  else if (frame.kind === 'children') inChildren(scan)
  else inCode(scan, frame)
}

function inCode(scan: Scan, frame: Extract<Frame, { kind: 'code' }>): void {
  const { source, language } = scan
  const space = matchAt(SPACE, scan)
  if (space !== '') {
    scan.at += space.length
    return
  }
  if (skipComment(scan) || openText(scan)) return
  const char = source[scan.at] ?? ''
  if (char === '/' && language.patterns === true && scan.at >= scan.noPatternBefore && expectsValue(scan.previous)) {
    const end = patternEnd(source, scan.at)
    if (end === undefined) scan.noPatternBefore = lineEnd(source, scan.at)
    else return blankTo(scan, end, '"')
  }
  if (char === '<' && scan.hasMarkup && expectsValue(scan.previous) && beginsMarkup(source, scan.at)) {
    scan.frames.push({ kind: 'tag', isClosing: false })
    scan.at++
    return
  }
  const word = matchAt(WORD, scan)
  if (word !== '') {
    scan.previous = word
    scan.at += word.length
    return
  }
  if (frame.close !== '') {
    const open = frame.close === '}' ? '{' : '('
    if (char === open) frame.depth++
    if (char === frame.close && frame.depth-- === 0) return endHole(scan, frame.from ?? scan.at)
  }
  scan.previous = char
  scan.at++
}

/** Interpolations may be nested; of a long one the start is enough. */
const MAX_HOLE = 500
/** Limit for one that is not closed before the end of the file. */
const MAX_OPEN = 20

/** The code of an interpolation ends here; the surrounding string or markup continues. */
function endHole(scan: Scan, from: number): void {
  scan.frames.pop()
  const around = scan.frames.at(-1)
  const hole = scan.source.slice(from, Math.min(scan.at, from + MAX_HOLE))
  scan.at++
  scan.previous = '"'
  if (around?.kind !== 'text') return
  around.holes.push(hole)
  around.text += UNKNOWN
  around.from = scan.at
}

function openText(scan: Scan): boolean {
  for (const quote of scan.language.quotes) {
    const opening = matchAt(quote.open, scan)
    if (opening === '') continue
    const choose = (rule: Quote['skip']): RegExp | undefined => (typeof rule === 'function' ? rule(opening) : rule)
    const from = scan.at + opening.length
    const close = typeof quote.close === 'function' ? quote.close(opening) : quote.close
    const rules = { skip: choose(quote.skip), hole: choose(quote.hole) }
    scan.frames.push({ kind: 'text', quote, opening, close, ...rules, start: scan.at, from, text: '', holes: [] })
    scan.at = from
    return true
  }
  return false
}

/** Characters that neither end a string nor begin anything in it. */
const PLAIN = /[^\\"'`{}$#\n]+/y

function inText(scan: Scan, frame: TextFrame): void {
  const plain = matchAt(PLAIN, scan)
  if (plain !== '') {
    scan.at += plain.length
    return
  }
  const { source } = scan
  if (source[scan.at] === '\n' && frame.quote.lines !== true) return finish(scan, frame, scan.at, scan.at)
  const skipped = frame.skip === undefined ? '' : matchAt(frame.skip, scan)
  if (skipped !== '') {
    scan.at += skipped.length
    return
  }
  if (source.startsWith(frame.close, scan.at)) return finish(scan, frame, scan.at, scan.at + frame.close.length)
  const hole = frame.hole === undefined ? '' : matchAt(frame.hole, scan)
  if (hole === '') {
    scan.at++
    return
  }
  takeText(scan, frame, scan.at)
  scan.at += hole.length
  if (hole.endsWith('{') || hole.endsWith('(')) {
    scan.frames.push({ kind: 'code', close: hole.endsWith('{') ? '}' : ')', depth: 0, from: scan.at })
    scan.previous = ''
  } else {
    frame.holes.push(hole)
    frame.text += UNKNOWN
    frame.from = scan.at
  }
}

function takeText(scan: Scan, frame: TextFrame, to: number): void {
  frame.text += scan.source.slice(frame.from, to)
  scan.blanks.push([frame.from, to])
}

function literalOf(scan: Scan, frame: TextFrame, to: number, end: number): void {
  if (scan.frames.at(-1) === frame) takeText(scan, frame, to)
  const { start, opening, text, holes } = frame
  scan.literals.push({ start, end, opening, text, holes })
}

function finish(scan: Scan, frame: TextFrame, to: number, end: number): void {
  literalOf(scan, frame, to, end)
  scan.frames.pop()
  scan.at = end
  scan.previous = '"'
}
