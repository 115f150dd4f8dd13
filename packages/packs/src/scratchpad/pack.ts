import type { Pack } from '@holdpoint/engine'

export const pack: Pack = {
  name: 'scratchpad',
  summary: 'Have every agent of a team write down what the next one needs.',
  group: 'scratchpad',
  order: 40,
  emptyMatchers: ['SubagentStart', 'SubagentStop'],
}
