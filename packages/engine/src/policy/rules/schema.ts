import * as v from 'valibot'
import type { SystemAction } from '@holdpoint/shell'
import { EVENT_WORDS } from '../../event-words.ts'
import { DAYS } from './clock.ts'

/** The shape of a rule in `holdpoint.yml`. What cannot be said by a shape is in check.ts. */

const text = v.pipe(v.string(), v.minLength(1))

const ACTIONS: Readonly<Record<SystemAction, true>> = {
  halt: true,
  format: true,
  'destroy-storage': true,
  'fork-bomb': true,
  privilege: true,
  kill: true,
  schedule: true,
  service: true,
  install: true,
  uninstall: true,
  container: true,
  sql: true,
  inject: true,
  'remote-shell': true,
  firewall: true,
  kernel: true,
  account: true,
  settings: true,
  history: true,
}

const described = <S extends v.GenericSchema>(schema: S, words: string) => v.pipe(schema, v.description(words))

const flags = v.pipe(v.string(), v.regex(/^[ims]*$/, 'letters of i, m and s'))

export const patternSchema = v.strictObject({
  matches: v.pipe(v.string(), v.minLength(1), v.description('A regular expression.')),
  flags: v.optional(v.pipe(flags, v.description('i: any case; m: ^ and $ at each line; s: a dot is also a line end.'))),
})
export const word = v.pipe(v.string(), v.regex(/\S/, 'a word'))
const words = v.strictObject({ words: v.union([word, v.pipe(v.array(word), v.minLength(1))]) })

const names = { item: text }
const texts = { item: v.union([text, patternSchema, words]) }

/** For each condition: one value, of which there may be several, and what it is. */
export const CONDITIONS = {
  event: {
    item: v.picklist(Object.keys(EVENT_WORDS)),
    words: 'Event at which the rule is evaluated (default: PreToolUse).',
  },
  tool: {
    ...names,
    words: 'A kind of tool (shell, write, edit, read, agent, ask, mcp, other) or the name of a tool; * is any text.',
  },
  runs: { ...names, words: 'A program and its first arguments, however deep it is wrapped: `git push`.' },
  writes: { ...names, words: 'Files that are written, by whatever tool; globs relative to the project.' },
  deletes: { ...names, words: 'Files that are deleted or moved away.' },
  reads: { ...names, words: 'Files that are read.' },
  touches: { ...names, words: 'Files that are written or deleted.' },
  git: { ...names, words: 'What git is asked to do: `push`.' },
  fetches: { ...names, words: 'Machines that are asked over the network: `*.example.com`.' },
  does: { item: v.picklist(Object.keys(ACTIONS) as SystemAction[]), words: 'What is done to the machine.' },
  content: { ...texts, words: 'The new text of files, or what another tool is given.' },
  command: { ...texts, words: 'The command as it is written.' },
  prompt: { ...texts, words: 'What the user says.' },
  output: { ...texts, words: 'What a tool answers.' },
  says: { ...texts, words: 'What the agent says when it stops, or what a task or notification says.' },
  branch: { ...names, words: 'The branch that is checked out; * is any text.' },
  agent: { ...names, words: 'The type or name of a sub-agent; main for the main thread.' },
  permission_mode: { ...names, words: 'The permission mode of the agent.' },
  host: { ...names, words: 'The agent by its id, such as codex.' },
} as const

const oneOrMore = <S extends v.GenericSchema>(item: S) => v.union([item, v.pipe(v.array(item), v.minLength(1))])

export const conditionsSchema = v.strictObject({
  ...Object.fromEntries(
    Object.entries(CONDITIONS).map(([key, { item, words: description }]) => [
      key,
      v.optional(described(oneOrMore<v.GenericSchema>(item), description)),
    ]),
  ),
  uncertain: v.optional(described(v.boolean(), 'The command could not be read completely.')),
})

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max))
const span = v.pipe(v.string(), v.regex(/^(?:session|\d{1,4}[smhd])$/, 'session, or a time such as 10m'))
const period = v.pipe(
  v.string(),
  v.regex(
    /^(?:session|turn|minute|hour|day|\d{1,4}[smhd])$/,
    'session, turn, minute, hour, day, or a time such as 10m',
  ),
)
const time = v.pipe(v.string(), v.regex(/^(?:[01]?\d|2[0-3]):[0-5]\d$|^24:00$/, "a time such as '22:00'"))

export const level = v.picklist(['off', 'observe', 'warn', 'on'])
export const outcome = v.picklist(['deny', 'ask', 'allow', 'block', 'warn', 'feedback'])
export const onError = v.picklist(['open', 'closed'])
export const day = v.picklist(DAYS)
export const program = v.pipe(v.array(v.string()), v.minLength(1))

export const messageSchema = v.strictObject({ what: text, why: v.optional(text), fix: v.optional(text) })
export const replacementSchema = v.strictObject({ replace: text, with: v.string(), flags: v.optional(flags) })
export const limitSchema = v.strictObject({ calls: count(1000), per: period })
export const timesSchema = v.strictObject({ from: v.optional(time), to: v.optional(time) })
export const escalateSchema = v.strictObject({
  after: count(1000),
  to: v.picklist(['deny', 'ask', 'block']),
  within: v.optional(span),
})

const rewrite = v.record(v.string(), v.union([v.string(), replacementSchema]))

export const ruleSchema = v.strictObject({
  summary: v.optional(described(text, 'One sentence: what it is for.')),
  level: v.optional(level),
  when: conditionsSchema,
  unless: v.optional(described(oneOrMore(conditionsSchema), 'Exempts when any of these mappings holds.')),
  then: v.union([
    outcome,
    v.strictObject({ context: described(text, 'Told to the model.') }),
    v.strictObject({ rewrite: described(rewrite, 'Fields of the tool input, and what becomes of them.') }),
    v.strictObject({ run: described(program, 'A program and its arguments; exit code 2 refuses.') }),
  ]),
  overrules: v.optional(
    described(
      oneOrMore(text),
      'With `then: allow`, in your own configuration: hooks whose objection it lifts. Hooks that are always on keep their denials.',
    ),
  ),
  message: v.optional(v.union([text, messageSchema])),
  escalate: v.optional(described(escalateSchema, 'Becomes stricter when it has spoken this often.')),
  limit: v.optional(described(limitSchema, 'Speaks only above this number of calls.')),
  between: v.optional(
    described(
      v.strictObject({ ...timesSchema.entries, days: v.optional(oneOrMore(day)) }),
      'Holds only at these times.',
    ),
  ),
  on_error: v.optional(described(onError, 'What follows when it cannot be checked.')),
})
