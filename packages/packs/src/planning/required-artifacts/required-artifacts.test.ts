import { artifacts, F, inPhase, transcript, without } from '../../../../../test/process/support/plan-files.ts'
import type { EventBody } from '@holdpoint/engine'
import { turnStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './required-artifacts.ts'

const git = {}
const stop = turnStop('Done.')
const planned = inPhase('ARCHITECTURE')
const hears = { ...stop, raw: { transcript_path: 'talk.jsonl' } } as EventBody
const after = (...texts: readonly string[]) => ({ git, files: { ...planned, 'talk.jsonl': transcript(...texts) } })

testHook(hook, {
  pass: [
    {
      name: 'all four files',
      covers: ['T-PLN-30', 'PLN-TC-30', 'PLN-H11A-04'],
      event: stop,
      git,
      files: { ...planned, ...artifacts },
    },
    { name: 'no state', covers: ['PLN-TC-32', 'PLN-FM-21', 'PLN-H11A-01'], event: stop, git },
    { name: 'no feature directory', covers: 'PLN-FM-22', event: stop, git: { branch: 'main' } },
    {
      name: 'the last phase, whatever is missing',
      covers: ['PLN-H11A-02', 'G-110'],
      event: stop,
      git,
      files: inPhase('completion'),
    },
    {
      name: 'the user said stop',
      covers: ['T-PLN-90', 'PLN-H11-06'],
      event: hears,
      ...after('plan it', 'please STOP.'),
    },
    { name: 'the user said quit', event: hears, ...after('quit') },
    { name: 'the user said abort', event: hears, ...after('Abort this') },
    { name: 'the user said exit', event: hears, ...after('exit now!') },
    {
      name: 'fewer files, by option',
      event: stop,
      git,
      files: { ...planned, [`${F}/plan.md`]: 'x' },
      options: { artifacts: ['plan.md'] },
    },
  ],
  block: [
    {
      name: 'tasks.md is missing',
      covers: ['T-PLN-31', 'PLN-TC-31', 'PLN-H11A-03'],
      event: stop,
      git,
      files: { ...planned, ...without(artifacts, 'tasks.md') },
      id: 'missing',
      says:
        'Missing artifacts: tasks.md\nPlanning incomplete (phase: ARCHITECTURE). Missing required artifacts: tasks.md. ' +
        'Continue workflow to generate these artifacts before stopping.',
    },
    {
      name: 'an empty design.md',
      covers: ['T-PLN-33', 'PLN-TC-33'],
      event: stop,
      git,
      files: { ...planned, ...artifacts, [`${F}/design.md`]: '' },
      id: 'missing',
      says: /^Missing artifacts: design\.md\n/,
    },
    {
      name: 'nothing is there',
      event: stop,
      git,
      files: planned,
      id: 'missing',
      says: /^Missing artifacts: design\.md, plan\.md, tasks\.md, test-plan\.md\n/,
    },
    {
      name: 'a phase that nobody can read',
      event: stop,
      git,
      files: { [`${F}/.planning-state.local.md`]: 'x' },
      id: 'missing',
      says: /\(phase: unknown\)/,
    },
    {
      name: 'the user said something else',
      event: hears,
      ...after('please stop', 'no, go on with the stopwatch'),
      id: 'missing',
    },
    {
      name: 'the user said not to stop',
      event: hears,
      ...after('Do not stop before it is complete, and don’t quit'),
      id: 'missing',
    },
    {
      name: 'the user’s word does not count here',
      covers: 'T-PLN-90',
      event: hears,
      git,
      files: { ...after('please stop').files, 'config/planning-config.yaml': 'stop_guard:\n  user_override: false\n' },
      id: 'missing',
    },
    {
      name: 'what the host says in the user’s name',
      event: hears,
      ...after('go', 'Stop hook feedback:\nstop'),
      id: 'missing',
    },
    {
      name: 'other files, says the configuration',
      event: stop,
      git,
      files: {
        ...planned,
        ...artifacts,
        'config/planning-config.yaml':
          'feature_flags:\n  hooks_stop_guard:\n    required_artifacts: [plan.md, risks.md]\n',
      },
      id: 'missing',
      says: /^Missing artifacts: risks\.md\n/,
    },
  ],
  notice: [
    {
      name: 'the second stop of a turn',
      covers: ['PLN-H11-07', 'D11'],
      event: turnStop('Done.', true),
      git,
      files: planned,
      id: 'released',
      says: /^The agent stopped in phase ARCHITECTURE without design\.md, plan\.md/,
    },
  ],
})
