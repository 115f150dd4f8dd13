import { UserError, type Env } from '@holdpoint/engine'
import { buildHooks, type Approved } from './module/approve.ts'
import { removeBuilt } from './module/built.ts'
import { digestOf, isModule } from './trust.ts'
import { changeTrust, withGrant, type Grant, type TrustPlace } from './trust-store.ts'
import type { TrustEntry } from './trust-list.ts'

export interface Granted {
  readonly granted: readonly string[]
  readonly refused: readonly { readonly id: string; readonly why: string }[]
}

/** Records that the user trusts exactly what was shown. Hooks that are files are built and described. */
export async function grant(entries: readonly TrustEntry[], place: TrustPlace, env: Env, now: Date): Promise<Granted> {
  const refused = entries.flatMap(({ item: { id }, facts: { problem } }) =>
    problem === undefined ? [] : [{ id, why: problem }],
  )
  const sound = entries.filter(({ facts }) => facts.problem === undefined)
  const modules = sound.filter(({ item }) => isModule(item.definition))
  const built = await buildHooks(modules.map(nameOf), place, env)
  const failed = modules.flatMap((entry) => {
    const id = entry.item.id
    // The build reads the files again, so they must match what the user has seen.
    if (digestOf(entry.item.definition, built.tree.files) !== entry.facts.digest) {
      return [{ id, why: 'it has changed while you were looking at it' }]
    }
    const why = built.problems[nameOf(entry)]
    return why === undefined ? [] : [{ id, why }]
  })
  const granted = sound.filter(({ item }) => !failed.some(({ id }) => id === item.id))
  changeTrust(place, (old) =>
    granted.reduce((grants, entry) => withGrant(grants, entry.item.id, grantOf(entry, built, now)), old),
  )
  tidy(place)
  return { granted: granted.map(({ item }) => item.id), refused: [...refused, ...failed] }
}

const nameOf = ({ item }: TrustEntry): string => item.id.slice('own/'.length)

function grantOf({ item, facts }: TrustEntry, { tree, hooks }: Approved, now: Date): Grant {
  const meta = hooks[item.id.slice('own/'.length)]
  return {
    digest: facts.digest,
    at: now.toISOString(),
    definition: item.definition,
    files: facts.files,
    ...(isModule(item.definition) && meta !== undefined && { module: { tree: tree.digest, meta } }),
  }
}

/** Revokes trust of these items, or of everything. Returns the ids that were trusted. */
export function revoke(ids: readonly string[], place: TrustPlace): readonly string[] {
  let taken: readonly string[] = []
  changeTrust(place, (old) => {
    const wrong = ids.find((id) => !Object.hasOwn(old, id))
    if (wrong !== undefined)
      throw new UserError(`\`${wrong}\` is not trusted here. \`holdpoint trust --list\` shows what is.`)
    taken = ids.length === 0 ? Object.keys(old) : ids
    return Object.fromEntries(Object.entries(old).filter(([id]) => !taken.includes(id)))
  })
  tidy(place)
  return taken
}

function tidy(place: TrustPlace): void {
  changeTrust(place, (grants) => {
    const needed = new Set(Object.values(grants).flatMap((list) => list.map(({ module }) => module?.tree)))
    removeBuilt(place.directory, (digest) => needed.has(digest))
    return grants
  })
}
