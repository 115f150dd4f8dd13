/** A problem in a file, with its line. */
export interface CheckFinding {
  /** Counts from 1. */
  readonly line: number
  readonly what: string
}

const MAX_LISTED = 8

/** One line each, for people and models. */
export function listed(findings: readonly CheckFinding[]): string {
  const shown = findings.slice(0, MAX_LISTED).map(({ line, what }) => `- line ${line}: ${what}`)
  const more = findings.length - shown.length
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}

/** Converts offsets in a text to lines, in one pass. */
export function withLines(
  text: string,
  found: readonly { readonly index: number; readonly what: string }[],
): CheckFinding[] {
  let line = 1
  let at = 0
  return found
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, what }) => {
      for (; at < index; at++) if (text.charCodeAt(at) === 10) line++
      return { line, what }
    })
}

/** A finding on a line that existed before is not caused by this change. */
export function fresh(
  findings: readonly CheckFinding[],
  before: string | undefined,
  after: string,
): readonly CheckFinding[] {
  if (before === undefined || findings.length === 0) return findings
  const old = new Set(before.split('\n').map((line) => line.trim()))
  const lines = after.split('\n')
  return findings.filter(({ line }) => !old.has((lines[line - 1] ?? '').trim()))
}

/** Every match of a pattern, under one name. */
export const places = (text: string, pattern: RegExp, what: string): { index: number; what: string }[] =>
  [...text.matchAll(pattern)].map(({ index }) => ({ index, what }))
