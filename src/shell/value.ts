import { isKnown, UNKNOWN, type Origin } from '../core/effects.ts'

/** A text a command works with, as far as it can be told, and where it came from. */
export interface Value {
  readonly text: string
  readonly from: Origin
}

export const NOWHERE: Origin = { files: [], network: false, decoded: false, unknown: false, programs: [] }
export const ELSEWHERE: Origin = { ...NOWHERE, unknown: true }
export const EMPTY: Value = { text: '', from: NOWHERE }

export const known = (text: string): Value => ({ text, from: NOWHERE })

/** Nothing is known of it but where it came from. */
export const unknown = (from: Origin = ELSEWHERE): Value => ({ text: UNKNOWN, from })

export const isExact = ({ text }: Value): boolean => isKnown(text)

/** More than this is not followed any further; a command does not get longer than its own data. */
const MAX_TEXT = 1 << 20
const MAX_FILES = 64

export const join = (...values: readonly Value[]): Value => joinAll(values)

/** The same for a list that may be too long for arguments of a function. */
export function joinAll(values: readonly Value[]): Value {
  if (values.length === 1 && values[0] !== undefined) return values[0]
  const text = values.map((value) => value.text).join('')
  const from = origins(values.map((value) => value.from))
  return text.length > MAX_TEXT ? unknown(from) : { text, from }
}

export function origins(all: readonly Origin[]): Origin {
  const some = all.filter((one) => one !== NOWHERE)
  const [first = NOWHERE] = some
  if (some.length <= 1) return first
  return {
    files: [...new Set(some.flatMap((one) => one.files))].slice(0, MAX_FILES),
    network: some.some((one) => one.network),
    decoded: some.some((one) => one.decoded),
    unknown: some.some((one) => one.unknown),
    programs: [...new Set(some.flatMap((one) => one.programs))].slice(0, MAX_FILES),
  }
}

export const fromFile = (path: string): Origin => ({ ...NOWHERE, files: [path] })
export const fromNetwork: Origin = { ...NOWHERE, network: true }
export const decoded = (from: Origin): Origin => ({ ...from, decoded: true })
