import type { EventBody } from '@holdpoint/engine'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './teammate-idle.ts'

const idle = (more: object = {}): EventBody => ({ kind: 'teammate.idle', teammate: 'ann', team: 'shop', ...more })
const summary = (text: string): EventBody => idle({ tasksSummary: text })

testHook(hook, {
  pass: [
    { name: 'nothing is known of tasks', event: idle() },
    { name: 'all tasks are done', event: summary('All 3 tasks completed') },
    { name: 'none is open', event: summary('0 open, 3 done') },
    { name: 'no tasks', event: summary('') },
    { name: 'tests pass', event: idle(), files: { '.claude/.test-status': 'pass|0|1\n' } },
    {
      name: 'tests do not matter',
      event: idle(),
      files: { '.claude/.test-status': 'fail|2|1\n' },
      options: { failing_tests: false },
    },
    { name: 'tasks do not matter', event: summary('2 open'), options: { open_tasks: false } },
    { name: 'a file of another form', event: idle(), files: { '.claude/.test-status': 'fail' } },
  ],
  block: [
    {
      name: 'open tasks',
      covers: 'T-AGT-18',
      event: summary('2 open, 1 done'),
      id: 'open-tasks',
      says: /^Blocked: ann still has open tasks:\n- 2 open, 1 done \n/,
    },
    {
      name: 'a third time',
      covers: 'T-AGT-18',
      event: summary('1 pending'),
      before: [summary('1 pending'), summary('1 pending')],
      id: 'open-tasks',
    },
    {
      name: 'another teammate counts for itself',
      event: { ...summary('1 pending'), teammate: 'bob' } as EventBody,
      before: [summary('1 pending'), summary('1 pending'), summary('1 pending')],
      id: 'open-tasks',
    },
    {
      name: 'not in a row',
      event: summary('1 pending'),
      before: [summary('1 pending'), summary('1 pending'), summary('1 pending'), summary('0 pending')],
      id: 'open-tasks',
    },
    {
      name: 'failing tests',
      event: idle(),
      files: { '.claude/.test-status': 'fail|2|1\n' },
      id: 'failing-tests',
      says: /^Blocked: 2 tests fail\..*Fix them, ann/s,
    },
    { name: 'boxes', event: summary('- [x] a\n- [ ] b'), id: 'open-tasks' },
    { name: 'words', event: summary('Task 3 is still in progress'), id: 'open-tasks' },
  ],
  notice: [
    {
      name: 'the fourth time in a row',
      covers: 'T-AGT-18',
      event: summary('1 pending'),
      before: [summary('1 pending'), summary('1 pending'), summary('1 pending')],
      id: 'given-up',
      says: 'ann was blocked 3 times in a row and may go idle now. Still open: 1 open task. Check it yourself.',
    },
    {
      name: 'sooner when told so',
      event: summary('1 open'),
      before: [summary('1 open')],
      options: { max_repeats: 1 },
      id: 'given-up',
    },
  ],
})
