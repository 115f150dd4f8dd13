import { branchMatcher } from './branches.ts'
import type { Facts } from './facts.ts'
import { everythingIn, happeningsIn, onlyWith, scanMatcher, scansOf, type Evidence, type Scan } from './happenings.ts'
import { matcherOf, needsEngine, type Searched, type TextMatcher } from './pattern.ts'
import { placesMatcher, type Touch } from './places.ts'
import { DEFAULT_EVENT, TEXT_KEYS, TOOL_KINDS, type Conditions, type Rule, type TextKey } from './rule.ts'
import { allOf, anyOf, truth, type Truth } from './truth.ts'
import { wildcard } from './wildcard.ts'

/** Whether a rule matches an event. Reads only the facts. */

export type Matcher = (facts: Facts, found: Evidence) => Truth

/** The whole of `when` and `unless`. The facts must have what it needs before it is called. */
export interface RuleMatcher {
  readonly matches: Matcher
  /** The effects of the tool call. */
  readonly needsEffects: boolean
  /** The regex engine. */
  readonly needsEngine: boolean
}

export function ruleMatcher({ when, unless = [], then }: Pick<Rule, 'when' | 'unless' | 'then'>): RuleMatcher {
  const wanted = compiled({ ...when, event: when.event ?? [DEFAULT_EVENT] })
  const exemptions = unless.map(compiled)
  const tests = [wanted.cheap, wanted.doings, wanted.rest, ...(then === 'allow' ? [approval(when, wanted)] : [])]
  const matches: Matcher = (facts, found) => {
    const holds = allOf(tests, (test) => test(facts, found))
    if (holds === 'no' || exemptions.length === 0) return holds
    const exempted = anyOf(exemptions, (exemption) => isExempt(exemption, wanted.scans, facts))
    if (exempted === 'yes') return 'no'
    return exempted === 'no' ? holds : 'maybe'
  }
  const conditions = [when, ...unless]
  return {
    matches,
    needsEffects: then === 'allow' || conditions.some(needsEffects),
    needsEngine: conditions.some((each) => TEXT_KEYS.some((key) => each[key]?.some(needsEngine))),
  }
}

/** A branch is one of them: a command that switches before it acts is followed. */
const needsEffects = (conditions: Conditions): boolean =>
  conditions.content !== undefined ||
  conditions.branch !== undefined ||
  conditions.uncertain !== undefined ||
  scansOf(conditions).length > 0

/**
 * An approval covers all that a command does. So everything in it must match the rule, and every part must have been
 * read; a match on a written file does not approve the program that writes it.
 */
function approval({ runs, git, command }: Conditions, { doings }: Compiled): Matcher {
  return ofTool([
    (facts, found) => {
      const { effects, tool } = facts
      if (effects === undefined || tool?.kind !== 'shell') return 'yes'
      if ((runs ?? git ?? command) === undefined) return 'no'
      if (effects.doubts.length + effects.code.length > 0) return 'maybe'
      const happenings = everythingIn(facts)
      return happenings === undefined ? 'no' : allOf(happenings, (each) => doings(onlyWith(each, facts), found))
    },
  ])
}

/** In parts, by what they need; one that does not hold spares all that follow. */
interface Compiled {
  /** Decided by the event alone. */
  readonly cheap: Matcher
  /** What single programs do, and to which files. */
  readonly doings: Matcher
  /** What is said of the call as a whole. */
  readonly rest: Matcher
  readonly scans: readonly Scan[]
  readonly isAboutDoings: boolean
}

/**
 * An exemption must hold for each single thing that the rule is about. Otherwise one exempt action would exempt
 * everything else in the same command.
 */
function isExempt({ cheap, doings, rest, isAboutDoings }: Compiled, scans: readonly Scan[], facts: Facts): Truth {
  const each: Matcher = (_, found) => {
    const happenings = facts.effects === undefined ? [] : happeningsIn(scans, facts)
    if (happenings === undefined) return 'no'
    if (!isAboutDoings || happenings.length === 0) return doings(facts, found)
    return allOf(happenings, (happening) => doings(onlyWith(happening, facts), found))
  }
  return allOf([cheap, each, rest], (test) => test(facts, {}))
}

function compiled(conditions: Conditions): Compiled {
  const scans = scansOf(conditions)
  // A text that is not there is found missing sooner than a path is found not to match.
  const doings: readonly Matcher[] = [
    ...(conditions.content === undefined ? [] : [contentMatcher(conditions)]),
    ...scans.map(scanMatcher),
  ]
  return {
    scans,
    isAboutDoings: doings.length > 0,
    cheap: all(cheapMatchers(conditions)),
    doings: ofTool(doings),
    rest: restMatcher(conditions, doings.length > 0),
  }
}

const all =
  (tests: readonly Matcher[]): Matcher =>
  (facts, found) =>
    allOf(tests, (test) => test(facts, found))

/** Only a tool call has effects, so such a condition holds at no other event. */
function ofTool(tests: readonly Matcher[]): Matcher {
  if (tests.length === 0) return () => 'yes'
  const test = all(tests)
  return (facts, found) => (facts.tool === undefined ? 'no' : test(facts, found))
}

function cheapMatchers(conditions: Conditions): readonly Matcher[] {
  const { event, tool, host, permission_mode: mode, agent } = conditions
  const tests: Matcher[] = []
  if (event !== undefined) tests.push(({ word }) => truth(event.includes(word)))
  if (tool !== undefined) tests.push(toolMatcher(tool))
  if (host !== undefined) tests.push(nameMatcher(host, (facts) => [facts.event.host]))
  if (mode !== undefined) tests.push(nameMatcher(mode, (facts) => [facts.event.permissionMode ?? 'default']))
  if (agent !== undefined) tests.push(nameMatcher(agent, ({ agents }) => agents))
  for (const key of ['command', 'prompt', 'output', 'says'] as const) {
    const given = conditions[key]
    if (given !== undefined) tests.push(textMatcher(given.map(matcherOf), key))
  }
  return tests
}

/** A branch is asked for where git works, if the rule is about what git does. */
function restMatcher(conditions: Conditions, isAboutDoings: boolean): Matcher {
  const { branch, uncertain } = conditions
  const onBranch = branch === undefined ? [] : [branchMatcher(branch, gitCommandsOf(conditions))]
  if (uncertain === undefined && !isAboutDoings) return all(onBranch)
  const isUncertain: Matcher = ({ effects }) => truth((effects?.doubts.length ?? 0) > 0 === uncertain)
  return ofTool([...(uncertain === undefined ? [] : [isUncertain]), ...onBranch])
}

function nameMatcher(patterns: readonly string[], namesOf: (facts: Facts) => readonly string[]): Matcher {
  const fits = patterns.map(wildcard)
  return (facts) => {
    const names = namesOf(facts)
    return anyOf(fits, (fit) => anyOf(names, fit))
  }
}

/** A kind of tool, or a tool's own name. */
function toolMatcher(names: readonly string[]): Matcher {
  const kinds = names.filter(isKind)
  const fits = names.filter((name) => !isKind(name)).map(wildcard)
  return ({ tool, toolNames }) => {
    if (tool === undefined) return 'no'
    if (kinds.includes(tool.kind)) return 'yes'
    return anyOf(fits, (fit) => anyOf(toolNames, fit))
  }
}

const isKind = (name: string): boolean => (TOOL_KINDS as readonly string[]).includes(name)

const textMatcher =
  (tests: readonly TextMatcher[], key: Exclude<TextKey, 'content'>): Matcher =>
  (facts) => {
    const texts = facts.texts(key)
    return anyOf(tests, (test) => anyOf(texts, (text) => test(text, facts)))
  }

/** New text of files; of those that the other conditions name, when they name any. Unknown text does not match. */
function contentMatcher({ content = [], writes, touches }: Conditions): Matcher {
  const tests = content.map(matcherOf)
  const places = [writes, touches].filter((globs) => globs !== undefined).map(placesMatcher)
  const isMeant = (touch: Touch, { ground }: Facts): boolean => places.every((test) => test(touch, ground) !== 'no')
  const holds = (text: Searched, facts: Facts): Truth => anyOf(tests, (test) => test(text, facts))
  return (facts) => {
    const written = anyOf(facts.written(), (touch) => {
      const found = touch.content === undefined ? 'no' : holds(touch.content, facts)
      return found === 'no' || isMeant(touch, facts) ? found : 'no'
    })
    if (places.length > 0 || written === 'yes') return written
    const given = anyOf(facts.texts('content'), (text) => holds(text, facts))
    return given === 'no' ? written : given
  }
}

/** What git is asked to do, where a rule says so. */
const gitCommandsOf = ({ git = [], runs = [] }: Conditions): readonly string[] => [
  ...git,
  ...runs
    .map((text) => text.trim().split(/\s+/))
    .flatMap(([program, word]) => (program === 'git' && word ? [word] : [])),
]
