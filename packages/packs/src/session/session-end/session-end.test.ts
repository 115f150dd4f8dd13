import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { aHarness, type Harness } from '../../../../../test/process/support/harness.ts'
import init from '../session-init/session-init.ts'
import hook from './session-end.ts'

const end = (harness: Harness, session = 's1'): Promise<unknown> =>
  harness.ask('SessionEnd', { session_id: session, reason: 'other' })

const scoped = {
  '.claude/.session-changes-s1': '/a\n',
  '.claude/.prompt-count-s1': '3\n',
}
const shared = {
  '.claude/.lint-cache': 'x',
  '.claude/.test-gate-strikes': '1|1|1',
  '.claude/.mock-gate-strikes': '1|1',
  '.claude/.test-runner.lock': '1',
  '.claude/.test-runner.last-run': '1',
  '.claude/.session-changes-crashed': '/b\n',
}
const kept = {
  '.claude/.audit-log': 'a line\n',
  '.claude/.agent-findings': 'planner|x\n',
  '.claude/.plan-drift': 'unplanned_count=1\n',
  '.claude/.test-status': 'pass|0|1\n',
  '.claude/.proof-status': 'verified|1\n',
  '.claude/.preserved-context': 'x',
  '.claude/settings.json': '{}',
}

const there = (harness: Harness, files: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(files).filter((name) => harness.read(name) !== undefined)

describe('session/session-end', () => {
  it('HAR-END-02, HAR-END-03: deletes the session’s files and keeps what the next one needs', async () => {
    const harness = aHarness([hook])
    harness.write({ ...scoped, ...shared, ...kept })
    expect(await end(harness)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(there(harness, { ...scoped, ...shared })).toEqual([])
    expect(there(harness, kept)).toEqual(Object.keys(kept))
  })

  it('D19: leaves alone what another session under way needs', async () => {
    const harness = aHarness([hook, init], { env: { CLAUDE_PID: String(process.pid) } })
    await harness.ask('SessionStart', { session_id: 's2', source: 'startup' })
    harness.env['CLAUDE_PID'] = String(process.ppid)
    harness.write({ ...scoped, ...shared, '.claude/.session-changes-s2': '/c\n', '.claude/.prompt-count-s2': '1\n' })
    await end(harness)
    expect(there(harness, scoped)).toEqual([])
    expect(there(harness, shared)).toEqual(Object.keys(shared))
    expect(harness.state('.session-changes-s2')).toBe('/c\n')
    await end(harness, 's2')
    expect(there(harness, { ...shared, '.claude/.session-changes-s2': '' })).toEqual([])
  })

  it('HAR-END-01: gives back the claims of this session only', async () => {
    const harness = aHarness([hook])
    harness.write({ '.claude/.todo-claims': '42|s1|5\n7|s2|6\nnonsense\n' })
    await end(harness)
    expect(harness.state('.todo-claims')).toBe('7|s2|6\n')
    await end(harness, 's2')
    expect(harness.state('.todo-claims')).toBeUndefined()
  })

  it('HAR-END-03, ENG-93: cuts the trail to its last hundred lines', async () => {
    const harness = aHarness([hook])
    const lines = Array.from({ length: 250 }, (_, n) => `line ${n}`)
    harness.write({ '.claude/.audit-log': `${lines.join('\n')}\n` })
    await end(harness)
    expect(harness.state('.audit-log')).toBe(`${lines.slice(150).join('\n')}\n`)
  })

  it('has nothing to do where nothing is, and no link leads it out of the project', async () => {
    const harness = aHarness([hook], { git: false })
    expect(await end(harness)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    harness.write({ 'outside/keep': 'me', '.claude/x': '' })
    symlinkSync(join(harness.project, 'outside/keep'), join(harness.project, '.claude/.lint-cache'))
    symlinkSync(join(harness.project, 'outside'), join(harness.project, '.claude/.session-changes-old'))
    await end(harness)
    expect(harness.read('outside/keep')).toBe('me')
    expect(harness.state('.lint-cache')).toBeUndefined()
  })

  it('works without writable state', async () => {
    const harness = aHarness([hook], { env: { HOME: '/proc/nowhere', XDG_STATE_HOME: '/proc/nowhere' } })
    harness.write(scoped)
    expect(await end(harness)).toMatchObject({ code: 0, stdout: '' })
    expect(there(harness, scoped)).toEqual([])
  })
})
