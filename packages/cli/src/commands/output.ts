import pc from 'picocolors'
import type { Problem } from '@holdpoint/engine/policy'
import { wrap } from '@holdpoint/runtime/inspect'

export { facts, wrap } from '@holdpoint/runtime/inspect'

/** For a terminal only, even in CI: programs read the output there. */
export const colours = pc.createColors(wantsColour(process.env, Boolean(process.stdout.isTTY)))

function wantsColour(
  { NO_COLOR: no = '', FORCE_COLOR: force = '', TERM: term }: NodeJS.ProcessEnv,
  isTTY: boolean,
): boolean {
  if (no !== '') return false
  return force === '' ? isTTY && term !== 'dumb' : force !== '0'
}

/** The columns of a terminal; piped output is unlimited, so that nothing is cut. */
export const terminalWidth = (indent = 0): number | undefined =>
  process.stdout.isTTY ? Math.max(process.stdout.columns || 80, 60) - indent : undefined

export const print = (text: string): void => void process.stdout.write(`${text}\n`)
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))

/** Left-aligned columns; the last one is not padded. Colours are added after the widths are known. */
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
