import type { Effects } from '../core/effects.ts'
import type { AgentEvent } from '../core/event.ts'
import { listNames, readText, realPath } from '../files/read.ts'
import { findWorkTree } from '../git/worktree.ts'
import type { World } from '../shell/world.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Reads what a tool call does, once for all hooks that ask. */
export function openEffects(env: Env): (event: AgentEvent) => Promise<Effects> {
  const read = new WeakMap<object, Promise<Effects>>()
  return (event) => {
    const key = 'tool' in event ? event.tool : event
    const known = read.get(key) ?? effects(event, env)
    read.set(key, known)
    return known
  }
}

async function effects(event: AgentEvent, env: Env): Promise<Effects> {
  // The parser is large, and most events carry no command.
  const { effectsOf } = await import('../shell/effects.ts')
  return effectsOf(event, worldOf(env))
}

/** The file system as a command would find it. What may not be read says nothing. */
const worldOf = (env: Env): World => ({
  home: env['HOME'],
  env: (name) => env[name],
  read: (path) => attempt(() => readText(path)),
  real: realPath,
  list: (directory) => attempt(() => listNames(directory)) ?? [],
  workTree: findWorkTree,
})

function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
