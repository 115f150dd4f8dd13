import { PACKS } from './packs.generated.ts'
import type { BackgroundJob } from '@holdpoint/engine'

/** Work that built-in hooks hand to a background process, by the name they ask for it by. */
export const jobs: Readonly<Record<string, () => Promise<BackgroundJob>>> = Object.assign(
  {},
  ...PACKS.map((pack) => pack.jobs),
)
