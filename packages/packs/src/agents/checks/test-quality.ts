import type { Code } from '../code/read-code.ts'
import { places, withLines, type CheckFinding } from '../findings.ts'

/** Ineffective tests: those that exclude others, that are skipped, or that assert nothing. */

interface Rules {
  /** Excludes all other tests of the file. */
  readonly only?: RegExp
  readonly skipped: RegExp
  /** A test is defined. */
  readonly test: RegExp
  /** An assertion. */
  readonly claims: RegExp
}

const RULES: Readonly<Record<string, Rules>> = {
  javascript: {
    only: /(?<![\w$.])(?:describe|it|test|suite|context|specify)(?:\s*\.\s*\w+)*\s*\.\s*only\b|(?<=(?:^|[;{}])[ \t]*)(?:fit|fdescribe|fcontext)\s*\(\s*['"`]|(?<![\w$.])(?:it|test|describe)\s*\(\s*(['"`])\s*\1\s*,\s*\{[^{}]{0,200}\bonly\s*:\s*true\b/gm,
    skipped:
      /(?<![\w$.])(?:describe|it|test|suite|context|specify)(?:\s*\.\s*\w+)*\s*\.\s*(?:skip|fixme)\b(?!If)|(?<![\w$.])(?:xit|xtest|xdescribe|xcontext|xspecify)\s*[(.]|(?<![\w$.])(?:it|test|describe)\s*\(\s*(['"`])\s*\1\s*,\s*\{[^{}]{0,200}\bskip\s*:\s*true\b/g,
    test: /(?<![\w$.])(?:it|test|specify)(?:\s*\.\s*\w+)*\s*\(\s*['"`]|(?<![\w$.])(?:it|test)\s*\.\s*each\b/g,
    claims:
      /\b(?:expect|assert|should|verify|check|ensure|must|match)\w*|\bt\s*\.\s*(?:is|ok|not|true|false|equal|deep|same|like|throws|plan|pass|fail)\w*|\bcy\s*\.|\.\s*rejects\b|\bto(?:Be|Equal|Match|Throw)\w*/i,
  },
  python: {
    skipped:
      /@\s*(?:pytest\s*\.\s*)?mark\s*\.\s*skip\b(?!if)|@\s*(?:unittest\s*\.\s*)?skip\s*[(\n]|(?<![\w.])self\s*\.\s*skipTest\s*\(/g,
    test: /^[ \t]*(?:async[ \t]+)?def[ \t]+test\w*[ \t]*\(/gm,
    claims: /\bassert\w*|\braises\b|\bfail\s*\(|\bverify\w*|\bexpect\w*|\bcheck\w*|\bshould\w*/i,
  },
  go: {
    skipped: /\b[tb]\s*\.\s*Skip(?:f|Now)?\s*\(/g,
    test: /^func\s+Test\w*\s*\(/gm,
    claims: /\b[tb]\s*\.\s*(?:Error|Fatal|Fail|Run)\w*|\b(?:assert|require|expect|check|verify|must)\w*/i,
  },
  rust: {
    skipped: /#\s*\[\s*ignore\b/g,
    test: /#\s*\[\s*(?:\w+::)?test\b/g,
    claims:
      /\b(?:debug_)?assert\w*!|\bpanic!|\bshould_panic\b|\bunwrap\w*\s*\(|\bexpect\s*\(|\bprop_assert\w*|\bmatches!|\b(?:assert|check|verify)\w*\s*\(/,
  },
  c: {
    skipped: /@\s*(?:Disabled|Ignore)\b(?!dIf)/g,
    test: /@\s*(?:Test|ParameterizedTest)\b/g,
    claims: /\b(?:assert|verify|expect|check|should|fail)\w*/i,
  },
  kotlin: {
    skipped: /@\s*(?:Disabled|Ignore)\b/g,
    test: /@\s*(?:Test|ParameterizedTest)\b/g,
    claims: /\b(?:assert|verify|expect|check|should|fail)\w*/i,
  },
  ruby: {
    only: /(?<![\w.])(?:fit|fdescribe|fcontext|focus)\b/g,
    skipped: /(?<![\w.])(?:xit|xdescribe|xcontext)\b|^[ \t]*(?:skip|pending)\b/gm,
    test: /^[ \t]*(?:it|test|specify)\b|^[ \t]*def[ \t]+test_/gm,
    claims: /\b(?:expect|assert|refute|should|must|is_expected)\w*/,
  },
}

export interface TestFaults {
  readonly only: readonly CheckFinding[]
  readonly skipped: readonly CheckFinding[]
  /** There are tests, and none of them asserts anything. */
  readonly claimsNothing: boolean
}

export function testFaults(source: string, { code, language }: Code): TestFaults {
  const rules = RULES[language]
  if (rules === undefined) return { only: [], skipped: [], claimsNothing: false }
  return {
    only: rules.only === undefined ? [] : withLines(source, [...code.matchAll(rules.only)].map(named)),
    skipped: withLines(
      source,
      [...code.matchAll(rules.skipped)].filter((match) => !isConditional(code, match.index)).map(named),
    ),
    claimsNothing: places(code, rules.test, '').length > 0 && !rules.claims.test(code),
  }
}

/** Skipped only where it cannot run, such as on another system. */
function isConditional(code: string, index: number): boolean {
  const head = code.slice(Math.max(0, index - 300), index)
  const line = head.slice(head.lastIndexOf('\n') + 1)
  const above = head.slice(0, head.length - line.length).trimEnd()
  const previous = above.slice(above.lastIndexOf('\n') + 1)
  return /\bif\b/.test(line) || /^\s*(?:\}\s*else\s+)?if\b.*[{:]$/.test(previous)
}

const named = ({ index, 0: text }: RegExpExecArray): { index: number; what: string } => ({
  index,
  what: `\`${text.replace(/\s+/g, ' ').replace(/\(.*$/, '').trim().slice(0, 60)}\``,
})
