import pc from 'picocolors'

export const print = (text: string): void => void process.stdout.write(`${text}\n`)
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))

/** Left-aligned columns; the last one is free. Colour is put on after the widths are known. */
export function columns(
  rows: readonly (readonly string[])[],
  paint: (cell: string, column: number) => string = (cell) => cell,
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => paint(column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0), column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const colours = pc
