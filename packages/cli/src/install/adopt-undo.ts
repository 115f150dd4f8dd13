import { isDeepStrictEqual } from 'node:util'
import { sha256Hex, type Env } from '@holdpoint/engine'
import { unownedEntries, withFound } from './adopt-found.ts'
import { readBatches, writeBatches, type Batch, type Moved, type Side } from './adopt-record.ts'
import type { FileChange } from './change.ts'
import { changeUserFile, readUserFile } from './file.ts'
import { namedIn, withoutNamed } from './own-text.ts'
import { removeRecord, writeRecord } from './record.ts'
import { filesOf, type InstallScope } from './scopes.ts'
import { textProblem } from './settings-text.ts'

interface Site {
  readonly scope: InstallScope
  readonly root: string
  readonly env: Env
}

export interface Returned {
  readonly changes: readonly FileChange[]
  readonly returned: readonly Moved[]
  /** Hooks that were not moved back, and why. */
  readonly kept: readonly { readonly moved: Moved; readonly why: string }[]
  /** Whether both files are, byte for byte, what they were. */
  readonly isExact: boolean
  /** Whether Holdpoint was installed in the settings before the first adoption. */
  readonly wasInstalled: boolean
}

/** Moves adopted hooks back, the newest first. */
export function giveBackAdopted({ scope, root, env }: Site): Returned {
  const { settings, config } = filesOf(scope, root, env)
  const batches = readBatches(settings, env)
  const problem = batches.length === 0 ? undefined : unreadable(settings)
  if (problem !== undefined) {
    const kept = batches.flatMap(({ moved }) => moved.map((one) => ({ moved: one, why: `${settings} ${problem}` })))
    return { changes: [], returned: [], kept, isExact: false, wasInstalled: true }
  }
  const results = batches.toReversed().map((batch) => {
    const isUntouched = isAsLeft(settings, batch.settings) && isAsLeft(config, batch.config)
    return isUntouched ? restored(batch, settings, config, env) : entryByEntry(batch, settings, config, root)
  })
  writeBatches(settings, [], env)
  return {
    changes: [settings, config].map((file) =>
      lastOf(
        results.flatMap(({ changes }) => changes),
        file,
      ),
    ),
    returned: results.flatMap(({ returned }) => returned),
    kept: results.flatMap(({ kept }) => kept),
    isExact: results.every(({ isExact }) => isExact),
    wasInstalled: batches[0]?.wasInstalled ?? true,
  }
}

function unreadable(file: string): string | undefined {
  const text = readUserFile(file) ?? ''
  return text.trim() === '' ? undefined : textProblem(text)
}

type Result = Omit<Returned, 'wasInstalled'>

function isAsLeft(file: string, { afterDigest }: Side): boolean {
  const text = readUserFile(file)
  return text !== undefined && sha256Hex(text) === afterDigest
}

function restored({ settings, config, moved }: Batch, settingsFile: string, configFile: string, env: Env): Result {
  const changes = [
    [settingsFile, settings],
    [configFile, config],
  ] as const
  return {
    changes: changes.map(([file, side]) => restore(file, side, env)),
    returned: moved,
    kept: [],
    isExact: true,
  }
}

export function restore(file: string, { before, install }: Pick<Side, 'before' | 'install'>, env: Env): FileChange {
  changeUserFile(file, () => before ?? undefined)
  if (install === null) removeRecord(file, env)
  else writeRecord(install, env)
  return { file, did: before === null ? 'removed' : 'restored' }
}

/** One of the files has been edited since; the edits stay. */
function entryByEntry({ config, moved }: Batch, settingsFile: string, configFile: string, root: string): Result {
  const own = ownIn(configFile)
  const kept = moved.flatMap((one) => {
    const why = own === undefined ? undefined : whyNot(one, own)
    return why === undefined ? [] : [{ moved: one, why }]
  })
  const returned = moved.filter((one) => !kept.some((other) => other.moved === one))
  if (returned.length === 0) return { changes: [], returned, kept, isExact: false }
  changeUserFile(settingsFile, (now = '{}\n') =>
    returned.reduce(
      (current, one) => (isThere(current, one, root) ? current : withFound(current, one, root)),
      now.trim() === '' ? '{}\n' : now,
    ),
  )
  const settingsChange: FileChange = { file: settingsFile, did: 'changed' }
  // An unreadable file is not changed either.
  if (own === undefined) return { changes: [settingsChange], returned, kept, isExact: false }
  const names = returned.map(({ name }) => name)
  changeUserFile(configFile, (now = '') => withoutNamed(now, 'own', names) ?? (config.before === null ? undefined : ''))
  const did = readUserFile(configFile) === undefined ? 'removed' : 'changed'
  return { changes: [settingsChange, { file: configFile, did }], returned, kept, isExact: false }
}

/** An interrupted adoption may have left the hook in both files. */
const isThere = (settings: string, { event, matcher, entry }: Moved, root: string): boolean =>
  unownedEntries(settings, root).some((other) =>
    isDeepStrictEqual([other.event, other.matcher, other.entry], [event, matcher, entry]),
  )

/** Undefined when the file is missing or invalid: then only the record knows these hooks. */
function ownIn(file: string): Readonly<Record<string, unknown>> | undefined {
  const text = readUserFile(file)
  try {
    return text === undefined ? undefined : namedIn(text, 'own')
  } catch {
    return undefined
  }
}

/** Why a hook cannot be moved back; undefined when it can. */
function whyNot({ name, own }: Moved, now: Readonly<Record<string, unknown>>): string | undefined {
  if (!Object.hasOwn(now, name)) return 'it was removed since'
  return isDeepStrictEqual(now[name], own) ? undefined : 'it was changed since'
}

const lastOf = (changes: readonly FileChange[], file: string): FileChange =>
  changes.findLast((change) => change.file === file) ?? { file, did: 'unchanged' }
