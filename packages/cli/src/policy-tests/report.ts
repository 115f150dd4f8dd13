import type { Coverage } from './coverage.ts'
import type { TestResult } from './run-test.ts'

/** The result of a run, as lines for people and as data for programs. */

export interface Paint {
  good(text: string): string
  bad(text: string): string
  dim(text: string): string
  bold(text: string): string
}

export function reportLines(results: readonly TestResult[], paint: Paint): readonly string[] {
  const files = [...new Set(results.map(({ test }) => test.file))]
  return files.flatMap((file) => [
    paint.bold(file),
    ...results.filter(({ test }) => test.file === file).flatMap((result) => linesOf(result, paint)),
    '',
  ])
}

function linesOf({ test, failures, lowered = [] }: TestResult, paint: Paint): readonly string[] {
  const note = lowered.length === 0 ? [] : [`      ${paint.dim(`the agent lowers: ${lowered.join('; ')}`)}`]
  if (failures.length === 0) return [`  ${paint.good('✓')} ${oneLine(test.name)}`, ...note]
  return [
    `  ${paint.bad('✗')} ${oneLine(test.name)} ${paint.dim(`(${test.file}:${test.line})`)}`,
    ...failures.flatMap(({ event, expected, got, hint }) => [
      ...(event === undefined ? [] : [`      ${oneLine(event)}`]),
      `      expected  ${paint.good(oneLine(expected))}`,
      `      got       ${paint.bad(oneLine(got))}`,
      ...(hint === undefined ? [] : [`      ${hint}`]),
    ]),
    ...note,
  ]
}

/** The report contains text from untrusted files and programs; it must not control the terminal. */
const oneLine = (text: string): string => {
  const plain = text.replace(/\s*\n\s*/g, ' ⏎ ').replace(/\p{Cc}/gu, '\uFFFD')
  return plain.length > MAX_LINE ? `${plain.slice(0, MAX_LINE)}…` : plain
}
const MAX_LINE = 1_000

export function coverageLines({ total, hit, percent, never, branches }: Coverage): readonly string[] {
  if (total === 0) return []
  const missed = [...never.map((id) => `  never hit: ${id}`), ...branches.map((branch) => `  never seen: ${branch}`)]
  return [`${hit} of ${total} rules and own hooks hit (${percent} %)`, ...missed]
}

export function summaryLine(results: readonly TestResult[], left: number, paint: Paint): string {
  const failed = results.filter(({ failures }) => failures.length > 0).length
  const parts = [
    `${results.length - failed} passed`,
    ...(failed > 0 ? [paint.bad(`${failed} failed`)] : []),
    ...(left > 0 ? [`${left} not run`] : []),
  ]
  return parts.join(', ')
}

export const asJson = (
  results: readonly TestResult[],
  coverage: Coverage,
  untrusted: ReadonlyMap<string, string>,
): object => ({
  ok: untrusted.size === 0 && results.every(({ failures }) => failures.length === 0),
  passed: results.filter(({ failures }) => failures.length === 0).length,
  failed: results.filter(({ failures }) => failures.length > 0).length,
  tests: results.map(({ test, ms, failures, lowered = [] }) => ({
    file: test.file,
    line: test.line,
    name: test.name,
    ok: failures.length === 0,
    ms,
    ...(failures.length > 0 && { failures }),
    ...(lowered.length > 0 && { lowered }),
  })),
  coverage,
  ...(untrusted.size > 0 && { untrusted: Object.fromEntries(untrusted) }),
})
