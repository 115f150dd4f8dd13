import { describe as nodeDescribe, it as nodeIt } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Hook, Decision, Verdict } from '@holdpoint/engine'
import {
  entriesOf,
  refuseWeakTable,
  titleOf,
  type CaseTable,
  type Entry,
  type Expectation,
  type Text,
} from './case-table.ts'
import { playCase } from './play-case.ts'

interface Runner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>): unknown
}

/** Turns a table of cases into tests. A table that proves nothing is refused. */
export function testHook(hook: Hook, table: CaseTable, runner: Runner = runnerInUse()): void {
  const cases = entriesOf(table)
  refuseWeakTable(hook, cases)
  runner.describe(hook.meta.id, () => {
    for (const entry of cases) {
      runner.it(titleOf(entry), async () => {
        const verdict = await playCase(hook, entry.case)
        const problem = complaint(verdict, entry)
        if (problem !== undefined) throw new Error(`${problem}\n  got: ${JSON.stringify(verdict)}`)
      })
    }
  })
}

const DECISION: Readonly<Record<Expectation, Decision>> = {
  pass: 'pass',
  context: 'pass',
  notice: 'pass',
  rewrite: 'pass',
  deny: 'deny',
  ask: 'ask',
  allow: 'allow',
  block: 'block',
  feedback: 'feedback',
}

function complaint(verdict: Verdict, { expect, case: given }: Entry): string | undefined {
  if (verdict.decision !== DECISION[expect]) return `expected ${expect}`
  if (given.id !== undefined && verdict.messageId !== given.id) return `expected the message "${given.id}"`
  if (expect === 'pass' && (verdict.context ?? verdict.notice ?? verdict.rewrite) !== undefined) {
    return 'expected it to say nothing'
  }
  const text = expect === 'notice' ? verdict.notice : verdict.reason
  if (given.says !== undefined && !fits(text, given.says, 'whole')) return `expected it to say ${String(given.says)}`
  for (const tell of given.tells ?? []) {
    if (!fits(verdict.context, tell, 'part')) return `expected it to tell ${String(tell)}`
  }
  for (const hide of given.hides ?? []) {
    if (fits(verdict.context, hide, 'part')) return `expected it not to tell ${String(hide)}`
  }
  if (expect === 'notice' && verdict.notice === undefined) return 'expected a notice'
  if (expect === 'rewrite' && !isDeepStrictEqual(verdict.rewrite, given.to)) {
    return `expected a rewrite to ${JSON.stringify(given.to)}`
  }
  return undefined
}

function fits(text: string | undefined, wanted: Text, how: 'whole' | 'part'): boolean {
  if (text === undefined) return false
  if (typeof wanted !== 'string') return wanted.test(text)
  return how === 'whole' ? text === wanted : text.includes(wanted)
}

/** Vitest and Jest with globals, else Node's own runner. */
function runnerInUse(): Runner {
  const { describe, it } = globalThis as Partial<Runner>
  if (describe !== undefined && it !== undefined) return { describe, it }
  return { describe: nodeDescribe, it: nodeIt }
}
