import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { dispatch, registryOf } from '../../packages/runtime/src/dispatch.ts'
import type { EventKind } from '../../packages/engine/src/event.ts'
import type { HookContext } from '../../packages/engine/src/hook.ts'
import type { Verdict } from '../../packages/engine/src/verdict.ts'
import { EVENTS } from '../../packages/hosts/src/claude-code/events.ts'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'
import { fakeHook } from '../process/support/in-process.ts'

type Json = Readonly<Record<string, unknown>>

const folder = join(import.meta.dirname, '../fixtures/claude-code')
const fixtures = readdirSync(folder).map(
  (name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { input: Json }).input,
)
const eventNames = [...Object.keys(EVENTS), 'pre-tool', 'compact', 'SomethingNew', '', '__proto__', 'constructor']
const fieldNames = [...new Set(fixtures.flatMap((input) => Object.keys(input)))]

const home = temporaryDirectory()
const project = temporaryDirectory()
afterAll(home.dispose)
afterAll(project.dispose)

type Mood = (context: HookContext<object, EventKind, 'said'>) => Verdict | Promise<Verdict>
const data = { text: '{text} "quoted" 🙂' }
const MOODS: readonly Mood[] = [
  ({ pass }) => pass,
  ({ deny }) => deny('said', data),
  ({ ask }) => ask('said', data),
  ({ allow }) => allow('said', data),
  ({ block }) => block('said', data),
  ({ feedback }) => feedback('said', data),
  ({ notice }) => notice('said', data),
  ({ inject, event }) => inject(String(JSON.stringify(event.raw)).slice(0, 20_000)),
  ({ rewrite, event }) => rewrite('tool' in event ? event.tool.input : event.raw, 'said', data),
  ({ event, inject }) => inject(('text' in event && event.text) || 'nothing was said'),
  () => Promise.reject(new Error('broken')),
  () => ({ decision: 'block', rewrite: { a: undefined }, context: '{"decision":"approve"}' }),
  () => undefined as never,
]
const KINDS = [...new Set(Object.values(EVENTS).map((spec) => spec().kind))]
/** Each with ids of its own, so that the breaker of one that fails leaves the others alone. */
const registries = MOODS.map((mood, index) =>
  registryOf([
    fakeHook({ id: `guard/mood-${index}`, on: KINDS }, mood),
    fakeHook({ id: `own/mood-${index}`, on: KINDS }, mood),
  ]),
)

/** What holds for every answer to anything. */
async function isAnswered(words: readonly string[], payload: unknown, mood: number): Promise<void> {
  const registry = registries[mood % registries.length]
  const env = { HOME: home.path, HOLDPOINT_PRESETS: 'all' }
  const options = { env, cwd: project.path, ...(registry && { registry }) }
  const { stdout, stderr, exitCode } = await dispatch(words, payload, options)
  expect([0, 1, 2]).toContain(exitCode)
  expect(stdout + stderr).not.toMatch(/\n\s+at .*[:(]\d+/)
  if (stdout === '' || isCompaction(words, payload)) return
  expect(JSON.parse(stdout)).toBeTypeOf('object')
  expect(stdout).toMatch(/^\{.*\}$/s)
}

/** The one event that is answered with text. */
function isCompaction(words: readonly string[], payload: unknown): boolean {
  const inside = typeof payload === 'object' && payload !== null && 'hook_event_name' in payload
  return [...words, inside ? payload.hook_event_name : ''].some((name) => name === 'compact' || name === 'PreCompact')
}

const anEvent = fc.constantFrom(...eventNames)
const aMood = fc.nat(MOODS.length - 1)
const aText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\0',
    '..',
    '../../x',
    '/',
    '/proc/self/mem',
    project.path,
    'x'.repeat(5000),
    '__proto__',
    '\uD800',
  ),
)
const aValue = fc.oneof(aText, fc.jsonValue(), fc.anything({ withBigInt: true, withDate: true, withSparseArray: true }))

describe('the hook entry, in process', () => {
  it('answers any payload at any event', async () => {
    await fc.assert(
      fc.asyncProperty(anEvent, fc.oneof(fc.anything(), fc.dictionary(aText, aValue)), aMood, (name, payload, mood) =>
        isAnswered([name], payload, mood),
      ),
      { numRuns: 2000 },
    )
  })

  it('answers known fields with unknown values', async () => {
    const fields = fc.dictionary(fc.constantFrom(...fieldNames), aValue, { minKeys: 1, maxKeys: 8 })
    await fc.assert(
      fc.asyncProperty(anEvent, fields, aMood, (name, payload, mood) => isAnswered([name], payload, mood)),
      { numRuns: 3000 },
    )
  })

  it('answers real payloads that were damaged', async () => {
    const damage = fc.record({ at: fc.nat(), how: fc.constantFrom('drop', 'retype', 'nest', 'wrap'), value: aValue })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fixtures),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        aMood,
        (fixture, damages, mood) => isAnswered([], damages.reduce(damaged, fixture), mood),
      ),
      { numRuns: 3000 },
    )
  })

  it('answers any words on the command line', async () => {
    const word = fc.oneof(
      aText,
      fc.constantFrom('run', '--from', '--host', '--protocol=seed', 'user', 'scratchpad/stop'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 4 }), fc.constantFrom(...fixtures), aMood, isAnswered),
      { numRuns: 500 },
    )
  })

  const deep = '{"a":['.repeat(50_000) + ']}'.repeat(50_000)
  const deepPayload: unknown = JSON.parse(deep)
  const deepCall: unknown = JSON.parse(`{"tool_name":"Bash","tool_input":{"command":"ls","x":${deep}}}`)
  it.each(Array.from(MOODS.keys()))(
    'answers a payload nested 100,000 deep, whatever hook %i does with it',
    async (mood) => {
      for (const name of eventNames) {
        await isAnswered([name], deepPayload, mood)
        await isAnswered([name], deepCall, mood)
      }
    },
  )

  it('D8: asks about a call that is nested too deep to be rewritten', async () => {
    const rewriter = fakeHook({ id: 'guard/rewriter', on: ['tool.before'] }, ({ rewrite }) =>
      rewrite({ command: 'ls -l' }, 'said', data),
    )
    const options = { env: { HOME: home.path }, cwd: project.path, registry: registryOf([rewriter]) }
    const { stdout } = await dispatch(['PreToolUse'], deepCall, options)
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } })
  })
})

interface Damage {
  readonly at: number
  readonly how: string
  readonly value: unknown
}

/** Changes one field, somewhere, and leaves the original alone. */
function damaged(input: Json, damage: Damage): Json {
  const names = Object.keys(input)
  const name = names[damage.at % names.length]
  if (name === undefined) return input
  const { [name]: old, ...rest } = input
  if (damage.how === 'drop') return rest
  if (damage.how === 'wrap') return { ...input, [name]: { [name]: old, value: damage.value } }
  const isInner = damage.how === 'nest' && typeof old === 'object' && old !== null && !Array.isArray(old)
  return { ...input, [name]: isInner ? damaged(old as Json, damage) : damage.value }
}
