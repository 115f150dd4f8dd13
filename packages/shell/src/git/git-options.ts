import { UNKNOWN } from '../effects.ts'

/** Arguments of one git command, read as git's own parser reads them. */
export interface GitArguments {
  /** Every mention of an option, in order. */
  readonly options: readonly GitOptionUse[]
  /** What is no option, before `--`. */
  readonly words: readonly GitWord[]
  /** The arguments after `--`. */
  readonly paths: readonly string[]
  /** Whether there is a `--` at all. */
  readonly separated: boolean
  /** Asks for the manual or the usage, so that nothing is done. */
  readonly help: boolean
  /** An option whose name is unknown. */
  readonly unclear: boolean
}

export interface GitOptionUse {
  /** The long name where there is one, else the letter. */
  readonly name: string
  /** False for `--no-…`. */
  readonly on: boolean
  readonly value?: string
  /** The index of its argument. */
  readonly at: number
}

export interface GitWord {
  readonly text: string
  readonly at: number
}

interface Known {
  readonly names: readonly string[]
  readonly name: string
  readonly takes: 'nothing' | 'value' | 'optional'
}

/**
 * Reads arguments by a list of options such as `f,force e,exclude= recurse-submodules=?`: `=` takes a value, `=?` only
 * one that is attached. As in git, long names may be cut short, `--no-` takes an option back, and options may follow
 * other words.
 */
export function readGitArguments(args: readonly string[], grammar: string): GitArguments {
  const known = knownOptions(grammar)
  const options: GitOptionUse[] = []
  const words: GitWord[] = []
  let paths: readonly string[] = []
  let [separated, help, unclear] = [false, false, false]
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--' || arg === '--end-of-options') {
      separated = arg === '--'
      if (separated) paths = args.slice(at + 1)
      else words.push(...args.slice(at + 1).map((text, index) => ({ text, at: at + 1 + index })))
      break
    }
    if (arg === '-' || !arg.startsWith('-')) {
      words.push({ text: arg, at })
      continue
    }
    if (isHelp(arg)) help = true
    const uses = arg.startsWith('--') ? [longUse(arg, at, known)] : shortUses(arg, at, known)
    const last = uses.at(-1)
    if (last !== undefined && wantsNext(last, known)) uses[uses.length - 1] = { ...last, value: args[++at] ?? '' }
    unclear ||= uses.some(({ name }) => name.includes(UNKNOWN))
    options.push(...uses)
  }
  return { options, words, paths, separated, help, unclear }
}

/** Whether an option holds in the end; a later mention wins. */
export const isOn = ({ options }: GitArguments, ...names: readonly string[]): boolean =>
  names.some((name) => options.findLast((use) => use.name === name)?.on === true)

/** The last value given for an option. */
export const valueOf = ({ options }: GitArguments, name: string): string | undefined =>
  options.findLast((use) => use.name === name && use.on)?.value

export const valuesOf = ({ options }: GitArguments, name: string): readonly string[] =>
  options.flatMap((use) => (use.name === name && use.on && use.value !== undefined ? [use.value] : []))

/** Everything that is no option, before and after `--`. */
export const wordsOf = ({ words, paths }: GitArguments): readonly string[] => [
  ...words.map(({ text }) => text),
  ...paths,
]

const HELP = ['-h', '--help', '--help-all', '--version']

const isHelp = (arg: string): boolean => HELP.includes(arg)

/** One command is asked about many times. */
function knownOptions(grammar: string): readonly Known[] {
  const found = parsed.get(grammar) ?? grammar.split(' ').map(knownOption)
  parsed.set(grammar, found)
  return found
}

const parsed = new Map<string, readonly Known[]>()

function knownOption(text: string): Known {
  const takes = text.endsWith('=?') ? 'optional' : text.endsWith('=') ? 'value' : 'nothing'
  const names = text.slice(0, text.length - MARKS[takes]).split(',')
  return { names, name: names.find((name) => name.length > 1) ?? text.charAt(0), takes }
}

const MARKS = { nothing: 0, value: 1, optional: 2 }

function longUse(arg: string, at: number, known: readonly Known[]): GitOptionUse {
  const split = arg.indexOf('=')
  const written = split === -1 ? arg.slice(2) : arg.slice(2, split)
  const value = split === -1 ? {} : { value: arg.slice(split + 1) }
  const found = longNamed(written, known)
  if (found !== undefined) return { name: found, on: true, ...value, at }
  if (!written.startsWith('no-')) return { name: written, on: true, ...value, at }
  const negated = written.slice('no-'.length)
  return { name: longNamed(negated, known) ?? negated, on: false, at }
}

/** An exact name before one that only begins so; of several that do, the first in the list. */
function longNamed(written: string, known: readonly Known[]): string | undefined {
  const all = known.flatMap(({ names, name }) =>
    names.filter((long) => long.length > 1).map((long) => ({ long, name })),
  )
  return (
    all.find(({ long }) => long === written) ?? all.find(({ long }) => written !== '' && long.startsWith(written))
  )?.name
}

function shortUses(arg: string, at: number, known: readonly Known[]): GitOptionUse[] {
  const uses: GitOptionUse[] = []
  for (let index = 1; index < arg.length; index++) {
    const letter = arg.charAt(index)
    const found = known.find(({ names }) => names.includes(letter))
    const rest = arg.slice(index + 1)
    const takesRest = found !== undefined && found.takes !== 'nothing' && rest !== ''
    uses.push({ name: found?.name ?? letter, on: true, ...(takesRest && { value: rest }), at })
    if (takesRest) break
  }
  return uses
}

const wantsNext = (use: GitOptionUse, known: readonly Known[]): boolean =>
  use.on && use.value === undefined && known.some(({ name, takes }) => name === use.name && takes === 'value')
