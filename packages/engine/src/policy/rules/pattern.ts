import { once } from '../../lib/once.ts'
import type { Engine } from './engine.ts'
import { lookInto, type Insight } from './regex.ts'
import type { TextTest } from './rule.ts'
import { anyOf, truth, type Truth } from './truth.ts'

/**
 * Matches untrusted patterns against untrusted texts. Most are decided by searching for a text that every match must
 * contain, or by the built-in engine for patterns it runs fast. The rest runs in an engine with bounded time, which
 * reads a bounded part of the text: a match in the part it has not read is `maybe`.
 */

/** What a test may use, and how much of it. */
export interface Search {
  /** Loaded when a rule of the event needs it. */
  readonly engine: Engine | undefined
  /** Steps that are left for all tests of one event. */
  budget: number
}

/** A text and its forms, each made when it is asked for. */
export interface Searched {
  readonly text: string
  /** Whether it is written there, or, with small letters for all, would be. */
  holds(needle: string, folds: boolean): boolean
  folded(): string
}

export function searched(text: string): Searched {
  const plain = once(() => finder(text))
  const lower = once(() => finder(text.toLowerCase()))
  return { text, folded: once(() => foldedText(text)), holds: (needle, folds) => (folds ? lower() : plain())(needle) }
}

const SHORT = 500
const SLOTS = 1 << 14
const slotOf = (text: string, at: number): number => (text.charCodeAt(at) * 131 + text.charCodeAt(at + 1)) % SLOTS

/** Of many texts that are looked for in a long one, most have two letters side by side that it has nowhere. */
function finder(text: string): (needle: string) => boolean {
  if (text.length < SHORT) return (needle) => text.includes(needle)
  const pairs = new Uint8Array(SLOTS)
  for (let at = 0; at + 1 < text.length; at++) pairs[slotOf(text, at)] = 1
  return (needle) => {
    for (let at = 0; at + 1 < needle.length; at++) if (pairs[slotOf(needle, at)] === 0) return false
    return text.includes(needle)
  }
}

export type TextMatcher = (text: Searched, search: Search) => Truth

/** Characters of one text that are given to an engine. */
export const MAX_READ = 256 * 1024
/** Steps for one event, about a second of the slowest pattern. */
export const MAX_STEPS = 8_000_000
const NATIVE_WEIGHT = 0.1

export const matcherOf = (test: TextTest): TextMatcher =>
  test.words === undefined ? patternMatcher(test.matches, test.flags ?? '') : wordsMatcher(test.words)

/** Whether only the engine can decide it. */
export const needsEngine = (test: TextTest): boolean =>
  test.words === undefined && lookInto(test.matches, test.flags ?? '').native === undefined

export function patternMatcher(pattern: string, flags: string): TextMatcher {
  const folds = flags.includes('i')
  const mindsEnd = /\$|\\[bBzZ]/.test(pattern)
  let insight: Insight | undefined
  return (searchedText, search) => {
    const { text } = searchedText
    const { needles, native } = (insight ??= lookInto(pattern, flags))
    if (needles !== undefined && !holdsNeedle(searchedText, needles, folds)) return 'no'
    if (native !== undefined) return read(text, search, NATIVE_WEIGHT, mindsEnd, (part) => native.test(part))
    if (search.engine === undefined) throw new Error('the regex engine is not loaded')
    const automaton = search.engine.compile(pattern, flags)
    return read(text, search, 1 + automaton.size / 100, mindsEnd, (part) => automaton.test(part))
  }
}

/** The end of what was read is not the end of the text: a pattern that minds the end may find what is not there. */
function read(text: string, search: Search, weight: number, mindsEnd: boolean, test: (part: string) => boolean): Truth {
  const length = Math.floor(Math.min(text.length, MAX_READ, Math.max(search.budget, 0) / weight))
  search.budget -= length * weight
  if (length === text.length) return truth(test(text))
  return !mindsEnd && test(text.slice(0, length)) ? 'yes' : 'maybe'
}

/** Besides the Kelvin sign, which is lowered to `k`, the long s is the only other sign that folds to a plain letter. */
const LONG_S = 'ſ'

function holdsNeedle(text: Searched, needles: readonly string[], folds: boolean): boolean {
  if (folds && text.text.includes(LONG_S)) return true
  return needles.some((needle) => text.holds(needle, folds))
}

/** Whole words, ignoring case; a space in one matches any white space. */
function wordsMatcher(words: readonly string[]): TextMatcher {
  const wanted = words.map((word) => foldedText(word).trim())
  return (text) => anyOf(wanted, (word) => truth(holdsWord(text.folded(), word)))
}

const foldedText = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replace(/\s+/g, ' ')

const IN_WORD = /^[\p{L}\p{N}\p{M}_]$/u

function holdsWord(text: string, word: string): boolean {
  if (word === '') return false
  const isInside = (char: string | undefined): boolean => char !== undefined && IN_WORD.test(char)
  const [first, last] = [word.at(0), word.at(-1)]
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    // A word that begins or ends with punctuation needs no boundary on that side.
    const startsWithin = isInside(first) && isInside(charBefore(text, at))
    const endsWithin = isInside(last) && isInside(charAt(text, at + word.length))
    if (!startsWithin && !endsWithin) return true
  }
  return false
}

const charAt = (text: string, at: number): string | undefined => {
  const point = text.codePointAt(at)
  return point === undefined ? undefined : String.fromCodePoint(point)
}

const charBefore = (text: string, at: number): string | undefined => {
  const isPair = at > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(at - 1))
  return at === 0 ? undefined : charAt(text, at - (isPair ? 2 : 1))
}
