import * as v from 'valibot'
import { check, mistake, A_MAPPING, quote } from '@holdpoint/engine/policy'
import type { Path, Report } from '@holdpoint/engine/yaml'
import { isInside } from './check-given.ts'
import type { Given, Step } from './policy-test.ts'
import { isObject } from '@holdpoint/engine'

/** One event of `when`: `{ run: yarn install }`, `{ write: src/a.ts, content: … }`, … */

const anything = v.record(v.string(), v.unknown())

const actions = {
  run: v.optional(v.string()),
  write: v.optional(v.string()),
  edit: v.optional(v.string()),
  read: v.optional(v.string()),
  tool: v.optional(v.string()),
  prompt: v.optional(v.string()),
  stop: v.optional(v.string()),
  event: v.optional(v.string()),
}

export const stepSchema = v.strictObject({
  ...actions,
  content: v.optional(v.string()),
  old: v.optional(v.string()),
  input: v.optional(anything),
  payload: v.optional(anything),
  result: v.optional(v.unknown()),
  error: v.optional(v.string()),
  cwd: v.optional(v.string()),
  agent: v.optional(v.string()),
  permission_mode: v.optional(v.string()),
  after: v.optional(v.string()),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})

type Input = v.InferOutput<typeof stepSchema>
type Action = keyof typeof actions
const ACTIONS = Object.keys(actions) as readonly Action[]

/** Fields that are valid only beside certain others. */
const BELONGS: readonly (readonly [field: keyof Input, to: readonly Action[]])[] = [
  ['content', ['write', 'edit']],
  ['old', ['edit']],
  ['input', ['tool']],
  ['payload', ['event']],
  ['result', ['run', 'write', 'edit', 'read', 'tool']],
  ['error', ['run', 'write', 'edit', 'read', 'tool']],
]

export function checkStep(value: unknown, path: Path, report: Report): Input | undefined {
  if (!isObject(value)) {
    report(path, mistake(path, value, A_MAPPING))
    return undefined
  }
  const input = check(stepSchema, value, path, report)
  checkAction(value, input, path, report)
  if (input.after !== undefined && millisecondsOf(input.after) === undefined) {
    report([...path, 'after'], mistake([...path, 'after'], input.after, 'a time such as 90s, 10m, 2h or 1d'))
  }
  if (input.cwd !== undefined && !isInside(input.cwd)) {
    report([...path, 'cwd'], `${quote(input.cwd)} is not a path below the project.`)
  }
  return input
}

function checkAction(value: object, input: Input, path: Path, report: Report): void {
  const [action, second] = ACTIONS.filter((name) => input[name] !== undefined)
  if (action === undefined) {
    // A misspelt field has been reported already.
    const isMisspelt = Object.keys(value).some((key) => !Object.hasOwn(stepSchema.entries, key))
    if (!isMisspelt) report(path, `this step has no event. Use one of ${ACTIONS.join(', ')}.`)
    return
  }
  if (second !== undefined) {
    report([...path, second], `\`${action}\` and \`${second}\` are two events. Write a list.`, 'key')
    return
  }
  for (const [field, to] of BELONGS) {
    if (input[field] === undefined || to.includes(action)) continue
    report([...path, field], `\`${field}\` belongs to ${to.join(', ')}, not to ${action}.`, 'key')
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function millisecondsOf(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0)
}

export function stepOf(input: Input, given: Given): Omit<Step, 'expected'> {
  const { title, eventName, payload } = eventOf(input)
  const agent = input.agent ?? given.agent
  const mode = input.permission_mode ?? given.permissionMode
  const afterMs = input.after === undefined ? undefined : millisecondsOf(input.after)
  return {
    title,
    eventName,
    payload: {
      ...(agent !== undefined && { agent_type: agent, agent_id: `agent-${agent}` }),
      ...(mode !== undefined && { permission_mode: mode }),
      ...payload,
    },
    cwd: input.cwd ?? '.',
    ...(afterMs !== undefined && { afterMs }),
    times: input.times ?? 1,
  }
}

type StepEvent = Pick<Step, 'title' | 'eventName' | 'payload'>

function eventOf(input: Input): StepEvent {
  if (input.event !== undefined) return { title: input.event, eventName: input.event, payload: input.payload ?? {} }
  if (input.prompt !== undefined) {
    return { title: `prompt: ${input.prompt}`, eventName: 'UserPromptSubmit', payload: { prompt: input.prompt } }
  }
  if (input.stop !== undefined) {
    const payload = { last_assistant_message: input.stop, stop_hook_active: false }
    return { title: `stop: ${input.stop}`, eventName: 'Stop', payload }
  }
  const { title, name, tool } = toolOf(input)
  const call = { tool_name: name, tool_input: tool, tool_use_id: 'toolu_test' }
  if (input.error !== undefined) {
    return { title: `${title} (failed)`, eventName: 'PostToolUseFailure', payload: { ...call, error: input.error } }
  }
  if (input.result !== undefined) {
    return { title: `${title} (done)`, eventName: 'PostToolUse', payload: { ...call, tool_response: input.result } }
  }
  return { title, eventName: 'PreToolUse', payload: call }
}

function toolOf(input: Input): { readonly title: string; readonly name: string; readonly tool: object } {
  const { run, write, edit, read, tool = '', content = '', old = '' } = input
  if (run !== undefined) return { title: `run: ${run}`, name: 'Bash', tool: { command: run } }
  if (write !== undefined) return { title: `write: ${write}`, name: 'Write', tool: { file_path: write, content } }
  if (edit !== undefined) {
    return { title: `edit: ${edit}`, name: 'Edit', tool: { file_path: edit, old_string: old, new_string: content } }
  }
  if (read !== undefined) return { title: `read: ${read}`, name: 'Read', tool: { file_path: read } }
  return { title: `tool: ${tool}`, name: tool, tool: input.input ?? {} }
}
