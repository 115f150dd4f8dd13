import type { Pack } from '@holdpoint/engine'
import { hostEntries, isUnused, TASK_HOOK } from './delivery.ts'
import { isHostEntry } from './host-entry.ts'
import { implementText } from './implement-text.ts'
import { PROTOCOL, TASK_PROTOCOL } from './protocol.ts'

export const pack: Pack = {
  name: 'orchestrator',
  summary: 'Keep a team lead at the plan it carries out, and verify completed tasks.',
  group: 'orchestrator',
  order: 30,
  protocolOf: (id) => (id === TASK_HOOK ? TASK_PROTOCOL : PROTOCOL),
  isUnused,
  hostEntries,
  isHostEntry,
  command: { file: 'project/implement.md', text: implementText },
}
