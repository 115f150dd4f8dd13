import { isKnown } from '../effects.ts'
import { unclassified, type Check, type Usages } from '../read-only/usage.ts'
import { matchAny, readingsOf } from './grammar.ts'
import type { Vendor, VendorOption } from './vendor.ts'

/** Which calls of a vendor's program only read. */
export function readsOf(vendor: Vendor): Usages {
  return typeof vendor.reads === 'object' ? vendor.reads : { check: listedReads(vendor, vendor.reads ?? '') }
}

const listedReads =
  (vendor: Vendor, reads: string): Check =>
  ({ name, args }) => {
    const readings = readingsOf(vendor, args)
    const isReading =
      args.every(isKnown) &&
      readings.every((reading) => matchAny(reads, reading) === 'yes' && reading.options.every(isQuiet))
    return isReading ? undefined : unclassified(`\`${name}\` is not read-only here.`)
  }

/** Options that choose what is shown, and how. Any other may write a file, show a secret, or load something. */
const QUIET =
  /^(?:-[aAnpqrsl]|-?-(?:app|all|all-namespaces|json|format|output|limit|namespace|no-color|no-headers|page|page-size|project|quiet|region|zone|sort|sort-by|stack|stage|team|scope|org|tail|since|list|describe|bootstrap-server|topic|group|endpoints|prefix|keys-only|recursive|human-readable|subscription|filter|query|all-regions|long))$/
const FORMATS = /^(?:json|yaml|table|text|wide|name|csv|tsv|simple|human|pretty|plain|none|raw)$/

const isQuiet = ({ name, value }: VendorOption): boolean =>
  /^(?:-o|-w|--write-out|-?-output)$/.test(name) ? FORMATS.test(value ?? '') : QUIET.test(name)
