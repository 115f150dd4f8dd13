import { aSandbox, type Sandbox } from './support/sandbox.ts'

const agent = { agent_id: 'a1', agent_type: 'spec-writer' }
const full = '# Entry\n\n## What I did\n\nAll.\n\n## Cross-agent observations\n\nNone.\n\n## Unresolved\n\nNothing.\n'

const entry = (today: string, type = 'spec-writer'): string => `.claude/scratchpad/${type}/${today}.md`
const missing = (today: string): string =>
  `Scratchpad missing or incomplete. Write to ${entry(today)} with all three required sections before completing.`
const uncoordinated = (today: string): string =>
  `Multi-agent delegation detected but no coordinator scratchpad for today. Write to ${entry(today, 'coordinator')} before ending session.`

describe('SubagentStop', () => {
  const cases: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['T-SCR-08: blocks without a file', undefined, ''],
    ['T-SCR-09: blocks with two of three headings', '## What I did\n## Unresolved\n', 'Cross-agent observations'],
    [
      'T-SCR-11: blocks when the phrases are only in running text',
      'What I did, Cross-agent observations, Unresolved\n',
      'What I did, Cross-agent observations, Unresolved',
    ],
    ['T-SCR-10: passes with all three headings', full, undefined],
  ]
  it.each(cases)('%s', async (_, text, lacking) => {
    const { hook, write, today } = aSandbox()
    if (text !== undefined) write({ [entry(today)]: text })
    const { code, json } = await hook('SubagentStop', agent)
    const tail = lacking === '' ? '' : ` Missing: ${lacking}.`
    expect({ code, json }).toEqual({
      code: 0,
      json: lacking === undefined ? {} : { decision: 'block', reason: missing(today) + tail },
    })
  })

  it('T-SCR-10: prints exactly {} in the form of the document', async () => {
    const { hook, write, today } = aSandbox()
    write({ [entry(today)]: full })
    const { stdout } = await hook(['run', 'subagent-stop.py', '--protocol', 'seed'], agent)
    expect(stdout).toBe('{}')
  })

  it('T-SCR-14: blocks the same agent three times, then lets it go and says so', async () => {
    const { hook, spool, today } = aSandbox()
    const answers = []
    for (let n = 0; n < 4; n++) answers.push((await hook('SubagentStop', agent)).json)
    const block = { decision: 'block', reason: missing(today) }
    const released = /^spec-writer stopped without a complete scratchpad after 3 blocks\./
    expect(answers).toEqual([block, block, block, { systemMessage: expect.stringMatching(released) }])
    expect(spool().map(({ hooks }) => hooks[0]?.['messageId'])).toEqual(['missing', 'missing', 'missing', 'released'])
  })

  it('T-SCR-14: counts every agent for itself', async () => {
    const { hook } = aSandbox()
    for (let n = 0; n < 3; n++) await hook('SubagentStop', agent)
    expect((await hook('SubagentStop', { ...agent, agent_id: 'a2' })).json).toMatchObject({ decision: 'block' })
  })
})

describe('Stop', () => {
  const cases: readonly (readonly [string, (today: string) => Record<string, string>, boolean])[] = [
    ['T-SCR-16: passes without scratchpads', () => ({}), false],
    ['T-SCR-17: blocks after delegation without a coordinator entry', (today) => ({ [entry(today)]: 'x' }), true],
    [
      'T-SCR-19: passes with ego and coordinator entries only',
      (today) => ({ [entry(today, 'ego')]: 'x', [entry(today, 'coordinator')]: 'x' }),
      false,
    ],
    [
      'SCR-26: passes after delegation with a coordinator entry',
      (today) => ({ [entry(today)]: 'x', [entry(today, 'coordinator')]: 'x' }),
      false,
    ],
  ]
  it.each(cases)('%s', async (_, files, blocks) => {
    const { hook, write, today } = aSandbox()
    write(files(today))
    const { code, json } = await hook('Stop', '{}')
    expect({ code, json }).toEqual({ code: 0, json: blocks ? { decision: 'block', reason: uncoordinated(today) } : {} })
  })
})

describe('SubagentStart and SessionStart', () => {
  it('T-SCR-07: an agent without a type is reminded too', async () => {
    const { hook, today } = aSandbox()
    const { code, json } = await hook('SubagentStart', '{}')
    expect(code).toBe(0)
    expect(contextIn(json)).toContain(`Your scratchpad: ${entry(today, 'unknown')}`)
    expect(contextIn(json)).toContain('## What I did\n## Cross-agent observations\n## Unresolved')
  })

  it('T-SCR-04: a fresh session with nothing to tell is told nothing', async () => {
    const { hook } = aSandbox(undefined, 'plain')
    expect(await hook('SessionStart', { source: 'startup' })).toMatchObject({ code: 0, stdout: '' })
  })

  it('SCR-09: a fresh session is told of the last entries and commits', async () => {
    const { hook, write } = aSandbox()
    write({ [entry('2026-01-02', 'coordinator')]: 'We agreed.', [entry('2026-01-03', 'ego')]: 'I doubt.' })
    const { json } = await hook('SessionStart', { source: 'startup' })
    expect(contextIn(json)).toMatch(/We agreed\.[\s\S]*I doubt\.[\s\S]*## Recent commits\n\n[0-9a-f]{7,} first$/)
  })

  it.each(['resume', 'compact', 'clear', 'fork'])(
    'SCR-08: a session that goes on (%s) is told nothing',
    async (source) => {
      const { hook } = aSandbox()
      expect(await hook('SessionStart', { source })).toMatchObject({ code: 0, stdout: '' })
    },
  )
})

describe('T-SCR-22: the names of the scripts', () => {
  const aliases: readonly (readonly [string, string, Record<string, string>])[] = [
    ['subagent-stop.py', 'scratchpad/subagent-stop', agent],
    ['.claude/hooks/subagent-stop.py', 'scratchpad/subagent-stop', agent],
    ['stop.py', 'scratchpad/stop', {}],
    ['subagent-context.py', 'scratchpad/subagent-context', agent],
    ['session-start.py', 'scratchpad/session-start', { source: 'startup' }],
  ]
  it.each(aliases)('%s is %s', async (alias, id, input) => {
    const [byAlias, byId] = await Promise.all([alias, id].map((name) => delegatedSandbox().hook(['run', name], input)))
    expect(byAlias?.stdout).not.toBe('')
    expect(withoutCommit(byAlias?.stdout)).toBe(withoutCommit(byId?.stdout))
  })

  it('D4: a hook run by name runs even when it is switched off', async () => {
    const { hook, today } = aSandbox('hooks: { scratchpad/subagent-stop: off }\n')
    expect((await hook('SubagentStop', agent)).stdout).toBe('')
    expect((await hook(['run', 'subagent-stop.py'], agent)).json).toMatchObject({ reason: missing(today) })
  })
})

function delegatedSandbox(): Sandbox {
  const sandbox = aSandbox()
  sandbox.write({ [entry(sandbox.today, 'other')]: 'x' })
  return sandbox
}

const withoutCommit = (text: string | undefined): string | undefined => text?.replace(/[0-9a-f]{7,} first/, 'first')

const contextIn = (json: Readonly<Record<string, unknown>>): string =>
  (json['hookSpecificOutput'] as Record<string, string>)['additionalContext'] ?? ''
