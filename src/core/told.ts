import type { Effects, FileEffect } from './effects.ts'
import type { AgentEvent, FileTouch } from './event.ts'
import { absolutePath } from './paths.ts'

const NONE: Effects = { runs: [], files: [], git: [], net: [], code: [], system: [], doubts: [] }

/** What the host itself tells of a tool call: the files it names. */
export function toldEffects(event: AgentEvent, real: (path: string) => string): Effects {
  if (!('tool' in event)) return NONE
  return { ...NONE, files: event.tool.files.map((touch) => fileEffect(touch, event.cwd, real)) }
}

function fileEffect(touch: FileTouch, cwd: string, real: (path: string) => string): FileEffect {
  const path = absolutePath(touch.path, cwd)
  return {
    op: touch.op === 'edit' ? 'write' : touch.op,
    path,
    real: real(path),
    recursive: false,
    force: true,
    maybe: false,
    ...(touch.content !== undefined && { content: touch.content }),
  }
}
