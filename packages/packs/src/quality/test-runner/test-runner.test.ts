import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, prompt, shell, write } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './test-runner.ts'

const wrote = (path: string, failed = false) => after(write(path, ''), {}, failed)
const change = wrote('src/a.ts')
const next = prompt('and now?')
const ran = (command: string) => after(shell(command), {})

/** A project whose `npm test` prints something and ends with a code. */
const npmTest = (print: string, code: number) => ({
  'package.json': JSON.stringify({ scripts: { test: 'node run.cjs' } }),
  'run.cjs': `console.log(${JSON.stringify(print)}); process.exitCode = ${code}`,
  'src/a.ts': '',
})
/** Programs of the project's own, instead of the real ones. */
const PROGRAMS = ['node_modules/.bin/vitest', '.venv/bin/pytest', '.worktrees/x/node_modules/.bin/vitest']
const prepare = ({ path }: TemporaryProject): void => {
  for (const name of PROGRAMS) if (existsSync(join(path, name))) chmodSync(join(path, name), 0o755)
}
const vitest = (source: string, folder = '') => ({
  [`${folder}node_modules/.bin/vitest`]: `#!/bin/sh\n${source}\n`,
  [`${folder}vitest.config.ts`]: '',
  [`${folder}src/a.ts`]: '',
})
const pytest = (source: string) => ({ 'pytest.ini': '', 'a.py': '', '.venv/bin/pytest': `#!/bin/sh\n${source}\n` })
const failing = { files: vitest('echo " Tests  2 failed (2)"; exit 1'), prepare }
const passing = { files: vitest('exit 0'), prepare }

testHook(hook, {
  pass: [
    { name: 'the bare input of the document', covers: 'T-HAR-111', event: after(write('/test.ts'), {}) },
    { name: 'a change, before the tests have run', event: change, ...failing },
    { name: 'nothing has changed', event: next, ...failing },
    { name: 'no framework', covers: 'HAR-TR-04', event: next, before: [change], files: { 'src/a.ts': '' } },
    {
      name: 'the script that npm writes',
      covers: 'HAR-TR-04',
      event: next,
      before: [change],
      files: { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
    },
    { name: 'no source', covers: 'HAR-TR-04', event: next, before: [wrote('README.md')], ...failing },
    { name: 'generated', event: next, before: [wrote('dist/a.js')], ...failing },
    { name: 'a write that failed', event: next, before: [wrote('src/a.ts', true)], ...failing },
    { name: 'outside of the project', event: next, before: [wrote('/nowhere/a.ts')], ...failing },
    { name: 'a command that only looks', event: next, before: [ran('cat src/a.ts')], ...failing },
    { name: 'told once', event: next, before: [change, next], ...failing },
    {
      name: 'the agent runs tests that are known to pass',
      event: next,
      before: [ran('npm test')],
      files: { ...failing.files, '.claude/.test-status': 'pass|0|1' },
      prepare,
    },
    {
      name: 'the agent runs the tests itself',
      covers: 'D26',
      event: next,
      before: [ran('CI=1 npx --yes vitest run')],
      ...failing,
    },
    { name: 'the agent asks for help with tests', event: next, before: [ran('npx vitest --help')], ...failing },
  ],
  notice: [
    {
      name: 'they pass',
      covers: ['T-HAR-82', 'HAR-TR-03'],
      event: next,
      before: [change],
      files: npmTest('ℹ fail 0', 0),
      id: 'passed',
      says: /^Tests passed \(npm test, \d+ s\)\.$/,
    },
    {
      name: 'they fail',
      covers: ['T-HAR-82', 'HAR-TR-03', 'D13'],
      event: next,
      before: [change],
      files: npmTest('ℹ fail 2', 1),
      id: 'failed',
      says: /^2 tests failed \(npm test, \d+ s\)\. Commits are blocked until the tests pass\.$/,
    },
    { name: 'told at the next change, too', event: wrote('src/b.ts'), before: [change], ...failing, id: 'failed' },
    { name: 'a test was changed', event: next, before: [wrote('src/a.test.ts')], ...failing, id: 'failed' },
    { name: 'by a command', event: next, before: [ran('sed -i s/a/b/ src/a.ts')], ...failing, id: 'failed' },
    { name: 'by a pattern', event: next, before: [ran('sed -i s/a/b/ src/*.ts')], ...failing, id: 'failed' },
    {
      name: 'by a command that removes',
      event: next,
      before: [ran('rm -r src')],
      files: failing.files,
      git: {},
      prepare: (project) => {
        prepare(project)
        const { git } = project
        git('add', '.')
        git('commit', '-q', '-m', 'source')
        git('rm', '-q', '-r', 'src')
        git('reset', '-q', 'HEAD')
      },
      id: 'failed',
    },
    {
      name: 'the agent runs the tests, and hides how they end',
      event: next,
      before: [ran('npx vitest run | tail')],
      ...passing,
      id: 'passed',
    },
    {
      name: 'the agent runs a part of them',
      event: next,
      before: [ran('npx vitest run src/a.test.ts')],
      ...passing,
      id: 'passed',
    },
    {
      name: 'its own vitest, not the script',
      event: next,
      before: [change],
      files: { ...npmTest('ℹ fail 2', 1), ...vitest('exit 0') },
      prepare,
      id: 'passed',
      says: /vitest/,
    },
    {
      name: 'killed from outside is not passed',
      event: next,
      before: [change],
      files: vitest('kill -9 $$'),
      prepare,
      id: 'failed',
      says: /^1 test/,
    },
    {
      name: 'nothing to run them with',
      covers: 'D13',
      event: next,
      before: [change],
      files: { 'jest.config.js': '', 'src/a.ts': '' },
      id: 'absent',
    },
    {
      name: 'no tests at all',
      covers: 'D26',
      event: next,
      before: [change],
      files: vitest('echo "No test files found, exiting with code 1"; exit 1'),
      prepare,
      id: 'empty',
    },
    {
      name: 'the configured command',
      covers: 'D26',
      event: next,
      before: [change],
      files: { 'src/a.ts': '', 'run.sh': 'exit 0' },
      options: { command: 'sh run.sh && true' },
      id: 'passed',
      says: /^Tests passed \(sh run\.sh && true, \d+ s\)\.$/,
    },
    {
      name: 'without end',
      covers: 'HAR-TR-04',
      event: next,
      before: [change],
      files: vitest('sleep 600 & sleep 600'),
      prepare,
      options: { time_limit_seconds: 1 },
      id: 'slow',
    },
    {
      name: 'two languages, and one of them fails',
      event: next,
      before: [change, wrote('a.py')],
      files: { ...passing.files, ...pytest('echo "1 failed in 0.1s"; exit 1') },
      prepare,
      id: 'failed',
      says: /pytest/,
    },
  ],
  context: [
    {
      name: 'the model sees why',
      covers: 'T-HAR-82',
      event: next,
      before: [change],
      files: vitest('echo "assertion of a"; exit 1'),
      prepare,
      tells: ['1 test failed', 'assertion of a'],
    },
    {
      name: 'in the work tree that was changed',
      event: next,
      before: [wrote('.worktrees/x/src/a.ts')],
      files: failing.files,
      git: {},
      prepare: (project) => {
        project.git('worktree', 'add', '-q', '.worktrees/x')
        project.write(vitest('echo "I am the work tree"; exit 1', '.worktrees/x/'))
        prepare(project)
      },
      tells: ['I am the work tree'],
    },
  ],
})
