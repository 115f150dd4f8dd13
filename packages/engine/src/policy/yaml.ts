import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Scalar,
} from 'yaml'
import { messageOf } from '../errors.ts'
import { findingsIn, type Wording } from './findings.ts'
import type { Problem } from './settings.ts'
import { oneLine, quote } from './wording.ts'

export type Path = readonly (string | number)[]

/** Reports a mistake in the value, or with `at: 'key'` in the key, at a path. */
export type Report = (path: Path, wording: Wording, at?: 'key' | 'value') => void

export interface Yaml {
  /** Undefined when the text is empty, or no YAML. */
  readonly value: unknown
  readonly report: Report
  problems(): readonly Problem[]
  /** For what is accepted as it is, and should be written differently. */
  readonly note: Report
  notes(): readonly Problem[]
}

export function parseYaml(source: string, file: string): Yaml {
  // A byte order mark would shift the columns of the first line.
  const text = source.replace(/^\uFEFF/, '')
  const refused = refusedIn(text)
  if (refused !== undefined) {
    const findings = findingsIn(file)
    findings.add(() => placeIn(text, refused.offset), refused.wording)
    return { value: undefined, report: () => undefined, problems: findings.all, note: () => undefined, notes: () => [] }
  }
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    // Said here, it also holds for a file that asks for YAML 1.1, where `on` and `off` are no texts.
    schema: 'core',
    resolveKnownTags: false,
    // The library compares every key with every other, and a long file would hold up every event; see `repeatedKeys`.
    uniqueKeys: false,
  })
  const [findings, notes] = [findingsIn(file), findingsIn(file)]
  const addAt = (offset: () => number, wording: Wording, to = findings): void =>
    to.add(() => {
      const { line, col } = lines.linePos(offset())
      return { line, column: col }
    }, wording)
  const rest: Omit<Yaml, 'value'> = {
    report: (path, wording, at = 'value') => addAt(() => offsetOf(document, path, at), wording),
    problems: findings.all,
    note: (path, wording, at = 'value') => addAt(() => offsetOf(document, path, at), wording, notes),
    notes: notes.all,
  }

  for (const { pos, code, message } of document.errors) addAt(() => pos[0], reworded(message, code))
  if (document.errors.length > 0) return { value: undefined, ...rest }
  try {
    for (const key of repeatedKeys(document)) {
      addAt(() => key.range?.[0] ?? 0, `the key ${quote(textOf(key))} is defined twice.`)
    }
    return { value: document.toJS({ maxAliasCount: 100 }), ...rest }
  } catch (error) {
    addAt(() => 0, reworded(messageOf(error)))
    return { value: undefined, ...rest }
  }
}

/** Deeper than any real configuration; parsing is recursive, so there must be a bound. */
const MAX_DEPTH = 100
const DEEP = 'this is nested too deeply.'

/**
 * What would keep the library busy for minutes, or take all memory: collections as keys, which it writes out as texts
 * inside of texts, and brackets without end. To take the text apart is quick in every case.
 */
function refusedIn(text: string): { readonly offset: number; readonly wording: string } | undefined {
  let [offset, brackets, dashes, isScalarNext] = [0, 0, 0, false]
  for (const token of new Lexer().lex(text)) {
    // The lexer's own marks carry no text: begin and end of a document, and that a scalar follows.
    const isSign = token === '\u0002' || token === '\u0018' || token === '\u001F'
    if (!isSign && !isScalarNext) {
      if (token === '?') return { offset, wording: 'a key behind `?` is not allowed; write `key: value`.' }
      if (token === '[' || token === '{') brackets++
      else if (token === ']' || token === '}') brackets--
      else if (token === '-') dashes++
      else if (token.includes('\n')) dashes = 0
      if (brackets + dashes > MAX_DEPTH) return { offset, wording: DEEP }
    }
    isScalarNext = token === '\u001F'
    if (!isSign) offset += token.length
  }
  return undefined
}

/** The same for texts of others, where only that counts. */
export const isRefusedYaml = (text: string): boolean => refusedIn(text) !== undefined

function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

function reworded(message: string, code?: string): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; only one is allowed.'
  if (message.includes('call stack')) return DEEP
  return `${oneLine(message)}.`
}

const textOf = (key: Scalar): string => String(key.value)

function repeatedKeys(document: Document): readonly Scalar[] {
  const found: Scalar[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(textOf(key))) found.push(key)
        seen.add(textOf(key))
      }
    },
  })
  return found
}

/** As near to the place as the text goes. */
function offsetOf(document: Document, path: Path, at: 'key' | 'value'): number {
  let node: unknown = document.contents
  let nearest: unknown = node
  for (const [index, step] of path.entries()) {
    const [key, value] = childOf(node, step)
    if (key === undefined) break
    nearest = index === path.length - 1 && at === 'value' ? (value ?? key) : key
    node = value
  }
  return (isNode(nearest) ? nearest.range?.[0] : undefined) ?? 0
}

function childOf(node: unknown, step: string | number): readonly [key?: unknown, value?: unknown] {
  if (isSeq(node)) {
    const item = node.items[Number(step)]
    return [item, item]
  }
  const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && textOf(key) === String(step)) : undefined
  return pair === undefined ? [] : [pair.key, pair.value]
}
