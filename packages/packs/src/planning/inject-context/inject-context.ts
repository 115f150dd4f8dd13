import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { describePlan } from '../block.ts'
import { logged } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/inject-context',
    summary: 'Add the plan’s progress and decisions to every prompt.',
    on: ['prompt.submit'],
    role: 'context',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 6,
    aliases: [
      'H06',
      'planning/H06',
      'H06_context_injection',
      'inject-planning-context.sh',
      'hooks/inject-planning-context.sh',
    ],
    options: v.strictObject({}),
    messages: {},
  },
  async run({ event, services, inject, pass }) {
    const plan = await describePlan(event, services)
    return plan === undefined ? pass : logged(inject(plan.block), 'INJECT', plan.detail)
  },
})
