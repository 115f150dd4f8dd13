/** Options and arguments of a program, read the way getopt does: clusters, `--name=value`, abbreviations, `--`. */
export interface Arguments {
  /** Short and long names without dashes. */
  has(...names: readonly string[]): boolean
  /** Every value given for an option, in order. */
  values(...names: readonly string[]): readonly string[]
  /** The same with the place of the argument that holds it. */
  valuesAt(...names: readonly string[]): readonly OptionValue[]
  /** Names of the options, in order and as often as they are given. */
  readonly given: readonly string[]
  readonly rest: readonly string[]
  /** Places of `rest` in the original arguments. */
  readonly places: readonly number[]
}

export interface OptionValue {
  readonly text: string
  readonly at: number
}

export interface Spec {
  /** Short options that take a value: `oC`. Those whose value may only be attached are in `attached`. */
  readonly short?: string
  readonly attached?: string
  /** Long options that take a value. */
  readonly long?: readonly string[]
  /** Long options without a value, so that abbreviations are understood. */
  readonly flags?: readonly string[]
  /** The first argument ends the options, as for programs that run another one. */
  readonly stopAtFirst?: boolean
}

export function readArguments(args: readonly string[], spec: Spec = {}): Arguments {
  const { short = '', attached = '', long = [], flags = [], stopAtFirst = false } = spec
  const found = new Map<string, OptionValue[]>()
  const given: string[] = []
  const rest: string[] = []
  const places: number[] = []
  const note = (name: string, text?: string, at = 0): void => {
    given.push(name)
    const values = found.get(name) ?? []
    if (text !== undefined) values.push({ text, at })
    found.set(name, values)
  }
  const takeRest = (from: number): void => {
    for (let index = from; index < args.length; index++) {
      rest.push(args[index] ?? '')
      places.push(index)
    }
  }
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (word === '--') {
      takeRest(index + 1)
      break
    }
    if (word.startsWith('--')) {
      const equals = word.indexOf('=')
      const name = fullName(word.slice(2, equals < 0 ? undefined : equals), long, flags)
      if (equals >= 0) note(name, word.slice(equals + 1), index)
      else if (long.includes(name)) note(name, args[++index], index)
      else note(name)
    } else if (word.startsWith('-') && word !== '-') {
      for (let at = 1; at < word.length; at++) {
        const name = word[at] ?? ''
        if (!short.includes(name) && !attached.includes(name)) {
          note(name)
          continue
        }
        const value = word.slice(at + 1)
        if (attached.includes(name) || value !== '') note(name, value, index)
        else note(name, args[++index], index)
        break
      }
    } else if (stopAtFirst) {
      takeRest(index)
      break
    } else {
      rest.push(word)
      places.push(index)
    }
  }
  return {
    has: (...names) => names.some((name) => found.has(name)),
    values: (...names) => names.flatMap((name) => found.get(name) ?? []).map(({ text }) => text),
    valuesAt: (...names) => names.flatMap((name) => found.get(name) ?? []),
    given,
    rest,
    places,
  }
}

function fullName(name: string, long: readonly string[], flags: readonly string[]): string {
  const all = [...long, ...flags]
  if (all.includes(name)) return name
  const meant = all.filter((candidate) => candidate.startsWith(name))
  return meant.length === 1 ? (meant[0] ?? name) : name
}
