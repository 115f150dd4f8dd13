import type { AgentEvent } from '../core/event.ts'
import type { Effects } from '../core/effects.ts'
import { toldEffects } from '../core/told.ts'
import { readWith, type Parts } from './reading.ts'
import type { World } from './world.ts'

/** What a shell command does: read out of the command, beside what the host tells. */
export async function commandEffects(event: AgentEvent, command: string, world: World): Promise<Effects> {
  const read = await readAll({}, command, event.cwd, world)
  return { ...read, files: [...toldEffects(event, world.real).files, ...read.files] }
}

/** Begins anew with each part that is missed. */
async function readAll(parts: Parts, command: string, cwd: string, world: World): Promise<Effects> {
  const { effects, missed } = readWith(parts, command, cwd, world)
  if (missed === undefined) return effects
  const more =
    missed === 'parse'
      ? { parse: (await import('./parse.ts')).parse }
      : { inline: (await import('./code/code.ts')).readCode }
  return readAll({ ...parts, ...more }, command, cwd, world)
}
