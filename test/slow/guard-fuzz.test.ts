import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeCommand } from '../../packages/testing/src/judge-command.ts'

/** Commands of our own corpus, damaged at random: whatever is left, every guard hook answers. */
const commands = readFileSync(join(import.meta.dirname, '../corpus/commands.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => (JSON.parse(line) as { command: string }).command)

const PIECES = [
  '"',
  "'",
  '`',
  '$(',
  ')',
  '${',
  '}',
  '\\',
  '\n',
  ';',
  '|',
  '&',
  '<<E\n',
  '>',
  '*',
  '~',
  '\0',
  ' ',
  '{a,b}',
]

const damaged = fc
  .record({
    command: fc.constantFrom(...commands),
    edits: fc.array(fc.record({ at: fc.nat(), cut: fc.nat(6), put: fc.constantFrom('', ...PIECES) }), { maxLength: 5 }),
  })
  .map(({ command, edits }) =>
    edits.reduce((text, { at, cut, put }) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + put + text.slice(place + cut)
    }, command),
  )

describe('damaged commands', () => {
  it('are answered by every guard hook, without an error', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (command) => {
        const { decision, id, reason } = await judgeCommand(command)
        expect(['pass', 'ask', 'deny', 'allow'], command).toContain(decision)
        expect(id, `${command}: ${reason ?? ''}`).not.toBe('failure')
      }),
      { numRuns: 3000 },
    )
  }, 300_000)
})
