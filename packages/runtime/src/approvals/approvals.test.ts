import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Approval, Refusal, ToolBefore } from '@holdpoint/engine'
import { localApprovals } from './approvals.ts'
import { grantCall, pendingApprovals, revokeGrant } from './grant.ts'
import { openJson, sealJson } from './record.ts'
import { addSnooze, snoozesIn } from './snooze.ts'

let home: string
let project: string
let clock: Date
let serial = 0

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'holdpoint-approvals-'))
  project = mkdtempSync(join(tmpdir(), 'holdpoint-project-'))
  clock = new Date('2026-03-01T12:00:00Z')
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
  rmSync(project, { recursive: true, force: true })
})

const REFUSALS: readonly Refusal[] = [{ hook: 'guard/no-force-push', decision: 'deny', messageId: 'shared' }]

const world = (hasCommands = false) => {
  const env = { XDG_STATE_HOME: home, HOME: home }
  return {
    place: { directory: join(home, 'holdpoint/abc'), key: 'abc' },
    env,
    commandEnv: () => env,
    program: undefined,
    hasCommands,
    now: () => clock,
  }
}

interface Try {
  readonly command?: string
  readonly session?: string
  readonly refusals?: readonly Refusal[]
  readonly input?: Readonly<Record<string, unknown>>
  readonly cwd?: string
  readonly attended?: true
}

const callFor = ({ command = 'git push --force', session = 's1', input = {}, cwd, attended }: Try): ToolBefore => ({
  kind: 'tool.before',
  id: `m1-2-${(++serial).toString(36).padStart(6, 'a')}`,
  at: clock,
  host: 'claude-code',
  name: 'PreToolUse',
  session,
  cwd: cwd ?? project,
  root: project,
  raw: {},
  ...(attended === true && { attended }),
  tool: { name: 'Bash', kind: 'shell', input: { command, ...input }, command, files: [] },
})

const attempt = (given: Try = {}): Promise<Approval | undefined> =>
  localApprovals(world()).settle({
    event: callFor(given),
    refusals: given.refusals ?? REFUSALS,
    reason: 'Blocked: x.',
  })

async function refused(given: Try = {}): Promise<string> {
  const approval = await attempt(given)
  if (approval?.state !== 'requested') throw new Error(`not requested: ${JSON.stringify(approval)}`)
  return approval.id
}

const states = (): readonly unknown[] =>
  readFileSync(join(home, 'holdpoint/abc/spool/2026-03-01.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { approval: { state: string } }).approval.state)

describe('a refused call', () => {
  it('can be allowed once, and is refused again after that', async () => {
    const id = await refused()
    expect(grantCall(id, 'terminal', world()).state).toBe('granted')
    expect(await attempt()).toEqual({ state: 'used', id })
    expect((await attempt())?.state).toBe('requested')
    expect(states()).toEqual(['granted'])
  })

  it('tells a person what to type, and everyone else to use a terminal', async () => {
    const how = async (given: Try, hasCommands?: boolean): Promise<string> => {
      const call = { event: callFor(given), refusals: REFUSALS, reason: '' }
      const approval = await localApprovals(world(hasCommands)).settle(call)
      return approval?.state === 'requested' ? approval.how.replace(approval.id, 'ID') : ''
    }
    expect(await how({ attended: true })).toBe('To allow this call once, the user types `holdpoint allow ID`.')
    expect(await how({ attended: true }, true)).toBe('To allow this call once, the user types `/holdpoint:allow ID`.')
    expect(await how({})).toBe('To allow this call once, the user runs `holdpoint allow ID` in a terminal.')
  })

  it.each<[string, Try]>([
    ['another command', { command: 'git push --force origin' }],
    ['another directory', { cwd: '/' }],
    ['another option of the tool', { input: { run_in_background: true } }],
    ['another hook that objects', { refusals: [{ hook: 'rules/x', decision: 'deny', messageId: '' }] }],
    ['one more hook that objects', { refusals: [...REFUSALS, { hook: 'rules/x', decision: 'ask', messageId: '' }] }],
    ['another objection of the same hook', { refusals: [{ ...REFUSALS[0]!, messageId: 'other' }] }],
  ])('is not allowed as %s', async (_, other) => {
    grantCall(await refused(), 'terminal', world())
    expect((await attempt(other))?.state).toBe('requested')
  })

  it.each<[string, Try]>([
    ['with another description', { input: { description: 'Publish' } }],
    ['in another session, when it was allowed in a terminal', { session: 's2' }],
    ['when one hook objects less', { refusals: REFUSALS.slice(0, 1) }],
  ])('is allowed %s', async (_, again) => {
    const two = [...REFUSALS, { hook: 'rules/x', decision: 'ask', messageId: '' } as const]
    grantCall(await refused({ refusals: two }), 'terminal', world())
    expect((await attempt(again))?.state).toBe('used')
  })

  it('that was allowed by typing is allowed in that session only', async () => {
    const id = await refused()
    expect(grantCall(id, 'prompt', world(), 's2')).toMatchObject({ state: 'refused', why: /another session/ })
    expect(grantCall(id, 'prompt', world(), 's1').state).toBe('granted')
    expect((await attempt({ session: 's2' }))?.state).toBe('requested')
    expect((await attempt())?.state).toBe('used')
  })
})

describe('a script that changes', () => {
  const run = { command: 'sh deploy.sh && git push --force' }
  const script = (text: string): void => writeFileSync(join(project, 'deploy.sh'), text)

  it('ends the grant for the call that runs it', async () => {
    script('echo one\n')
    grantCall(await refused(run), 'terminal', world())
    script('echo two\n')
    expect((await attempt(run))?.state).toBe('requested')
    script('echo one\n')
    expect((await attempt(run))?.state).toBe('used')
  })

  it('ends the grant for the call that overwrites it', async () => {
    const write = { command: 'echo x > notes.txt; git push --force' }
    writeFileSync(join(project, 'notes.txt'), 'old\n')
    grantCall(await refused(write), 'terminal', world())
    writeFileSync(join(project, 'notes.txt'), 'newer\n')
    expect((await attempt(write))?.state).toBe('requested')
  })

  it('ends the grant when it is removed', async () => {
    script('echo one\n')
    grantCall(await refused(run), 'terminal', world())
    rmSync(join(project, 'deploy.sh'))
    expect((await attempt(run))?.state).toBe('requested')
  })
})

describe('a grant', () => {
  const minutes = (count: number): void => {
    clock = new Date(clock.getTime() + count * 60_000)
  }

  it('lasts ten minutes, and its end is in the audit', async () => {
    grantCall(await refused(), 'terminal', world())
    minutes(11)
    expect((await attempt())?.state).toBe('requested')
    expect(states()).toEqual(['granted', 'expired'])
  })

  it('does not come back when the clock is set back', async () => {
    grantCall(await refused(), 'terminal', world())
    minutes(-60)
    expect((await attempt())?.state).toBe('requested')
  })

  it('can be taken back', async () => {
    const id = await refused()
    grantCall(id, 'terminal', world())
    expect(revokeGrant(id, world())?.tool).toBe('Bash')
    expect(revokeGrant(id, world())).toBeUndefined()
    expect((await attempt())?.state).toBe('requested')
    expect(states()).toEqual(['granted', 'revoked'])
  })

  it('is not given for unknown, old or used ids', async () => {
    expect(grantCall('zzzzzz', 'terminal', world())).toMatchObject({ state: 'refused', why: /no refused call/ })
    const used = await refused()
    grantCall(used, 'terminal', world())
    await attempt()
    expect(grantCall(used, 'terminal', world()).state).toBe('refused')
    const old = await refused()
    minutes(25 * 60)
    expect(grantCall(old, 'terminal', world()).state).toBe('refused')
  })

  it('is given once, however often it is asked for', async () => {
    const id = await refused()
    expect(grantCall(id, 'terminal', world()).state).toBe('granted')
    expect(grantCall(id, 'terminal', world()).state).toBe('known')
    expect((await attempt())?.state).toBe('used')
    expect((await attempt())?.state).toBe('requested')
  })

  it('that another program wrote or changed allows nothing', async () => {
    grantCall(await refused(), 'terminal', world())
    const folder = join(home, 'holdpoint/abc/approvals/grants')
    const [name = ''] = readdirSync(folder)
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replace('no-force-push', 'no-force-pull'))
    expect((await attempt())?.state).toBe('requested')
  })

  it('of another version of the program allows nothing', async () => {
    const folder = join(home, 'holdpoint/abc/approvals/grants')
    grantCall(await refused(), 'terminal', world())
    const [name = ''] = readdirSync(folder)
    const key = readFileSync(join(home, 'holdpoint/seal-key'), 'utf8')
    const record = openJson(readFileSync(join(folder, name), 'utf8'), name, key) as object
    writeFileSync(join(folder, name), sealJson({ ...record, version: 999 }, name, key))
    expect((await attempt())?.state).toBe('requested')
    writeFileSync(join(folder, name), sealJson(record, name, key))
    expect((await attempt())?.state).toBe('used')
  })

  it('is found among damaged files', async () => {
    const id = await refused()
    for (const part of ['requests', 'grants']) {
      const folder = join(home, 'holdpoint/abc/approvals', part)
      mkdirSync(folder, { recursive: true })
      for (const [name, text] of Object.entries({ 'a.json': '', 'b.json': '{', 'c.json': '\u0000'.repeat(99) }))
        writeFileSync(join(folder, name), text)
      mkdirSync(join(folder, 'd.json'))
    }
    expect(grantCall(id, 'terminal', world()).state).toBe('granted')
    expect((await attempt())?.state).toBe('used')
  })

  it('given by typing is not known in another session', async () => {
    const id = await refused()
    grantCall(id, 'prompt', world(), 's1')
    expect(grantCall(id, 'prompt', world(), 's2')).toMatchObject({ state: 'refused', why: /another session/ })
  })

  it('that is not in the audit does not exist', async () => {
    const id = await refused()
    writeFileSync(join(home, 'holdpoint/abc/spool'), 'no directory')
    expect(() => grantCall(id, 'terminal', world())).toThrow()
    rmSync(join(home, 'holdpoint/abc/spool'))
    expect((await attempt())?.state).toBe('requested')
  })

  it('shows what waits: the last try of each call', async () => {
    await refused()
    const last = await refused()
    const other = await refused({ command: 'git push -f' })
    expect(pendingApprovals(world()).requests.map(({ id }) => id.slice(-6))).toEqual([last, other])
    grantCall(other, 'terminal', world())
    expect(pendingApprovals(world())).toMatchObject({
      requests: [{ input: 'git push --force' }],
      grants: [{ input: 'git push -f', by: 'terminal' }],
    })
  })

  it('masks secrets in what it shows', async () => {
    await refused({ command: 'git push --force https://x:ghp_abcdefghijklmnopqrstuvwxyz0123456789@example.com/r' })
    expect(pendingApprovals(world()).requests[0]?.input).not.toContain('ghp_abcdef')
  })
})

describe('a snooze', () => {
  const HOOK = 'guard/no-force-push'
  const hooks = (): readonly string[] => snoozesIn(world()).map(({ hook }) => hook)
  const later = (minutes: number): void => void (clock = new Date(clock.getTime() + minutes * 60_000))

  it('ends by itself', () => {
    addSnooze(HOOK, 30 * 60_000, undefined, world())
    later(29)
    expect(hooks()).toEqual([HOOK])
    later(2)
    expect(hooks()).toEqual([])
  })

  it('does not come back when the clock is set back', () => {
    addSnooze(HOOK, 30 * 60_000, undefined, world())
    later(-60)
    expect(hooks()).toEqual([])
  })

  it('lasts a day at most', () => {
    addSnooze(HOOK, 99 * 24 * 3600_000, undefined, world())
    later(24 * 60 + 1)
    expect(hooks()).toEqual([])
  })

  it('that cannot be recorded does not exist', () => {
    mkdirSync(join(home, 'holdpoint/abc'), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, 'holdpoint/abc/spool'), 'no directory')
    expect(() => addSnooze(HOOK, 60_000, undefined, world())).toThrow()
    expect(hooks()).toEqual([])
  })

  it('of another project counts only there', () => {
    addSnooze(HOOK, 60_000, undefined, world())
    const other = { ...world(), place: { directory: join(home, 'holdpoint/other'), key: 'other' } }
    addSnooze('quality/lint', 60_000, undefined, other)
    const folder = (key: string): string => join(home, 'holdpoint', key, 'approvals/snoozes')
    const [name = ''] = readdirSync(folder('abc'))
    writeFileSync(join(folder('other'), name), readFileSync(join(folder('abc'), name)))
    expect(snoozesIn(other).map(({ hook }) => hook)).toEqual(['quality/lint'])
  })
})
