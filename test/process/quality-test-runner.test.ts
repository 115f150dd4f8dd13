import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { isRunning, until } from './support/process.ts'
import { program } from './support/program.ts'
import { aDirectory, aRepository } from './support/temporary.ts'

/** The hook entry as it is shipped, with the hooks that this is about. Its workers are the same program again. */
const holdpoint = await program(`
  import { backgroundWorker } from './app/background-worker.ts'
  import { registryOf } from './app/dispatch.ts'
  import { main } from './app/hook-entry.ts'
  import testEvidence from './hooks/guard/test-evidence/test-evidence.ts'
  import testGate from './hooks/quality/test-gate/test-gate.ts'
  import testRunner from './hooks/quality/test-runner/test-runner.ts'
  const [, ...args] = process.argv.slice(2)
  if (args[0] === 'background') backgroundWorker(args.slice(1))
  else main(args, registryOf([testEvidence, testGate, testRunner]))
`)

type Json = Readonly<Record<string, unknown>>

interface Agent {
  readonly project: string
  put(files: Readonly<Record<string, string>>): void
  /** Writes a file as the agent's tool would, and tells the hook. */
  write(name: string, text: string, session?: string): Promise<Json>
  prompt(session?: string): Promise<Json>
  commit(): Promise<string>
  bash(command: string): Promise<Json>
  state(name: string): string
  /** Waits until a run has come to an end and `.test-status` says so. */
  status(pattern: RegExp): Promise<string>
}

interface AgentOptions {
  readonly files: Readonly<Record<string, string>>
  readonly debounceMs?: number
  readonly cooldownMs?: number
  readonly limitSeconds?: number
}

function anAgent({ files, debounceMs = 50, cooldownMs = 0, limitSeconds = 120 }: AgentOptions): Agent {
  const home = aDirectory().path
  const project = aRepository({ branch: 'topic' }).path
  const put: Agent['put'] = (given) => {
    for (const [name, text] of Object.entries(given)) {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
      if (text.startsWith('#!')) chmodSync(join(project, name), 0o755)
    }
  }
  const options = `{ debounce_ms: ${debounceMs}, cooldown_ms: ${cooldownMs}, time_limit_seconds: ${limitSeconds} }`
  put({
    'holdpoint.yml': `hooks:\n  guard/test-evidence: on\n  quality/test-gate: on\n  quality/test-runner: { level: on, options: ${options} }\n`,
    ...files,
  })
  onTestFinished(() => endWorkers(home))
  const env = { HOME: home, CARGO_HOME: process.env['CARGO_HOME'] ?? `${process.env['HOME']}/.cargo`, ...toolchains() }
  const send = async (event: string, payload: Json): Promise<Json> => {
    const input = JSON.stringify({ session_id: 's1', cwd: project, ...payload })
    const { code, stdout, stderr } = await holdpoint.start(['hook', event], { cwd: project, env, input }).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout === '' ? {} : (JSON.parse(stdout) as Json)
  }
  const state = (name: string): string => {
    const file = join(project, '.claude', name)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return {
    project,
    put,
    write(name, text, session = 's1') {
      put({ [name]: text })
      const input = { file_path: join(project, name), content: text }
      return send('PostToolUse', { session_id: session, tool_name: 'Write', tool_input: input })
    },
    prompt: (session = 's1') => send('UserPromptSubmit', { session_id: session, prompt: 'go on' }),
    bash: (command) => send('PostToolUse', { tool_name: 'Bash', tool_input: { command } }),
    async commit() {
      const answer = await send('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'git commit -m x' } })
      const { permissionDecisionReason = 'passes' } = (answer['hookSpecificOutput'] ?? {}) as Record<string, string>
      return permissionDecisionReason
    },
    state,
    async status(pattern) {
      await until(
        () => pattern.test(state('.test-status')),
        `.test-status says ${pattern}; it says ${state('.test-status')}`,
      )
      return state('.test-status')
    },
  }
}

/** Nobody works in a directory that is taken away: a worker that is no longer wanted leaves. */
async function endWorkers(home: string): Promise<void> {
  const state = join(home, '.local/state/holdpoint')
  const names = existsSync(state) ? readdirSync(state, { recursive: true, encoding: 'utf8' }) : []
  for (const name of names.filter((each) => /background-[^/]*\.json$/.test(each))) {
    const { worker } = JSON.parse(readFileSync(join(state, name), 'utf8')) as { worker: { pid: number } }
    rmSync(join(state, name))
    await until(() => !isRunning(worker.pid), 'the worker has left')
  }
}

/** Version managers find their programs by the real home. */
const toolchains = (): Record<string, string> => {
  const { HOME = '', RUSTUP_HOME = `${HOME}/.rustup`, PYENV_ROOT = `${HOME}/.pyenv` } = process.env
  return { RUSTUP_HOME, PYENV_ROOT }
}

const noticeIn = (answer: Json): string => (answer['systemMessage'] ?? '') as string
const contextIn = (answer: Json): string =>
  (answer['hookSpecificOutput'] as Record<string, string> | undefined)?.['additionalContext'] ?? ''

const has = (name: string): boolean => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface Kind {
  readonly files: Readonly<Record<string, string>>
  readonly source: string
  readonly good: string
  /** Breaks two tests. */
  readonly bad: string
  prepare?(project: string): void
}

const linkPackages = (project: string): void => {
  const modules = resolve(import.meta.dirname, '../../node_modules')
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  symlinkSync(join(modules, 'vitest'), join(project, 'node_modules/vitest'))
  symlinkSync(realpathSync(join(modules, '.bin/vitest')), join(project, 'node_modules/.bin/vitest'))
}

const three = (test: string): string => [1, 2, 3].map((n) => test.replaceAll('N', String(n))).join('\n')

/** Real projects: the sum of one and one, asked for three times. */
const KINDS: Readonly<Record<string, Kind>> = {
  vitest: {
    files: {
      'package.json': '{"type":"module"}',
      'vitest.config.js': 'export default {}',
      'sum.test.js': `import { expect, it } from 'vitest'\nimport { sum } from './src/sum.js'\n${three("it('N', () => expect(sum(N, 2)).toBe(N + 2))")}\n`,
    },
    source: 'src/sum.js',
    good: 'export const sum = (a, b) => a + b\n',
    bad: 'export const sum = (a, b) => (a === 1 ? a + b : 0)\n',
    prepare: linkPackages,
  },
  'node:test': {
    files: {
      'package.json': '{"scripts":{"test":"node --test"}}',
      'sum.test.js': `const { test } = require('node:test')\nconst assert = require('node:assert')\nconst { sum } = require('./src/sum.js')\n${three("test('N', () => assert.equal(sum(N, 2), N + 2))")}\n`,
    },
    source: 'src/sum.js',
    good: 'exports.sum = (a, b) => a + b\n',
    bad: 'exports.sum = (a, b) => (a === 1 ? a + b : 0)\n',
  },
  pytest: {
    files: {
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
      'tests/test_sum.py': `from total import total\n\n${three('def test_N():\n    assert total(N, 2) == N + 2\n')}`,
    },
    source: 'total.py',
    good: 'def total(a, b):\n    return a + b\n',
    bad: 'def total(a, b):\n    return a + b if a == 1 else 0\n',
  },
  cargo: {
    files: {
      'Cargo.toml': '[package]\nname = "total"\nversion = "0.1.0"\nedition = "2021"\n',
      'tests/total.rs': three('#[test]\nfn number_N() { assert_eq!(total::total(N, 2), N + 2); }'),
      'tests/other.rs': '#[test]\nfn two_and_two() { assert_eq!(total::total(2, 2), 4); }\n',
    },
    source: 'src/lib.rs',
    good: 'pub fn total(a: i32, b: i32) -> i32 { a + b }\n',
    // One test of one program, one of the other: the first must not hide the second.
    bad: 'pub fn total(a: i32, b: i32) -> i32 { if a == 2 { 0 } else { a + b } }\n',
  },
}

const installed: Readonly<Record<string, boolean>> = {
  vitest: true,
  'node:test': true,
  pytest: has('pytest'),
  cargo: has('cargo'),
}

describe('T-HAR-82, D13: a real project whose tests break', () => {
  it.each(Object.keys(KINDS).filter((name) => installed[name]))(
    '%s: the status says how many, the commit is held, and goes ahead when they are mended',
    async (name) => {
      const { files, source, good, bad, prepare } = KINDS[name] as Kind
      const agent = anAgent({ files })
      prepare?.(agent.project)
      expect(await agent.write(source, good)).toEqual({})
      expect(await agent.status(/^(?:pass|fail)/)).toMatch(/^pass\|0\|\d{10}\n$/)
      expect(noticeIn(await agent.prompt())).toMatch(/^Tests passed \(/)
      expect(await agent.commit()).toBe('passes')

      await agent.write(source, bad)
      // Held from the first moment on, whether or not the tests are through by now.
      expect(await agent.commit()).toMatch(/the source has changed since the tests last passed|2 test\(s\) failed/)
      expect(await agent.status(/^(?:pass|fail)/)).toMatch(/^fail\|2\|\d{10}\n$/)
      expect(await agent.commit()).toContain('2 test(s) failed')
      const told = await agent.prompt()
      expect(noticeIn(told)).toMatch(/^2 test\(s\) failed \(/)
      expect(contextIn(told)).toContain('The end of what it printed:')
      expect(await agent.prompt()).toEqual({})

      await agent.write(source, good)
      await agent.status(/^pass/)
      expect(await agent.commit()).toBe('passes')
      expect(
        agent
          .state('.audit-log')
          .trim()
          .split('\n')
          .map((line) => line.replace(/^\S+?Z\|| in \d+ s$/g, '')),
      ).toEqual(
        ['passed', 'failed (2)', 'passed'].map((result) =>
          expect.stringMatching(new RegExp(`^test-runner\\|.* ${result.replace(/[()]/g, '\\$&')}$`)),
        ),
      )
      expect(agent.state('.test-runner.lock')).toBe('')
    },
    120_000,
  )
})

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
    expect(noticeIn(await agent.prompt('s1'))).toContain('1 test(s) failed')
    expect(noticeIn(await agent.prompt('s2'))).toContain('1 test(s) failed')
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
    expect(noticeIn(await agent.prompt())).toContain('were ended after')
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
    expect(await agent.commit()).toContain('no result of a test run')
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
