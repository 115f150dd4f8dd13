import { UNKNOWN } from '../../effects.ts'
import { type CodeCall, globPattern, homeOf, pathsOf, emit, type Rule } from '../evaluate/machine.ts'
import { memberOf } from '../evaluate/members.ts'
import { format, joinPaths } from '../evaluate/operators.ts'
import {
  asText,
  DECODED,
  forEachOption,
  joinTexts,
  listValue,
  LOCAL,
  marksOf,
  numberValue,
  plainText,
  textValue,
  thing,
  unknownWith,
  type CodeValue,
} from '../evaluate/values.ts'
import { character } from '../lex/escapes.ts'
import { flatten, pick, type Slot } from './builders.ts'

/** Functions on texts and lists that every language has under some name. They do nothing but make values. */

const MAX_REPEATED = 10_000

export type Change = (text: string, args: readonly string[]) => string | readonly string[] | number | undefined

/** A function of the text in `slot`; the rest of the arguments are handed on as texts. */
export const ofArgument =
  (slot: Slot, change: Change, marks = 0): Rule =>
  (call) =>
    changed(pick(call, slot), call.args.slice((typeof slot === 'number' ? slot : slot[0]) + 1), change, marks)

/** A method of a text. */
export const ofSelf =
  (change: Change, marks = 0): Rule =>
  (call) =>
    changed(call.self, call.args, change, marks)

function changed(value: CodeValue | undefined, rest: readonly CodeValue[], change: Change, marks: number): CodeValue {
  const given = value ?? unknownWith(0)
  return forEachOption(asText(given), (option) => {
    const text = plainText(option)
    const args = rest.map(plainText)
    const all = marks | marksOf([option, ...rest])
    if (text.includes(UNKNOWN) || args.some((arg) => arg.includes(UNKNOWN))) return unknownWith(all)
    const result = change(text, args)
    if (result === undefined) return unknownWith(all)
    if (typeof result === 'number') return numberValue(result)
    return typeof result === 'string' ? textValue(result, all) : listValue(result.map((item) => textValue(item, all)))
  })
}

export const upper: Change = (text) => text.toUpperCase()
export const lower: Change = (text) => text.toLowerCase()
export const trim: Change = (text) => text.trim()
export const trimStart: Change = (text) => text.trimStart()
export const trimEnd: Change = (text) => text.trimEnd()
export const reverseText: Change = (text) => Array.from(text).toReversed().join('')
export const firstCode: Change = (text) => text.codePointAt(0)
export const length: Change = (text) => text.length
export const replaceAll: Change = (text, [from, to]) =>
  from === undefined || to === undefined ? undefined : from === '' ? text : text.replaceAll(from, () => to)
export const replaceFirst: Change = (text, [from, to]) =>
  from === undefined || to === undefined ? undefined : text.replace(from, () => to)

/** Without a separator: at white space. */
export const split: Change = (text, [separator]) =>
  separator === undefined || separator === ' ' ? text.split(/\s+/).filter((word) => word !== '') : text.split(separator)
/** With the separator first, and one space meaning one space. */
export const splitExactly: Change = (text, [separator]) => (separator === undefined ? [text] : text.split(separator))
export const substring: Change = (text, [from = '0', to]) =>
  text.slice(Number(from), to === undefined ? undefined : Number(to))
/** From a place, so many characters. */
export const substringOf: Change = (text, [from = '0', count]) => {
  const start = Number(from) < 0 ? Math.max(0, text.length + Number(from)) : Number(from)
  return count === undefined
    ? text.slice(start)
    : text.slice(start, Number(count) < 0 ? Number(count) : start + Number(count))
}
const directoryOf = (path: string): string => (path.includes('/') ? path.replace(/\/+[^/]*\/*$/, '') || '/' : '.')
const fileNameOf = (path: string): string => path.replace(/\/+$/, '').replace(/^.*\//s, '')
export const dirname: Change = directoryOf
export const basename: Change = (path, [ending = '']) => {
  const name = fileNameOf(path)
  return ending !== '' && name.endsWith(ending) ? name.slice(0, -ending.length) : name
}
export const repeat: Change = (text, [count = '0']) => {
  const times = Math.max(0, Number(count) || 0)
  return text.length * times > MAX_REPEATED ? undefined : text.repeat(times)
}
/** In single quotes, as a shell wants it. */
export const shellQuote: Change = (text) => `'${text.replaceAll("'", `'\\''`)}'`
export const fromHex: Change = (text) => Buffer.from(text.replace(/\s/g, ''), 'hex').toString('utf8')
export const fromBase64: Change = (text) => Buffer.from(text, 'base64').toString('utf8')
export const fromPercent: Change = (text) =>
  text.replace(/(?:%[\da-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'))
export const rot13: Change = (text) =>
  text.replace(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base)
  })
/** Packed data, which is not unpacked here. */
export const unpacked: Change = () => undefined

/** Decodes: the text was not readable where it stood. */
export const decodes = (slot: Slot, change: Change): Rule => ofArgument(slot, change, DECODED)

export const same =
  (slot: Slot): Rule =>
  (call) =>
    pick(call, slot)
export const self: Rule = (call) => call.self

export const characters: Rule = (call) =>
  joinTexts(
    flatten(call.args).map((value) =>
      value.kind === 'number' ? textValue(character(value.value)) : unknownWith(marksOf([value])),
    ),
  )

/** `separator.join(list)` */
export const joinsArgument: Rule = (call) => joinList(call.args[0], call.self)
/** `list.join(separator)` */
export const joinsSelf =
  (separator: string): Rule =>
  (call) =>
    joinList(call.self, call.args[0] ?? textValue(separator))
/** `join(separator, list…)` */
export const joinsRest: Rule = (call) => joinList(listValue(flatten(call.args.slice(1))), call.args[0])

function joinList(list: CodeValue | undefined, separator: CodeValue | undefined): CodeValue {
  if (list?.kind !== 'list' || list.open) return unknownWith(marksOf(list === undefined ? [] : [list]))
  return joinTexts(list.items, plainText(separator))
}

export const concatenates: Rule = (call) => joinTexts(flatten(call.args))

export const formats =
  (slot: Slot): Rule =>
  (call) => {
    const index = typeof slot === 'number' ? slot : slot[0]
    return forEachOption(pick(call, slot) ?? unknownWith(0), (pattern) =>
      format(pattern, flatten(call.args.slice(index + 1))),
    )
  }

/** The home directory before a path that begins with `~`. */
export const expandsHome =
  (slot: Slot): Rule =>
  (call) =>
    forEachOption(asText(pick(call, slot) ?? unknownWith(0)), (value) => expandTilde(call, value))

function expandTilde(call: CodeCall, value: CodeValue): CodeValue {
  const text = plainText(value)
  if (/^~(?:\/|$)/.test(text)) return textValue(homeOf(call) + text.slice(1), marksOf([value]))
  // The home of another user.
  return text.startsWith('~') ? textValue(text.replace(/^~[^/]*/, UNKNOWN)) : value
}

/** One variable of the environment. */
export const environment =
  (slot: Slot): Rule =>
  (call) =>
    memberOf(call.machine, thing('env', ''), plainText(pick(call, slot)), call.scope)

/** What the program was given. */
export const argumentsOf = (call: CodeCall): readonly CodeValue[] =>
  call.machine.world.args.map((arg) => textValue(arg))

/** Flags of `open` as numbers. */
export const OPEN_FLAGS = {
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 0o100,
  O_EXCL: 0o200,
  O_TRUNC: 0o1000,
  O_APPEND: 0o2000,
} as const

/** Members of a path. */
export const parentOf = (call: CodeCall): CodeValue => thing('Path', directoryOf(plainText(call.self)))
export const nameOf = (call: CodeCall): CodeValue => textValue(fileNameOf(plainText(call.self)))

export const home: Rule = (call) => textValue(homeOf(call))

/** `join(a, b, …)`: parts of a path. `restarts`: an absolute part drops the parts before it. */
export const joinsPath =
  ({ restarts = true, as = 'text' }: { restarts?: boolean; as?: 'text' | 'Path' } = {}): Rule =>
  (call) => {
    const parts = [...(call.self?.kind === 'thing' ? [call.self] : []), ...flatten(call.args)]
    const relative = restarts ? parts : parts.map((part, index) => (index === 0 ? part : asText(withoutSlash(part))))
    const joined = forEachOption(joinPaths(relative), (path) => (as === 'Path' ? path : asText(path)))
    return call.open ? joinTexts([joined, unknownWith(0)], '/') : joined
  }

const withoutSlash = (value: CodeValue): CodeValue =>
  forEachOption(asText(value), (part) => textValue(plainText(part).replace(/^\/+/, ''), marksOf([part])))

export const makesPath =
  (slot: Slot): Rule =>
  (call) =>
    forEachOption(pick(call, slot) ?? textValue('.'), (value) => thing('Path', plainText(value), marksOf([value])))

/** Names that match a pattern: which they are, the disk decides. */
export const globs =
  (slot: Slot, { inSelf = false, deep = false, home: tilde = false } = {}): Rule =>
  (call) => {
    const given = pick(call, slot) ?? unknownWith(0)
    const pattern = tilde ? expandTilde(call, given) : given
    const directory = inSelf && call.self !== undefined ? `${plainText(call.self)}/${deep ? '**/' : ''}` : ''
    const found = pathsOf(call, pattern).map((path) => directory + path)
    for (const path of found) emit(call.machine, { kind: 'file', op: 'list', path: globPattern(path) })
    return listValue(
      found.map((path) => thing('Path', globPattern(path), LOCAL)),
      true,
    )
  }
