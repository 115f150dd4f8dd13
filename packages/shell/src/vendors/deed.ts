import { UNKNOWN, type Run } from '../effects.ts'
import { isLocalAddress } from '../services/address.ts'
import type { Deed, DeedKind } from '../services/deed.ts'
import { hasOption, isVerb, matchAny, readingsOf, type Reading } from './grammar.ts'
import { listOf } from '../read-only/usage.ts'
import { unlistedVendor } from './unlisted.ts'
import { vendorOf } from './vendors.ts'
import type { Vendor } from './vendor.ts'

/** What a call of a vendor's program destroys or releases; undefined when it does neither. */
export function deedOf(run: Run): Deed | undefined {
  const found = vendorOf(run) ?? unlistedVendor(run)
  if (found === undefined) return undefined
  const { vendor, args } = found
  const readings = readingsOf(vendor, args)
  if (readings.every((reading) => isRehearsal(vendor, reading) || isNearby(vendor, reading, run))) return undefined
  const deeds = readings.flatMap((reading) => deedIn(vendor, reading, run) ?? [])
  return deeds.find(({ kind, isUnknown }) => kind === 'destroy' && isUnknown !== true) ?? deeds[0]
}

function deedIn(vendor: Vendor, reading: Reading, run: Run): Deed | undefined {
  const { stack } = vendor
  const judged = vendor.judge?.({ ...reading, run })
  if (judged === 'none') return undefined
  if (judged !== undefined) return { kind: judged, stack }
  const destroys = matchAny(vendor.destroys, reading)
  if (destroys === 'yes') return { kind: 'destroy', stack }
  if (matchAny(vendor.grants, reading) === 'yes') return { kind: 'grant', stack }
  const releases = matchAny(vendor.releases, reading)
  if (releases === 'yes') return { kind: 'release', stack }
  if ((destroys === 'no' && releases === 'no') || isOnlyOptions(vendor, reading)) return undefined
  const kind: DeedKind = destroys === 'maybe' && vendor.everyday !== true ? 'destroy' : 'release'
  return { kind, stack, isUnknown: true }
}

/** `kubectl $FLAGS get pods`: without the unknown words the call says what it does. */
function isOnlyOptions(vendor: Vendor, { words }: Reading): boolean {
  const first = words.find((word) => !word.includes(UNKNOWN))
  const isNamed =
    first !== undefined &&
    matchAny([vendor.destroys, vendor.releases].join(', '), { words: [first], options: [] }) === 'no'
  return isNamed && isVerb(first)
}

const REHEARSALS = '--dry-run --dryrun --help --what-if --whatif --plan'

/** `--dry-run`, `-h`, `--dry-run=client`; but not `--dry-run=none`. The last one counts. */
function isRehearsal(vendor: Vendor, reading: Reading): boolean {
  const short = listOf(vendor.takes).includes('-h') ? '' : ' -h'
  const names = listOf(`${REHEARSALS}${short} ${vendor.rehearses ?? ''}`.trim())
  const dashed = vendor.longDash === true ? names.map((name) => name.replace(/^--/, '-')) : names
  const last = reading.options.findLast(({ name }) => dashed.includes(name.replace(/^(--?)no-/, '$1')))
  return last !== undefined && hasOption(last.name, { ...reading, options: [last] }) && dashed.includes(last.name)
}

/** A service on this machine, or the database of tests. */
function isNearby({ at, stack }: Vendor, { options }: Reading, { env }: Run): boolean {
  const named = options.filter(({ name, value }) => value !== undefined && listOf(at).includes(name))
  if (named.length > 0 && named.every(({ value = '' }) => value.split(',').every(isLocalAddress))) return true
  return stack === 'database' && Object.entries(env).some(([name, value]) => TEST_NAME.test(name) && TEST.test(value))
}

const TEST_NAME = /^(?:RAILS|RACK|NODE|APP|MIX|HANAMI)_ENV$/
const TEST = /^test(?:ing)?$/i
