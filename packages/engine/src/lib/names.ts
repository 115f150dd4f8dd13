import { UserError } from '../errors.ts'
import type { HookEntry } from '../hook.ts'

/** Ids and every alias a document uses name a hook. */
export const findHook = (name: string, catalogue: readonly HookEntry[]): HookEntry | undefined =>
  catalogue.find(({ id }) => id === name) ?? catalogue.find(({ aliases }) => aliases.includes(name))

/** The same, with a helpful answer when there is no such hook. */
export function hookNamed(name: string, catalogue: readonly HookEntry[]): HookEntry {
  const found = findHook(name, catalogue)
  if (found !== undefined) return found
  const parts = partsOf(name, catalogue).map(({ id }) => id)
  if (parts.length > 0) throw new UserError(`\`${name}\` is several hooks: ${parts.join(', ')}. Name one of them.`)
  const names = catalogue.flatMap(({ id, aliases }) => [id, ...aliases])
  const hint = names.find((known) => known.endsWith(`/${name}`)) ?? closest(name, names)
  const meant = hint === undefined ? '' : ` Did you mean \`${hint}\`?`
  throw new UserError(`there is no hook \`${name.slice(0, MAX_WORD)}\`.${meant} \`holdpoint list\` shows all of them.`)
}

/** Every hook of a name: a script of a document may be several, `guard.sh#0`, `guard.sh#1`, …; they come in their order. */
export function hooksNamed(name: string, catalogue: readonly HookEntry[]): readonly [HookEntry, ...HookEntry[]] {
  const [first, ...more] = findHook(name, catalogue) === undefined ? partsOf(name, catalogue) : []
  return first === undefined ? [hookNamed(name, catalogue)] : [first, ...more]
}

function partsOf(name: string, catalogue: readonly HookEntry[]): readonly HookEntry[] {
  // `harness/guard` is the script `guard.sh`, as `harness/lint` is `lint.sh`.
  const script = name.startsWith('harness/') ? `${name.slice('harness/'.length)}.sh` : name
  return catalogue
    .filter(({ aliases }) => aliases.some((alias) => alias.startsWith(`${script}#`)))
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** A text far longer than every known name is no typo of one, and the distance is quadratic in its length. */
const MAX_WORD = 120

/** The candidate a typing mistake most likely meant, if any is near enough. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > MAX_WORD) return undefined
  const near = candidates
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter(({ candidate, distance: d }) => d <= Math.ceil(candidate.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.candidate
}

function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
