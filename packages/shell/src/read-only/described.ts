import { byName, openFamilies } from '../programs/families.ts'
import { USAGE_NAMES } from '../programs/names.generated.ts'
import { entryOf } from '../programs/programs.ts'
import { readsOf } from '../vendors/reads.ts'
import { vendorNamed } from '../vendors/vendors.ts'
import { READ_ONLY_USAGES } from './families.ts'
import { harmful } from './programs/harmful.ts'
import type { Usages } from './usage.ts'

const usageNamed = openFamilies<Usages>(READ_ONLY_USAGES, USAGE_NAMES)
const harms = byName(harmful)

/** What a program may be given and still only read. */
export function usagesOf(name: string): Usages | undefined {
  const vendor = vendorNamed(name)
  return vendor?.reads === undefined ? usageNamed(name) : readsOf(vendor)
}

/** Why no call of a program is approved unseen. */
export const harmOf = (name: string): string | undefined => entryOf(name).roles?.harm ?? harms.get(name)
