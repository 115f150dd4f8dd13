import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, until } from '../process/support/process.ts'
import { anAgent, holdpoint, noticeIn, type Agent } from '../process/support/test-agent.ts'
import { breakAndFix } from '../process/support/test-projects.ts'

it('T-HAR-82, D13: a real project whose tests break, and are fixed', () => breakAndFix('node:test'))

/** A project whose vitest is a script of ours. */
const scripted = (script: string): Readonly<Record<string, string>> => ({
  'vitest.config.ts': '',
  'node_modules/.bin/vitest': `#!/bin/sh\n${script}\n`,
})
const runs = (agent: Agent): number =>
  existsSync(join(agent.project, 'runs'))
    ? readFileSync(join(agent.project, 'runs'), 'utf8').trim().split('\n').length
    : 0

describe('test-runner', () => {
  it('T-HAR-83: after a run it rests; changes meanwhile are tested once, when the rest is over', async () => {
    const agent = anAgent({ files: scripted('date +%s >> runs'), cooldownMs: 3_000 })
    await agent.write('src/a.ts', '1')
    await agent.status(/^pass/)
    expect(agent.state('.test-runner.last-run')).toMatch(/^\d{10}\n$/)
    await agent.write('src/a.ts', '2')
    await agent.write('src/a.ts', '3')
    expect(agent.state('.test-status')).toMatch(/^pending\|0\|/)
    expect(runs(agent)).toBe(1)
    await agent.status(/^pass/)
    expect(runs(agent)).toBe(2)
    const [first = 0, second = 0] = readFileSync(join(agent.project, 'runs'), 'utf8').trim().split('\n').map(Number)
    expect(second - first).toBeGreaterThanOrEqual(3)
  })

  it('T-HAR-84: a newer change ends the run at work; there is one result', async () => {
    const script = 'echo $$ >> runs\n[ "$(cat src/a.ts)" = slow ] && { sleep 600 & echo $! > child; wait; }\nexit 1'
    const agent = anAgent({ files: scripted(script) })
    await agent.write('src/a.ts', 'slow')
    await until(() => existsSync(join(agent.project, 'child')), 'the first run is at work')
    await until(() => agent.state('.test-runner.lock') !== '', 'the lock names it')
    const pid = Number(agent.state('.test-runner.lock'))
    const child = Number(readFileSync(join(agent.project, 'child'), 'utf8'))
    expect(isRunning(pid)).toBe(true)
    await agent.write('src/a.ts', 'quick')
    await agent.status(/^fail/)
    expect([isRunning(pid), isRunning(child)]).toEqual([false, false])
    expect(runs(agent)).toBe(2)
    expect(agent.state('.audit-log').trim().split('\n')).toHaveLength(1)
    expect(agent.state('.test-runner.lock')).toBe('')
  })

  it('HAR-TR-02: changes that come quickly are one run', async () => {
    const agent = anAgent({ files: scripted('echo x >> runs'), debounceMs: 1_500 })
    for (const text of ['1', '2', '3', '4']) await agent.write('src/a.ts', text)
    await agent.status(/^pass/)
    expect(runs(agent)).toBe(1)
  })

  it('changes in two languages are tested by both, and one that fails is enough', async () => {
    const pytest = '#!/bin/sh\necho p >> runs\necho "2 failed in 0.1s"; [ -e mended ]\n'
    const files = { ...scripted('echo v >> runs'), 'pytest.ini': '', '.venv/bin/pytest': pytest }
    const agent = anAgent({ files, debounceMs: 1_500 })
    await agent.write('a.py', '1')
    await agent.write('src/a.ts', '1')
    await agent.status(/^fail\|2\|/)
    expect(runs(agent)).toBe(2)
    await agent.write('src/a.ts', '2')
    await until(() => runs(agent) === 3 && agent.state('.test-runner.lock') === '', 'the third run is over')
    await agent.status(/^fail\|2\|/)
    agent.put({ mended: '' })
    await agent.write('a.py', '2')
    await agent.status(/^pass/)
  })

  it('D2: the answer does not wait, the run outlives whoever asked, and each session hears of it once', async () => {
    const agent = anAgent({ files: scripted('while [ ! -e go ]; do sleep 0.05; done; exit 1') })
    expect(await agent.write('src/a.ts', '1', 's1')).toEqual({})
    expect(await agent.write('src/b.ts', '1', 's2')).toEqual({})
    expect(await agent.prompt('s1')).toEqual({})
    agent.put({ go: '' })
    await agent.status(/^fail/)
    expect(noticeIn(await agent.prompt('s1'))).toContain('1 test failed')
    expect(noticeIn(await agent.prompt('s2'))).toContain('1 test failed')
    expect(await agent.prompt('s1')).toEqual({})
    expect(await agent.prompt('s3')).toEqual({})
  })

  it('HAR-TR-04: a run that takes too long says nothing, and leaves nothing behind', async () => {
    const agent = anAgent({ files: scripted('sleep 600 & echo $! > child; wait'), limitSeconds: 1 })
    agent.put({ '.claude/.test-status': 'pass|0|1\n' })
    await agent.write('src/a.ts', '1')
    await until(() => agent.state('.audit-log') !== '', 'the run is over')
    expect(agent.state('.test-status')).toMatch(/^pending/)
    expect(isRunning(Number(readFileSync(join(agent.project, 'child'), 'utf8')))).toBe(false)
    expect(noticeIn(await agent.prompt())).toContain('timed out after')
    expect(await agent.commit()).toContain('the source has changed since the tests last passed')
  })

  it('a failure stays a failure while the tests run again, and strikes end when they pass', async () => {
    const agent = anAgent({ files: scripted('[ "$(cat src/a.ts)" = good ]') })
    await agent.write('src/a.ts', 'bad')
    await agent.status(/^fail\|1/)
    agent.put({ '.claude/.test-gate-strikes': '3|1|1\n' })
    await agent.write('src/a.ts', 'good')
    await agent.status(/^pass/)
    expect(agent.state('.test-gate-strikes')).toBe('')
  })

  it('the way out when there is no result: running the tests gives one', async () => {
    const agent = anAgent({ files: scripted('exit 0') })
    expect(await agent.commit()).toContain('no test result for this state')
    await agent.bash('npx vitest run')
    await agent.status(/^pass/)
    expect(await agent.commit()).toBe('passes')
  })

  it('a result that the tests themselves write is not the one that counts', async () => {
    const agent = anAgent({
      files: scripted('mkdir -p .claude; echo "pass|0|1772366400" > .claude/.test-status; exit 1'),
    })
    await agent.write('src/a.ts', '1')
    await agent.status(/^fail/)
  })

  it('ENG-104: an agent that the tests start does not call the hooks again', async () => {
    const call = `echo '{"tool_name":"Write","tool_input":{"file_path":"src/b.ts"}}' | node ${holdpoint.file} hook PostToolUse`
    const agent = anAgent({ files: scripted(`echo x >> runs; ${call} > nested; exit 0`) })
    await agent.write('src/a.ts', '1')
    await agent.status(/^pass/)
    expect(readFileSync(join(agent.project, 'nested'), 'utf8')).toBe('')
    expect(runs(agent)).toBe(1)
  })

  it('a lock that the repository brings along keeps nobody from running', async () => {
    const agent = anAgent({
      files: {
        ...scripted('exit 0'),
        '.claude/.test-runner.lock': '1\n',
        '.claude/.test-runner.last-run': '99999999999\n',
      },
    })
    await agent.write('src/a.ts', '1')
    await agent.status(/^pass/)
  })
})

describe('HAR-END-01: a run that is at work when the session ends', () => {
  async function aRun(): Promise<{ readonly agent: Agent; readonly pid: number }> {
    const agent = anAgent({ files: scripted('while [ ! -e go ]; do sleep 0.05; done') })
    await agent.begin('startup')
    await agent.write('src/a.ts', '1')
    await until(() => agent.state('.test-runner.lock') !== '', 'the run is at work')
    return { agent, pid: Number(agent.state('.test-runner.lock')) }
  }

  it.each(['other', 'clear', 'resume'])(
    'goes on after %s, and the session hears of it when it goes on',
    async (reason) => {
      const { agent, pid } = await aRun()
      expect(await agent.end(reason)).toEqual({})
      agent.put({ go: '' })
      await agent.status(/^pass/)
      expect([isRunning(pid), agent.state('.test-runner.lock')]).toEqual([false, ''])
      await agent.begin('resume')
      expect(noticeIn(await agent.prompt())).toMatch(/^Tests passed/)
      expect(await agent.commit()).toBe('passes')
    },
  )

  it.each(['prompt_input_exit', 'logout', 'whatever'])('is ended after %s', async (reason) => {
    const { agent, pid } = await aRun()
    expect(await agent.end(reason)).toEqual({})
    await until(() => !isRunning(pid), 'the run is gone')
    await until(() => agent.state('.test-runner.lock') === '', 'its lock is gone')
    expect([agent.state('.test-status'), agent.state('.audit-log')]).toEqual(['', ''])
  })

  it('goes on while another session waits for it', async () => {
    const { agent, pid } = await aRun()
    await agent.write('src/b.ts', '1', 's2')
    await until(() => !isRunning(pid) && agent.state('.test-runner.lock') !== '', 'the second run is at work')
    await agent.end('prompt_input_exit')
    agent.put({ go: '' })
    await agent.status(/^pass/)
    expect(noticeIn(await agent.prompt('s2'))).toMatch(/^Tests passed/)
  })
})
