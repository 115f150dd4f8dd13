import type { DeedKind } from '../services/deed.ts'
import { requestDestroys } from '../services/requests.ts'
import type { VendorCall } from './vendor.ts'

/** A request that a vendor's program sends as given: `az rest --method delete --url …`, `glab api -X DELETE …`. */
export const apiDeed =
  (word: string) =>
  ({ words: [verb, endpoint = ''], options, run }: VendorCall): DeedKind | undefined => {
    if (verb !== word) return undefined
    const valueOf = (...names: readonly string[]): string | undefined =>
      options.findLast(({ name }) => names.includes(name))?.value
    const fields = options.filter(({ name }) => /^(?:-f|-F|-b|--field|--raw-field|--body)$/.test(name))
    const method = valueOf('-X', '-m', '--method')
    const target = valueOf('-u', '--url', '--uri') ?? `https://${run.program}/${endpoint}`
    const body = fields.map(({ value = '' }) => value).join('\n')
    return requestDestroys({ target, ...(method !== undefined && { method }), body }) ? 'destroy' : undefined
  }
