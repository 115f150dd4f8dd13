import type { AgentEvent, FileTouch } from '../core/event.ts'
import type { Effects, FileEffect } from '../core/effects.ts'
import { absolutePath } from '../core/paths.ts'
import { readCommand } from './read-command.ts'
import type { World } from './world.ts'

const NONE: Effects = { runs: [], files: [], git: [], net: [], code: [], system: [], doubts: [] }

/** What a tool call does: read out of the command for a shell, told by the host for every other tool. */
export function effectsOf(event: AgentEvent, world: World): Effects {
  if (!('tool' in event)) return NONE
  const { tool } = event
  const told = tool.files.map((touch) => fileEffect(touch, event.cwd, world))
  if (tool.kind !== 'shell' || tool.command === undefined) return { ...NONE, files: told }
  const read = readCommand(tool.command, event.cwd, world)
  return { ...read, files: [...told, ...read.files] }
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
