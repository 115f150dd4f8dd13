import type { FileTouch, Files } from '@holdpoint/engine'

/** The content of a file after a tool has run. */

const MAX_BYTES = 4 << 20

/** Undefined when it is unknown: the file does not exist, or does not contain the text to replace. */
export function newText(touch: FileTouch, files: Files): string | undefined {
  if (touch.op === 'write') return touch.content
  const { replacements = [] } = touch
  if (replacements.length === 0) return undefined
  let text = currentText(touch.path, files)
  for (const { from, to, all } of replacements) {
    if (from === '') {
      // An edit that replaces an empty text creates the file.
      if (text !== undefined && text !== '') return undefined
      text = to
    } else {
      if (text === undefined || !text.includes(from)) return undefined
      text = all ? text.replaceAll(from, () => to) : text.replace(from, () => to)
    }
  }
  return text
}

/** Its current content; undefined when it cannot be read completely. */
export function currentText(path: string, files: Files): string | undefined {
  try {
    const stat = files.stat(path)
    return stat?.kind === 'file' && stat.size <= MAX_BYTES ? files.read(path, { maxBytes: MAX_BYTES }) : undefined
  } catch {
    return undefined
  }
}

/** A trailing line break does not begin another line. */
export function lineCount(text: string): number {
  if (text === '') return 0
  const ends = text.split('\n').length
  return text.endsWith('\n') ? ends - 1 : ends
}
