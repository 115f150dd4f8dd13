import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeCall, judgeCommand } from '../packages/testing/src/judge-command.ts'

interface Row {
  readonly command: string
  readonly expected: 'block' | 'allow'
  readonly scope: string
}

const rowsIn = <T>(file: string): readonly T[] =>
  readFileSync(join(import.meta.dirname, 'corpus', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

/** The commands in test/corpus, each with the answer it must get from the preset `recommended`. */
const rows = rowsIn<Row>('commands.jsonl')

describe.each(['block', 'allow'] as const)('commands that it should %s', (expected) => {
  it.each(rows.filter((row) => row.expected === expected))('$scope: $command', async ({ command }) => {
    const { decision, hook, reason } = await judgeCommand(command)
    const stopped = decision === 'deny' || decision === 'ask'
    expect(stopped, `${decision} ${hook ?? ''} ${reason ?? ''}`).toBe(expected === 'block')
  })
})

/** Everyday commands that are stopped although they do no harm. The list may only become shorter. */
const FALSE_ALARMS = [
  `seq 3 | xargs -P2 -I{} sh -c 'echo {}'`,
  'openssl x509 -in server.pem -noout -dates',
  '$EDITOR notes.md',
  '"$(npm bin)/eslint" src',
  '$(npm root)/.bin/tsc -v',
  'vagrant halt',
]

it('leaves everyday commands alone', async () => {
  const everyday = rowsIn<Row>('everyday.jsonl')
  const stopped: string[] = []
  for (const { command } of everyday) {
    const { decision } = await judgeCommand(command)
    if (decision === 'deny' || decision === 'ask') stopped.push(command)
  }
  expect(stopped).toEqual(FALSE_ALARMS)
  expect(everyday.length).toBeGreaterThanOrEqual(300)
})

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expected: 'block' | 'allow'
  readonly scope: string
}

/** Calls of MCP and other tools. Rates, because each row is one of many ways to say the same. */
const callsIn = (file: string): readonly Call[] => rowsIn<Call>(file)

async function wrong(file: string): Promise<readonly string[]> {
  const missed: string[] = []
  for (const { tool, input, expected, scope } of callsIn(file)) {
    const { decision, hook } = await judgeCall(tool, input)
    if ((decision === 'deny' || decision === 'ask') === (expected === 'block')) continue
    missed.push(`${scope}: ${tool} ${JSON.stringify(input).slice(0, 200)} ${decision} ${hook ?? ''}`)
  }
  return missed
}

it('stops what MCP and unknown tools carry', async () => {
  expect(await wrong('mcp-attacks.jsonl')).toEqual([])
  expect(callsIn('mcp-attacks.jsonl').length).toBeGreaterThanOrEqual(80)
})

it('leaves harmless calls of MCP and unknown tools alone', async () => {
  expect(await wrong('mcp-benign.jsonl')).toEqual([])
  expect(callsIn('mcp-benign.jsonl').length).toBeGreaterThanOrEqual(150)
})
