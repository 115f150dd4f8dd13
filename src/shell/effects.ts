import type { AgentEvent } from '../core/event.ts'
import type { Effects } from '../core/effects.ts'
import { toldEffects } from '../core/told.ts'
import { readCommand } from './read-command.ts'
import type { World } from './world.ts'

/** What a shell command does: read out of the command, beside what the host tells. */
export async function commandEffects(event: AgentEvent, command: string, world: World): Promise<Effects> {
  const { effects, missed } = readCommand(command, event.cwd, world)
  const read = missed ? await readAll(command, event.cwd, world) : effects
  return { ...read, files: [...toldEffects(event, world.real).files, ...read.files] }
}

/** Few commands carry code of another language, and what reads it is larger than all the rest. */
async function readAll(command: string, cwd: string, world: World): Promise<Effects> {
  const { readCode } = await import('./code/code.ts')
  return readCommand(command, cwd, world, readCode).effects
}
