import type { Pack } from '@holdpoint/engine'
import { FEEDBACK } from '../shared/answers.ts'
import { HARNESS } from '../shared/harness.ts'

export const pack: Pack = {
  name: 'session',
  summary: 'Tell an agent where the project stands, and keep what it must not forget.',
  ...HARNESS,
  keepsFiles: 'all',
  protocolOf: (id) => (id === 'session/forward-motion' ? FEEDBACK : undefined),
  jobs: { 'session/update-check': async () => (await import('./update-check/job.ts')).job },
}
