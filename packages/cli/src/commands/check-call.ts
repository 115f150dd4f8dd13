import { readFileSync } from 'node:fs'
import { messageOf, UserError } from '@holdpoint/engine'
import type { Rehearsed } from '@holdpoint/runtime'

/** What the options of `holdpoint check` say about the call. */
export interface CallOptions {
  readonly tool?: string
  readonly file?: string
  readonly content?: string
  readonly input?: string
  readonly prompt?: string
  readonly mcp?: string
}

type Input = Readonly<Record<string, unknown>>

/** The call to check, from the words and options as typed. */
export function callOf(words: readonly string[], options: CallOptions): Rehearsed {
  const command = words.join(' ')
  const given = [
    ...(command.trim() === '' ? [] : ['a command']),
    ...(['tool', 'mcp', 'prompt'] as const).filter((name) => options[name] !== undefined).map((name) => `--${name}`),
  ]
  const isCommandOfTool = given.length === 2 && given[1] === '--tool'
  if (given.length > 1 && !isCommandOfTool) throw new UserError(`give only one of ${given.join(', ')}.`)
  if (given.length === 0) throw new UserError(NOTHING)
  if (options.prompt !== undefined) return alone(options, { prompt: textOf(options.prompt, '--prompt') })
  if (options.mcp !== undefined) return { tool: mcpName(options.mcp), input: inputOf(options) ?? {} }
  const tool = options.tool ?? 'Bash'
  if (tool.trim() === '') throw new UserError('--tool needs the name of a tool, such as Write.')
  if (command.trim() !== '' && (options.input ?? options.file ?? options.content) !== undefined)
    throw new UserError('give a command, or --input, --file and --content, not both.')
  return { tool, input: command.trim() === '' ? (inputOf(options) ?? fileInput(tool, options)) : { command } }
}

const NOTHING =
  "name a command, such as `holdpoint check -- 'rm -rf build'`, or use --tool, --mcp or --prompt. " +
  'See `holdpoint check --help`.'

function alone({ file, content, input }: CallOptions, call: Rehearsed): Rehearsed {
  if ((file ?? content ?? input) !== undefined)
    throw new UserError('use --prompt without --file, --content and --input.')
  return call
}

/** Accepts `server__tool` for the full name. */
function mcpName(name: string): string {
  const whole = name.startsWith('mcp__') ? name : `mcp__${name}`
  if (!/^mcp__.+__.+$/.test(whole))
    throw new UserError(`invalid --mcp \`${name}\`. Give server and tool: \`--mcp github__create_issue\`.`)
  return whole
}

function inputOf({ input, file, content }: CallOptions): Input | undefined {
  if (input === undefined) return undefined
  if ((file ?? content) !== undefined) throw new UserError('give --input, or --file and --content, not both.')
  const text = textOf(input, '--input')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Input
  } catch (error) {
    throw new UserError(`--input is not JSON: ${messageOf(error)}`, { cause: error })
  }
  throw new UserError('--input must be a JSON object, such as \'{"query":"x"}\'.')
}

/** The fields in which the agent's own tools carry a file and its new text. */
function fileInput(tool: string, { file, content }: CallOptions): Input {
  const text = content === undefined ? undefined : textOf(content, '--content')
  if (file === undefined) {
    if (text !== undefined) throw new UserError('--content needs --file.')
    throw new UserError(`give the input of ${tool}: --file <path> [--content <text>], or --input <json>.`)
  }
  switch (tool) {
    case 'Edit':
      return { file_path: file, old_string: '', new_string: text ?? '' }
    case 'MultiEdit':
      return { file_path: file, edits: [{ old_string: '', new_string: text ?? '' }] }
    case 'NotebookEdit':
      return { notebook_path: file, new_source: text ?? '' }
    case 'Write':
      return { file_path: file, content: text ?? '' }
    case 'Glob':
    case 'Grep':
      return { path: file, pattern: text ?? '' }
    default:
      return { file_path: file, ...(text !== undefined && { content: text }) }
  }
}

/** `-` means stdin. */
function textOf(given: string, option: string): string {
  if (given !== '-') return given
  try {
    return readFileSync(0, 'utf8')
  } catch (error) {
    throw new UserError(`${option} - needs stdin: ${messageOf(error)}`, { cause: error })
  }
}
