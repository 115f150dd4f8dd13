import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeCommand } from '../src/testing/judge-command.ts'

interface Row {
  readonly command: string
  readonly expected: 'block' | 'allow'
  readonly scope: string
}

/** The commands in test/corpus, each with the answer it must get from the preset `recommended`. */
const rows = readFileSync(join(import.meta.dirname, 'corpus/commands.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row)

describe.each(['block', 'allow'] as const)('commands that it should %s', (expected) => {
  it.each(rows.filter((row) => row.expected === expected))('$scope: $command', async ({ command }) => {
    const { decision, hook, reason } = await judgeCommand(command)
    const stopped = decision === 'deny' || decision === 'ask'
    expect(stopped, `${decision} ${hook ?? ''} ${reason ?? ''}`).toBe(expected === 'block')
  })
})
