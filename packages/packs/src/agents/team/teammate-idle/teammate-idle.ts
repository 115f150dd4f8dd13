import * as v from 'valibot'
import { readTestStatus } from '../../../shared/harness-state.ts'
import { defineHook, counted, failingTests } from '@holdpoint/engine'
import { teamGate } from '../../meta.ts'
import { maxRepeats, toggle } from '../../options.ts'
import { forgetRepeats, maySendBack } from '../repeats.ts'
import { openTasks } from '../tasks.ts'

export default defineHook({
  meta: {
    ...teamGate('teammate-idle'),
    summary: 'Keep a teammate working while it has open tasks or tests fail.',
    on: ['teammate.idle'],
    options: v.strictObject({
      open_tasks: toggle('Whether its own open tasks block it.'),
      failing_tests: toggle('Whether failing tests, as recorded in `.claude/.test-status`, block it.'),
      max_repeats: maxRepeats,
    }),
    stricter: { open_tasks: 'more', failing_tests: 'more', max_repeats: 'more' },
    messages: {
      'open-tasks': {
        what: '{who} still has open tasks:\n{list}',
        why: '\nThe team is done when every task is done.',
        fix: 'Continue with the first one. If you cannot, write in the task what is missing and reassign it.',
      },
      'failing-tests': {
        what: '{failing}.',
        why: 'Work is not done while tests fail.',
        fix: 'Fix them, {who}, or say in the task list which teammate owns them.',
      },
      'given-up': {
        what: '{who} was blocked {times} in a row and may go idle now.',
        why: 'Still open: {why}',
        fix: 'Check it yourself.',
      },
    },
  },
  run({ event, options, services, block, notice, pass }) {
    const { session } = services.state
    const teammate = event.teammate === '' ? 'The teammate' : event.teammate.slice(0, 100)
    const who = `${event.team ?? ''}/${event.teammate}`
    const tasks = options.open_tasks ? openTasks(event, services) : []
    const tests = options.failing_tests ? readTestStatus(services.files, event.root) : undefined
    const verdict =
      tasks.length > 0
        ? block('open-tasks', {
            who: teammate,
            list: tasks
              .slice(0, MAX_LISTED)
              .map((task) => `- ${task}`)
              .join('\n'),
          })
        : tests?.result === 'fail'
          ? block('failing-tests', { who: teammate, failing: failingTests(tests.failures) })
          : undefined
    if (verdict === undefined) {
      forgetRepeats(session, 'idle', who)
      return pass
    }
    if (maySendBack(session, 'idle', who, options.max_repeats)) return verdict
    const why = tasks.length > 0 ? `${counted(tasks.length, 'open task')}.` : 'tests fail.'
    return notice('given-up', { who: teammate, times: counted(options.max_repeats, 'time'), why })
  },
})

const MAX_LISTED = 10
