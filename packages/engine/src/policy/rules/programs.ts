import { isKnown, UNKNOWN, type GitEffect, type Run, absolutePath } from '@holdpoint/shell'
import { allOf, anyOf, truth, type Truth } from './truth.ts'
import { wildcard } from './wildcard.ts'

/**
 * `runs: "git push --force"`: a program and the words that follow it. Plain words lead, in their order; options may be
 * anywhere, as they may for the program itself.
 */

export type RunTest = (run: Run, git: readonly GitEffect[], root: string) => Truth

/** The program, when it is named without a `*` and not by its place, by which a rule can be found. */
export function programOf(text: string): string | undefined {
  const words = text.trimStart()
  const end = words.search(/\s/)
  const name = end === -1 ? words : words.slice(0, end)
  return name.includes('/') || name.includes('*') ? undefined : name
}

export function callOf(text: string): RunTest {
  const [name = '', ...words] = text.trim().split(/\s+/)
  const isFile = name.includes('/')
  const named = wildcard(name)
  const plain = words.filter((word) => !word.startsWith('-')).map(wildcard)
  const options = words.filter((word) => word.startsWith('-'))
  const fits = (args: readonly string[]): Truth =>
    allOf([() => leads(plain, args), ...options.map((option) => () => given(option, args))], (test) => test())

  return (run, git, root) => {
    const wanted = absolutePath(name, root)
    const direct = isFile
      ? truth(run.path.includes('/') && absolutePath(run.path, run.cwd) === wanted)
      : named(run.program)
    const script = isFile && direct === 'no' ? scriptOf(run) : undefined
    if (script !== undefined) return truth(absolutePath(script, run.cwd) === wanted)
    // An unknown program may be anything. `uncertain` is the condition for that.
    if (direct === 'no' || run.program === '') return 'no'
    // Git's own options before the subcommand do not count, and aliases are followed.
    const effect = git.find((each) => each.run === run)
    const args = [run.args, ...(effect === undefined ? [] : [[effect.command || UNKNOWN, ...effect.args]])]
    return anyOf(args, fits)
  }
}

const INTERPRETER =
  /^(?:node|nodejs|bun|deno|tsx|ts-node|py|python[\d.]*|ruby|perl|php|sh|bash|zsh|dash|ksh|fish|source|\.|make)$/

/** The file that an interpreter is given. */
const scriptOf = ({ program, args }: Run): string | undefined =>
  INTERPRETER.test(program) ? args.find((arg) => !arg.startsWith('-') && arg !== 'run') : undefined

type Word = (word: string) => Truth

/**
 * Whether these words come first. Options before them are skipped. What follows an option may be its value, which is
 * unknown here: the options of the program are not declared.
 */
function leads(words: readonly Word[], args: readonly string[]): Truth {
  let states: readonly State[] = [{ word: 0, isSure: true, mayBeValue: false }]
  let best: Truth = 'no'
  for (const arg of [...args, undefined]) {
    const done = states.filter(({ word }) => word === words.length)
    if (done.some(({ isSure }) => isSure)) return 'yes'
    if (done.length > 0) best = 'maybe'
    if (arg === undefined) break
    // An unknown word may be several, or none.
    if (arg === UNKNOWN && states.length > 0) return 'maybe'
    states = distinct(states.flatMap((state) => after(state, arg, words[state.word])))
  }
  return best
}

/** How many of the words have been found, and whether the next one may be the value of an option. */
interface State {
  readonly word: number
  readonly isSure: boolean
  readonly mayBeValue: boolean
}

function after(state: State, arg: string, wanted: Word | undefined): readonly State[] {
  if (wanted === undefined) return []
  if (arg.startsWith('-')) return [{ ...state, mayBeValue: !arg.includes('=') }]
  const fits = wanted(arg)
  return [
    ...(fits === 'no' ? [] : [{ word: state.word + 1, isSure: state.isSure && fits === 'yes', mayBeValue: false }]),
    ...(state.mayBeValue ? [{ word: state.word, isSure: false, mayBeValue: false }] : []),
  ]
}

const distinct = (states: readonly State[]): readonly State[] => [
  ...new Map(states.map((state) => [`${state.word} ${state.isSure} ${state.mayBeValue}`, state])).values(),
]

/** Whether an option is given alone, together with others of one letter, with a value, or cut short. */
function given(option: string, args: readonly string[]): Truth {
  const end = args.indexOf('--')
  const options = (end === -1 ? args : args.slice(0, end)).filter((arg) => arg.startsWith('-') || !isKnown(arg))
  if (options.some((arg) => arg === option || arg.startsWith(`${option}=`))) return 'yes'
  const isLong = option.startsWith('--')
  if (!isLong && /^-[A-Za-z0-9]+$/.test(option)) {
    const letters = new Set(options.filter((arg) => /^-[^-]/.test(arg)).flatMap((arg) => Array.from(arg.slice(1))))
    if (Array.from(option.slice(1)).every((letter) => letters.has(letter))) return 'yes'
  }
  const isCut = (arg: string): boolean => isLong && arg.length > 3 && option.startsWith(arg.replace(/=.*$/s, ''))
  return options.some((arg) => !isKnown(arg) || isCut(arg)) ? 'maybe' : 'no'
}
