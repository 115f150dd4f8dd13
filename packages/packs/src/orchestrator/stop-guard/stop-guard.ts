import * as v from 'valibot'
import { incompleteIn } from '../design-document.ts'
import { defineHook } from '@holdpoint/engine'
import { CONFIG, switched } from '../switched.ts'
import { oneLine } from '../words.ts'

export default defineHook({
  meta: {
    id: 'orchestrator/stop-guard',
    summary: 'Block the lead from stopping while tasks of the current plan are open.',
    on: ['turn.stop'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    aliases: ['stop-guard.sh', 'scripts/stop-guard.sh'],
    options: v.strictObject({}),
    messages: {
      incomplete: {
        exact: "{count} tasks still incomplete in '{title}'. Complete implementation or stop again to force-stop.",
      },
      forced: {
        exact:
          'Force-stopping with {count} incomplete tasks. ' +
          'Running implementers will continue without lead coordination.',
      },
      config: CONFIG,
    },
  },
  async run({ event, services, block, notice, pass }) {
    const { setting, plan } = await switched(event, 'stop_guard', services)
    if (setting.problem !== undefined) return notice('config', { problem: setting.problem })
    const count = plan?.document === undefined ? 0 : incompleteIn(plan.document.counts)
    if (plan === undefined || count === 0) return pass
    return event.alreadyBlocked
      ? notice('forced', { count })
      : block('incomplete', { count, title: oneLine(plan.title) })
  },
})
