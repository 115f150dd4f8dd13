/** Fits every terminal, and keeps output the same in a terminal, a pipe and a test. */
const WIDTH = 80

/** Breaks at spaces only: a path or a word that is too long stays whole, so that it can be copied. */
export function wrap(text: string, indent = 0): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const fits = last !== undefined && indent + last.length + 1 + word.length <= WIDTH
    if (fits) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n')
}

/** A name on the left, a text of one or more lines on the right. */
export function facts(rows: readonly (readonly [name: string, text: string])[], indent = 0): string {
  const margin = indent + Math.max(...rows.map(([name]) => name.length)) + 2
  return rows
    .map(([name, text]) => ' '.repeat(indent) + name.padEnd(margin - indent) + wrap(text, margin).trimStart())
    .join('\n')
}

/** How text is highlighted, where colours are supported. */
export interface Ink {
  bold(text: string): string
  /** A decision, in its colour. */
  decision(text: string): string
}

export const NO_INK: Ink = { bold: (text) => text, decision: (text) => text }
