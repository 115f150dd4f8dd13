import { isKnown, type Doubt, type Effects } from '../effects.ts'
import { openBudget, type Budget } from '../budget.ts'
import { callProgram } from './call.ts'
import { parse, parseZsh, zshTextOf } from './parse.ts'
import type { Found, CommandPlace, Reader } from './reader.ts'
import { initialState, isolated, type State } from '../state/state.ts'
import { EMPTY, NO_INPUT, unknown, type Value, joinAll } from '../words/value.ts'
import { walkScript } from './walk.ts'
import type { ShellWorld } from '../state/world.ts'

/** Far beyond any typed command; one that needs more was made to be unreadable. */
const MAX_STEPS = 400_000
/** Reading cannot be interrupted, so it ends itself long before any deadline. */
const MAX_MS = 2_500
const MAX_DEPTH = 24
/** Compound commands and substitutions in each other; each level takes its share of the stack. */
const MAX_NESTING = 150

export interface Reading {
  readonly effects: Effects
  /** Work it took: a command twice as long must not take four times as much. */
  readonly steps: number
}

/** Nobody sets more. */
const MAX_TRAPS = 8

const TOO_DEEP: Doubt = { about: 'limit', text: 'It is nested too deeply.' }

/** Code of others in a command may take this part of the work that is left. */
const PARTS = 8

/** A command as typed. */
const TYPED: CommandPlace = { via: [], offset: 0, depth: 0 }

/** Reads a command without running anything: everything it could start, at any depth, and what that does. */
export function readCommand(command: string, cwd: string, world: ShellWorld, place: CommandPlace = TYPED): Reading {
  const found: Found = { runs: [], files: [], git: [], net: [], code: [], system: [], printed: [], doubts: [] }
  const until = Math.min(world.until ?? Number.POSITIVE_INFINITY, performance.now() + MAX_MS)
  const budget = openBudget(MAX_STEPS, until)
  let nesting = 0
  let part: Budget | undefined
  const reader: Reader = {
    world,
    found,
    parse,
    step(work = 1) {
      if (budget.isUsedUp || part?.spend(work) === false) return false
      const goesOn = budget.spend(work)
      if (!goesOn) found.doubts.push({ about: 'limit', text: 'It does more than can be followed.' })
      return goesOn
    },
    partly(body) {
      const around = part
      part ??= openBudget((MAX_STEPS - budget.spent) / PARTS, performance.now() + MAX_MS / PARTS)
      const value = body()
      part = around
      return value
    },
    nested(body) {
      if (nesting >= MAX_NESTING) {
        if (!found.doubts.some(({ about }) => about === 'limit')) found.doubts.push(TOO_DEEP)
        return undefined
      }
      nesting += 1
      const value = body()
      nesting -= 1
      return value
    },
    script: (script, state, stdin, place) => walkScript(reader, script, state, stdin, place),
    text: (text, state, stdin, place) => readText(reader, text, state, stdin, place),
    call: (call, state) => callProgram(reader, call, state),
  }
  const { shell } = world
  const state = initialState(cwd)
  const typed = { ...place, ...(shell !== undefined && { shell }) }
  const output = readText(reader, command, state, NO_INPUT, typed)
  found.printed.push(...output.from.secrets)
  // What was set and defined behind a trap is there when it runs.
  for (const { text } of state.traps.slice(0, MAX_TRAPS))
    if (isKnown(text)) readText(reader, text, state, NO_INPUT, { ...typed, offset: undefined, depth: 1 })
  return { effects: found, steps: budget.spent }
}

function readText(reader: Reader, text: string, state: State, stdin: Value, place: CommandPlace): Value {
  if (place.depth > MAX_DEPTH) {
    reader.found.doubts.push(TOO_DEEP)
    return unknown()
  }
  const { scripts, problem } = reader.parse(text)
  const zsh = place.shell === 'bash' || problem?.about === 'limit' ? undefined : zshTextOf(text, place.depth > 0)
  // What bash cannot read it does not run, either.
  const isZsh = place.shell === 'zsh' || problem !== undefined
  // Which shell will run it is often not known, so what either does counts. Mostly it is the same.
  const inZsh = zsh !== undefined && (isZsh || zsh.differs) ? parseZsh(zsh) : undefined
  if (zsh !== undefined && inZsh !== undefined) {
    const walk = (at: CommandPlace): Value =>
      joinAll([EMPTY, ...inZsh.map((script) => reader.script(script, state, stdin, at))])
    if (isZsh) return walk({ ...place, shell: 'zsh', copies: zsh.copies })
    isolated(state, () => walk({ ...place, offset: undefined, shell: 'zsh', second: true }))
  }
  if (problem !== undefined) reader.found.doubts.push(problem)
  if (place.shell === 'zsh') reader.found.doubts.push({ about: 'code', text: 'syntax that only zsh may understand' })
  const { copies: _copies, ...withoutCopies } = place
  const printed = scripts.map(({ script, offset }) => {
    const at = place.offset === undefined ? undefined : place.offset + offset
    return reader.script(script, state, stdin, { ...withoutCopies, offset: at })
  })
  return joinAll([EMPTY, ...printed])
}
