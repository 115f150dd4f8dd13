import { UNKNOWN } from '../../effects.ts'
import type { Expr, Param } from '../ast.ts'

/** What is known of a value before the code runs. */
export type CodeValue =
  | { readonly kind: 'text'; readonly text: string; readonly marks: number }
  | { readonly kind: 'number'; readonly value: number }
  /** `open`: there may be more items, of the same kind as those that are listed. */
  | { readonly kind: 'list'; readonly items: CodeValue[]; readonly open: boolean }
  | { readonly kind: 'map'; readonly entries: Map<string, CodeValue>; readonly rest: CodeValue[] }
  /** Something by its full name: `os.remove`, or `#split` of a value. */
  | { readonly kind: 'ref'; readonly name: string; readonly self?: CodeValue; readonly bound?: readonly CodeValue[] }
  /** A thing with methods of its own: a path, an open file, a socket. `text` is its path or address. */
  | Thing
  | Closure
  /** One of several. */
  | { readonly kind: 'either'; readonly options: readonly CodeValue[] }
  | { readonly kind: 'nothing' }

interface Thing {
  readonly kind: 'thing'
  readonly type: string
  readonly text: string
  readonly marks: number
  /** Called with every text that is put into it: a file's content, a socket's data. */
  readonly feed?: (text: string) => void
}

export interface Closure {
  readonly kind: 'function'
  readonly params: readonly Param[]
  readonly body: Expr
  readonly scope: CodeScope
  /** How often it is being run right now: a function may call itself. */
  active: number
  /** Where what it will be called with comes from, when it was handed to other code. */
  marks: number
  /** It was not followed to the end, so it is read once more with unknown arguments. */
  unfinished: boolean
}

export interface CodeScope {
  readonly names: Map<string, CodeValue>
  readonly parent: CodeScope | undefined
  /** Names that belong to this scope alone. */
  readonly own: Set<string>
  readonly outer: Set<string>
  readonly isFunction: boolean
}

/** Where a text came from. */
export const DECODED = 1
export const NETWORK = 2
/** From this machine: a file, the environment, the output of a program. */
export const LOCAL = 4

/** The value of a variable whose name says that it is secret. */
export const SECRET = 8

const MAX_OPTIONS = 12
/** Longer texts are generated, and not read. */
export const MAX_TEXT = 100_000
export const MAX_ITEMS = 5000

export const unknownWith = (marks: number): CodeValue =>
  marks === 0 ? UNKNOWN_VALUE : { kind: 'text', text: UNKNOWN, marks }
export const UNKNOWN_VALUE: CodeValue = { kind: 'text', text: UNKNOWN, marks: 0 }
export const NOTHING: CodeValue = { kind: 'nothing' }

export const textValue = (text: string, marks = 0): CodeValue => ({ kind: 'text', text, marks })
export const numberValue = (value: number): CodeValue =>
  Number.isFinite(value) ? { kind: 'number', value } : UNKNOWN_VALUE
export const listValue = (items: readonly CodeValue[], open = false): CodeValue =>
  items.length > MAX_ITEMS
    ? { kind: 'list', items: [...items.slice(0, MAX_ITEMS), UNKNOWN_VALUE], open: true }
    : { kind: 'list', items: [...items], open }
export const refValue = (name: string): CodeValue => ({ kind: 'ref', name })
export const thing = (type: string, text: string, marks = 0, feed?: (text: string) => void): CodeValue => ({
  kind: 'thing',
  type,
  text,
  marks,
  ...(feed && { feed }),
})

export const isUnknown = (value: CodeValue): boolean => value.kind === 'text' && value.text === UNKNOWN

/** One of several values; equal ones count once, and too many are unknown. */
export function either(values: readonly CodeValue[]): CodeValue {
  const options: CodeValue[] = []
  for (const value of values.flatMap((it) => (it.kind === 'either' ? it.options : [it]))) {
    if (!options.some((it) => same(it, value))) options.push(value)
    if (options.length > MAX_OPTIONS) return unknownWith(marksOf(values))
  }
  const [only = UNKNOWN_VALUE] = options
  return options.length <= 1 ? only : { kind: 'either', options }
}

function same(a: CodeValue, b: CodeValue): boolean {
  if (a === b) return true
  if (a.kind === 'text' && b.kind === 'text') return a.text === b.text && a.marks === b.marks
  if (a.kind === 'number' && b.kind === 'number') return a.value === b.value
  if (a.kind === 'thing' && b.kind === 'thing') return a.type === b.type && a.text === b.text && a.feed === b.feed
  if (a.kind === 'ref' && b.kind === 'ref') return a.name === b.name && a.self === b.self && a.bound === b.bound
  return a.kind === 'nothing' && b.kind === 'nothing'
}

export const optionsOf = (value: CodeValue): readonly CodeValue[] => (value.kind === 'either' ? value.options : [value])

/** Does the same to each of several values. */
export const forEachOption = (value: CodeValue, change: (value: CodeValue) => CodeValue): CodeValue =>
  value.kind === 'either' ? either(value.options.map(change)) : change(value)

/** Where the parts of values came from, all together. Only a few levels are visited. */
export function marksOf(values: readonly CodeValue[], depth = 0): number {
  let marks = 0
  for (const value of values) marks |= marksOfOne(value, depth)
  return marks
}

function marksOfOne(value: CodeValue, depth: number): number {
  if (value.kind === 'text' || value.kind === 'thing') return value.marks
  if (depth > 3) return 0
  if (value.kind === 'list') return marksOf(value.items.slice(0, 50), depth + 1)
  if (value.kind === 'either') return marksOf(value.options, depth + 1)
  if (value.kind === 'map') return marksOf([...value.entries.values()].slice(0, 50), depth + 1)
  return value.kind === 'ref' ? marksOf([...(value.self ? [value.self] : []), ...(value.bound ?? [])], depth + 1) : 0
}

/** What a value is as a text, when it is one only. */
export function plainText(value: CodeValue | undefined): string {
  switch (value?.kind) {
    case 'text':
    case 'thing':
      return value.text
    case 'number':
      return String(value.value)
    case undefined:
    case 'nothing':
    case 'list':
    case 'map':
    case 'ref':
    case 'function':
    case 'either':
      return UNKNOWN
  }
}

/** All texts it may be. What is nothing is left out when there is something else. */
export function textsOf(value: CodeValue | undefined): readonly string[] {
  if (value?.kind !== 'either') return [plainText(value)]
  const real = value.options.filter((option) => option.kind !== 'nothing')
  return [...new Set((real.length > 0 ? real : value.options).map(plainText))]
}

export const isTruthy = (value: CodeValue): boolean | undefined => {
  switch (value.kind) {
    case 'text':
      return value.text === '' ? false : value.text.replaceAll(UNKNOWN, '') === '' ? undefined : true
    case 'number':
      return value.value !== 0
    case 'nothing':
      return false
    case 'list':
    case 'map':
    case 'either':
    case 'ref':
      return undefined
    case 'thing':
    case 'function':
      return true
  }
}

/** As text with what it is marked with, one by one. */
export function asText(value: CodeValue): CodeValue {
  return forEachOption(value, (option) =>
    option.kind === 'text' ? option : textValue(plainText(option), marksOf([option])),
  )
}

export function joinTexts(values: readonly CodeValue[], separator = ''): CodeValue {
  if (!values.some((value) => value.kind === 'either')) {
    const text = values.map(plainText).join(separator)
    return text.length > MAX_TEXT && values.length > 1
      ? unknownWith(marksOf(values))
      : { kind: 'text', text: collapse(text), marks: marksOf(values) }
  }
  let results: { readonly text: string; readonly marks: number }[] = [{ text: '', marks: 0 }]
  for (const [index, value] of values.entries()) {
    const options = optionsOf(asText(value))
    const between = index === 0 ? '' : separator
    const grown = results.flatMap((left) =>
      options.map((option) => ({
        text: left.text + between + plainText(option),
        marks: left.marks | marksOf([option]),
      })),
    )
    if (grown.length > MAX_OPTIONS || (grown[0]?.text.length ?? 0) > MAX_TEXT) return unknownWith(marksOf(values))
    results = grown
  }
  return either(results.map(({ text, marks }) => ({ kind: 'text', text: collapse(text), marks })))
}

/** Two unknown parts side by side are one. */
const collapse = (text: string): string => (text.includes(UNKNOWN + UNKNOWN) ? text.replace(/\uFFFC+/g, UNKNOWN) : text)

/** The characters of a text, each a text of its own. */
export const charactersOf = (text: string, marks = 0): CodeValue =>
  listValue(Array.from(text, (char) => textValue(char, marks)))
