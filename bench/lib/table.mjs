// Tables, for a terminal and for a page. A cell is text, or undefined for what was not measured.

const shown = (cell) => (cell === undefined ? '–' : String(cell))

/** The first column is left-aligned, all others right-aligned. */
export function textTable({ head, rows }) {
  const all = [head, ...rows].map((row) => row.map(shown))
  const widths = head.map((_, column) => Math.max(...all.map((row) => [...row[column]].length)))
  const line = (row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd()
  return [line(all[0]), line(widths.map((width) => '-'.repeat(width))), ...all.slice(1).map(line)].join('\n')
}

export function markdownTable({ head, rows }) {
  const line = (row) => `| ${row.map((cell) => shown(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
}

export const fixed = (value, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : undefined)
/** A ratio with its significant digits. */
export const times = (value) => {
  if (!Number.isFinite(value)) return undefined
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} x`
}
export const thousands = (value) => Math.round(value).toLocaleString('en')
