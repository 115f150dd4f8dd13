import { counts, type Counts, type HookEntry, packOf, type Ledger, type StateArea } from '@holdpoint/engine'

export const PACK = 'planning'

/** The name the pack's document uses for a hook in messages and files: `H04_spec_protection`. */
export const documentedName = ({ id, aliases }: Pick<HookEntry, 'id' | 'aliases'>): string =>
  aliases.find((alias) => /^H\d\d[a-z]?_\w+$/.test(alias)) ?? id

/** Failures of this pack, in the file and under the names of its document. */
export function openLedger(temp: StateArea, session: string, catalogue: readonly HookEntry[]): Ledger {
  const hooks = catalogue.filter(({ id }) => packOf(id) === PACK)
  const file = `planning-hook-breaker-${session}`
  const byId = (named: Counts): Counts =>
    Object.fromEntries(
      hooks.map((hook) => [hook.id, named[documentedName(hook)] ?? 0] as const).filter(([, count]) => count > 0),
    )
  return {
    holds: (id) => packOf(id) === PACK,
    read() {
      try {
        return byId(counts(temp.get(file)))
      } catch {
        return {}
      }
    },
    write(change) {
      temp.update<Counts>(file, (old) => {
        const named = counts(old)
        const next = change(byId(named))
        const changed = hooks
          .map((hook) => [documentedName(hook), next[hook.id] ?? 0] as const)
          // A count that was reset to 0 is still listed.
          .filter(([name, count]) => count > 0 || Object.hasOwn(named, name))
        return { ...named, ...Object.fromEntries(changed) }
      })
    },
  }
}
