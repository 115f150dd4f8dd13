import { isKnown, UNKNOWN, type GitEffect, switchedTo } from '@holdpoint/shell'
import type { Facts } from './facts.ts'
import { anyOf, type Truth } from './truth.ts'
import { wildcard } from './wildcard.ts'

/**
 * `branch: main`: the branch that is checked out where the agent works, or where git works if the rule is about a git
 * command. A command that switches before it acts is followed.
 */
export function branchMatcher(names: readonly string[], commands: readonly string[]): (facts: Facts) => Truth {
  const fits = names.map(wildcard)
  const isMeant = commands.map(wildcard)
  const test = (branch: string | undefined): Truth =>
    branch === undefined ? 'no' : anyOf(fits, (each) => each(branch))
  return (facts) => {
    const steps = facts.effects === undefined ? [] : stepsOf(facts.effects.git, facts)
    const meant = steps.filter(({ command }) => isMeant.some((each) => each(command || UNKNOWN) !== 'no'))
    if (meant.length > 0) return anyOf(meant, ({ before }) => test(before))
    const here = facts.branchAt(facts.event.cwd)
    const switches = steps.filter(({ switches: is }) => is)
    const found = [here, ...switches.map(({ after }) => after)].map(test)
    return found.every((each) => each === found[0]) ? (found[0] ?? 'no') : 'maybe'
  }
}

interface Step {
  readonly command: string
  readonly switches: boolean
  readonly before: string | undefined
  readonly after: string | undefined
}

function stepsOf(git: readonly GitEffect[], { branchAt, event }: Facts): readonly Step[] {
  const current = new Map<string, string | undefined>()
  return git.map(({ command, args, directory }) => {
    const place = directory === '' ? event.cwd : directory
    const before = current.has(place) ? current.get(place) : isKnown(place) ? branchAt(place) : UNKNOWN
    const isSwitch = command === 'checkout' || command === 'switch'
    const switched = isSwitch ? switchedTo(command, args, () => false) : undefined
    const after = switched === undefined ? before : switched.branch
    current.set(place, after)
    return { command, before, after, switches: switched !== undefined }
  })
}
