import * as v from 'valibot'
import { readTestStatus } from '../../../shared/harness-state.ts'
import { defineHook, counted, failingTests } from '@holdpoint/engine'
import { teamGate } from '../../meta.ts'
import { globs, maxRepeats, toggle } from '../../options.ts'
import { missing, promisedIn } from '../deliverables.ts'
import { forgetRepeats, maySendBack } from '../repeats.ts'

export default defineHook({
  meta: {
    ...teamGate('task-completed'),
    summary: 'Keep a task open while tests fail or files that it lists are missing.',
    on: ['task.completed'],
    options: v.strictObject({
      failing_tests: toggle('Whether failing tests, as recorded in `.claude/.test-status`, block it.'),
      deliverables: globs('Files that every task must produce, relative to the project.', []),
      promised: toggle('Whether the files listed under `Deliverables:` in the task’s description must exist.'),
      max_repeats: maxRepeats,
    }),
    stricter: { failing_tests: 'more', deliverables: 'more', promised: 'more', max_repeats: 'more' },
    messages: {
      'failing-tests': {
        what: 'task {task} is not complete: {failing}.',
        why: 'Work is not done while tests fail.',
        fix: 'Fix the tests, then complete the task again.',
      },
      missing: {
        what: 'task {task} is not complete: {list} {are} missing or empty.',
        why: 'The task lists these files as its result.',
        fix: 'Write the missing files, then complete the task again.',
      },
      'given-up': {
        what: 'Task {task} was rejected {times} in a row and counts as complete now.',
        why: 'Still open: {why}.',
        fix: 'Check it yourself.',
      },
    },
  },
  run({ event, options, services, block, notice, pass }) {
    const { task, root, cwd } = event
    const { session } = services.state
    const name = (task.id === '' ? task.subject : `#${task.id}`).slice(0, 100)
    const tests = options.failing_tests ? readTestStatus(services.files, root) : undefined
    const wanted = [...options.deliverables, ...(options.promised ? promisedIn(task) : [])]
    const lacking = missing(wanted, root, cwd, services.files)
    const list = lacking.slice(0, MAX_LISTED).join(', ')
    const verdict =
      tests?.result === 'fail'
        ? block('failing-tests', { task: name, failing: failingTests(tests.failures) })
        : lacking.length > 0
          ? block('missing', { task: name, list, are: lacking.length === 1 ? 'is' : 'are' })
          : undefined
    const who = `${task.team ?? ''}/${task.id === '' ? task.subject.slice(0, 200) : task.id}`
    if (verdict === undefined) {
      forgetRepeats(session, 'task', who)
      return pass
    }
    if (maySendBack(session, 'task', who, options.max_repeats)) return verdict
    const why = tests?.result === 'fail' ? 'tests fail' : `without ${list}`
    return notice('given-up', { task: name, times: counted(options.max_repeats, 'time'), why })
  },
})

const MAX_LISTED = 10
