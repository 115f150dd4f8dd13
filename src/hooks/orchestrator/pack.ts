import type { Pack } from '../../core/pack.ts'
import { PROTOCOL, TASK_PROTOCOL } from './protocol.ts'

export const pack: Pack = {
  name: 'orchestrator',
  summary: 'Keep a team lead at the plan it carries out, and verify completed tasks.',
  group: 'orchestrator',
  order: 30,
  protocolOf: (id) => (id === 'orchestrator/task-completed' ? TASK_PROTOCOL : PROTOCOL),
}
