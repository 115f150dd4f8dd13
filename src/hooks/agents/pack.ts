import type { Pack } from '../../core/pack.ts'
import { PROTOCOL } from './protocol.ts'

export const pack: Pack = {
  name: 'agents',
  summary: 'Check what specialised sub-agents write, and report when they end.',
  group: 'agents',
  order: 50,
  protocolOf: () => PROTOCOL,
}
