import { dirname } from 'node:path'
import { type Effects, type FileEffect, isWithin, type ShellWorld } from '@holdpoint/shell'
import { attempt, type AgentEvent, type Services, type ToolCall, type Env } from '@holdpoint/engine'
import { linesOf, inputEffects, merged, declaredEffects, runFileOf } from '@holdpoint/engine/effects'
import { listNames, openRealPath, readText, realPath } from './system/files/read.ts'
import { openCopies } from './system/files/same-program.ts'
import { findWorkTree } from './system/git/worktree.ts'
import type { SessionFiles } from './session-files.ts'
import type * as CommandEffects from '@holdpoint/engine/command-effects'
import type * as WrittenEffects from '@holdpoint/engine/written-effects'

/**
 * Reads what a tool call does, once for all hooks. `env` is the environment of the command, computed for commands
 * only; `program` is the file this process was started from.
 */
export function openEffects(
  env: () => Env,
  program?: string,
  session?: SessionFiles,
  real?: ShellWorld['real'],
  until?: Services['until'],
): (event: AgentEvent) => Promise<Effects> {
  const read = new WeakMap<object, Promise<Effects>>()
  return (event) => {
    const key = 'tool' in event ? event.tool : event
    const known = read.get(key) ?? effects(event, env, program, session, real, until)
    read.set(key, known)
    return known
  }
}

async function effects(
  event: AgentEvent,
  env: () => Env,
  program: string | undefined,
  session: SessionFiles | undefined,
  real: ShellWorld['real'] | undefined,
  until: Services['until'] | undefined,
): Promise<Effects> {
  const found = await readEffects(event, () => ({
    ...worldOf(env(), program, real),
    ...(until !== undefined && { until: until() }),
    ...(session !== undefined && { originOf: session.originOf }),
  }))
  if (event.kind === 'tool.before') session?.remember(found, event.at)
  return found
}

/** What a tool call does, and what others would run because of the files it writes. */
export async function readEffects(event: AgentEvent, world: () => ShellWorld): Promise<Effects> {
  const found = await callEffects(event, world)
  if (!('tool' in event) || event.kind !== 'tool.before' || !found.files.some(isRunByOthers)) return found
  const { writtenFiles } = await written()
  const files = writtenFiles(event, found.files, world())
  return files.length === 0 ? found : { ...found, written: files }
}

const isRunByOthers = ({ op, content, path, real }: FileEffect): boolean =>
  op === 'write' && content !== undefined && (runFileOf(path) ?? runFileOf(real)) !== undefined

/** The readers of file formats are large, one of them a YAML parser, and few calls write such a file. */
const written = (): Promise<typeof WrittenEffects> => import('@holdpoint/engine/written-effects')

/** A command by parsing it, another tool by the shape of its input. */
async function callEffects(event: AgentEvent, world: () => ShellWorld): Promise<Effects> {
  if (!('tool' in event) || !isRead(event.tool)) return declaredEffects(event, (path) => realPath(path))
  const { tool } = event
  const isShell = tool.kind === 'shell' && tool.command !== undefined
  if (isShell && isPlain(tool.input)) return (await shell()).commandEffects(event, tool.command, world())
  const { lines, doubts } = linesOf(tool)
  const found = inputEffects(event, doubts, world())
  if (lines.length === 0 && !isShell) return found
  const { commandEffects, lineEffects } = await shell()
  const typed = isShell ? [commandEffects(event, tool.command, world())] : []
  return merged([...typed, found, ...lineEffects(lines, event.cwd, world())])
}

/** The parser is large, and most tools have no command. */
const shell = (): Promise<typeof CommandEffects> => import('@holdpoint/engine/command-effects')

const isRead = ({ kind, textOnly }: ToolCall): boolean =>
  kind === 'shell' || kind === 'mcp' || (kind === 'other' && textOnly !== true)

/** Only for a plain command: an unknown tool may take arguments, variables and a directory besides it. */
const isPlain = (input: ToolCall['input']): boolean => Object.keys(input).every((key) => PLAIN.includes(key))
const PLAIN = ['command', 'description', 'timeout', 'run_in_background', 'dangerouslyDisableSandbox', 'persistent']

/**
 * The file system as a command would find it, at the moment when the command is read. Files that cannot be read are
 * unknown.
 */
export function worldOf(env: Env, program?: string, real = openRealPath()): ShellWorld {
  // Holdpoint's own program is judged by its arguments, not by its code.
  const isOwnCode = (path: string): boolean =>
    program !== undefined && isWithin(real(path), dirname(dirname(real(program))))
  return {
    home: env['HOME'],
    env: (name) => env[name],
    read: remembering((path) => {
      const text = attempt(() => readText(path))
      // Most files that are looked for are not there, and need no place.
      return text === undefined || isOwnCode(path) ? undefined : text
    }),
    real,
    list: remembering((directory) => attempt(() => listNames(directory)) ?? []),
    workTree: remembering(findWorkTree),
    copyOf: openCopies(),
  }
}

/** A command names the same places again and again. */
function remembering<T>(look: (path: string) => T): (path: string) => T {
  const seen = new Map<string, T>()
  return (path) => {
    const known = seen.get(path)
    if (known !== undefined || seen.has(path)) return known as T
    const found = look(path)
    seen.set(path, found)
    return found
  }
}
