import type { Pack } from '@holdpoint/engine'
import { HARNESS } from '../shared/harness.ts'
import { suitingStacks } from './stacks.ts'
import { examine } from './test-evidence/examine.ts'

export const pack: Pack = {
  name: 'guard',
  summary: 'Keep destructive, irreversible and secret-leaking actions from happening.',
  ...HARNESS,
  keepsFiles: ['guard/proof-of-work', 'guard/llm-review'],
  examine,
  suitingPresets: suitingStacks,
}
