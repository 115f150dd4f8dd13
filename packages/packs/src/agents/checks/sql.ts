import { UNKNOWN } from '@holdpoint/shell'
import type { Code } from '../code/read-code.ts'
import type { Literal } from '../code/scan.ts'
import { withLines, type CheckFinding } from '../findings.ts'

/** SQL that is concatenated from strings and variables: a caller who controls a variable can inject SQL. */

export function builtSql(source: string, { code, literals, language }: Code): readonly CheckFinding[] {
  const found = literals.flatMap((literal, index) => {
    const whole = wholeText(literal, index, literals, code)
    if (!isSql(whole.text)) return []
    const how = howBuilt(literal, whole.end, code, language)
    return how === undefined ? [] : [{ index: literal.start, what: `SQL built ${how}` }]
  })
  return withLines(source, found)
}

const MAX_LOOKED_AT = 2_000
const MAX_JOINED = 20

/** Keywords in capitals suffice; in lower case, the rest must look like SQL too. `Select a file from …` is English. */
export function isSql(text: string): boolean {
  const head = text.slice(0, MAX_LOOKED_AT).trimStart()
  return CAPITALS.test(head) || (SMALL.test(head) && /\b(?:where|values|set|join|limit|order by)\b|=/.test(head))
}
const CAPITALS =
  /^(?:SELECT\s[^;]*?\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|REPLACE\s+INTO\s|MERGE\s+INTO\s|(?:DROP|ALTER|TRUNCATE|CREATE)\s+TABLE\s|WITH\s+\w+\s+AS\s*\(|WHERE\s+\S+\s*(?:=|LIKE|IN)\s)/
const SMALL = /^(?:select\s[^;]*?\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|replace\s+into\s)/

function howBuilt(literal: Literal, end: number, code: string, language: string): string | undefined {
  const before = code.slice(Math.max(0, literal.start - 60), literal.start)
  if (literal.holes.some((hole) => !isHarmless(hole))) {
    // A tagged template passes its values as parameters.
    return isTagged(before, literal.opening) ? undefined : 'by string interpolation'
  }
  if (FORMATTERS.test(before) && PLACES.test(literal.text)) return 'with a format function'
  const behind = code.slice(end, end + 120)
  if (language === 'python' && /^\s*%\s*[A-Za-z_({[]/.test(behind)) return 'with the % operator'
  if (/^\s*\.\s*(?:format|format_map|formatted)\s*\(/.test(behind)) return 'with a format function'
  const joined = language === 'php' ? /^\s*\.\s*([$\w][\w$.>-]*)/ : /^\s*(?:\+|<<)\s*([$\w][\w$.]*)/
  const operand = joined.exec(behind)?.[1]
  return operand === undefined || isHarmless(operand) ? undefined : 'by string concatenation'
}

const isTagged = (before: string, opening: string): boolean =>
  opening === '`' && /[\w$)\]>]$/.test(before) && !/\braw$/.test(before)

const FORMATTERS = /(?:\b(?:[Ss]printf|[Ff]printf|String\.format|string\.Format)|\bformat!)\s*\(\s*$/
const PLACES = /%[+-]?\d*[svq]|\{\d*\}/

/** Adjacent or concatenated strings are one. */
function wholeText(
  first: Literal,
  index: number,
  literals: readonly Literal[],
  code: string,
): { readonly text: string; readonly end: number } {
  let { end, text } = first
  for (const next of literals.slice(index + 1, index + MAX_JOINED)) {
    if (next.start < end) continue
    const isNear = next.start - end <= 200 && /^[\s+.\\]*$/.test(code.slice(end, next.start))
    if (!isNear || next.holes.length > 0 || text.length > MAX_LOOKED_AT) break
    end = next.end
    text += next.text
  }
  return { text, end }
}

/** A constant, a number, or a row of question marks. */
function isHarmless(hole: string): boolean {
  const expression = hole.trim()
  return (
    /^(?:\w+\.)*[A-Z][A-Z0-9_]*$/.test(expression) ||
    /^\d+$/.test(expression) ||
    /=>\s*(['"`])\?\1|['"`]\?['"`]\s*(?:\*|\)\.(?:join|repeat))|\.fill\(\s*['"`]\?['"`]\s*\)|['"],?\s?['"]\.join\(\s*['"]\?['"]/.test(
      expression,
    ) ||
    expression === UNKNOWN
  )
}
