import { inPhase, transcript } from '../../../../../test/process/support/plan-files.ts'
import type { EventBody } from '@holdpoint/engine'
import { turnStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './workflow-complete.ts'

const git = {}
const stop = turnStop('Done.')
const hears = { ...stop, raw: { transcript_path: 'talk.jsonl' } } as EventBody
const RED = { phase: 2, verdict: 'RED' }
const gates = (...list: readonly Record<string, unknown>[]) => ({ gates: list })
const phases = (list: string) => ({ 'config/planning-config.yaml': `planning:\n  phases: ${list}\n` })

testHook(hook, {
  pass: [
    {
      name: 'the last phase, no gate red',
      covers: ['T-PLN-102', 'PLN-H11B-01'],
      event: stop,
      git,
      files: inPhase('COMPLETION', gates({ phase: 1, verdict: 'PASS' })),
    },
    { name: 'no state', covers: 'PLN-H11B-05', event: stop, git },
    { name: 'no feature directory', event: stop, git: { branch: 'main' } },
    {
      name: 'the user said stop',
      covers: ['T-PLN-90', 'PLN-H11B-02'],
      event: hears,
      git,
      files: { ...inPhase('ARCHITECTURE', gates(RED)), 'talk.jsonl': transcript('please stop') },
    },
    {
      name: 'a gate that was red and has been passed since',
      event: stop,
      git,
      files: inPhase('COMPLETION', gates(RED, { phase: 2, verdict: 'PASS' })),
    },
    {
      name: 'the last phase of the project’s own list',
      event: stop,
      git,
      files: { ...inPhase('SHIP'), ...phases('[setup, ship]') },
    },
  ],
  block: [
    {
      name: 'in the middle',
      covers: ['T-PLN-88', 'PLN-H11B-03', 'D14'],
      event: stop,
      git,
      files: inPhase('ARCHITECTURE'),
      id: 'unfinished',
      says:
        'Workflow at phase ARCHITECTURE, not complete. Missing phases: THINKDEEP, VALIDATION, TEST_STRATEGY, ' +
        'TEST_COVERAGE, COMPLETION',
    },
    {
      name: 'a red gate at the end',
      covers: ['T-PLN-89', 'PLN-H11B-04'],
      event: stop,
      git,
      files: inPhase('COMPLETION', gates(RED)),
      id: 'red',
      says: 'Validation failed (RED) at 2. Needs revision before stopping.',
    },
    {
      name: 'red in lower case, in status, without a phase',
      event: stop,
      git,
      files: inPhase('COMPLETION', gates({ status: 'red' })),
      id: 'red',
      says: /at COMPLETION\./,
    },
    {
      name: 'a gate that was passed and is red now',
      event: stop,
      git,
      files: inPhase('COMPLETION', gates({ phase: 2, verdict: 'PASS' }, RED)),
      id: 'red',
    },
    {
      name: 'in the middle, and red',
      event: stop,
      git,
      files: inPhase('VALIDATION', gates(RED)),
      id: 'both',
      says: /^Workflow at phase VALIDATION, not complete\. Missing phases: TEST_STRATEGY, .*\nValidation failed \(RED\) at 2\./,
    },
    {
      name: 'a phase that is in no list',
      event: stop,
      git,
      files: inPhase('LUNCH'),
      id: 'unfinished',
      says: /Missing phases: SETUP, /,
    },
    {
      name: 'other phases, says the configuration',
      event: stop,
      git,
      files: { ...inPhase('SETUP'), ...phases('[setup, build, ship]') },
      id: 'unfinished',
      says: /Missing phases: BUILD, SHIP$/,
    },
    {
      name: 'other phases, says an option',
      event: stop,
      git,
      files: inPhase('SETUP'),
      options: { phases: ['setup', 'ship'] },
      id: 'unfinished',
      says: /Missing phases: SHIP$/,
    },
  ],
  notice: [
    {
      name: 'the second stop of a turn',
      covers: 'PLN-H11-07',
      event: turnStop('Done.', true),
      git,
      files: inPhase('RESEARCH'),
      id: 'released',
      says: /^The agent stopped before the workflow was complete: Workflow at phase RESEARCH/,
    },
  ],
})
