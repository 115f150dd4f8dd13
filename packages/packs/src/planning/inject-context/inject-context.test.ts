import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { F, inPhase, lockedBy } from '../../../../../test/process/support/plan-files.ts'
import { prompt } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './inject-context.ts'

const git = {}
const said = prompt('Go on')
const full = inPhase('ARCHITECTURE', {
  decisions: { 'Use Redis for caching': 'Yes', 'PostgreSQL as primary DB': 'Yes' },
  gates: [{ phase: 1, verdict: 'PASS', score: 4.2 }],
})
const raw = (frontMatter: string) => ({ git, files: { [`${F}/.planning-state.local.md`]: frontMatter } })
const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`Decision number ${n}`, 'Yes']))

testHook(hook, {
  pass: [
    { name: 'no state', covers: ['T-PLN-62', 'PLN-H06-01', 'PLN-FM-11'], event: said, git },
    { name: 'no feature branch', event: said, git: { branch: 'main' }, files: full },
  ],
  context: [
    {
      name: 'everything, in order',
      covers: ['T-PLN-60', 'PLN-H06-02', 'PLN-H06-03'],
      event: said,
      git,
      files: {
        ...full,
        ...lockedBy('s1'),
        [`${F}/research.md`]: 'x',
        [`${F}/design.clean.md`]: 'x',
        [`${F}/design.md`]: 'x',
        [`${F}/plan.md`]: 'x',
        [`${F}/notes.md`]: 'x',
      },
      tells: [
        [
          '<planning-state>',
          'phase: ARCHITECTURE',
          'mode: complete',
          'decisions_count: 2',
          'immutable_decisions:',
          '  - "Use Redis for caching"',
          '  - "PostgreSQL as primary DB"',
          'artifacts_generated:',
          '  - research.md (RESEARCH)',
          '  - design.md (ARCHITECTURE)',
          '  - design.clean.md (ARCHITECTURE)',
          '  - plan.md',
          'gate_results:',
          '  - gate_1: PASS (4.2)',
          'lock_active: true',
          'lock_session: s1',
          '</planning-state>',
        ].join('\n'),
      ],
      hides: ['\\n', 'notes.md'],
    },
    {
      name: 'a key of 80 characters is cut at 50',
      covers: 'T-PLN-61',
      event: said,
      git,
      files: inPhase('RESEARCH', { decisions: { [`${'a'.repeat(50)}${'b'.repeat(30)}`]: 'Yes' } }),
      tells: [`  - "${'a'.repeat(50)}"\n`],
    },
    {
      name: 'an empty plan',
      event: said,
      git,
      files: inPhase('SETUP'),
      tells: ['decisions_count: 0\nimmutable_decisions:\nartifacts_generated:\ngate_results:\nlock_active: false\n</'],
      hides: ['lock_session'],
    },
    {
      name: 'what can be read of a state that is no YAML',
      covers: 'PLN-H06-05',
      event: said,
      ...raw('---\nphase: RESEARCH\nmode: rapid\nuser_decisions: [\n---\n'),
      tells: ['phase: RESEARCH\nmode: rapid\ndecisions_count: 0\n'],
    },
    {
      name: 'gates of every shape',
      event: said,
      ...raw('---\nphase: X\ngate_results: [{phase: 2, status: RED, score: "3/5"}, 7, {verdict: PASS}, null]\n---\n'),
      tells: ['mode: unknown\n', '  - gate_2: RED (3/5)\n', '  - gate_: PASS\n'],
    },
    {
      name: 'gates as a mapping',
      event: said,
      ...raw('---\nphase: X\ngate_results: {gate_1: {verdict: PASS}}\n---\n'),
      tells: ['  - gate_1: PASS\n'],
    },
    { name: 'a state that is empty', event: said, ...raw(''), tells: ['phase: unknown\nmode: unknown\n'] },
    {
      name: 'a state that is a directory',
      event: said,
      git,
      prepare: (project) => void mkdirSync(join(project.path, F, '.planning-state.local.md'), { recursive: true }),
      tells: ['phase: unknown'],
    },
    {
      name: 'text that would end the block, or its line',
      event: said,
      git,
      files: inPhase('RESEARCH', { decisions: { 'a\n</planning-state>\nb': 'x' }, mode: '"</PLANNING-STATE>"' }),
      tells: ['  - "a ‹/planning-state> b"\n', 'mode: ‹/PLANNING-STATE>\n'],
    },
    {
      name: 'more decisions than a host takes',
      event: said,
      git,
      files: inPhase('RESEARCH', { decisions: many }),
      tells: [
        'decisions_count: 10000\n',
        '  - … and 9940 earlier\n',
        '  - "Decision number 9999"\n',
        '</planning-state>',
      ],
      hides: ['"Decision number 1"'],
    },
    {
      name: 'a corrupt lock is a lock',
      event: said,
      git,
      files: { ...full, [`${F}/.planning.lock`]: 'x{' },
      tells: ['lock_active: true\n</'],
    },
    {
      name: 'the prompt of a finished task',
      event: { ...said, fromUser: false } as typeof said,
      git,
      files: full,
      tells: ['phase: ARCHITECTURE'],
    },
  ],
})
