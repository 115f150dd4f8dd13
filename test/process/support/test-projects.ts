import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { anAgent, contextIn, noticeIn } from './test-agent.ts'

interface Kind {
  readonly files: Readonly<Record<string, string>>
  readonly source: string
  readonly good: string
  /** Breaks two tests. */
  readonly bad: string
  prepare?(project: string): void
}

const linkPackages = (project: string): void => {
  const modules = resolve(import.meta.dirname, '../../../node_modules')
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  symlinkSync(join(modules, 'vitest'), join(project, 'node_modules/vitest'))
  symlinkSync(realpathSync(join(modules, '.bin/vitest')), join(project, 'node_modules/.bin/vitest'))
}

const three = (test: string): string => [1, 2, 3].map((n) => test.replaceAll('N', String(n))).join('\n')

/** Real projects: the sum of one and one, asked for three times. */
const KINDS = {
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
} satisfies Readonly<Record<string, Kind>>

export type TestedBy = keyof typeof KINDS

/** The tests of a real project pass, are broken, and are fixed; the status and the commit follow. */
export async function breakAndFix(name: TestedBy): Promise<void> {
  const { files, source, good, bad, prepare } = KINDS[name] as Kind
  const agent = anAgent({ files })
  prepare?.(agent.project)
  expect(await agent.write(source, good)).toEqual({})
  expect(await agent.status(/^(?:pass|fail)/)).toMatch(/^pass\|0\|\d{10}\n$/)
  expect(noticeIn(await agent.prompt())).toMatch(/^Tests passed \(/)
  expect(await agent.commit()).toBe('passes')

  await agent.write(source, bad)
  // Blocked from the first moment on, whether or not the tests have finished by now.
  expect(await agent.commit()).toMatch(/the source has changed since the tests last passed|2 tests failed/)
  expect(await agent.status(/^(?:pass|fail)/)).toMatch(/^fail\|2\|\d{10}\n$/)
  expect(await agent.commit()).toContain('2 tests failed')
  const answer = await agent.prompt()
  expect(noticeIn(answer)).toMatch(/^2 tests failed \(/)
  expect(contextIn(answer)).toContain('Last lines of the output:')
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
}
