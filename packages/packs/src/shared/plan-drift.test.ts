import fc from 'fast-check'
import { aDirectory, aRepository } from '../../../../test/process/support/temporary.ts'
import { memoryArea } from '../../../../test/support/engine.ts'
import { openMemo } from '@holdpoint/runtime'
import { files, openGit, run } from '@holdpoint/runtime/system'
import { parsePlan } from './master-plan.ts'
import { annotationsIn, parseGrep, readAnnotations } from './plan-annotations.ts'
import { driftCount, driftOf, driftText, parseDrift, type DriftRecord } from './plan-drift.ts'

const drift = (plan: string, code: string): unknown => driftOf(parsePlan(plan), annotationsIn('a.ts', code))

describe('driftOf', () => {
  it.each<[string, string, string, object]>([
    [
      'T-HAR-97: both sides',
      'DEC-A-001 DEC-B-001',
      '@decision DEC-A-001\n@decision DEC-C-001',
      { unplanned: ['DEC-C-001'], unimplemented: ['DEC-B-001'], open: [] },
    ],
    [
      'T-HAR-98: given up',
      'DEC-A-001\n- DEC-B-001 (superseded)',
      '@decision DEC-A-001',
      { unplanned: [], unimplemented: [], open: [] },
    ],
    [
      'given up in the code',
      'DEC-A-001',
      '@decision DEC-A-001\n@status deprecated\n@decision DEC-B-001\n@status superseded',
      { unplanned: [], unimplemented: [], open: [] },
    ],
    ['only mentioned', '```\nDEC-A-001\n```', '@decision DEC-A-001', { unplanned: [], unimplemented: [], open: [] }],
    ['a mention in the code is no annotation', '', '// see DEC-A-001', { unplanned: [], unimplemented: [], open: [] }],
    [
      'phases to come',
      '## Phase 1\nStatus: completed\nDEC-A-001\n## Phase 2\nStatus: planned\nDEC-B-001\n## Later\nDEC-C-001',
      '',
      { unplanned: [], unimplemented: ['DEC-A-001', 'DEC-B-001', 'DEC-C-001'], open: ['DEC-B-001', 'DEC-C-001'] },
    ],
    [
      'all phases completed',
      '## Phase 1\nStatus: completed\n## Later\nDEC-C-001',
      '',
      { unplanned: [], unimplemented: ['DEC-C-001'], open: [] },
    ],
  ])('%s', (_, plan, code, expected) => {
    expect(drift(plan, code)).toEqual(expected)
  })
})

describe('annotationsIn', () => {
  it.each<[string, unknown]>([
    ['/** @decision DEC-A-001 */', [['DEC-A-001']]],
    ['# DECISION: use it. Rationale: fast. Status: accepted.', [[]]],
    ['// DECISION(DEC-A-001): x', [['DEC-A-001']]],
    ['//  DECISION: DEC-A-001', [['DEC-A-001']]],
    ['@decision DEC-A-001, DEC-B-002', [['DEC-A-001', 'DEC-B-002']]],
    ['@decisions DEC-A-001', []],
    ['const DECISION: string = x', []],
  ])('%j', (text, ids) => {
    expect(annotationsIn('a', text).map((one) => one.ids)).toEqual(ids)
  })

  it('a status belongs to the annotation above it, if it is near', () => {
    const far = '\n'.repeat(20)
    const retired = (text: string): readonly boolean[] => annotationsIn('a', text).map((one) => one.retired)
    expect(retired('@decision DEC-A-001\n@decision DEC-B-001\n@status deprecated')).toEqual([false, true])
    expect(retired(`@decision DEC-A-001${far}@status deprecated`)).toEqual([false])
  })
})

describe('readAnnotations', () => {
  const git = openGit({
    env: process.env,
    run: (program, args, options) => run(program, args, { ...options, signal: new AbortController().signal }),
  })
  const around = () => ({ git, files, memo: openMemo(), state: { session: memoryArea(), project: memoryArea() } })
  const sources = {
    'src/a.ts': '\n// @decision DEC-A-001\n',
    'deep/er/b.py': '# DECISION: so\n',
    'vendor/c.ts': '// @decision DEC-X-001\n',
    'd.test.ts': '// @decision DEC-X-002\n',
    'README.md': '@decision DEC-X-003\n',
    '.git-like/e.ts': '// @decision DEC-E-001\n',
  }
  const found = async (root: string, world = around()): Promise<readonly string[]> =>
    (await readAnnotations(root, world)).map(({ path, line, ids }) => `${path}:${line} ${ids.join()}`).toSorted()

  it('finds the same with git and without, but for hidden folders', async () => {
    const [plain, repository] = [aDirectory(), aRepository()]
    plain.write(sources)
    repository.write(sources)
    const both = ['deep/er/b.py:1 ', 'src/a.ts:2 DEC-A-001']
    expect(await found(plain.path)).toEqual(both)
    expect(await found(repository.path)).toEqual(['.git-like/e.ts:1 DEC-E-001', ...both])
  })

  it('searches again only when a file has changed', async () => {
    const { path, write, git: commit } = aRepository()
    write(sources)
    commit('add', '.')
    commit('commit', '--quiet', '-m', 'all')
    const asked: string[] = []
    const state = { session: memoryArea(), project: memoryArea() }
    const counting = {
      ...git,
      output: (directory: string, args: readonly string[]) => {
        asked.push(args[0] ?? '')
        return git.output(directory, args)
      },
      status: (...given: Parameters<typeof git.status>) => {
        asked.push('status')
        return git.status(...given)
      },
    }
    const look = (): Promise<readonly string[]> => found(path, { git: counting, files, state, memo: openMemo() })
    await look()
    await look()
    expect(asked.splice(0)).toEqual(['status', 'grep', 'status'])
    write({ 'src/a.ts': '// @decision DEC-B-001\n' })
    expect([await look(), asked.splice(0)]).toEqual([
      expect.arrayContaining(['src/a.ts:1 DEC-B-001']),
      ['status', 'grep'],
    ])
    write({ 'new/x.ts': '' })
    await look()
    await look()
    // Changes inside a new directory are not visible in git status.
    expect(asked.splice(0)).toEqual(['status', 'grep', 'status', 'grep'])
  })
})

describe('parseGrep', () => {
  it('finds what was put in, and nothing else', () => {
    const name = fc.string().map((text) => text.replace(/[\0\n]/g, ''))
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.nat(999_999), name)), fc.string(), (lines, rest) => {
        const text = lines.map(([path, line, code]) => `${path}\0${line}\0${code}\n`).join('')
        expect(parseGrep(text)).toEqual(lines.map(([path, line, code]) => ({ path, line, text: code })))
        expect(parseGrep(text + rest.replaceAll('\0', '')).length).toBe(lines.length)
      }),
    )
  })
})

describe('.plan-drift', () => {
  const count = fc.nat(1_000_000)
  const record: fc.Arbitrary<DriftRecord> = fc.record({
    audit_epoch: count,
    unplanned_count: count,
    unimplemented_count: count,
    missing_decisions: count,
    total_decisions: count,
    source_files_changed: count,
    unaddressed_p0s: count,
    nogo_count: count,
    open_count: count,
  })

  it('HAR-SURF-05: is read as it was written, with other lines around it', () => {
    fc.assert(
      fc.property(record, (written) => {
        expect(parseDrift(`# a remark\n${driftText(written)}more=1\n`)).toEqual(written)
        expect(parseDrift(driftText(written).replaceAll('\n', '\r\n'))).toEqual(written)
      }),
    )
  })

  it('of any text counts nothing that is no count', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseDrift(text)
        expect(Object.values(read).every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(true)
        expect(driftCount(read)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
