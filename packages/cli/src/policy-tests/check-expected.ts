import * as v from 'valibot'
import { check, mistake } from '@holdpoint/engine/policy'
import type { Path, Report } from '@holdpoint/engine/yaml'
import { engine, problemOf } from '@holdpoint/engine/rules'
import { OUTCOMES, type Expected, type Outcome, type Wanted } from './policy-test.ts'
import { isObject } from '@holdpoint/engine'

/** `then`: one word, or the exact expectation. */

/** An empty text proves nothing. */
const text = v.pipe(v.string(), v.minLength(1))

export const expectedSchema = v.strictObject({
  decision: v.optional(v.picklist(OUTCOMES)),
  rule: v.optional(text),
  rules: v.optional(v.array(text)),
  message: v.optional(text),
  context: v.optional(text),
  notice: v.optional(text),
  rewrite: v.optional(v.unknown()),
  failure: v.optional(text),
})

const WORDS = OUTCOMES.join(', ')

export function checkExpected(value: unknown, path: Path, report: Report): Expected | undefined {
  if (typeof value === 'string') {
    const outcome = OUTCOMES.find((word) => word === value)
    if (outcome === undefined) report(path, mistake(path, value, WORDS))
    return outcome && { outcome, rules: [] }
  }
  if (!isObject(value)) {
    report(path, mistake(path, value, `${WORDS}, or a mapping`))
    return undefined
  }
  const { decision, rule, rules = [], rewrite, ...texts } = check(expectedSchema, value, path, report)
  const fields = rewrite === undefined ? undefined : rewriteOf(rewrite)
  if (rewrite !== undefined && fields === undefined) {
    report([...path, 'rewrite'], mistake([...path, 'rewrite'], rewrite, 'a command, or the fields of the input'))
  }
  const wanted = Object.fromEntries(
    Object.entries(texts).flatMap(([name, given]) => {
      const found = given === undefined ? undefined : wantedOf(given, [...path, name], report)
      return found === undefined ? [] : [[name, found]]
    }),
  ) as Pick<Expected, 'message' | 'context' | 'notice' | 'failure'>
  return {
    outcome: decision ?? impliedBy({ ...wanted, rewrite: fields }),
    rules: [...(rule === undefined ? [] : [rule]), ...rules],
    ...wanted,
    ...(fields !== undefined && { rewrite: fields }),
  }
}

/** Without a decision, the other fields imply which one is meant. */
function impliedBy({ rewrite, context, notice }: { rewrite: unknown; context?: Wanted; notice?: Wanted }): Outcome {
  if (rewrite !== undefined) return 'rewrite'
  if (context !== undefined) return 'context'
  return notice === undefined ? 'any' : 'warn'
}

function rewriteOf(value: unknown): Expected['rewrite'] {
  if (typeof value === 'string') return { command: value }
  return isObject(value) ? value : undefined
}

/** `/…/` is a regex; anything else is a substring. */
function wantedOf(text: string, path: Path, report: Report): Wanted | undefined {
  const [, pattern, flags = ''] = /^\/(.+)\/(i?)$/s.exec(text) ?? []
  if (pattern === undefined) return { text, fits: (given) => given.includes(text) }
  const problem = problemOf(pattern, `s${flags}`)
  if (problem === undefined) return { text, fits: (given) => engine.compile(pattern, `s${flags}`).test(given) }
  report(path, `invalid pattern: ${problem.why}.`)
  return undefined
}
