import * as v from 'valibot'
import { type TaskCompleted, type ToolAfter, defineHook } from '@holdpoint/engine'
import { hasHostEntry } from '../host-entry.ts'
import { CONFIG, switched } from '../switched.ts'
import { oneLine, planPath } from '../words.ts'
import { aboutTask, isFirstAttempt, keepFor, takeFor } from './tasks.ts'

export default defineHook({
  meta: {
    id: 'orchestrator/task-completed',
    summary: 'Ask for verification of a plan’s task before it counts as completed.',
    on: ['task.completed', 'tool.after'],
    tools: ['other'],
    matcher: 'TaskUpdate',
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    aliases: ['task-completed.sh', 'scripts/task-completed.sh'],
    options: v.strictObject({
      task_verification_delivery: v.optional(
        v.pipe(
          v.picklist(['block-once', 'context', 'hook']),
          v.description(
            'How the model is asked: block the first attempt to complete a task; ' +
              'or add a text to the result of the call; ' +
              'or let the host ask a model or agent, with an entry that `holdpoint init` writes.',
          ),
        ),
        'block-once',
      ),
    }),
    messages: {
      agent: {
        exact:
          'Verify this task completion against the design doc at {plan}. {task}' +
          'Check: 1) Files mentioned exist and contain expected changes. 2) A commit was created. ' +
          '3) Task spec requirements from the design doc are met.{about}',
      },
      prompt: {
        exact:
          'Lightweight verification: check that the task completion{task} includes a commit SHA, ' +
          'list of files changed, and test results. Design doc: {plan}.{about}',
      },
      no_plan: {
        what: 'A task was completed without verification: the design document {plan} {problem}.',
        why: 'Without it, the task cannot be verified.',
        fix: 'Restore the document, or end the plan with `holdpoint orchestrator abort`.',
      },
      config: CONFIG,
    },
  },
  async run({ event, options, services, block, inject, notice, pass }) {
    const { task_verification_delivery: delivery } = options
    if (event.kind === 'tool.after') {
      const id = delivery === 'context' ? completedBy(event) : undefined
      const text = id === undefined ? undefined : takeFor(id, services.state.session)
      return inject(text ?? '')
    }
    const { setting, plan } = await switched(event, 'task_verification', services)
    if (setting.problem !== undefined) return notice('config', { problem: setting.problem })
    if (plan === undefined) return pass
    if (plan.problem !== undefined) {
      return notice('no_plan', { plan: planPath(plan.state), problem: PROBLEMS[plan.problem] })
    }
    if (delivery === 'hook' && hasHostEntry(event.root, services)) return pass

    const { task } = event
    const subject = oneLine(task.subject, MAX_SUBJECT)
    const mode = setting.value === 'agent' && !hasBadMetadata(event) ? 'agent' : 'prompt'
    const named = mode === 'agent' ? `Task: ${subject}. ` : ` for '${subject}'`
    const verdict = block(mode, {
      plan: planPath(plan.state),
      task: subject === '' ? '' : named,
      about: aboutTask(task),
    })
    if (delivery === 'context') {
      keepFor(task, verdict.reason ?? '', services.state.session)
      return pass
    }
    return isFirstAttempt(task, plan.state, services.state.session) ? verdict : pass
  },
})

const MAX_SUBJECT = 1000

const PROBLEMS = {
  missing: 'does not exist',
  outside: 'is outside the project',
  unreadable: 'cannot be read',
} as const

/** The task that a call has completed, if it was such a call. */
function completedBy({ tool, failed }: ToolAfter): string | undefined {
  const { taskId, task_id: other, status } = tool.input
  const id = taskId ?? other
  return !failed && status === 'completed' && (typeof id === 'string' || typeof id === 'number')
    ? String(id)
    : undefined
}

/** Hosts send none; if they cannot be read, the check that needs only a report applies. */
function hasBadMetadata({ raw }: TaskCompleted): boolean {
  const metadata = raw['task_metadata'] ?? raw['metadata'] ?? {}
  return typeof metadata !== 'object' || Array.isArray(metadata)
}
