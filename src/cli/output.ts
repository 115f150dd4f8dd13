import pc from 'picocolors'
import type { Problem } from '../config/settings.ts'

/** For a terminal only, even in CI: there the output is read by programs. */
export const colours = pc.createColors(wantsColour(process.env, Boolean(process.stdout.isTTY)))

function wantsColour(
  { NO_COLOR: no = '', FORCE_COLOR: force = '', TERM: term }: NodeJS.ProcessEnv,
  isTTY: boolean,
): boolean {
  if (no !== '') return false
  return force === '' ? isTTY && term !== 'dumb' : force !== '0'
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`)
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))

/** What fits everywhere, and keeps output the same in a terminal, a pipe and a test. */
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

/** A name on the left, a text that may take several lines on the right. */
export function facts(rows: readonly (readonly [name: string, text: string])[], indent = 0): string {
  const margin = indent + Math.max(...rows.map(([name]) => name.length)) + 2
  return rows
    .map(([name, text]) => ' '.repeat(indent) + name.padEnd(margin - indent) + wrap(text, margin).trimStart())
    .join('\n')
}

/** Left-aligned columns; the last one is free. Colour is put on after the widths are known. */
export function columns(
  rows: readonly (readonly string[])[],
  paint: (cell: string, column: number) => string = (cell) => cell,
): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => paint(column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0), column))
      .join('  ')
      .trimEnd(),
  )
}

export const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text

export const duration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`)

export function printProblem({ file, line, column, message }: Problem): void {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  print(`${colours.red('✗')} ${place}\n${wrap(message, 2)}`)
}
