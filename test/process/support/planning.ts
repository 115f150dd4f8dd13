import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dispatch } from '../../../packages/runtime/src/dispatch.ts'
import type { Answer } from '../../../packages/engine/src/host.ts'
import { unsigned } from '../../../packages/engine/src/lib/signature.ts'
import { aDirectory, aRepository } from './temporary.ts'

type Json = Readonly<Record<string, unknown>>

export interface Plan {
  readonly project: string
  readonly home: string
  readonly tmp: string
  readonly env: Record<string, string>
  write(files: Readonly<Record<string, string>>): void
  git(...args: readonly string[]): string
  read(path: string): string | undefined
  /** What a file in the temporary directory holds, as JSON. */
  temp(name: string): unknown
  putTemp(name: string, value: unknown): void
  log(session?: string): string
  /** `holdpoint hook run <hook>`: exit code, output, and what the output says. */
  run(hook: string, payload?: Json, ...flags: readonly string[]): Promise<Said>
  /** `holdpoint hook <event>`. */
  event(name: string, payload?: Json): Promise<Said>
}

export interface Said extends Answer {
  readonly json: Json
  /** All of its output. */
  readonly all: string
}

export interface PlanOptions {
  readonly branch?: string
  readonly files?: Readonly<Record<string, string>>
  /** Text of config/planning-config.yaml. */
  readonly config?: string
  readonly hooks?: string
  readonly git?: false
  readonly env?: Readonly<Record<string, string>>
}

/** A project that is being planned, with a home and a temporary directory of its own; the hooks run in this process. */
export function aPlan(options: PlanOptions = {}): Plan {
  const home = aDirectory().path
  const tmp = aDirectory().path
  const base = options.git === false ? aDirectory() : aRepository({ branch: options.branch ?? 'feature/demo' })
  const { path: project, write, git } = base
  write({ 'holdpoint.yml': options.hooks ?? 'presets: [planning]\n', ...options.files })
  if (options.config !== undefined) write({ 'config/planning-config.yaml': options.config })
  const env: Record<string, string> = { HOME: home, TMPDIR: tmp, CLAUDE_PROJECT_DIR: project, ...options.env }
  const readIn = (folder: string, name: string): string | undefined =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined
  const send = async (words: readonly string[], payload: Json): Promise<Said> => {
    const answer = await dispatch(words, { session_id: 's1', cwd: project, ...payload }, { env, cwd: project })
    const [stdout, stderr] = [unsigned(answer.stdout), unsigned(answer.stderr)]
    return {
      ...answer,
      stdout,
      stderr,
      json: stdout.startsWith('{') ? (JSON.parse(stdout) as Json) : {},
      all: `${stdout}${stderr}`,
    }
  }
  return {
    project,
    home,
    tmp,
    env,
    write,
    git,
    read: (path) => readIn(project, path),
    temp: (name) => JSON.parse(readIn(tmp, `${name}.json`) ?? 'null') as unknown,
    putTemp: (name, value) =>
      writeFileSync(join(tmp, `${name}.json`), typeof value === 'string' ? value : JSON.stringify(value)),
    log: (session = 's1') => readIn(tmp, `planning-hooks-${session}.log`) ?? '',
    run: (hook, payload = {}, ...flags) => send(['run', hook, ...flags], payload),
    event: (name, payload = {}) => send([name], payload),
  }
}

export const asks = (...questions: readonly string[]): Json => ({
  tool_name: 'AskUserQuestion',
  tool_input: { questions: questions.map((question) => ({ question })) },
})
export const writes = (path: string): Json => ({ tool_name: 'Write', tool_input: { file_path: path, content: 'x' } })
export const edits = (path: string): Json => ({
  tool_name: 'Edit',
  tool_input: { file_path: path, old_string: 'a', new_string: 'b' },
})
export const runs = (command: string): Json => ({ tool_name: 'Bash', tool_input: { command } })
export const researches = (query: number | string, tool = 'mcp__context7__query'): Json => ({
  tool_name: tool,
  tool_input: { query },
})
export const stops = (agent: string, text = 'Done.'): Json => ({
  agent_id: 'a1',
  agent_type: `product-planning:${agent}`,
  last_assistant_message: text,
})
