import * as v from 'valibot'
import { EVENT_WORDS } from '../../event-words.ts'
import { quote, unknownName } from '../../lib/wording.ts'
import { checkSense } from './check-sense.ts'
import {
  fields,
  isMapping,
  mapping,
  mistake,
  named,
  plain,
  several,
  teller,
  text,
  type Mapping,
  type Path,
  type Report,
  type Tell,
} from './check-values.ts'
import { problemOf } from './engine.ts'
import {
  TEXT_KEYS,
  type Action,
  type Conditions,
  type Hours,
  type Replacement,
  type Rule,
  type TextTest,
} from './rule.ts'
import * as shape from './schema.ts'

/** The section `rules` of a layer. A rule with a mistake is left out: half of it would be another rule. */
export function checkRules(section: unknown, path: Path, report: Report): Readonly<Record<string, Rule>> {
  const sound: Record<string, Rule> = Object.create(null)
  for (const [name, value] of Object.entries(mapping(section, path, teller(report)) ?? {})) {
    const rule = checkRule(name, value, [...path, name], report)
    if (rule !== undefined) sound[name] = rule
  }
  return sound
}

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

function checkRule(name: string, value: unknown, path: Path, report: Report): Rule | undefined {
  const tell = teller(report)
  if (!NAME.test(name)) tell(path, `${quote(name)} is no name of a rule; use small letters, digits and -.`, 'key')
  const given = mapping(value, path, tell, Object.keys(shape.ruleSchema.entries))
  if (given === undefined) return undefined
  const read = (key: string, reader: Reader): Mapping => {
    const sound = Object.hasOwn(given, key) ? reader(given[key], [...path, key], tell) : undefined
    return sound === undefined ? {} : { [key]: sound }
  }
  for (const key of ['when', 'then']) {
    if (!Object.hasOwn(given, key)) tell(path, `${named(path)} has no \`${key}\`.`, 'key')
  }
  const rule = Object.assign({}, ...Object.entries(READERS).map(([key, reader]) => read(key, reader))) as Rule
  if (!tell.told()) checkSense(rule, path, tell)
  return tell.told() ? undefined : rule
}

type Reader = (value: unknown, path: Path, tell: Tell) => unknown

const READERS: Readonly<Record<keyof Rule, Reader>> = {
  summary: (value, path, tell) => plain(text, value, path, tell),
  level: (value, path, tell) => plain(shape.level, value, path, tell),
  when: conditionsOf,
  unless: (value, path, tell) => several(value, path, tell, (item, at) => conditionsOf(item, at, tell)),
  then: actionOf,
  message: (value, path, tell) =>
    typeof value === 'string' ? plain(text, value, path, tell) : fields(shape.messageSchema, value, path, tell),
  escalate: (value, path, tell) => fields(shape.escalateSchema, value, path, tell),
  limit: (value, path, tell) => fields(shape.limitSchema, value, path, tell),
  between: hoursOf,
  on_error: (value, path, tell) => plain(shape.onError, value, path, tell),
}

const CONDITION_KEYS = [...Object.keys(shape.CONDITIONS), 'uncertain']

function conditionsOf(value: unknown, path: Path, tell: Tell): Conditions | undefined {
  const given = mapping(value, path, tell, CONDITION_KEYS)
  if (given === undefined) return undefined
  if (Object.keys(given).length === 0) tell(path, `${named(path)} has no condition.`)
  const known = Object.entries(given).filter(([key]) => CONDITION_KEYS.includes(key))
  return Object.fromEntries(known.map(([key, inner]) => [key, conditionOf(key, inner, [...path, key], tell)]))
}

function conditionOf(key: string, value: unknown, path: Path, tell: Tell): unknown {
  if (key === 'uncertain') return plain(v.boolean(), value, path, tell)
  if ((TEXT_KEYS as readonly string[]).includes(key)) {
    return several(value, path, tell, (item, at) => textTestOf(item, at, tell))
  }
  if (key === 'event') return several(value, path, tell, (item, at) => eventOf(item, at, tell))
  const { item: schema } = shape.CONDITIONS[key as keyof typeof shape.CONDITIONS]
  return several(value, path, tell, (item, at) => plain<v.GenericSchema>(schema, item, at, tell))
}

/** A misspelt event is told with what was meant. */
function eventOf(item: unknown, path: Path, tell: Tell): string | undefined {
  const known = Object.keys(EVENT_WORDS)
  if (typeof item === 'string' && known.includes(item)) return item
  const wording = (): string => `${unknownName('event', String(item), known)} Known: ${known.join(', ')}.`
  tell(path, wording)
  return undefined
}

const TEXT_FORMS = 'a regular expression, {words: […]}, or {matches: …, flags: i}'

function textTestOf(value: unknown, path: Path, tell: Tell): TextTest | undefined {
  if (typeof value === 'string' && value !== '') return patternOf({ matches: value }, path, tell)
  if (!isMapping(value)) {
    tell(path, mistake(path, value, TEXT_FORMS))
    return undefined
  }
  if (!Object.hasOwn(value, 'words')) {
    const pattern = fields(shape.patternSchema, value, path, tell)
    return pattern === undefined ? undefined : patternOf(pattern as TextTest, [...path, 'matches'], tell)
  }
  const given = mapping(value, path, tell, ['words'])
  const words = several(given?.['words'], [...path, 'words'], tell, (item, at) => plain(shape.word, item, at, tell))
  return { words }
}

function patternOf(test: TextTest, path: Path, tell: Tell): TextTest | undefined {
  const isSound = test.matches === undefined || isPattern(test.matches, test.flags ?? '', path, tell)
  return isSound ? test : undefined
}

function isPattern(pattern: string, flags: string, path: Path, tell: Tell): boolean {
  const problem = problemOf(pattern, flags)
  if (problem === undefined) return true
  const place = problem.at === undefined ? '' : ` (character ${problem.at + 1})`
  tell(path, `${quote(pattern)} cannot be used as a pattern: ${problem.why}${place}.`)
  return false
}

const ACTIONS = 'deny, ask, allow, block, warn, feedback, {context: …}, {rewrite: …}, {run: […]}'

function actionOf(value: unknown, path: Path, tell: Tell): Action | undefined {
  if (v.is(shape.outcome, value)) return value
  const keys = isMapping(value) ? Object.keys(value) : []
  const [key = ''] = keys
  if (!isMapping(value) || keys.length !== 1 || !['context', 'rewrite', 'run'].includes(key)) {
    tell(path, mistake(path, value, ACTIONS))
    return undefined
  }
  const at = [...path, key]
  if (key === 'rewrite') return { rewrite: rewriteOf(value[key], at, tell) }
  const read = plain<v.GenericSchema>(key === 'context' ? text : shape.program, value[key], at, tell)
  return read === undefined ? undefined : ({ [key]: read } as Action)
}

function rewriteOf(value: unknown, path: Path, tell: Tell): Readonly<Record<string, Replacement>> {
  const entries = Object.entries(mapping(value, path, tell) ?? {})
  if (entries.length === 0 && isMapping(value)) tell(path, `${named(path)} names no field.`)
  const rewrite: Record<string, Replacement> = {}
  for (const [field, how] of entries) {
    const at = [...path, field]
    const read =
      typeof how === 'string' ? how : (fields(shape.replacementSchema, how, at, tell) as Replacement | undefined)
    if (read !== undefined) rewrite[field] = read
    if (typeof read === 'object' && typeof read.replace === 'string') {
      isPattern(read.replace, read.flags ?? '', [...at, 'replace'], tell)
    }
  }
  return rewrite
}

function hoursOf(value: unknown, path: Path, tell: Tell): Hours | undefined {
  const given = mapping(value, path, tell, ['from', 'to', 'days'])
  if (given === undefined) return undefined
  const { days, ...times } = given
  const read = fields(shape.timesSchema, times, path, tell) as Hours
  if (days === undefined) return read
  return { ...read, days: several(days, [...path, 'days'], tell, (day, at) => plain(shape.day, day, at, tell)) }
}
