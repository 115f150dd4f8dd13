import type { Word, WordPart } from '../read/parse.ts'
import type { Scope } from '../state/scope.ts'
import { isKnown } from '../effects.ts'

/** Patterns behind `#`, `%`, `/` and `^`: what they match in a known text. */

type Piece = { readonly star: true } | { readonly star?: false; readonly fits: (char: string) => boolean }

export type Pattern = readonly Piece[]

/** Undefined when a part of it is unknown, or when it is more than `*`, `?` and `[…]`. */
export function patternOf(word: Word, scope: Scope): Pattern | undefined {
  const parts: readonly WordPart[] = word.parts ?? [
    { type: 'Literal', text: word.text, value: word.value, pos: word.pos, end: word.end },
  ]
  let isRead = true
  // Every part is expanded, even behind one that cannot be read: what runs in it runs.
  const source = parts.map((part) => {
    const text = sourceOf(part, scope)
    isRead &&= text !== undefined
    return text ?? ''
  })
  return isRead ? piecesIn(source.join('')) : undefined
}

/** As one pattern, in which quoted characters have a backslash. */
function sourceOf(part: WordPart, scope: Scope): string | undefined {
  switch (part.type) {
    case 'Literal':
    case 'BraceExpansion':
      return part.text
    case 'Glob': {
      if (part.kind !== 'bracket' || !/[$`]/.test(part.text)) return part.text
      scope.parts(part.parts ?? [])
      return undefined
    }
    case 'ExtendedGlob':
      scope.parts(part.parts ?? [])
      return undefined
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return literally(part.value)
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
    case 'DoubleQuoted':
    case 'LocaleString': {
      const text = exact(scope.parts([part]).text)
      const isQuoted = part.type === 'DoubleQuoted' || part.type === 'LocaleString'
      return text === undefined || !isQuoted ? text : literally(text)
    }
  }
}

const exact = (text: string): string | undefined => (isKnown(text) ? text : undefined)

const literally = (text: string): string => text.replace(/[^]/g, String.raw`\$&`)

function piecesIn(source: string): Pattern | undefined {
  const pieces: Piece[] = []
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? ''
    if (/[?*+@!]/.test(char) && source[at + 1] === '(') return undefined
    if (char === '*') pieces.push({ star: true })
    else if (char === '?') pieces.push({ fits: () => true })
    else if (char === '[') {
      const bracket = BRACKET.exec(source.slice(at, at + MAX_BRACKET))
      if (bracket === null) pieces.push(letter('['))
      else {
        const [whole, negated, members = ''] = bracket
        if (/\[[:.=]|\\/.test(members)) return undefined
        pieces.push(membersOf(members, negated !== ''))
        at += whole.length - 1
      }
    } else pieces.push(letter(char === '\\' && at + 1 < source.length ? (source[++at] ?? '') : char))
  }
  return pieces
}

const MAX_BRACKET = 256
const BRACKET = /^\[([!^]?)(\]?[^\]]*)\]/

const letter = (wanted: string): Piece => ({ fits: (char) => char === wanted })

function membersOf(members: string, isNegated: boolean): Piece {
  const ranges = [...members.matchAll(/([^])-([^])|[^]/g)].map(([one, from, to]) => [from ?? one, to ?? one] as const)
  return { fits: (char) => ranges.some(([from, to]) => char >= from && char <= to) !== isNegated }
}

/** How far matches that begin at `from` reach: the ends of all of them, in order. */
export function endsOf(pattern: Pattern, text: string, from: number): readonly number[] {
  const ends: number[] = []
  let open = reachable(pattern, new Set([0]))
  for (let at = from; open.size > 0; at++) {
    if (open.has(pattern.length)) ends.push(at)
    const char = text[at]
    if (char === undefined) break
    const next = new Set<number>()
    for (const state of open) {
      const piece = pattern[state]
      if (piece === undefined) continue
      if (piece.star === true) next.add(state)
      else if (piece.fits(char)) next.add(state + 1)
    }
    open = reachable(pattern, next)
  }
  return ends
}

/** A star may match nothing. */
function reachable(pattern: Pattern, states: Set<number>): Set<number> {
  for (const state of states) if (pattern[state]?.star === true) states.add(state + 1)
  return states
}

/** What looking for it in a text costs, at most. */
export const workOf = (pattern: Pattern, text: string, places = 1): number =>
  Math.ceil((pattern.length * text.length * places) / 64)

export const fitsWhole = (pattern: Pattern, text: string): boolean => endsOf(pattern, text, 0).at(-1) === text.length
