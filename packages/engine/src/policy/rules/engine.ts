import { RE2JS, RE2JSSyntaxException } from 're2js'

/** Regular expressions that run in time linear in the text, for patterns by any author. Loaded when one is needed. */

export interface Engine {
  /** Compiled once. */
  compile(pattern: string, flags: string): Automaton
}

export interface Automaton {
  test(text: string): boolean
  replaceAll(text: string, replacement: string): string
  /** Its instructions: each may run once for each character. */
  readonly size: number
}

const known = new Map<string, Automaton>()
const MAX_KNOWN = 5_000

export const engine: Engine = {
  compile(pattern, flags) {
    const key = `${flags}/${pattern}`
    const found = known.get(key) ?? build(pattern, flags)
    // In a process that stays, rules come and go.
    if (known.size > MAX_KNOWN) known.clear()
    known.set(key, found)
    return found
  },
}

function build(pattern: string, flags: string): Automaton {
  const expression = RE2JS.compile(RE2JS.translateRegExp(pattern), flagsOf(flags))
  return {
    size: expression.programSize(),
    test: (text) => expression.test(text),
    replaceAll: (text, replacement) => expression.matcher(text).replaceAll(replacement),
  }
}

const flagsOf = (flags: string): number =>
  (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
  (flags.includes('m') ? RE2JS.MULTILINE : 0) |
  (flags.includes('s') ? RE2JS.DOTALL : 0)

export interface PatternProblem {
  readonly why: string
  /** Where in the pattern, counted from 0, if known. */
  readonly at: number | undefined
}

/** A program of this size takes a tenth of a second for the longest text. */
const MAX_SIZE = 2_000

/** Why a pattern cannot be used, or undefined when it can. */
export function problemOf(pattern: string, flags: string): PatternProblem | undefined {
  const unsupported = UNSUPPORTED.map(({ sign, why }) => ({ found: sign.exec(pattern), why })).find(
    ({ found }) => found,
  )
  try {
    const { size } = build(pattern, flags)
    return size > MAX_SIZE ? { why: 'it is too large', at: undefined } : undefined
  } catch (error) {
    if (unsupported?.found) return { why: unsupported.why, at: unsupported.found.index }
    if (!(error instanceof RE2JSSyntaxException)) return { why: 'it is no regular expression', at: undefined }
    const part = error.getPattern()
    const at = part === '' || part === null ? -1 : pattern.indexOf(part)
    return { why: error.getDescription(), at: at === -1 ? undefined : at }
  }
}

/** Features of other engines that cannot run in bounded time. */
const UNSUPPORTED: readonly { readonly sign: RegExp; readonly why: string }[] = [
  { sign: /\(\?<?[=!]/, why: 'looking ahead or behind is not supported' },
  { sign: /\\(?:[1-9]|k<)/, why: 'a reference back to a group is not supported' },
  { sign: /\(\?>/, why: 'an atomic group is not supported, and not needed: no pattern takes long here' },
]
