import type { Pack } from '@holdpoint/engine'
import { documentedName, openLedger } from './ledger.ts'
import { PROTOCOL } from './protocol.ts'

export const pack: Pack = {
  name: 'planning',
  summary: 'Hold a product-planning workflow to its phases, artifacts and budget.',
  group: 'planning',
  order: 20,
  hasDevMode: true,
  shownAs: documentedName,
  protocolOf: () => PROTOCOL,
  temporaryFiles: /^planning-(?:research-budget|hook-breaker|hooks)-[\w.-]+\.(?:json|log)$/,
  ledger: openLedger,
  open: async (needs) => (await import('./session.ts')).openSession(needs),
}
