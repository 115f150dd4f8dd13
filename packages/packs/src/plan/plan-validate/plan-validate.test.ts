import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, edit, write } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './plan-validate.ts'

const written = after(write('MASTER_PLAN.md'), 'ok')
const start = '# Plan\n\n## Original Intent\n\nMake it so.\n\n## Goals\n\n## Non-Goals\n\n## Requirements\n\n'
const good = `${start}## Success Metrics\n\n## Phase 1: One\n\n**Status:** planned\n`
const plan = (text: string): { files: Record<string, string> } => ({ files: { 'MASTER_PLAN.md': text } })

testHook(hook, {
  pass: [
    { name: 'a plan in order', covers: 'HAR-PV-02', event: written, ...plan(good) },
    { name: 'with Windows line ends', event: written, ...plan(good.replaceAll('\n', '\r\n')) },
    { name: 'with a mark at its beginning', event: written, ...plan(`\uFEFF${good}`) },
    {
      name: 'another Markdown file',
      covers: ['T-HAR-81', 'HAR-PV-01'],
      event: after(write('notes.md'), 'ok'),
      files: { 'notes.md': '' },
    },
    {
      name: 'a name that only ends like it',
      event: after(write('OLD_MASTER_PLAN.md'), 'ok'),
      files: { 'OLD_MASTER_PLAN.md': '' },
    },
    { name: 'a plan that is gone again', event: written },
    { name: 'a write that failed', event: after(write('MASTER_PLAN.md'), 'no', true), ...plan('') },
    { name: 'a directory of that name', event: written, files: { 'MASTER_PLAN.md/x': '' } },
    {
      name: 'a write that names no file',
      covers: 'T-HAR-111',
      event: after(
        { ...write('x'), kind: 'tool.before', tool: { name: 'Write', kind: 'write', input: {}, files: [] } },
        'ok',
      ),
    },
  ],
  context: [
    {
      name: 'missing sections, and a completed phase without a requirement',
      covers: 'HAR-PV-03',
      event: written,
      ...plan('## Intent\nx\n## Phase 1\n**Status:** completed\n### Decision Log\nDone so.\n'),
      tells: [
        'sections are missing: Goals, Non-Goals, Requirements, Success Metrics.',
        'line 3: `Phase 1` is completed and names no REQ id',
      ],
    },
  ],
  feedback: [
    {
      name: 'a phase without a status',
      covers: ['T-HAR-78', 'HAR-PV-02'],
      event: written,
      ...plan(good.replace('**Status:** planned', '')),
      id: 'invalid',
      says: /^MASTER_PLAN\.md is invalid\. .*\n- line 15: `Phase 1: One` has no Status\./,
    },
    {
      name: 'everything at once',
      covers: 'HAR-PV-04',
      event: after(edit('MASTER_PLAN.md'), 'ok'),
      ...plan(
        '## Phase 1\n**Status:** completed\n### Decision Log\n<!-- -->\n## Phase 2\n**Status:** soon\nDEC-A-1 REQ-x1\n',
      ),
      id: 'invalid',
      says: /- line 1: there is no section.*\n- line 3: .*Decision Log is empty.*\n- line 6: .*`soon`.*\n- line 7: `DEC-A-1`.*\n- line 7: `REQ-x1`/,
    },
    { name: 'an empty plan', event: written, ...plan(''), id: 'invalid' },
    {
      name: 'a plan in a linked work tree',
      event: after(write('.worktrees/w/MASTER_PLAN.md'), 'ok'),
      files: { '.worktrees/w/MASTER_PLAN.md': '' },
      id: 'invalid',
    },
    {
      name: 'a plan behind a link',
      event: written,
      files: { 'docs/plan.md': '' },
      prepare: ({ path }) => symlinkSync('docs/plan.md', join(path, 'MASTER_PLAN.md')),
      id: 'invalid',
    },
    {
      name: 'more mistakes than anybody reads',
      event: written,
      ...plan(`${good}${'## Phase 1\n'.repeat(60)}`),
      id: 'invalid',
      says: /\n- and 30 more$/,
    },
    {
      name: 'a plan of five megabytes',
      event: written,
      ...plan(`${'A line of a long plan.\n'.repeat(220_000)}## Phase 1\n`),
      id: 'invalid',
      says: /line 220001: `Phase 1` has no Status/,
    },
  ],
})
