import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@holdpoint/engine/policy'
import {
  grant,
  itemOfLoosening,
  itemOfProject,
  LOOSENING,
  PROJECT,
  trustListing,
  type TrustEntry,
  changeTrust,
  readTrust,
} from '@holdpoint/runtime/custom'
import { placeOf, preparePlace } from '@holdpoint/runtime/system'
import type { Site } from './site.ts'

/** Which hooks of a project run in its tests. */
export interface Trust {
  readonly trusted: ReadonlySet<string>
  /** The other hooks, and why each does not run. */
  readonly untrusted: ReadonlyMap<string, string>
  /** Built-in hooks that run programs of the project or send data, and that only the project's own files enable. */
  readonly withheld: readonly string[]
  /** Files that trusted hooks consist of, relative to the project. */
  readonly files: readonly string[]
  /** The trust store of the run. The project's own store is not changed. */
  readonly directory: string
  /** Gives the same trust to the copy of the project in which a test runs. */
  give(site: Site): void
}

interface Question {
  readonly settings: Settings
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the project's state. */
  readonly directory: string
  /** An empty place for what is trusted in this run. */
  readonly shelf: string
  isChosen(entry: TrustEntry): boolean
}

const WHY: Readonly<Record<TrustEntry['trust'], string>> = {
  granted: 'it could not be trusted again',
  missing: 'it is not trusted',
  changed: 'it has changed since it was trusted',
}

export async function openTrust({ settings, root, env, directory, shelf, isChosen }: Question): Promise<Trust> {
  const { entries } = trustListing(settings.own, { root, directory }, [
    itemOfProject(settings),
    itemOfLoosening(settings),
  ])
  // The test covers the project's own file in its current state.
  const chosen = entries.filter((entry) => entry.item.id === LOOSENING || isChosen(entry))
  mkdirSync(shelf, { mode: 0o700 })
  const done =
    chosen.length === 0
      ? { granted: [], refused: [] }
      : await grant(chosen, { root, directory: shelf }, env, new Date())
  const { grants } = readTrust({ root, directory: shelf })
  const refused = new Map(done.refused.map(({ id, why }) => [id, why]))
  const untrusted = entries
    .filter(({ item }) => !done.granted.includes(item.id))
    .map(({ item, trust }) => [item.id, refused.get(item.id) ?? WHY[trust]] as const)
  return {
    trusted: new Set(done.granted),
    untrusted: new Map(untrusted.filter(([id]) => id !== PROJECT)),
    withheld: untrusted.some(([id]) => id === PROJECT) ? Object.keys(settings.untrusted ?? {}) : [],
    files: chosen.flatMap(({ facts }) => facts.files.map(({ path }) => path)),
    directory: shelf,
    give({ project, env: ofTest }) {
      if (done.granted.length === 0) return
      const place = placeOf(project, ofTest)
      preparePlace(place, ofTest)
      changeTrust({ root: project, directory: place.directory }, () => grants)
      const built = join(shelf, 'own')
      if (existsSync(built)) cpSync(built, join(place.directory, 'own'), { recursive: true })
    },
  }
}
