import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { CONFIG, switched } from '../switched.ts'
import { namedPlan, planPath, progress, sentences, worktreeList } from '../words.ts'

export default defineHook({
  meta: {
    id: 'orchestrator/session-context',
    summary: 'After /clear and on resume, add the current plan and its progress to the context.',
    on: ['session.start'],
    matcher: 'clear|resume',
    role: 'context',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    aliases: ['session-context.sh', 'scripts/session-context.sh'],
    options: v.strictObject({}),
    messages: { config: CONFIG },
  },
  async run({ event, services, inject, notice, pass }) {
    // Also with a wider matcher: a new session has no plan yet, and a compaction has its own hook.
    if (event.source !== 'clear' && event.source !== 'resume') return pass
    const { setting, plan } = await switched(event, 'session_context', services)
    if (setting.problem !== undefined) return notice('config', { problem: setting.problem })
    if (plan?.document === undefined) return pass
    const { document, state } = plan
    return inject(
      sentences(
        `Active implementation: ${namedPlan(plan)}.`,
        progress(document),
        document.hasWorktrees ? 'Worktrees are configured — check the design doc for paths.' : '',
        worktreeList(state),
        `Read the design doc for full details: ${planPath(state)}`,
      ),
    )
  },
})
