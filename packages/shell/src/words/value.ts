import { isKnown, UNKNOWN, type Origin } from '../effects.ts'
import { isSecretVariable } from './secret-names.ts'

/** A text a command works with, as far as it is known, and where it came from. */
export interface Value {
  readonly text: string
  readonly from: Origin
  /** All it may be, where a branch decides what a file holds. */
  readonly or?: readonly Value[]
  /** It is not quoted, and so is any number of words. */
  readonly many?: boolean
}

export const NOWHERE: Origin = {
  files: [],
  lists: [],
  network: false,
  decoded: false,
  unknown: false,
  programs: [],
  secrets: [],
}
export const ELSEWHERE: Origin = { ...NOWHERE, unknown: true }
export const EMPTY: Value = { text: '', from: NOWHERE }

export const known = (text: string): Value => ({ text, from: NOWHERE })

/**
 * Standard input that is not connected. It is not text that cannot be known: a shell that reads it runs nothing,
 * where a shell that reads unknown text runs anything. Compared by identity.
 */
export const NO_INPUT: Value = { text: UNKNOWN, from: { ...NOWHERE } }

export const isConnected = (stdin: Value): boolean => stdin !== NO_INPUT

/** Nothing is known of it but where it came from. */
export const unknown = (from: Origin = ELSEWHERE): Value => ({ text: UNKNOWN, from })

/** What arithmetic computes: some number, and so never code. */
export const NUMBER: Value = unknown({ ...NOWHERE, programs: ['((…))'] })

export const isExact = ({ text }: Value): boolean => isKnown(text)

/** Print some of the lines they read and nothing else. */
const SELECTING = new Set(['head', 'tail', 'grep', 'egrep', 'fgrep', 'sort', 'uniq'])

/**
 * What a program makes out of text: unknown, even where the text it is made of is known. The program is named as a
 * maker unless it only selects from what others made, so that no text hides behind the name of a known generator.
 */
export function derived(program: string, inputs: readonly Value[]): Value {
  const from = origins(inputs.map((input) => input.from))
  const isSelection =
    SELECTING.has(program) && from.programs.length > 0 && inputs.every(({ text }) => text.trim() === UNKNOWN)
  const programs = isSelection ? from.programs : [...from.programs, program]
  const lists = bounded([...from.lists, ...inputs.flatMap(pathsIn)])
  return unknown({ ...from, lists, unknown: true, programs })
}

/** One of these words, and which is not known: as a path it is still one of those they name. */
export function anyOf(values: readonly Value[]): Value {
  const names = values.flatMap(({ text, from }) =>
    text.includes(UNKNOWN) ? (from.lists.length > 0 ? [] : [UNKNOWN]) : text === '' ? [] : [text],
  )
  const from = origins([ELSEWHERE, ...values.map((value) => value.from)])
  const isNamed = names.some((name) => name !== UNKNOWN) || from.lists.length > 0
  return unknown(isNamed ? { ...from, lists: bounded([...new Set([...from.lists, ...names])]) } : from)
}

/** Text made of these, in a way that is not followed. */
export function madeOf(values: readonly Value[]): Value {
  const from = origins(values.map((value) => value.from))
  return unknown({ ...from, lists: bounded([...from.lists, ...values.flatMap(pathsIn)]), unknown: true })
}

/** Paths in a known text, and anything beside them: a text derived from it may name any of these. */
function pathsIn({ text }: Value): readonly string[] {
  if (text.length > MAX_VALUE) return /[./]/.test(text) ? [UNKNOWN] : []
  const words = text.split(/[\s'"`,:;=()[\]{}]+/).filter((word) => /^(?:\.?[\w.-]*\/|\.\w)/.test(word))
  return words.flatMap((word) =>
    word.includes('/') ? [word, `${word.slice(0, word.lastIndexOf('/') + 1)}${UNKNOWN}`] : [word],
  )
}

/** More than this is not followed any further; a command does not get longer than its own data. */
const MAX_TEXT = 1 << 20
export const MAX_FILES = 64
export const MAX_PLACES = 256
/** A value that grows with each assignment would cost the square of the command's length. */
export const MAX_VALUE = 1 << 15

export const join = (...values: readonly Value[]): Value => joinAll(values)

/** The same for a list that may be too long for arguments of a function. */
export function joinAll(values: readonly Value[]): Value {
  if (values.length === 1 && values[0] !== undefined) return values[0]
  const text = values.map((value) => value.text).join('')
  const from = origins(values.map((value) => value.from))
  return text.length > MAX_TEXT ? unknown(from) : { text, from }
}

export function origins(all: readonly Origin[]): Origin {
  const some = distinct(all).filter((one) => one !== NOWHERE)
  const [first = NOWHERE] = some
  if (some.length <= 1) return first
  return {
    files: united(some.map((one) => one.files)).slice(0, MAX_FILES),
    lists: bounded(united(some.map((one) => one.lists))),
    network: some.some((one) => one.network),
    decoded: some.some((one) => one.decoded),
    unknown: some.some((one) => one.unknown),
    programs: united(some.map((one) => one.programs)).slice(0, MAX_FILES),
    secrets: united(some.map((one) => one.secrets)).slice(0, MAX_FILES),
  }
}

/** The parts of a text mostly come from the same place: the same list is not taken apart again. */
function united(lists: readonly (readonly string[])[]): readonly string[] {
  const some = distinct(lists.filter((list) => list.length > 0))
  return some.length <= 1 ? (some[0] ?? []) : [...new Set(some.flat())]
}

const distinct = <T>(all: readonly T[]): readonly T[] => (all.length === 1 ? all : [...new Set(all)])

/** Above the limit, the list is any place. */
const bounded = (places: readonly string[]): readonly string[] =>
  places.length > MAX_PLACES ? [...places.slice(0, MAX_PLACES), UNKNOWN] : places

/** Names that a program prints, of files at these places. */
export const listing = (program: string, places: readonly string[]): Value =>
  unknown({ ...ELSEWHERE, lists: bounded(places), programs: [program] })

/** The same without the secret values in it: a sum of them, or a use that shows none. */
export const withoutSecrets = (value: Value): Value =>
  value.from.secrets.length === 0 ? value : { ...value, from: { ...value.from, secrets: [] } }

/** The value of a variable that this command does not set. */
export const fromVariable = (name: string): Origin => ({
  ...ELSEWHERE,
  programs: [`$${name}`],
  secrets: isSecretVariable(name) ? [`$${name}`] : [],
})
export const fromFile = (path: string): Origin => ({ ...NOWHERE, files: [path] })
export const fromNetwork: Origin = { ...NOWHERE, network: true }
export const decoded = (from: Origin): Origin => ({ ...from, decoded: true })
