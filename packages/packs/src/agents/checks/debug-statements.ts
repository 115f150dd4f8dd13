import type { Code } from '../code/read-code.ts'
import { withLines, type CheckFinding } from '../findings.ts'

/** Statements that are added for debugging and should be removed afterwards. */

interface Rules {
  /** Stops the program: never intended to stay. */
  readonly stops: RegExp
  /** Prints something: intended in a program whose purpose is to print. */
  readonly prints?: RegExp
}

const RULES: Readonly<Record<string, Rules>> = {
  javascript: {
    stops: /(?<![\w$.#])debugger\b(?!\s*[:(=.])/g,
    prints: /(?<![\w$.])console\s*\.\s*(?:log|debug|trace|dir|table)\s*\(/g,
  },
  python: {
    stops: /(?<![\w.])breakpoint\s*\(|\b(?:i?pdb|pudb)\s*\.\s*set_trace\s*\(|^[ \t]*import[ \t]+(?:i?pdb|pudb)\b/gm,
    prints: /(?<![\w.])p?print\s*\(/g,
  },
  go: {
    stops: /\bruntime\s*\.\s*Breakpoint\s*\(/g,
    prints: /\bfmt\s*\.\s*Print(?:ln|f)?\s*\(|\bspew\s*\.\s*Dump\s*\(/g,
  },
  rust: { stops: /\bdbg!\s*[([{]/g },
  ruby: { stops: /\bbinding\s*\.\s*(?:pry|irb)\b|(?<![\w.])(?:byebug|debugger)\b/g },
  php: { stops: /(?<![\w>:$])(?:dd|dump|var_dump|print_r)\s*\(/g },
  c: { stops: /\.\s*printStackTrace\s*\(\s*\)/g, prints: /\bSystem\s*\.\s*out\s*\.\s*print(?:ln|f)?\s*\(/g },
}

/** Those that are in `after` more often than in `before`. */
export function newDebugStatements(
  before: Code | undefined,
  after: Code,
  source: string,
  mayPrint: boolean,
): readonly CheckFinding[] {
  const rules = RULES[after.language]
  if (rules === undefined) return []
  const patterns = [rules.stops, ...(mayPrint || rules.prints === undefined ? [] : [rules.prints])]
  const statements = (code: string): readonly RegExpExecArray[] => patterns.flatMap((one) => [...code.matchAll(one)])
  const had = new Map<string, number>()
  for (const match of statements(before?.code ?? '')) {
    const line = lineAt(before?.code ?? '', match.index)
    had.set(line, (had.get(line) ?? 0) + 1)
  }
  const fresh = statements(after.code).filter(({ index }) => {
    const line = lineAt(after.code, index)
    const left = had.get(line) ?? 0
    if (left > 0) had.set(line, left - 1)
    return left === 0
  })
  return withLines(
    source,
    fresh.map(({ index, 0: text }) => ({ index, what: `\`${text.replace(/\s+/g, '').replace(/[([{]$/, '')}\`` })),
  )
}

/** Indenting a line makes no new statement. Of a very long line only the nearby text counts. */
function lineAt(code: string, index: number): string {
  const before = code.slice(Math.max(0, index - MAX_NEAR), index)
  const behind = code.slice(index, index + MAX_NEAR)
  return (before.slice(before.lastIndexOf('\n') + 1) + (behind.split('\n', 1)[0] ?? '')).trim()
}

const MAX_NEAR = 300
