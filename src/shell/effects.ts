import type { AgentEvent, FileTouch } from '../core/event.ts'
import type { Effects, FileEffect } from '../core/effects.ts'
import { absolutePath } from '../core/paths.ts'
import { readCommand } from './read-command.ts'
import type { World } from './world.ts'

const NONE: Effects = { runs: [], files: [], git: [], net: [], code: [], system: [], doubts: [] }

/** What a tool call does: read out of the command for a shell, told by the host for every other tool. */
export async function effectsOf(event: AgentEvent, world: World): Promise<Effects> {
  if (!('tool' in event)) return NONE
  const { tool } = event
  const told = tool.files.map((touch) => fileEffect(touch, event.cwd, world))
  if (tool.kind !== 'shell' || tool.command === undefined) return { ...NONE, files: told }
  const { effects, missed } = readCommand(tool.command, event.cwd, world)
  const read = missed ? await readAll(tool.command, event.cwd, world) : effects
  return { ...read, files: [...told, ...read.files] }
}

/** Few commands carry code of another language, and what reads it is larger than all the rest. */
async function readAll(command: string, cwd: string, world: World): Promise<Effects> {
  const { readCode } = await import('./code/code.ts')
  return readCommand(command, cwd, world, readCode).effects
}

function fileEffect(touch: FileTouch, cwd: string, world: World): FileEffect {
  const path = absolutePath(touch.path, cwd)
  return {
    op: touch.op === 'edit' ? 'write' : touch.op,
    path,
    real: world.real(path),
    recursive: false,
    force: true,
    maybe: false,
    ...(touch.content !== undefined && { content: touch.content }),
  }
}
