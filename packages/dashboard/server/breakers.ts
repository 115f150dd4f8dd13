import type { BreakerRow } from '@holdpoint/runtime/inspect'
import type { Breaker } from '../api.ts'
import { command } from './remedies.ts'

export const breakerOf = (row: BreakerRow, suffix: string): Breaker => ({
  ...row,
  remedies: [command('Reset the breaker', ['breaker', 'reset', row.hook, '--session', row.session], suffix)],
})
