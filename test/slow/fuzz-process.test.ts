import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { EVENTS } from '../../packages/hosts/src/claude-code/events.ts'
import { start, type Ended, type StartOptions } from '../process/support/process.ts'
import { HOLDPOINT } from '../process/support/sandbox.ts'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'

const home = temporaryDirectory()
const project = temporaryDirectory()
project.write({ 'holdpoint.yml': 'presets: [all]\n' })
afterAll(home.dispose)
afterAll(project.dispose)

/** A text of the host, byte for byte as it sends it. */
const fixture = (name: string): Buffer => {
  const file = join(import.meta.dirname, '../fixtures/claude-code', `${name}.json`)
  const { input } = JSON.parse(readFileSync(file, 'utf8')) as { input: object }
  return Buffer.from(`${JSON.stringify({ ...input, cwd: project.path })}\n`)
}

const node = [process.execPath, HOLDPOINT, 'hook'] as const

async function answer(event: string, options: StartOptions, [program = '', ...args]: readonly string[] = node) {
  const { ended } = start(program, [...args, event], { cwd: project.path, env: { HOME: home.path }, ...options })
  return checked(event, await ended)
}

/** Whatever came in: exit code 0, no stack trace, and one JSON object (at PreCompact a text) or nothing on stdout. */
function checked(event: string, end: Ended): Ended {
  expect(end).toMatchObject({ code: 0, signal: null })
  expect(end.stdout + end.stderr).not.toMatch(/\n\s+at .*[:(]\d+/)
  if (end.stdout !== '' && event !== 'PreCompact') {
    expect(JSON.parse(end.stdout)).toBeTypeOf('object')
    expect(end.stdout).toMatch(/^\{.*\}$/s)
  }
  return end
}

/** Twice as many as there are processors: they wait for each other's disks. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items.values()
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}

const eventNames = Object.keys(EVENTS)
const anEvent = fc.constantFrom(...eventNames)
const seed = Date.now()

describe(`the hook entry, as a process (seed ${seed})`, () => {
  it('bears random bytes', async () => {
    const samples = fc.sample(fc.tuple(anEvent, fc.uint8Array({ minLength: 20, maxLength: 3000 })), {
      numRuns: 100,
      seed,
    })
    await inParallel(samples, async ([event, input]) => {
      const { stdout } = await answer(event, { input })
      const expected = event === 'PreToolUse' ? expect.stringContaining('"permissionDecision":"ask"') : ''
      expect(stdout, `${event} ${Buffer.from(input).toString('hex')}`).toEqual(expected)
    })
  })

  it('bears a payload cut off at every byte, and passes', async () => {
    const whole = fixture('SubagentStop')
    await inParallel([...whole.keys()].slice(1, -1), async (cut) => {
      const { stdout, stderr } = await answer('SubagentStop', { input: whole.subarray(0, cut) })
      expect({ cut, stdout }).toEqual({ cut, stdout: '' })
      expect(stderr).toMatch(/^holdpoint: ERROR input could not be read: /)
    })
    expect((await answer('SubagentStop', { input: whole })).stdout).toContain('"decision":"block"')
  })

  it('bears bytes that are no UTF-8, wherever they stand', async () => {
    const whole = fixture('PreToolUse-Bash')
    const bad = fc.constantFrom([0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf5, 0x80], [0x00])
    const samples = fc.sample(fc.tuple(fc.nat(whole.length), bad), { numRuns: 60, seed })
    await inParallel(samples, ([at, bytes]) =>
      answer('PreToolUse', { input: Buffer.concat([whole.subarray(0, at), Buffer.from(bytes), whole.subarray(at)]) }),
    )
  })

  it('answers every event with a payload of any other', async () => {
    const names = ['SubagentStop', 'PreToolUse-Write', 'PostToolUse-Bash', 'UserPromptSubmit', 'TaskCompleted']
    const pairs = eventNames.flatMap((event) => names.map((name) => [event, name] as const))
    await inParallel(pairs, ([event, name]) => answer(event, { input: fixture(name) }))
  })

  const huge = 'x'.repeat(50 << 20)
  const HUGE: readonly (readonly [string, () => string])[] = [
    ['in one field', () => JSON.stringify({ tool_name: 'Write', tool_input: { file_path: 'a', content: huge } })],
    ['in one field, and a newline', () => `${JSON.stringify({ agent_type: 'writer', agent_id: huge })}\n`],
    ['in a million lines', () => `{"tool_input":[\n${'0,\n'.repeat(17 << 20)}0]}\n`],
    ['of blanks', () => `{}${' \n'.repeat(25 << 20)}`],
    ['that are no JSON', () => huge],
  ]
  it.each(HUGE)('bears 50 MB %s', async (_, input) => {
    await answer('PreToolUse', { input: input() })
  })

  const deep = '{"a":['.repeat(50_000) + ']}'.repeat(50_000)
  const DEEP: readonly (readonly [string, string])[] = [
    ['as the payload', deep],
    ['in the tool input', `{"tool_name":"Bash","tool_input":{"command":"ls","x":${deep}}}`],
    ['as a list', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['and never closed', '{"a":['.repeat(50_000)],
  ]
  it.each(DEEP)('bears nesting 100,000 deep %s', async (_, input) => {
    await inParallel(['PreToolUse', 'PostToolUse', 'SubagentStop', 'Stop'], (event) => answer(event, { input }))
  })

  it.each(eventNames)('%s: bears an empty and a closed stdin', async (event) => {
    await answer(event, { input: '' })
    await answer(event, {}, ['sh', '-c', 'exec "$0" "$@" <&-', ...node])
  })

  it.each(['SubagentStop', 'PreToolUse-Bash'])(
    '%s: does not wait for stdin to be closed after a line',
    async (name) => {
      const event = name.replace(/-.*/, '')
      const { stdout } = await answer(event, { input: fixture(name), keepOpen: true })
      expect(stdout).not.toBe('')
    },
  )
})
