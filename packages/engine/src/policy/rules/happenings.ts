import { shown, UNKNOWN, type Effects, type Run } from '@holdpoint/shell'
import type { Facts } from './facts.ts'
import { hostOf } from './hosts.ts'
import { placesMatcher, type Touch } from './places.ts'
import { callOf } from './programs.ts'
import { EFFECT_KEYS, type Conditions } from './rule.ts'
import { anyOf, atMostMaybe, type Truth } from './truth.ts'
import { wildcard } from './wildcard.ts'

/** Conditions on what a call does, and the single things it does for which they hold. */

/** A program that runs, or a file that is touched, by which program if by any. */
export interface Happening {
  readonly run?: Run | undefined
  readonly touch?: Touch
}

/** Reports for each thing whether the condition matches it, until `isEnough`. */
export type Scan = (facts: Facts, isEnough: (truth: Truth, happening: Happening) => boolean) => void

type EffectKey = (typeof EFFECT_KEYS)[number]

export const scansOf = (conditions: Conditions): readonly Scan[] =>
  EFFECT_KEYS.flatMap((key) => {
    const given = conditions[key]
    return given === undefined ? [] : [scanOf(key, given)]
  })

function scanOf(key: EffectKey, given: readonly string[]): Scan {
  switch (key) {
    case 'runs':
      return runsScan(given)
    case 'git': {
      const fits = given.map(wildcard)
      return inEffects(
        ({ git }) => git,
        ({ command }) => anyOf(fits, (each) => each(command || UNKNOWN)),
      )
    }
    case 'does':
      return inEffects(
        ({ system }) => system,
        ({ what }) => (given.includes(what) ? 'yes' : 'no'),
      )
    case 'fetches':
      return fetchesScan(given)
    case 'writes':
    case 'deletes':
    case 'reads':
    case 'touches':
      return touchScan(key, given)
  }
}

/** A run that an unknown program may start is at most a maybe. */
const asSure = (run: Run, found: Truth): Truth => (run.maybe ? atMostMaybe(found) : found)

function inEffects<T extends { readonly run: Run }>(
  list: (effects: Effects) => readonly T[],
  test: (effect: T) => Truth,
): Scan {
  return ({ effects }, isEnough) => {
    if (effects !== undefined) list(effects).some((each) => isEnough(asSure(each.run, test(each)), { run: each.run }))
  }
}

function runsScan(given: readonly string[]): Scan {
  const calls = given.map(callOf)
  return ({ effects, event }, isEnough) => {
    effects?.runs.some((run) => {
      const found = anyOf(calls, (call) => call(run, effects.git, event.root))
      return isEnough(asSure(run, found), { run })
    })
  }
}

function fetchesScan(given: readonly string[]): Scan {
  const fits = given.map((each) => wildcard(each.toLowerCase()))
  const test = (target: string): Truth => {
    const host = hostOf(target)
    return anyOf(fits, (fit) => fit(host))
  }
  const byCommand = inEffects(
    ({ net }) => net,
    ({ target }) => test(target),
  )
  return (facts, isEnough) => {
    byCommand(facts, isEnough)
    facts.addresses().some((address) => isEnough(test(address), {}))
  }
}

/** Another mode for a file is a change of it. */
const OPERATIONS: Readonly<Record<'writes' | 'deletes' | 'reads' | 'touches', readonly Touch['op'][]>> = {
  writes: ['write', 'mode'],
  deletes: ['delete'],
  reads: ['read'],
  touches: ['write', 'mode', 'delete'],
}

function touchScan(key: keyof typeof OPERATIONS, globs: readonly string[]): Scan {
  const places = placesMatcher(globs)
  const operations = OPERATIONS[key]
  return (facts, isEnough) => {
    facts.touches().some((touch) => {
      const found = operations.includes(touch.op) ? places(touch, facts.ground) : 'no'
      return isEnough(found, { touch, run: touch.run })
    })
  }
}

/** What was found, for the message. */
export interface Evidence {
  path?: string
  program?: string
}

export const scanMatcher =
  (scan: Scan) =>
  (facts: Facts, found: Evidence): Truth => {
    let best: Truth = 'no'
    scan(facts, (truth, { run, touch }) => {
      if (truth === 'no' || (truth === 'maybe' && best === 'maybe')) return false
      best = truth
      if (touch !== undefined) found.path = shown(nameOf(touch, facts))
      else if (run !== undefined) found.program = run.program
      return truth === 'yes'
    })
    return best
  }

const nameOf = ({ paths: [path = ''] }: Touch, { ground }: Facts): string => ground.relatives(path)[0] || path

/** Above this, exemptions are not evaluated one by one. */
const MAX_HAPPENINGS = 500

/**
 * Every single thing that a rule is about. One that is not about any, such as `tool: shell`, is about everything that the
 * command does. Undefined: there are too many.
 */
export function happeningsIn(scans: readonly Scan[], facts: Facts): readonly Happening[] | undefined {
  if (scans.length === 0) return everythingIn(facts)
  const found: Happening[] = []
  for (const scan of scans) {
    scan(facts, (truth, happening) => {
      if (truth !== 'no') found.push(happening)
      return found.length > MAX_HAPPENINGS
    })
  }
  return found.length > MAX_HAPPENINGS ? undefined : found
}

/** Programs that only lead to another place, or nowhere. */
const NEUTRAL: readonly string[] = ['cd', 'pwd', 'true', 'false', ':']

/** Every program of a command, and every file that it changes. */
export function everythingIn(facts: Facts): readonly Happening[] | undefined {
  const { runs = [] } = facts.effects ?? {}
  const changes = facts.touches().filter(({ op }) => op !== 'read' && op !== 'list')
  if (runs.length + changes.length > MAX_HAPPENINGS) return undefined
  return [
    ...runs.filter(({ program }) => !NEUTRAL.includes(program)).map((run) => ({ run })),
    ...(facts.tool?.kind === 'shell' ? changes.map((touch) => ({ touch, run: touch.run })) : []),
  ]
}

/** The same facts, as if only this had happened. */
export function onlyWith({ run, touch }: Happening, facts: Facts): Facts {
  const { effects } = facts
  if (effects === undefined || (run === undefined && touch === undefined)) return facts
  const own = <T extends { readonly run?: Run }>(list: readonly T[]): readonly T[] =>
    list.filter((each) => each.run === run)
  const touches = touch === undefined ? facts.touches().filter((each) => each.run === run) : [touch]
  const only: Effects = {
    ...effects,
    runs: run === undefined ? [] : [run],
    git: own(effects.git),
    net: own(effects.net),
    system: own(effects.system),
  }
  return {
    ...facts,
    effects: only,
    touches: () => touches,
    written: () => touches.filter(({ op, content }) => op === 'write' && content !== undefined),
  }
}
