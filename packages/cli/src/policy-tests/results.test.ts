import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../../testing/src/repository.ts'
import { coverageOf } from './coverage.ts'
import { testFiles } from './find.ts'
import { junit } from './junit.ts'
import type { PolicyTest } from './policy-test.ts'
import { asJson, coverageLines, reportLines, summaryLine } from './report.ts'
import type { Failure, TestResult } from './run-test.ts'
import { startWatching } from './watch.ts'

const plain = (text: string): string => text
const paint = { good: plain, bad: plain, dim: plain, bold: plain }

const result = (
  name: string,
  failures: readonly Failure[] = [],
  hits: readonly string[] = [],
  seen: readonly string[] = [],
): TestResult => ({
  test: { name, file: 'a.test.yml', line: 7 } as PolicyTest,
  ms: 1500,
  failures,
  hits: [new Set(hits)],
  seen: new Set(seen),
})

const failure: Failure = { event: 'event 2, run: x', expected: 'deny', got: 'pass\nreally', hint: 'look' }

describe('results are reported', () => {
  it('to people', () => {
    expect(reportLines([result('one'), result('two\u001B[2J', [failure])], paint)).toEqual([
      'a.test.yml',
      '  ✓ one',
      '  ✗ two\uFFFD[2J (a.test.yml:7)',
      '      event 2, run: x',
      '      expected  deny',
      '      got       pass ⏎ really',
      '      look',
      '',
    ])
    expect(summaryLine([result('one'), result('two', [failure])], 3, paint)).toBe('1 passed, 1 failed, 3 not run')
  })

  it('to programs', () => {
    expect(asJson([result('one'), result('two', [failure])], coverageOf([], []), new Map())).toMatchObject({
      ok: false,
      passed: 1,
      failed: 1,
      tests: [
        { name: 'one', ok: true, line: 7, file: 'a.test.yml', ms: 1500 },
        { name: 'two', ok: false, failures: [failure] },
      ],
    })
  })

  it('to programs, when a hook did not run', () => {
    const untrusted = new Map([['own/x', 'it is not trusted']])
    expect(asJson([result('one')], coverageOf([], []), untrusted)).toMatchObject({
      ok: false,
      passed: 1,
      untrusted: { 'own/x': 'it is not trusted' },
    })
  })

  it('to CI servers, whatever is in a name', () => {
    const text = junit([result('one'), result('<"&\u0000\uD800>', [failure])])
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" errors="0" skipped="0" time="3.000">
  <testsuite name="a.test.yml" tests="2" failures="1" errors="0" skipped="0" time="3.000">
    <testcase name="one" classname="a.test.yml" file="a.test.yml" line="7" time="1.500"/>
    <testcase name="&lt;&quot;&amp;\uFFFD\uFFFD&gt;" classname="a.test.yml" file="a.test.yml" line="7" time="1.500">
      <failure message="pass&#10;really">event 2, run: x&#10;expected: deny&#10;got: pass&#10;really&#10;look</failure>
    </testcase>
  </testsuite>
</testsuites>
`)
  })
})

describe('coverage', () => {
  const all = [
    { id: 'rules/a', branches: ['unless'] },
    { id: 'rules/b', branches: ['escalate to deny'] },
    { id: 'own/c', branches: [] },
  ]

  it('names what no test has shown, a part only of what was shown', () => {
    const coverage = coverageOf(all, [result('one', [], ['rules/a']), result('two', [], ['own/c', 'guard/x'])])
    expect(coverage).toEqual({ total: 3, hit: 2, percent: 40, never: ['rules/b'], branches: ['rules/a: unless'] })
    expect(coverageLines(coverage)).toEqual([
      '2 of 3 rules and own hooks hit (40 %)',
      '  never hit: rules/b',
      '  never seen: rules/a: unless',
    ])
  })

  it('is whole when all was shown, or when there is nothing to show', () => {
    const one = result('one', [], ['rules/a', 'rules/b', 'own/c'], ['rules/a: unless', 'rules/b: escalate to deny'])
    expect(coverageOf(all, [one])).toMatchObject({ percent: 100, never: [], branches: [] })
    expect(coverageOf([], [])).toMatchObject({ percent: 100 })
    expect(coverageLines(coverageOf([], []))).toEqual([])
  })
})

describe('tests are found', () => {
  it('beside the rules and in their folder, or where they are named', () => {
    const project = temporaryDirectory()
    try {
      project.write({
        'holdpoint.test.yml': '',
        'holdpoint.git.test.yml': '',
        'holdpoint.yml': '',
        'other.test.yml': '',
        '.holdpoint/tests/deep/a.yml': '',
        '.holdpoint/tests/README.md': '',
        'more/b.test.yml': '',
        'more/c.yml': '',
        'none/c.yml': '',
      })
      const found = (...named: readonly string[]) => testFiles(named, project.path, project.path)
      expect(found()).toEqual(['holdpoint.git.test.yml', 'holdpoint.test.yml', '.holdpoint/tests/deep/a.yml'])
      expect(found('more/c.yml', 'more', './more/c.yml')).toEqual(['more/c.yml', 'more/b.test.yml'])
      expect(() => found('none')).toThrow('no policy tests in none.')
      expect(() => found('gone.yml')).toThrow('gone.yml does not exist.')
    } finally {
      project.dispose()
    }
  })
})

describe('watching', () => {
  it('reports several changes once, also of a new or replaced file, and ends', async () => {
    const project = temporaryDirectory()
    const watching = startWatching()
    try {
      project.write({ 'a.yml': '', 'folder/inner/x.sh': '' })
      watching.at([join(project.path, 'a.yml'), join(project.path, 'folder'), join(project.path, 'gone/b.yml')])
      const first = watching.next()
      project.write({ 'a.yml': '1' })
      project.write({ 'a.yml': '2' })
      expect(await first).toBe('changed')

      const second = watching.next()
      writeFileSync(join(project.path, 'folder/inner/y.sh'), '')
      expect(await second).toBe('changed')

      // A name that is not watched does not count; the watched one after it is still reported.
      const third = watching.next()
      project.write({ 'b.yml': '' })
      rmSync(join(project.path, 'a.yml'))
      mkdirSync(join(project.path, 'later'))
      expect(await third).toBe('changed')

      const last = watching.next()
      watching.end()
      expect(await last).toBe('ended')
      expect(await watching.next()).toBe('ended')
    } finally {
      watching.end()
      project.dispose()
    }
  })
})
