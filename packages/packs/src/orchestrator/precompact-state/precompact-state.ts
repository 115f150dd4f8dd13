import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { CONFIG, switched } from '../switched.ts'
import { namedPlan, oneLine, progress, sentences, worktreeList } from '../words.ts'

export default defineHook({
  meta: {
    id: 'orchestrator/precompact-state',
    summary: 'Keep the state of the current plan across a compaction.',
    on: ['compact.before'],
    role: 'context',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    aliases: ['precompact-state.sh', 'scripts/precompact-state.sh'],
    options: v.strictObject({}),
    messages: { config: CONFIG },
  },
  async run({ event, services, inject, notice, pass }) {
    const { setting, plan } = await switched(event, 'precompact_state', services)
    if (setting.problem !== undefined) return notice('config', { problem: setting.problem })
    if (plan?.document === undefined) return pass
    const { team, slug } = plan.state
    return inject(
      sentences(
        'ORCHESTRATION STATE — preserve this across compaction.',
        `Plan: ${namedPlan(plan)}.`,
        team === '' ? '' : `Team: ${oneLine(team)}.`,
        progress(plan.document),
        worktreeList(plan.state),
        slug === '' ? '' : `Slug: ${oneLine(slug)}.`,
        'Read the design doc after compaction to restore full context.',
      ),
    )
  },
})
