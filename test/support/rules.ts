import { checkRules } from '../../packages/engine/src/policy/rules/check.ts'
import { rulesHook } from '../../packages/engine/src/policy/rules/hook.ts'
import type { RuleInForce } from '../../packages/engine/src/policy/rules/rule.ts'
import type { Hook } from '../../packages/engine/src/hook.ts'
import type { VerdictPart } from '../../packages/engine/src/verdict.ts'
import type { Case } from '../../packages/testing/src/case-table.ts'
import { shell } from '../../packages/testing/src/events.ts'
import { playCase } from '../../packages/testing/src/play-case.ts'

type Section = Readonly<Record<string, unknown>>

/** Mistakes in a section, each with its path. */
export function mistakesIn(section: unknown): readonly string[] {
  const found: string[] = []
  checkRules(section, ['rules'], (path, wording, at = 'value') => {
    found.push(`${path.join('.')} (${at}): ${typeof wording === 'string' ? wording : wording()}`)
  })
  return found
}

/** Rules as the configuration would hold them; a mistake in them is a mistake in the test. */
export function rulesOf(section: Section, more: Partial<RuleInForce> = {}): readonly RuleInForce[] {
  const [mistake] = mistakesIn(section)
  if (mistake !== undefined) throw new Error(mistake)
  const sound = checkRules(section, ['rules'], () => undefined)
  // The configuration is kept as JSON.
  return Object.entries(JSON.parse(JSON.stringify(sound)) as Record<string, RuleInForce['rule']>).map(
    ([name, rule]) => ({
      id: `rules/${name}`,
      layer: 'project',
      level: rule.level === undefined || rule.level === 'off' ? 'on' : rule.level,
      rule,
      ...more,
    }),
  )
}

/** One rule, called `rule`. */
export const hookOf = (rule: Section, more?: Partial<RuleInForce>): Hook => rulesHook(rulesOf({ rule }, more))

/** The answer of each rule to a case, or to a shell command. */
export async function partsFor(hook: Hook, given: Case | string): Promise<readonly VerdictPart[]> {
  const { parts = [] } = await playCase(hook, typeof given === 'string' ? { event: shell(given) } : given)
  return parts
}

/** In short: `deny`, `ask unclear`, or nothing. */
export async function said(hook: Hook, given: Case | string): Promise<string> {
  const parts = await partsFor(hook, given)
  return parts
    .map(({ verdict: { decision, messageId, rewrite, context } }) => {
      const word =
        decision !== 'pass' ? decision : rewrite !== undefined ? 'rewrite' : context !== undefined ? 'context' : 'pass'
      return messageId === 'matched' ? word : `${word} ${messageId ?? ''}`
    })
    .join(', ')
}

type Row = readonly [when: Section, given: Case | string, answer: string]

export const on = (event: Case['event'], more: Omit<Case, 'event'> = {}): Case => ({ event, ...more })

/** The answer of a rule with these conditions to each case, one line each. */
export function table(name: string, rows: readonly Row[], then: unknown = 'deny'): void {
  describe(name, () => {
    it.each(rows.map((row) => [JSON.stringify(row[0]), shown(row[1]), row[2], row] as const))(
      '%s, %s: %s',
      async (_, __, answer, [when, given]) => {
        expect(await said(hookOf({ when, then }), given)).toBe(answer)
      },
    )
  })
}

const shown = (given: Case | string): string => {
  if (typeof given === 'string') return given
  if (given.name !== undefined) return given.name
  return 'tool' in given.event ? JSON.stringify(given.event.tool.input).slice(0, 80) : given.event.kind
}
