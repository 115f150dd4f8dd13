import { type Effects, type FileEffect, absolutePath } from '@holdpoint/shell'
import type { AgentEvent, FileTouch, ToolCall } from '../event.ts'
import { inputPath, touchesOf } from './input-paths.ts'

type ToolEvent = Extract<AgentEvent, { readonly tool: ToolCall }>

export const NONE: Effects = { runs: [], files: [], git: [], net: [], code: [], system: [], printed: [], doubts: [] }

/** What the host itself declares for a tool call: the files it names. */
export function declaredEffects(event: AgentEvent, real: (path: string) => string): Effects {
  if (!('tool' in event)) return NONE
  return { ...NONE, files: event.tool.files.map((touch) => fileEffect(touch, event.cwd, real)) }
}

/** The files that the input of a tool without a description names. */
export function inputEffects(
  { tool, cwd }: ToolEvent,
  doubts: readonly string[],
  { home, real }: { readonly home: string | undefined; real(path: string): string },
): Effects {
  const { touches, over } = touchesOf(tool)
  const texts = over ? [...doubts, 'Its input names more files than Holdpoint reads.'] : doubts
  const files = touches.map(({ path: given, op, maybe, recursive, content, from }): FileEffect => {
    const path = inputPath(given, cwd, home)
    const sources = from?.map((source) => inputPath(source, cwd, home))
    return {
      op: op === 'edit' ? 'write' : op,
      path,
      real: real(path),
      recursive,
      force: true,
      maybe,
      ...(content !== undefined && { content }),
      ...(sources !== undefined && { from: { ...NOTHING, files: sources } }),
    }
  })
  return { ...NONE, files, doubts: texts.map((text) => ({ about: 'limit', text })) }
}

const NOTHING = { files: [], lists: [], network: false, decoded: false, unknown: false, programs: [], secrets: [] }

/** Everything that several readings have found. */
export const merged = (all: readonly Effects[]): Effects => ({
  runs: all.flatMap(({ runs }) => runs),
  files: all.flatMap(({ files }) => files),
  git: all.flatMap(({ git }) => git),
  net: all.flatMap(({ net }) => net),
  code: all.flatMap(({ code }) => code),
  system: all.flatMap(({ system }) => system),
  printed: all.flatMap(({ printed }) => printed),
  doubts: all.flatMap(({ doubts }) => doubts),
})

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
