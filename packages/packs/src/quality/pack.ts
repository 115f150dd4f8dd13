import type { Pack } from '@holdpoint/engine'
import { FEEDBACK } from '../shared/answers.ts'
import { HARNESS } from '../shared/harness.ts'

export const pack: Pack = {
  name: 'quality',
  summary: 'Run linters, tests and reviews, and keep bad code out.',
  ...HARNESS,
  keepsFiles: 'all',
  protocolOf: (id) => (id === 'quality/lint' ? FEEDBACK : undefined),
  jobs: { 'quality/test-runner': async () => (await import('./test-runner/job.ts')).job },
}
