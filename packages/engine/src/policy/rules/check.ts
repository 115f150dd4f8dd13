import * as v from 'valibot'
import { EVENT_WORDS } from '../../event-words.ts'
import { quote, unknownName } from '../../lib/wording.ts'
import { checkSense } from './check-sense.ts'
import {
  fields,
  mapping,
  mistake,
  named,
  plain,
  several,
  trackReport,
  text,
  type Mapping,
  type Path,
  type Report,
  type TrackedReport,
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
import { isObject } from '../../lib/values.ts'

/** The section `rules` of a layer. A rule with a mistake is left out: half of it would be another rule. */
export function checkRules(section: unknown, path: Path, report: Report): Readonly<Record<string, Rule>> {
  const sound: Record<string, Rule> = Object.create(null)
  for (const [name, value] of Object.entries(mapping(section, path, trackReport(report)) ?? {})) {
    const rule = checkRule(name, value, [...path, name], report)
    if (rule !== undefined) sound[name] = rule
  }
  return sound
}

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

function checkRule(name: string, value: unknown, path: Path, sink: Report): Rule | undefined {
  const report = trackReport(sink)
  if (!NAME.test(name)) report(path, `${quote(name)} is no name of a rule; use small letters, digits and -.`, 'key')
  const given = mapping(value, path, report, Object.keys(shape.ruleSchema.entries))
  if (given === undefined) return undefined
  const read = (key: string, reader: Reader): Mapping => {
    const sound = Object.hasOwn(given, key) ? reader(given[key], [...path, key], report) : undefined
    return sound === undefined ? {} : { [key]: sound }
  }
  for (const key of ['when', 'then']) {
    if (!Object.hasOwn(given, key)) report(path, `${named(path)} has no \`${key}\`.`, 'key')
  }
  const rule = Object.assign({}, ...Object.entries(READERS).map(([key, reader]) => read(key, reader))) as Rule
  if (!report.hasMistakes()) checkSense(rule, path, report)
  return report.hasMistakes() ? undefined : rule
}

type Reader = (value: unknown, path: Path, report: TrackedReport) => unknown

const READERS: Readonly<Record<keyof Rule, Reader>> = {
  summary: (value, path, report) => plain(text, value, path, report),
  level: (value, path, report) => plain(shape.level, value, path, report),
  when: conditionsOf,
  unless: (value, path, report) => several(value, path, report, (item, at) => conditionsOf(item, at, report)),
  then: actionOf,
  overrules: (value, path, report) => several(value, path, report, (item, at) => plain(text, item, at, report)),
  message: (value, path, report) =>
    typeof value === 'string' ? plain(text, value, path, report) : fields(shape.messageSchema, value, path, report),
  escalate: (value, path, report) => fields(shape.escalateSchema, value, path, report),
  limit: (value, path, report) => fields(shape.limitSchema, value, path, report),
  between: hoursOf,
  on_error: (value, path, report) => plain(shape.onError, value, path, report),
}

const CONDITION_KEYS = [...Object.keys(shape.CONDITIONS), 'uncertain']

function conditionsOf(value: unknown, path: Path, report: TrackedReport): Conditions | undefined {
  const given = mapping(value, path, report, CONDITION_KEYS)
  if (given === undefined) return undefined
  if (Object.keys(given).length === 0) report(path, `${named(path)} has no condition.`)
  const known = Object.entries(given).filter(([key]) => CONDITION_KEYS.includes(key))
  return Object.fromEntries(known.map(([key, inner]) => [key, conditionOf(key, inner, [...path, key], report)]))
}

function conditionOf(key: string, value: unknown, path: Path, report: TrackedReport): unknown {
  if (key === 'uncertain') return plain(v.boolean(), value, path, report)
  if ((TEXT_KEYS as readonly string[]).includes(key)) {
    return several(value, path, report, (item, at) => textTestOf(item, at, report))
  }
  if (key === 'event') return several(value, path, report, (item, at) => eventOf(item, at, report))
  const { item: schema } = shape.CONDITIONS[key as keyof typeof shape.CONDITIONS]
  return several(value, path, report, (item, at) => plain<v.GenericSchema>(schema, item, at, report))
}

/** A misspelt event is reported with the likely one. */
function eventOf(item: unknown, path: Path, report: TrackedReport): string | undefined {
  const known = Object.keys(EVENT_WORDS)
  if (typeof item === 'string' && known.includes(item)) return item
  const wording = (): string => `${unknownName('event', String(item), known)} Known: ${known.join(', ')}.`
  report(path, wording)
  return undefined
}

const TEXT_FORMS = 'a regular expression, {words: […]}, or {matches: …, flags: i}'

function textTestOf(value: unknown, path: Path, report: TrackedReport): TextTest | undefined {
  if (typeof value === 'string' && value !== '') return patternOf({ matches: value }, path, report)
  if (!isObject(value)) {
    report(path, mistake(path, value, TEXT_FORMS))
    return undefined
  }
  if (!Object.hasOwn(value, 'words')) {
    const pattern = fields(shape.patternSchema, value, path, report)
    return pattern === undefined ? undefined : patternOf(pattern as TextTest, [...path, 'matches'], report)
  }
  const given = mapping(value, path, report, ['words'])
  const words = several(given?.['words'], [...path, 'words'], report, (item, at) => plain(shape.word, item, at, report))
  return { words }
}

function patternOf(test: TextTest, path: Path, report: TrackedReport): TextTest | undefined {
  const isSound = test.matches === undefined || isPattern(test.matches, test.flags ?? '', path, report)
  return isSound ? test : undefined
}

function isPattern(pattern: string, flags: string, path: Path, report: TrackedReport): boolean {
  const problem = problemOf(pattern, flags)
  if (problem === undefined) return true
  const place = problem.at === undefined ? '' : ` (character ${problem.at + 1})`
  report(path, `${quote(pattern)} cannot be used as a pattern: ${problem.why}${place}.`)
  return false
}

const ACTIONS = 'deny, ask, allow, block, warn, feedback, {context: …}, {rewrite: …}, {run: […]}'

function actionOf(value: unknown, path: Path, report: TrackedReport): Action | undefined {
  if (v.is(shape.outcome, value)) return value
  const keys = isObject(value) ? Object.keys(value) : []
  const [key = ''] = keys
  if (!isObject(value) || keys.length !== 1 || !['context', 'rewrite', 'run'].includes(key)) {
    report(path, mistake(path, value, ACTIONS))
    return undefined
  }
  const at = [...path, key]
  if (key === 'rewrite') return { rewrite: rewriteOf(value[key], at, report) }
  const read = plain<v.GenericSchema>(key === 'context' ? text : shape.program, value[key], at, report)
  return read === undefined ? undefined : ({ [key]: read } as Action)
}

function rewriteOf(value: unknown, path: Path, report: TrackedReport): Readonly<Record<string, Replacement>> {
  const entries = Object.entries(mapping(value, path, report) ?? {})
  if (entries.length === 0 && isObject(value)) report(path, `${named(path)} names no field.`)
  const rewrite: Record<string, Replacement> = {}
  for (const [field, how] of entries) {
    const at = [...path, field]
    const read =
      typeof how === 'string' ? how : (fields(shape.replacementSchema, how, at, report) as Replacement | undefined)
    if (read !== undefined) rewrite[field] = read
    if (typeof read === 'object' && typeof read.replace === 'string') {
      isPattern(read.replace, read.flags ?? '', [...at, 'replace'], report)
    }
  }
  return rewrite
}

function hoursOf(value: unknown, path: Path, report: TrackedReport): Hours | undefined {
  const given = mapping(value, path, report, ['from', 'to', 'days'])
  if (given === undefined) return undefined
  const { days, ...times } = given
  const read = fields(shape.timesSchema, times, path, report) as Hours
  if (days === undefined) return read
  return { ...read, days: several(days, [...path, 'days'], report, (day, at) => plain(shape.day, day, at, report)) }
}
