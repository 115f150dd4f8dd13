import { type FileEffect, foldPath } from '@holdpoint/shell'
import type { ToolBefore, Files } from '@holdpoint/engine'
import { editedText } from '@holdpoint/engine/effects'

/** Files of which only the part about hooks is protected; the rest is everyday work. */

const PROJECT = /\/\.claude\/project\.ya?ml$/
const PAGE = /\/\.claude\/(agents|skills|commands)\/.+\.md$/

/** Hooks of an agent's file that run us, directly or through a wrapper in a folder of any name. */
const OURS = /holdpoint|handle-agent-hook\.sh/

/** Whether an effect changes the part about hooks of such a file, or may do so unseen. */
export function changesHooksPart(effect: FileEffect, event: ToolBefore, files: Files): boolean {
  if (effect.op === 'read' || effect.op === 'list') return false
  const paths = [foldPath(effect.path), foldPath(effect.real)].filter((path) => path.includes('/.claude/'))
  const isPage = paths.some((path) => PAGE.test(path))
  if (!isPage && !paths.some((path) => PROJECT.test(path))) return false
  const partOf = (text: string): string => frameOf(isPage ? frontMatter(text) : text)
  const before = current(effect.real, files)
  // A file that cannot be read may hold hooks.
  if (before === null) return true
  const part = before === undefined ? '' : partOf(before)
  const after = effect.op === 'write' ? textAfter(effect, event, before ?? '') : undefined
  // New hooks in an agent's file would run without any check.
  if (isPage && after !== undefined && partOf(after) !== '' && partOf(after) !== part) return true
  if (isPage && after === undefined && bringsHooks(effect, partOf, files)) return true
  if (before === undefined || part === '' || (isPage && !OURS.test(part))) return false
  // The value of an alias may change elsewhere in the file.
  return after === undefined || (/[*&]\w|<</.test(part) ? before !== after : partOf(after) !== part)
}

/** A shell command that contains the word, or copies a file that has hooks. */
const bringsHooks = ({ op, run, from }: FileEffect, partOf: (text: string) => string, files: Files): boolean =>
  op === 'write' &&
  run !== undefined &&
  (run.args.some((arg) => arg.includes('hooks')) ||
    (from?.files ?? []).slice(0, 20).some((source) => partOf(current(source, files) ?? '') !== ''))

/** The file as the tool will leave it, when the tool says so. A shell may add to it, or write it over. */
function textAfter({ path, run, content }: FileEffect, { tool }: ToolBefore, before: string): string | undefined {
  if (run !== undefined) return before === '' ? content : undefined
  const op = tool.files.find((touch) => touch.path === path)?.op
  if (op === 'write' || (op === undefined && content !== undefined)) return content
  return editedText(tool, path, before)
}

function current(path: string, files: Files): string | undefined | null {
  try {
    return files.read(path)
  } catch {
    return null
  }
}

const frontMatter = (text: string): string => /^\uFEFF?---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1] ?? ''

/** Everything below a top-level `hooks`, and every top-level line that is no plain key and so could hide one. */
function frameOf(text: string): string {
  const kept: string[] = []
  let isInside = false
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(#.*)?$/.test(line)) continue
    const isPlain = /^[\w-]+[ \t]*:([ \t]|$)/.test(line)
    if (/^\S/.test(line)) isInside = /^hooks[ \t]*:/.test(line) || !isPlain
    if (isInside) kept.push(line.trimEnd())
  }
  // Without the word there is nothing to protect, whatever else is written there.
  return kept.some((line) => /hooks/.test(line)) ? kept.join('\n') : ''
}
