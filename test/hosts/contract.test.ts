import fc from 'fast-check'
import type { EventKind } from '../../packages/engine/src/event.ts'
import type { DecodeContext, Host, HostFacts } from '../../packages/engine/src/host.ts'
import type { Verdict } from '../../packages/engine/src/verdict.ts'
import { degrade } from '../../packages/engine/src/run/degrade.ts'
import { HOSTS, loadHost } from '../../packages/hosts/src/hosts.ts'

/** What the engine relies on, for any host. A new host must pass this before anything else. */

const KINDS: readonly EventKind[] = [
  'tool.before',
  'tool.after',
  'prompt.submit',
  'session.start',
  'session.end',
  'turn.stop',
  'agent.start',
  'agent.stop',
  'compact.before',
]

const context = (eventName: string): DecodeContext => ({
  eventName,
  env: {},
  cwd: '/project',
  now: new Date(0),
  id: 'e1',
  findRoot: (_hints, cwd) => cwd,
  lastAssistantText: () => undefined,
})

const payloads = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      'session_id',
      'cwd',
      'tool_name',
      'tool_input',
      'agent_type',
      'source',
      'prompt',
      'session',
      '__proto__',
    ),
    fc.string(),
  ),
  fc.jsonValue(),
)
const verdicts = fc.record(
  {
    decision: fc.constantFrom('pass', 'feedback', 'allow', 'ask', 'deny', 'block'),
    reason: fc.string({ unit: 'binary' }),
    context: fc.string({ unit: 'binary', minLength: 1 }),
    notice: fc.string({ minLength: 1 }),
    rewrite: fc.dictionary(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: ['decision'] },
) as fc.Arbitrary<Verdict>

/** Without these a host guards nothing. */
const NEEDED: readonly EventKind[] = ['tool.before', 'session.start']

const all = await Promise.all(HOSTS.map(async (facts) => [facts.id, await loadHost(facts.id), facts] as const))

describe.each(all)('host %s', (_, host: Host, facts: HostFacts) => {
  const nameOf = (kind: EventKind): string => host.eventFor(kind) ?? ''
  const has = (kind: EventKind): boolean => NEEDED.includes(kind) || host.eventFor(kind) !== undefined
  const kinds = KINDS.filter(has)
  const names = kinds.map(nameOf)

  it('has facts that an installer can use', () => {
    expect(facts.id).toBe(host.id)
    expect(facts.settingsFile('user', '/project', { HOME: '/home/me' })).toMatch(/^\/home\/me\/\./)
    expect(facts.settingsFile('user', '/project', {})).toBeUndefined()
    if (['groups', 'flat'].includes(facts.format)) expect(JSON.parse(facts.emptySettings)).toBeTypeOf('object')
    expect(Object.values(facts.posture).every((text) => text !== '')).toBe(true)
  })

  it.each(kinds)('has an event for %s', (kind) => {
    const name = nameOf(kind)
    expect(host.eventName(name)).toBe(name)
    expect(host.decode({}, context(name)).kind).toBe(kind)
    expect(host.limitMs(name)).toBeGreaterThan(0)
  })

  it('decodes any object without throwing, into a complete event', () => {
    fc.assert(
      fc.property(payloads, fc.oneof(fc.constantFrom(...names), fc.string()), (payload, name) => {
        const event = host.decode(payload, context(name))
        expect(event.session).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
        expect(event.session).not.toContain('..')
        expect(event.cwd.startsWith('/')).toBe(true)
        expect(event.host).toBe(host.id)
      }),
    )
  })

  it('encodes any fitting verdict as silence, one JSON object, or plain text at compaction', () => {
    fc.assert(
      fc.property(verdicts, fc.constantFrom(...names), (verdict, name) => {
        const event = host.decode({ tool_name: 'x', tool_input: {} }, context(name))
        const answer = host.encode(event, degrade(verdict, host.powers(name)).verdict)
        expect([0, 2]).toContain(answer.exitCode)
        if (answer.exitCode === 2) expect(answer.stderr).not.toBe('')
        if (answer.stdout === '' || event.kind === 'compact.before') return
        expect(JSON.parse(answer.stdout)).toBeTypeOf('object')
      }),
    )
  })

  it('a refusal within its powers always carries a reason', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        if (!host.powers(name).includes('refuse')) return
        const { stdout, stderr } = host.encode(host.decode({}, context(name)), { decision: 'deny' })
        expect(stdout + stderr).toContain('Holdpoint')
      }),
    )
  })

  it('changes the input of a tool call and nothing else', () => {
    const event = host.decode({ tool_name: 'Bash', tool_input: { command: 'a' } }, context(nameOf('tool.before')))
    const changed = host.withInput(event, { command: 'b' })
    expect('tool' in changed && changed.tool.input).toEqual({ command: 'b' })
    expect({ ...changed, tool: null, raw: null }).toEqual({ ...event, tool: null, raw: null })
  })
})
