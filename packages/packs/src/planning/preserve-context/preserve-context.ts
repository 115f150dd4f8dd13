import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { describePlan } from '../block.ts'
import { logged } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/preserve-context',
    summary: 'Keep the state of the plan across a compaction.',
    on: ['compact.before'],
    role: 'context',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 12,
    aliases: [
      'H12',
      'planning/H12',
      'H12_preserve_context',
      'preserve-planning-context.sh',
      'hooks/preserve-planning-context.sh',
    ],
    options: v.strictObject({}),
    messages: {},
  },
  async run({ event, services, inject, pass }) {
    const plan = await describePlan(event, services)
    return plan === undefined ? pass : logged(inject(plan.block), 'PRESERVE', plan.detail)
  },
})
