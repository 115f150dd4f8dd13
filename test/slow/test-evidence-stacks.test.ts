import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import testEvidence from '../../packages/packs/src/guard/test-evidence/test-evidence.ts'
import testRunner from '../../packages/packs/src/quality/test-runner/test-runner.ts'
import { aHarness, type Harness } from '../process/support/harness.ts'

/** Real projects whose tests are really run, as an agent would run them; then the commit. */

type Files = Readonly<Record<string, string>>

/** A program may be there and not work, such as cargo of rustup without a toolchain. */
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0

const NODE_TEST = "const { test } = require('node:test'); const assert = require('node:assert')\n"
const node = (isRight: boolean): Files => ({ 'a.test.cjs': `${NODE_TEST}test('a', () => assert.ok(${isRight}))\n` })
const npm = (isRight: boolean): Files => ({ ...node(isRight), 'package.json': '{"scripts":{"test":"node --test"}}' })
const unittest = (isRight: boolean): Files => ({
  'tests/test_a.py': `import unittest\nclass A(unittest.TestCase):\n  def test_a(self):\n    self.assertTrue(${isRight ? 'True' : 'False'})\n`,
})
const pytest = (isRight: boolean): Files => ({
  'pytest.ini': '[pytest]\n',
  'tests/test_a.py': `def test_a():\n  assert ${isRight ? 'True' : 'False'}\n`,
})
const make = (isRight: boolean): Files => ({ Makefile: `test:\n\t@${isRight ? 'echo good' : 'false'}\n` })
const cargo = (isRight: boolean): Files => ({
  'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs': `#[test]\nfn a() { assert!(${isRight}) }\n`,
})

function aProject(files: Files, config = ''): Harness {
  const harness = aHarness([testRunner, testEvidence], {
    git: { branch: 'topic' },
    config: `presets: [all]\n${config}`,
    env: { PATH: process.env['PATH'] ?? '' },
  })
  harness.write(files)
  return harness
}

/** Runs a command for real, and tells the hooks how it ended. */
async function runs(harness: Harness, command: string, input: Record<string, unknown> = {}): Promise<string> {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: harness.project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    timeout: 120_000,
  })
  const call = { tool_name: 'Bash', tool_input: { command, ...input }, tool_use_id: 't1', duration_ms: 5 }
  if (status === 0) {
    await harness.ask('PostToolUse', { ...call, tool_response: { stdout, stderr, interrupted: false } })
  } else {
    const error = `Exit code ${status}\n${stdout}\n${stderr}`
    await harness.ask('PostToolUseFailure', { ...call, error, is_interrupt: false })
  }
  return (harness.state('.test-status') ?? 'nothing').split('|').slice(0, 2).join('|')
}

async function commits(harness: Harness, words: string | readonly string[] = 'PreToolUse'): Promise<string> {
  const input = { tool_name: 'Bash', tool_input: { command: 'git commit -m x' }, tool_use_id: 't2' }
  const { json } = await harness.ask(words, input)
  const output = json['hookSpecificOutput'] as Readonly<Record<string, string>> | undefined
  return output?.['permissionDecision'] ?? 'pass'
}

describe('D26: tests that the agent runs itself are evidence', () => {
  const STACKS: readonly [name: string, program: string, files: (isRight: boolean) => Files, command: string][] = [
    ['node --test', 'node', node, 'node --test'],
    ['npm test', 'npm', npm, 'npm test'],
    ['npm test, in words of its own', 'npm', npm, 'cd . && CI=1 timeout 100 npm test 2>&1'],
    ['the runner of the script', 'npm', npm, 'node --test'],
    ['unittest', 'python3', unittest, 'python3 -m unittest discover -s tests'],
    ['pytest', 'pytest', pytest, 'python3 -m pytest -q'],
    ['make', 'make', make, 'make test'],
    ['cargo', 'cargo', cargo, 'cargo test --offline'],
  ]
  for (const [name, program, files, command] of STACKS) {
    it.runIf(has(program))(
      `${name}: green is a pass, red is a failure`,
      async () => {
        const green = aProject(files(true))
        expect(await commits(green)).toBe('deny')
        expect([await runs(green, command), await commits(green)]).toEqual(['pass|0', 'pass'])
        const red = aProject(files(false))
        expect([await runs(red, command), await commits(red)]).toEqual(['fail|1', 'deny'])
      },
      120_000,
    )
  }

  it('a change of source takes it back, in a project without a known command too', async () => {
    const harness = aProject({ 'sub/package.json': '{"scripts":{"test":"true"}}' })
    expect(await commits(harness)).toBe('ask')
    expect([await runs(harness, 'cd sub && npm test'), await commits(harness)]).toEqual(['pass|0', 'pass'])
    const call = { tool_name: 'Write', tool_input: { file_path: `${harness.project}/a.ts`, content: '' } }
    await harness.ask('PostToolUse', { ...call, tool_response: {} })
    expect(await commits(harness)).toBe('deny')
  })

  it('the configured command counts, however it is spelt, and nothing else does', async () => {
    const config = 'hooks: { quality/test-runner: { level: on, options: { command: sh check.sh all } } }\n'
    const harness = aProject({ ...make(true), 'check.sh': 'exit 0' }, config)
    expect(await runs(harness, 'make test')).toBe('nothing')
    expect(await runs(harness, 'sh check.sh')).toBe('nothing')
    expect(await runs(harness, 'sh check.sh all || true')).toBe('nothing')
    expect(await runs(harness, 'echo sh check.sh all')).toBe('nothing')
    expect([await runs(harness, 'cd . && "sh" check.sh  all'), await commits(harness)]).toEqual(['pass|0', 'pass'])
    harness.write({ 'check.sh': 'exit 3' })
    expect([await runs(harness, 'sh check.sh all'), await commits(harness)]).toEqual(['fail|1', 'deny'])
  })

  it('one hook’s command is known to the other', async () => {
    const config = 'hooks: { guard/test-evidence: { level: on, options: { command: sh check.sh } } }\n'
    const harness = aProject({ 'check.sh': 'exit 0' }, config)
    expect(await commits(harness)).toBe('deny')
    expect([await runs(harness, 'sh check.sh'), await commits(harness)]).toEqual(['pass|0', 'pass'])
  })

  it('a repository that nobody knows how to test asks, and `hook run` denies as documented', async () => {
    const harness = aProject({ 'a.txt': '' })
    expect([await commits(harness), await commits(harness, ['run', 'guard/test-evidence'])]).toEqual(['ask', 'deny'])
  })

  it('a project without a test asks after a run', async () => {
    const harness = aProject({ 'package.json': '{"scripts":{"test":"node --test"}}' })
    expect([await runs(harness, 'npm test'), await commits(harness)]).toEqual(['none|0', 'ask'])
    expect(await commits(harness, ['run', 'guard/test-evidence'])).toBe('deny')
  })
})

describe('D26: what looks like a green run and is none', () => {
  const FAKE = '#!/bin/sh\nexit 0\n'
  it.each([
    'echo npm test',
    'echo "npm test"; true',
    'npm test || true',
    'npm test || echo failed',
    'npm test; true',
    'npm test; echo $?',
    'npm test | cat',
    'npm test 2>&1 | tail -3',
    '! npm test',
    'npm test & wait $! || true',
    'if npm test; then :; fi',
    'npm() { true; }; npm test',
    'shopt -s expand_aliases\nalias npm=true\nnpm test',
    'PATH=$PWD/fake:$PATH npm test',
    'export PATH=$PWD/fake:$PATH; npm test',
    'PATH=$PWD/fake:$PATH; npm test',
    './fake/npm test',
    '$PWD/fake/npm test',
    'hash -p $PWD/fake/npm npm; npm test',
    'npm_config_script_shell=true npm test',
    'npm test --if-present --prefix other',
    'npm --prefix other test',
    'cd other && npm test',
    'npm test --help',
    'npm run test:none',
    'node --test none.cjs',
    'node --test --test-name-pattern=nothing',
    'exit 0; npm test',
    'trap "exit 0" EXIT; npm test',
    'exec true; npm test',
    'true || npm test',
    'bash -c "npm test; true"',
    'echo "{\\"scripts\\":{\\"test\\":\\"true\\"}}" > package.json && npm test',
  ])('%s', async (command) => {
    const harness = aProject({
      ...npm(false),
      'package.json': '{"scripts":{"test":"node --test a.test.cjs","test:none":"true"}}',
      'none.cjs': '',
      'fake/npm': FAKE,
      'other/package.json': '{"scripts":{"test":"true"}}',
    })
    chmodSync(join(harness.project, 'fake/npm'), 0o755)
    expect(existsSync(join(harness.project, 'fake/npm'))).toBe(true)
    expect([await runs(harness, command), await commits(harness)]).not.toContain('pass|0')
    expect(await commits(harness)).toBe('deny')
  })

  it('a run that goes on in the background has not ended', async () => {
    const harness = aProject(npm(true))
    expect(await runs(harness, 'true', { run_in_background: true })).toBe('nothing')
    expect(await runs(harness, 'npm test', { run_in_background: true })).toBe('nothing')
  })

  it('a program that was not found has said nothing', async () => {
    const harness = aProject({ 'vitest.config.ts': '' })
    expect(await runs(harness, './node_modules/.bin/vitest run')).toBe('nothing')
  })
})
