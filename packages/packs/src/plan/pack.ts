import type { Pack } from '@holdpoint/engine'
import { FEEDBACK } from '../shared/answers.ts'
import { HARNESS } from '../shared/harness.ts'

export const pack: Pack = {
  name: 'plan',
  summary: 'Keep MASTER_PLAN.md and the code in agreement.',
  ...HARNESS,
  keepsFiles: 'all',
  suits: (root, { exists }) => (exists(`${root}/MASTER_PLAN.md`) ? 'the project has a MASTER_PLAN.md' : undefined),
  protocolOf: (id) => (id === 'plan/plan-validate' ? FEEDBACK : undefined),
}
