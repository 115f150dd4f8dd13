import { UserError, sha256Hex, type JsonObject } from '@holdpoint/engine'
import { factsOf, grant, addressOf } from '@holdpoint/runtime/custom'
import { explainConfiguration, trustIn } from '@holdpoint/runtime'
import { showProblem } from '@holdpoint/engine/policy'
import { builtIn } from '@holdpoint/packs'
import { placeOf, preparePlace } from '@holdpoint/runtime/system'
import { settingsProblems } from './accepted.ts'
import { unownedEntries, withoutFound, type Found } from './adopt-found.ts'
import { nameFor } from './adopt-names.ts'
import { translated } from './adopt-own.ts'
import { readBatches, writeBatches, type Batch, type Moved } from './adopt-record.ts'
import { giveBackAdopted, restore, type Returned } from './adopt-undo.ts'
import { edit, type FileChange } from './change.ts'
import type { Program } from './command-line.ts'
import { readUserFile, refuseReadOnly } from './file.ts'
import { install, isInstalled, uninstall, type Target } from './install.ts'
import { ourLines } from './ours.ts'
import { namedIn, withNamed } from './own-text.ts'
import { readRecord } from './record.ts'
import { filesOf } from './scopes.ts'
import { settingsOf, textProblem, withoutEntries } from './settings-text.ts'

/** What would be moved, and what cannot be. */
export interface AdoptionPlan {
  readonly moves: readonly Move[]
  readonly stays: readonly Stay[]
}

export interface Move {
  readonly found: Found
  readonly name: string
  readonly own: JsonObject
}

export interface Stay {
  readonly found: Found
  readonly why: string
}

export interface Adopted extends AdoptionPlan {
  readonly changes: readonly FileChange[]
  readonly events: readonly string[]
  readonly notes: readonly string[]
}

export function planAdoption(target: Target): Promise<AdoptionPlan> {
  return planFor(readUserFile(filesOf(target.scope, target.root, target.env).settings) ?? '', target)
}

async function planFor(text: string, { scope, root, env, registry = builtIn }: Target): Promise<AdoptionPlan> {
  const { settings: file, config } = filesOf(scope, root, env)
  const problem = text.trim() === '' ? undefined : textProblem(text)
  if (problem !== undefined) throw new UserError(`${file} ${problem}. Fix it first.`)
  const site = { scope, settings: settingsOf(text) }
  const { catalogue } = await explainConfiguration(root, { env, registry })
  const written = Object.keys(namedIn(readUserFile(config), 'own'))
  const taken = new Set([...written, ...catalogue.map(({ id }) => id.replace(/^own\//, ''))])
  const moves: Move[] = []
  const stays: Stay[] = []
  for (const found of unownedEntries(text, root)) {
    const result = translated(found, site)
    const why = 'why' in result ? result.why : cannotRun(result.own, { scope, root })
    if ('why' in result || why !== undefined) {
      stays.push({ found, why: why ?? '' })
      continue
    }
    const name = nameFor(result.own, taken)
    taken.add(name)
    moves.push({ found, name, own: result.own })
  }
  return { moves, stays }
}

/** Why it would not run after it was moved. */
function cannotRun(own: JsonObject, { scope, root }: Pick<Target, 'scope' | 'root'>): string | undefined {
  if (own['type'] === 'http') {
    try {
      addressOf({ type: 'http', url: String(own['url']) }, scope)
    } catch (error) {
      return error instanceof Error ? error.message : 'it has no URL'
    }
  }
  return scope === 'user' ? undefined : factsOf({ id: '', layer: scope, definition: own, files: [] }, root).problem
}

/**
 * Moves hooks from the agent's settings into our configuration, trusts exactly those, and registers the dispatcher for
 * their events. On any error both files are restored.
 */
export async function adopt(target: Target, program: Program): Promise<Adopted> {
  const { scope, root, env } = target
  const { settings: settingsFile, config: configFile } = filesOf(scope, root, env)
  const planned = readUserFile(settingsFile) ?? ''
  const plan = await planFor(planned, target)
  if (plan.moves.length === 0) return { ...plan, changes: [], events: [], notes: [] }
  const without = withoutFound(
    planned,
    plan.moves.map((move) => move.found),
  )
  const [problem] = settingsProblems(settingsOf(without))
  if (problem !== undefined) {
    throw new UserError(`${settingsFile}: ${problem}. The agent then ignores the whole file. Fix it first.`)
  }
  refuseReadOnly(settingsFile)

  const batch: Batch = {
    wasInstalled: isInstalled(target),
    settings: { ...sideOf(settingsFile, target), afterDigest: '' },
    config: { ...sideOf(configFile, target), afterDigest: '' },
    moved: plan.moves.map(movedOf),
  }
  const earlier = readBatches(settingsFile, env)
  // Written before the files themselves, so that an interruption loses nothing.
  writeBatches(settingsFile, [...earlier, batch], env)
  try {
    edit(configFile, env, (text) => withNamed(text, 'own', plan.moves.map(namedOf), FRESH))
    await trustMoved(target, configFile, plan.moves)
    edit(
      settingsFile,
      env,
      (text) => {
        if (text !== planned) throw new UserError(`${settingsFile} was changed at the same time. Try again.`)
        return without
      },
      (text) => withoutEntries(text, ourLines(target)),
    )
    const installed = await install(target, program, [])
    writeBatches(settingsFile, [...earlier, asLeft(batch, settingsFile, configFile)], env)
    return {
      ...plan,
      changes: changesOf(batch, installed.changes, target),
      events: installed.events,
      notes: [...installed.notes, ...keyNotes(plan.moves)],
    }
  } catch (error) {
    restore(settingsFile, batch.settings, env)
    restore(configFile, batch.config, env)
    writeBatches(settingsFile, earlier, env)
    throw error
  }
}

/** The agent calls the model with its own account, Holdpoint with the user's key. */
function keyNotes(moves: readonly Move[]): readonly string[] {
  const asking = moves
    .filter(({ own }) => own['type'] === 'prompt' || own['type'] === 'agent')
    .map(({ name }) => `own/${name}`)
  return asking.length === 0
    ? []
    : [`${asking.join(', ')} now asks a language model with your own key, such as ANTHROPIC_API_KEY.`]
}

const FRESH = `# \`own\` contains hooks from the agent's settings. \`holdpoint adopt --undo\` moves them back.
# \`holdpoint list\` lists every hook. \`holdpoint explain <hook>\` shows one in detail.
`

const namedOf = ({ name, own }: Move): { name: string; value: JsonObject } => ({ name, value: own })

const movedOf = ({ found: { group: _, index: __, ...found }, name, own }: Move): Moved => ({ ...found, name, own })

const sideOf = (file: string, { env }: Target): Omit<Batch['settings'], 'afterDigest'> => ({
  before: readUserFile(file) ?? null,
  install: readRecord(file, env) ?? null,
})

const asLeft = (batch: Batch, settingsFile: string, configFile: string): Batch => ({
  ...batch,
  settings: { ...batch.settings, afterDigest: sha256Hex(readUserFile(settingsFile) ?? '') },
  config: { ...batch.config, afterDigest: sha256Hex(readUserFile(configFile) ?? '') },
})

/** Two steps changed these two files; they are reported as one. */
function changesOf(
  batch: Batch,
  installed: readonly FileChange[],
  { scope, root, env }: Target,
): readonly FileChange[] {
  const { settings, config } = filesOf(scope, root, env)
  return [
    { file: config, did: batch.config.before === null ? 'created' : 'changed' },
    { file: settings, did: 'changed' },
    ...installed.filter(({ file }) => file !== settings && file !== config),
  ]
}

/** The user typed the command and saw what it moves. Anything else that waits for trust still waits. */
async function trustMoved(target: Target, configFile: string, moves: readonly Move[]): Promise<void> {
  const { root, env, registry = builtIn, scope } = target
  const { problems } = await explainConfiguration(root, { env, registry })
  const problem = problems.find(({ file }) => file === configFile)
  if (problem !== undefined) throw new UserError(`${showProblem(problem)} Fix it first. Nothing was changed.`)
  const { entries, place } = await trustIn(root, env, registry)
  const ids = new Set(moves.map(({ name }) => `own/${name}`))
  const moved = entries.filter(({ item }) => ids.has(item.id) && item.layer === scope)
  if (moved.length === 0) return
  preparePlace(placeOf(root, env), env)
  const { refused } = await grant(moved, place, env, new Date())
  const [first] = refused
  if (first !== undefined) throw new UserError(`${first.id} cannot be trusted: ${first.why}. Nothing was changed.`)
}

/** Restores both files; entry by entry when one of them has been edited since. */
export async function undoAdoption(target: Target, program: Program): Promise<Returned> {
  const result = giveBackAdopted(target)
  if (!result.wasInstalled) uninstall(target)
  // The dispatcher is no longer needed for events of the hooks that left.
  else if (!result.isExact && isInstalled(target)) await install(target, program, [])
  return result
}
