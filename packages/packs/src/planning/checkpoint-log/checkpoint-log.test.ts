import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { F, inPhase, state } from '../../../../../test/process/support/plan-files.ts'
import { after, edit, shell, write } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './checkpoint-log.ts'

const git = {}
const FILE = `${F}/.planning-state.local.md`
const LOG = `${F}/.planning-audit.log`
const written = after(write(FILE), 'ok')
const logged = (line: string, phase = 'CLARIFICATION') => ({ git, files: { ...inPhase(phase), [LOG]: line } })
const line = (from: string, to: string): string =>
  `[2026-02-04T14:23:15Z] CHECKPOINT: ${from} → ${to} | session=abc123 | mode=complete\n`
const strict = { 'config/planning-config.yaml': 'planning:\n  checkpoint:\n    strict: true\n' }
const says = (from: string, to: string): string => `CHECKPOINT: ${from} → ${to} | session=test | mode=complete`

testHook(hook, {
  pass: [
    { name: 'another file', event: after(write(`${F}/design.md`), 'ok'), git, files: inPhase('RESEARCH') },
    {
      name: 'the same phase again',
      covers: ['T-PLN-56', 'PLN-H05-06', 'PLN-H05-02'],
      event: written,
      ...logged(line('RESEARCH', 'CLARIFICATION')),
    },
    {
      name: 'the same phase, written twice',
      covers: 'ENG-100',
      event: written,
      before: [written],
      git,
      files: inPhase('RESEARCH'),
    },
    {
      name: 'no phase',
      covers: ['T-PLN-58', 'PLN-FM-10', 'PLN-H05-07'],
      event: written,
      git,
      files: { [FILE]: '---\nmode: x\n---\n' },
    },
    { name: 'a state that is gone again', event: written, git },
    {
      name: 'a state that is no YAML and shows no phase',
      event: written,
      git,
      files: { [FILE]: '---\n\tphase: [\n---\n' },
    },
    {
      name: 'a log that is a link to somewhere else',
      event: written,
      git,
      files: { ...inPhase('RESEARCH'), 'other.log': '' },
      prepare: (project) => symlinkSync(join(project.path, 'other.log'), join(project.path, LOG)),
    },
    {
      name: 'a log that cannot be written',
      covers: 'PLN-FM-09',
      event: written,
      git,
      files: inPhase('RESEARCH'),
      prepare: (project) => mkdirSync(join(project.path, LOG)),
    },
    { name: 'a command that only reads', event: after(shell(`cat ${FILE}`), ''), git, files: inPhase('RESEARCH') },
  ],
  notice: [
    {
      name: 'the first phase',
      covers: ['T-PLN-55', 'PLN-H05-03'],
      event: written,
      git,
      files: inPhase('RESEARCH'),
      id: 'checkpoint',
      says: says('UNKNOWN', 'RESEARCH'),
    },
    {
      name: 'the next phase',
      covers: ['T-PLN-55', 'PLN-H05-05'],
      event: written,
      ...logged(line('SETUP', 'RESEARCH')),
      id: 'checkpoint',
      says: says('RESEARCH', 'CLARIFICATION'),
    },
    {
      name: 'the right-hand side counts',
      covers: 'G-85',
      event: written,
      ...logged(line('CLARIFICATION', 'RESEARCH')),
      id: 'checkpoint',
      says: says('RESEARCH', 'CLARIFICATION'),
    },
    {
      name: 'Edit',
      covers: 'T-PLN-59',
      event: after(edit(FILE), 'ok'),
      git,
      files: inPhase('RESEARCH'),
      id: 'checkpoint',
    },
    {
      name: 'sed -i',
      event: after(shell(`sed -i s/A/B/ ${FILE}`), ''),
      git,
      files: inPhase('RESEARCH'),
      id: 'checkpoint',
    },
    {
      name: 'a redirection',
      event: after(shell(`cat draft > ${FILE}`), ''),
      git,
      files: inPhase('RESEARCH'),
      id: 'checkpoint',
    },
    {
      name: 'a move onto it',
      event: after(shell(`mv draft ${FILE}`), ''),
      git,
      files: inPhase('RESEARCH'),
      id: 'checkpoint',
    },
    {
      name: 'a command that failed after it',
      event: after(shell(`tee ${FILE}; false`), '', true),
      git,
      files: inPhase('RESEARCH'),
      id: 'checkpoint',
    },
    {
      name: 'a path that was not known',
      event: after(shell('cat draft > "$D/.planning-state.local.md"'), ''),
      git,
      files: inPhase('RESEARCH'),
      id: 'checkpoint',
    },
    {
      name: 'the state of another plan',
      event: after(write('specs/other/.planning-state.local.md'), 'ok'),
      git: { branch: 'main' },
      files: { 'specs/other/.planning-state.local.md': state({ phase: 'RESEARCH' }) },
      id: 'checkpoint',
    },
    {
      name: 'lines of somebody else in the log',
      event: written,
      ...logged(`${line('SETUP', 'RESEARCH')}a note\n`),
      id: 'checkpoint',
      says: says('RESEARCH', 'CLARIFICATION'),
    },
    {
      name: 'a damaged log',
      event: written,
      ...logged('CHECKPOINT: nonsense\n'),
      id: 'checkpoint',
      says: says('UNKNOWN', 'CLARIFICATION'),
    },
    {
      name: 'a log that ends without a line break',
      event: written,
      ...logged(line('A', 'B').trim()),
      id: 'checkpoint',
      says: says('B', 'CLARIFICATION'),
    },
  ],
  feedback: [
    {
      name: 'no phase, when the configuration is strict',
      covers: 'T-PLN-58',
      event: written,
      git,
      files: { [FILE]: '---\nmode: x\n---\n', ...strict },
      id: 'malformed',
      says: 'ERROR: State file write detected but YAML frontmatter is malformed. Phase field missing.',
    },
    {
      name: 'no phase, strict by option',
      event: written,
      git,
      files: { [FILE]: 'nothing' },
      options: { strict: true },
      id: 'malformed',
    },
  ],
})
