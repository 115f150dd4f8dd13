import type { Run } from '../effects.ts'
import { entryOf } from '../programs/programs.ts'
import { child, type State } from '../state/state.ts'
import { EMPTY, known } from '../words/value.ts'
import type { Context } from './context.ts'
import type { CommandPlace, Found } from './reader.ts'

/** Decides from what was found whether a text was meant as a command. */
type Check = (found: Found, runs: number, doubts: number) => boolean

/** Reads a text as a command that may run, and forgets what it found if it was no command. */
export function attempt(context: Context, text: string, isMeant: Check): void {
  const { reader } = context
  if (!reader.step(text.length / 8)) return
  apart(context, isMeant, (state, place) => void reader.text(text, state, EMPTY, place))
}

/** The same for a program that may be started. What cannot be read of it is no reason to ask: it may never run. */
export function attemptStart(context: Context, argv: readonly string[]): void {
  const { reader, env } = context
  const { code } = reader.found
  const before = code.length
  apart(
    context,
    () => true,
    (state, place) => void reader.call({ argv: argv.map(known), env, stdin: EMPTY, place }, state),
  )
  code.splice(before)
}

function apart(context: Context, isMeant: Check, body: (state: State, place: CommandPlace) => void): void {
  const { reader, state, call } = context
  const { found } = reader
  if (call.place.depth > MAX_DEPTH || !reader.step(1 + state.files.size)) return
  const before = Object.values(found).map((list: readonly unknown[]) => list.length)
  const [runs, doubts] = [found.runs.length, found.doubts.length]
  // What it writes is not in these files for sure.
  const own = {
    ...child(state, [known(context.name)], context.env),
    files: new Map(state.files),
    directories: new Map(state.directories),
    named: new Map(state.named),
    links: new Map(state.links),
  }
  const via = [...call.place.via, context.name || '…']
  body(own, { ...call.place, via, maybe: true, offset: undefined, depth: call.place.depth + 1 })
  const isKept = isMeant(found, runs, doubts)
  const limits = found.doubts.slice(doubts).filter(({ about }) => about === 'limit')
  if (isKept) found.doubts.splice(doubts)
  else Object.values(found).forEach((list: unknown[], index) => list.splice(before[index] ?? 0))
  found.doubts.push(...limits)
}

const MAX_DEPTH = 4

const isDescribed = (program: string): boolean => entryOf(program).effects !== undefined

/** Every line of it runs a program we know. */
export const isScript: Check = ({ runs, doubts }, firstRun, firstDoubt) =>
  doubts.length === firstDoubt &&
  runs.length > firstRun &&
  runs.slice(firstRun).every(({ program }) => isDescribed(program))

/** Some program we know, and no sentence. */
export const isCommandLine: Check = ({ runs, doubts }, firstRun, firstDoubt) => {
  const started = runs.slice(firstRun)
  return (
    doubts.slice(firstDoubt).every(({ about }) => about !== 'syntax') &&
    started.some(({ program }) => isDescribed(program)) &&
    !started.some((run) => !isDescribed(run.program) && isSentence(run))
  )
}

/** A word that is no program, and more words as people write them. */
const isSentence = ({ path, args }: Run): boolean =>
  args.length > 1 &&
  (/^[A-Z][a-z]*$/.test(path) || !args.some(isTechnical) || args.some((arg) => OF_SENTENCES.test(arg)))

const isTechnical = (arg: string): boolean => /^-|[/=]/.test(arg)
const OF_SENTENCES =
  /^(?:a|an|the|and|or|not|no|never|do|does|is|are|was|be|to|of|in|on|for|with|when|if|that|this|it|as|by|from|at|we|you|i)$/i
