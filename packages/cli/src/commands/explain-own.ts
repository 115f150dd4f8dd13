import type { Compiled, OwnListing, Resolved } from '@holdpoint/engine/policy'
import { factsOfRule, type Rule } from '@holdpoint/engine/rules'
import { colours, duration, facts, print, printJson, wrap } from './output.ts'

/** What users and projects add to the built-in hooks: rules and custom hooks. */
export function explainOwn(listing: OwnListing, configuration: Compiled, json: boolean): void {
  const hook = configuration.resolved.find(({ id }) => id === listing.id)
  const rule = ruleOf(listing.id, configuration)
  if (json) return printJson({ ...listing, level: hook?.level, ...(rule !== undefined && { rule }) })
  print(`${colours.bold(listing.id)}\n${wrap(listing.summary)}\n`)
  print(facts([...standing(listing, hook), ...(rule === undefined ? running(listing) : factsOfRule(rule))]))
  print(`\n${colours.bold('Change it')} where it is written, or its level in holdpoint.yml:\n`)
  print(`  hooks:\n    ${listing.id}:\n      level: warn # off | observe | warn | on`)
}

type Facts = readonly (readonly [name: string, text: string])[]

const standing = ({ ownLayer }: OwnListing, hook: Resolved | undefined): Facts => [
  ['level', hook === undefined ? 'off' : `${hook.level.value} (${hook.level.origin})`],
  ['written in', `${ownLayer ?? 'the project'} configuration`],
]

const running = ({ events, on, onError, timeoutMs }: OwnListing): Facts => [
  ['runs at', (events ?? on).join(', ')],
  ['time limit', duration(timeoutMs)],
  ['if it fails', onError === 'open' ? 'the action continues, with one notice' : 'the action is blocked'],
]

/** A rule or hook that is off exists in its layer only. */
function ruleOf(id: string, { settings, lastGood }: Compiled): Rule | undefined {
  const inForce = settings.own?.rules.find((rule) => rule.id === id)?.rule
  const name = id.slice('rules/'.length)
  const written = Object.values(lastGood).map((layer) => (id.startsWith('rules/') ? layer?.rules?.[name] : undefined))
  return inForce ?? written.findLast((rule) => rule !== undefined)
}
