import { resolve } from 'node:path'
import type { FileTouch, Replacement } from '@holdpoint/engine'

/**
 * The files of an `apply_patch` text: each is added, updated, moved or deleted. Undefined when the text is no such
 * patch, so that no line of it is overlooked.
 */
export function patchedFiles(patch: string, cwd: string): readonly FileTouch[] | undefined {
  const lines = patch.replaceAll('\r\n', '\n').split('\n')
  const start = lines.findIndex((line) => line.trim() === '*** Begin Patch')
  const end = lines.findLastIndex((line) => line.trim() === '*** End Patch')
  if (start === -1 || end < start) return undefined
  const sections: Section[] = []
  for (const line of lines.slice(start + 1, end)) {
    const [, verb, path] = /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/.exec(line) ?? []
    const current = sections.at(-1)
    if (verb === 'Move to' && current?.verb === 'Update File' && path !== undefined) current.target = path
    else if (verb !== undefined && verb !== 'Move to' && path !== undefined) sections.push({ verb, path, lines: [] })
    else if (current !== undefined) current.lines.push(line)
    else if (line.trim() !== '') return undefined
  }
  return sections.length === 0 ? undefined : sections.flatMap((section) => touches(section, cwd))
}

interface Section {
  readonly verb: string
  readonly path: string
  target?: string
  readonly lines: string[]
}

function touches({ verb, path: given, target, lines }: Section, cwd: string): readonly FileTouch[] {
  const path = resolve(cwd, given)
  if (verb === 'Delete File') return [{ path, op: 'delete' }]
  const content = lines.flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : [])).join('\n')
  if (verb === 'Add File') return [{ path, op: 'write', content: content === '' ? '' : `${content}\n` }]
  // The text of a moved file is that of the old one, which is not known here.
  if (target !== undefined)
    return [
      { path, op: 'delete' },
      { path: resolve(cwd, target), op: 'edit', content },
    ]
  return [{ path, op: 'edit', content, replacements: hunksOf(lines) }]
}

/** The lines of each hunk before and after. */
function hunksOf(lines: readonly string[]): readonly Replacement[] {
  const hunks: string[][] = [[]]
  for (const line of lines) {
    if (line.startsWith('@@')) hunks.push([])
    else if (line !== '*** End of File') hunks.at(-1)?.push(line)
  }
  const side = (hunk: readonly string[], dropped: string): string =>
    hunk.flatMap((line) => (line.startsWith(dropped) ? [] : [line.slice(1)])).join('\n')
  return hunks
    .filter((hunk) => hunk.length > 0)
    .map((hunk) => ({ from: side(hunk, '+'), to: side(hunk, '-'), all: false }))
}
