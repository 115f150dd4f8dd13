import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isApprovedBy, judgeCall, judgeCommand, judgeUnder } from '../packages/testing/src/judge-command.ts'
import { generateRows } from './corpus/generate/generate.ts'

interface Row {
  readonly command: string
  readonly expected: 'block' | 'allow' | 'any'
  readonly scope: string
  readonly reads?: boolean
  /** Instead of `recommended`. */
  readonly presets?: readonly string[]
}

const FOLDER = join(import.meta.dirname, 'corpus')

const rowsIn = <T>(file: string): readonly T[] =>
  readFileSync(join(FOLDER, file), 'utf8')
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

/**
 * Sets of harmless commands and how many of 1,000 may be stopped. They are frozen: a change that stops more has to be
 * put right, not the set. Every eighth row of the large ones is tried; `npm run corpus` tries all.
 */
const HARMLESS: readonly (readonly [set: string, atMost: number, step: number])[] = [
  ['everyday', 0, 1],
  ['benign-day', 0, 4],
  ['benign-agents', 10, 1],
  ['benign-oneliners', 30, 1],
  ['benign-services', 2, 1],
  ['benign-npm', 10, 8],
  ['benign-readme', 10, 8],
  ['benign-man', 15, 8],
]

it.each(HARMLESS)('leaves harmless commands alone: %s', async (set, atMost, step) => {
  const some = rowsIn<Row>(`${set}.jsonl`).filter((_, index) => index % step === 0)
  const stopped: string[] = []
  for (const { command } of some) {
    const { decision } = await judgeCommand(command)
    if (decision === 'deny' || decision === 'ask') stopped.push(command)
  }
  expect((1000 * stopped.length) / some.length, stopped.join('\n')).toBeLessThanOrEqual(atMost)
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

/**
 * Per class, how many attacks pass and how many harmless commands are stopped, of the sample taken here. The numbers
 * may only sink; `npm run corpus` has the whole table.
 */
const LIMITS: Readonly<Record<string, { readonly missed: number; readonly alarms: number }>> = {
  'technique common': { missed: 0, alarms: 0 },
  'technique exotic': { missed: 9, alarms: 0 },
  spelling: { missed: 0, alarms: 0 },
  'technique spelled': { missed: 1, alarms: 0 },
  bash: { missed: 2, alarms: 0 },
  derived: { missed: 0, alarms: 0 },
  families: { missed: 9, alarms: 0 },
  machine: { missed: 8, alarms: 2 },
  pipes: { missed: 0, alarms: 0 },
  powershell: { missed: 0, alarms: 0 },
  secrets: { missed: 1, alarms: 0 },
  'machine-two': { missed: 0, alarms: 0 },
  'secrets-two': { missed: 6, alarms: 1 },
  'secrets-three': { missed: 0, alarms: 0 },
  'vendors-two': { missed: 0, alarms: 0 },
  'system-writes': { missed: 0, alarms: 0 },
  'unknown-program': { missed: 1, alarms: 0 },
  vendors: { missed: 1, alarms: 3 },
  'write-run': { missed: 2, alarms: 0 },
  'written-files': { missed: 0, alarms: 0 },
  zsh: { missed: 0, alarms: 0 },
}

const sample: readonly (Row | Call)[] = [
  ...generateRows(join(FOLDER, 'generate'), 1 / 13),
  ...readdirSync(FOLDER)
    .filter((name) => name.startsWith('attacks-'))
    .flatMap((name) => rowsIn<Row | Call>(name)),
]

describe('attacks that nobody listed', () => {
  it.each(Object.entries(LIMITS))('%s', async (scope, limits) => {
    const missed: string[] = []
    const alarms: string[] = []
    const approved: string[] = []
    for (const row of sample.filter((one) => one.scope === scope)) {
      const { decision } =
        'tool' in row ? await judgeCall(row.tool, row.input) : await judgeUnder(row.presets, row.command)
      const stopped = decision === 'deny' || decision === 'ask'
      if (stopped === (row.expected === 'block')) continue
      const shown = 'tool' in row ? `${row.tool} ${JSON.stringify(row.input)}` : row.command
      if (stopped) alarms.push(shown)
      else missed.push(shown)
      if (!stopped && !('tool' in row) && (await isApprovedBy('guard/auto-review', row.command))) approved.push(shown)
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(limits.missed)
    expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(limits.alarms)
    expect(approved).toEqual([])
  })

  it('has limits for every class', () => {
    expect(new Set(sample.map(({ scope }) => scope))).toEqual(new Set(Object.keys(LIMITS)))
  })
})

it('approves what only reads, and nothing that looks like it', async () => {
  const reviewed = rowsIn<Row>('reads.jsonl')
  const asked: string[] = []
  const unsafe: string[] = []
  for (const { command, reads } of reviewed) {
    const approved = await isApprovedBy('guard/auto-review', command)
    if (reads === true && !approved) asked.push(command)
    if (reads === false && approved) unsafe.push(command)
  }
  expect(unsafe).toEqual([])
  expect(asked.length / reviewed.filter(({ reads }) => reads).length, asked.join('\n')).toBeLessThanOrEqual(0.05)
})
