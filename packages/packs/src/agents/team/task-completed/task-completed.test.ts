import { taskCompleted } from '../../../../../testing/src/events.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './task-completed.ts'

const done = (description?: string, id = '7') =>
  taskCompleted({ id, subject: 'Write the guide', ...(description !== undefined && { description }) })
const LISTED = 'Do it.\n\nDeliverables:\n- docs/guide.md: the guide\n- `src/a.ts`\n\nThen rest.\n- not/one.md\n'
const FAILING = { '.claude/.test-status': 'fail|2|1\n' }

testHook(hook, {
  pass: [
    { name: 'nothing promised', event: done() },
    { name: 'tests pass', event: done(), files: { '.claude/.test-status': 'pass|0|1\n' } },
    { name: 'everything is there', event: done(LISTED), files: { 'docs/guide.md': 'x', 'src/a.ts': 'x' } },
    { name: 'promises do not matter', event: done(LISTED), options: { promised: false } },
    { name: 'tests do not matter', event: done(), files: FAILING, options: { failing_tests: false } },
    { name: 'outside of the project', event: done('Deliverables: ../../other/a.md') },
    { name: 'no files', event: done('Deliverables: a good feeling, and rest') },
    { name: 'a folder', event: done('Deliverables: `docs/`'), files: { 'docs/a.md': '' } },
  ],
  block: [
    {
      name: 'tests fail',
      covers: 'T-AGT-19',
      event: done(),
      files: FAILING,
      id: 'failing-tests',
      says: /^Blocked: task #7 is not complete: 2 tests fail\./,
    },
    {
      name: 'a file is missing',
      event: done(LISTED),
      files: { 'src/a.ts': 'x' },
      id: 'missing',
      says: /^Blocked: task #7 is not complete: docs\/guide\.md is missing or empty\./,
    },
    {
      name: 'files are empty',
      event: done(LISTED),
      files: { 'docs/guide.md': '', 'src/a.ts': '' },
      id: 'missing',
      says: /docs\/guide\.md, src\/a\.ts are missing/,
    },
    {
      name: 'on one line',
      event: done('**Deliverables:** a.md, b/c.ts'),
      files: { 'a.md': 'x' },
      id: 'missing',
      says: /: b\/c\.ts is/,
    },
    { name: 'of every task', event: done(), options: { deliverables: ['CHANGES.md'] }, id: 'missing' },
    { name: 'a third time', event: done(), before: [done(), done()], files: FAILING, id: 'failing-tests' },
    {
      name: 'another task counts for itself',
      event: done(undefined, '8'),
      before: [done(), done(), done()],
      files: FAILING,
      id: 'failing-tests',
    },
  ],
  notice: [
    {
      name: 'the fourth time in a row',
      covers: 'T-AGT-19',
      event: done(),
      before: [done(), done(), done()],
      files: FAILING,
      id: 'given-up',
      says: /^Task #7 was rejected 3 times in a row and counts as complete now\. Still open: tests fail\./,
    },
  ],
})
