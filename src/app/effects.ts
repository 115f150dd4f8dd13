import { dirname } from 'node:path'
import type { Effects } from '../core/effects.ts'
import type { AgentEvent } from '../core/event.ts'
import { isWithin } from '../core/paths.ts'
import { toldEffects } from '../core/told.ts'
import { listNames, readText, realPath } from '../files/read.ts'
import { findWorkTree } from '../git/worktree.ts'
import type { World } from '../shell/world.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads what a tool call does, once for all hooks that ask. `env` is what the command will have, wanted for a command
 * alone; `program` is the file this process was started from.
 */
export function openEffects(env: () => Env, program?: string): (event: AgentEvent) => Promise<Effects> {
  const read = new WeakMap<object, Promise<Effects>>()
  return (event) => {
    const key = 'tool' in event ? event.tool : event
    const known = read.get(key) ?? effects(event, env, program)
    read.set(key, known)
    return known
  }
}

async function effects(event: AgentEvent, env: () => Env, program: string | undefined): Promise<Effects> {
  const command = 'tool' in event && event.tool.kind === 'shell' ? event.tool.command : undefined
  if (command === undefined) return toldEffects(event, (path) => realPath(path))
  // The parser is large, and most tools carry no command.
  const { commandEffects } = await import('../shell/effects.ts')
  return commandEffects(event, command, worldOf(env(), program))
}

/** The file system as a command would find it. What may not be read says nothing. */
export const worldOf = (env: Env, program?: string): World => ({
  home: env['HOME'],
  env: (name) => env[name],
  // Our own code is judged by the command it is given, not by what it can do.
  read: (path) => (isOwnCode(path, program) ? undefined : attempt(() => readText(path))),
  real: (path) => realPath(path),
  list: (directory) => attempt(() => listNames(directory)) ?? [],
  workTree: findWorkTree,
})

const isOwnCode = (path: string, program: string | undefined): boolean =>
  program !== undefined && isWithin(realPath(path), dirname(dirname(realPath(program))))

function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
