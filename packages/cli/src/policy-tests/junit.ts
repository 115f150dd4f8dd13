import type { Failure, TestResult } from './run-test.ts'

/** The format that CI servers read: one suite per file. */
export function junit(results: readonly TestResult[]): string {
  const files = [...new Set(results.map(({ test }) => test.file))]
  const suites = files.map((file) =>
    suite(
      file,
      results.filter(({ test }) => test.file === file),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${counts(results)}>\n${suites.join('')}</testsuites>\n`
}

const suite = (file: string, results: readonly TestResult[]): string =>
  `  <testsuite name="${xml(file)}"${counts(results)}>\n${results.map(testcase).join('')}  </testsuite>\n`

function counts(results: readonly TestResult[]): string {
  const failed = results.filter(({ failures }) => failures.length > 0).length
  return ` tests="${results.length}" failures="${failed}" errors="0" skipped="0" time="${seconds(results)}"`
}

const seconds = (results: readonly TestResult[]): string =>
  (results.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(3)

function testcase(result: TestResult): string {
  const { test, failures } = result
  const head = `    <testcase name="${xml(test.name)}" classname="${xml(test.file)}" file="${xml(test.file)}" line="${test.line}" time="${seconds([result])}"`
  const [first] = failures
  if (first === undefined) return `${head}/>\n`
  return `${head}>\n      <failure message="${xml(first.got)}">${xml(failures.map(lines).join('\n'))}</failure>\n    </testcase>\n`
}

const lines = ({ event, expected, got, hint }: Failure): string =>
  [event, `expected: ${expected}`, `got: ${got}`, hint].filter((line) => line !== undefined).join('\n')

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML cannot express most control characters, or unpaired surrogates. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
    .replaceAll('\n', '&#10;')
