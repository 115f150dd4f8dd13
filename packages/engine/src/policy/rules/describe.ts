import { DEFAULT_EVENT, failureOf, wordOf, type Conditions, type Rule, type TextTest } from './rule.ts'

/** Describes a rule in words. */

type Facts = readonly (readonly [name: string, text: string])[]

/** One sentence, when its author wrote none. */
export function summaryOfRule(rule: Rule): string {
  if (rule.summary !== undefined) return rule.summary
  const what = Object.entries(withoutEvent(rule.when)).map(([key, value]) => `${key} ${shortly(value)}`)
  const where = rule.when.event === undefined ? '' : `at ${rule.when.event.join(', ')}`
  return `${capital(wordOf(rule.then))}: ${[where, ...what].filter((part) => part !== '').join(', ')}.`
}

const withoutEvent = ({ event: _, ...rest }: Conditions): Conditions => rest

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const MAX_SHOWN = 60

const shortly = (value: unknown): string => {
  const text = valueText(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map((item: unknown) => valueText(item)).join(' or ')
  return typeof value === 'object' && value !== null ? textOfTest(value as TextTest) : String(value)
}

const textOfTest = ({ matches, words, ...rest }: TextTest): string => {
  if (words !== undefined) return `the words ${words.join(', ')}`
  const flags = 'flags' in rest && rest.flags !== undefined ? rest.flags : ''
  return `/${matches}/${flags}`
}

/** Everything it says, one line each. */
export function factsOfRule(rule: Rule): Facts {
  const { when, unless = [], then, message, escalate, limit, between } = rule
  const conditions = Object.entries(withoutEvent(when)).map(([key, value]) => [key, valueText(value)] as const)
  return [
    ['at', (when.event ?? [DEFAULT_EVENT]).join(', ')],
    ...conditions,
    ...unless.map((each) => ['unless', conditionText(each)] as const),
    ['then', actionText(then)],
    ...given('message', message && (typeof message === 'string' ? message : Object.values(message).join(' '))),
    ...given('limit', limit && `applies only above ${limit.calls} per ${limit.per}`),
    ...given(
      'escalates',
      escalate && `to ${escalate.to} after ${times(escalate.after)} within ${spanText(escalate.within)}`,
    ),
    ...given('between', between && hoursText(between)),
    ['if it fails', failureText(rule)],
  ]
}

const given = (name: string, text: string | undefined): Facts => (text === undefined ? [] : [[name, text]])

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

const spanText = (within = 'session'): string => (within === 'session' ? 'the session' : within)

const conditionText = (conditions: Conditions): string =>
  Object.entries(conditions)
    .map(([key, value]) => `${key} ${valueText(value)}`)
    .join(' and ')

function actionText(then: Rule['then']): string {
  if (typeof then === 'string') return then
  if ('context' in then) return `tell the model: ${then.context}`
  if ('run' in then) return `run ${then.run.join(' ')}; exit code 2 blocks`
  const fields = Object.entries(then.rewrite).map(([field, how]) =>
    typeof how === 'string'
      ? `${field} becomes ${how}`
      : `in ${field}, /${how.replace}/${how.flags ?? ''} becomes ${how.with}`,
  )
  return `rewrite: ${fields.join('; ')}`
}

const hoursText = ({ from = '00:00', to = '24:00', days }: NonNullable<Rule['between']>): string =>
  `${from} and ${to}${days === undefined ? '' : `, ${days.join(', ')}`}`

const failureText = (rule: Rule): string =>
  failureOf(rule) === 'open' ? 'the action goes on, and one notice says so' : 'the action is blocked'
