import { parse } from 'jsonc-parser'
import { UserError } from '../core/errors.ts'
import { sha256Hex } from '../core/sha256.ts'
import { VERSION } from '../app/build.ts'
import { explainConfiguration } from '../app/compose.ts'
import { claudeCode } from '../hosts/claude-code/claude-code.ts'
import { builtIn, type Registry } from '../registry/registry.ts'
import { settingsProblems } from './accepted.ts'
import type { Program } from './command-line.ts'
import { withPresets } from './config-text.ts'
import { entriesFor, type Group } from './entries.ts'
import { changeUserFile, readUserFile, refuseReadOnly } from './file.ts'
import { isUntouched, readRecord, removeRecord, writeRecord } from './record.ts'
import { filesOf, type InstallScope } from './scopes.ts'
import { hasComments, textProblem, withEntries, withoutEntries } from './settings-text.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface Target {
  readonly scope: InstallScope
  readonly root: string
  readonly env: Env
  /** Which hooks there are; the built-in ones unless said otherwise. */
  readonly registry?: Registry
}

/** What happened to one file. */
export interface FileChange {
  readonly file: string
  readonly did: 'created' | 'changed' | 'removed' | 'restored' | 'unchanged' | 'kept'
}

export interface Installed {
  /** What keeps the agent from reading what was written. */
  readonly warnings: readonly string[]
  readonly changes: readonly FileChange[]
  readonly events: readonly string[]
}

/** Writes the configuration, then the entries that it needs. Everything that could be refused is refused first. */
export async function install(target: Target, program: Program, presets: readonly string[]): Promise<Installed> {
  const { settings: settingsFile, config: configFile } = filesOf(target.scope, target.root, target.env)
  refuseBadSettings(settingsFile, readUserFile(settingsFile) ?? '{}')
  refuseReadOnly(settingsFile)

  const config = edit(configFile, target.env, (text) => withPresets(text, presets, target.scope))
  const entries = await neededEntries(target, program)
  const settings = edit(settingsFile, target.env, (text) => {
    const after = withEntries(text ?? '', entries, target.scope)
    refuseBadSettings(settingsFile, after)
    return after
  })
  const warnings = hasComments(readUserFile(settingsFile) ?? '') ? [commentsIgnored(settingsFile)] : []
  return { changes: [config, settings], events: Object.keys(entries), warnings }
}

export async function neededEntries(
  { root, env, registry = builtIn }: Target,
  program: Program,
): Promise<Readonly<Record<string, Group>>> {
  const { settings } = await explainConfiguration(root, { env, registry })
  return entriesFor(registry.catalogue, settings, claudeCode, program)
}

/** Gives back what `install` changed. A file that has been edited since loses only our entries. */
export function uninstall({ scope, root, env }: Target): readonly FileChange[] {
  const { settings, config } = filesOf(scope, root, env)
  return [
    giveBack(settings, env, (text) => (textProblem(text) === undefined ? withoutEntries(text, scope) : text)),
    // A configuration that somebody has edited is theirs now.
    giveBack(config, env, (text) => text),
  ]
}

/** Whether this scope has any entry of ours. */
export function isInstalled({ scope, root, env }: Target): boolean {
  const text = readUserFile(filesOf(scope, root, env).settings)
  return text !== undefined && textProblem(text) === undefined && withoutEntries(text, scope) !== text
}

export const commentsIgnored = (file: string): string =>
  `${file} has comments, which Claude Code does not accept: it ignores the whole file, without a word.`

function edit(file: string, env: Env, change: (text: string | undefined) => string | undefined): FileChange {
  const record = readRecord(file, env)
  let did: FileChange['did'] = 'unchanged'
  changeUserFile(file, (before) => {
    const after = change(before)
    if (after === undefined || after === before) return before
    did = before === undefined ? 'created' : 'changed'
    const original = isUntouched(record, before) ? record.before : (before ?? null)
    // Before the file itself, so that whatever stops us in between, nothing of ours stands without its record.
    writeRecord({ file, before: original, afterDigest: sha256Hex(after), version: VERSION }, env)
    return after
  })
  return { file, did }
}

function giveBack(file: string, env: Env, otherwise: (text: string) => string): FileChange {
  const record = readRecord(file, env)
  let did: FileChange['did'] = 'unchanged'
  changeUserFile(file, (text) => {
    if (text === undefined) return undefined
    if (isUntouched(record, text)) {
      did = record.before === null ? 'removed' : 'restored'
      return record.before ?? undefined
    }
    const rest = otherwise(text)
    if (rest !== text) did = 'changed'
    else if (record !== undefined) did = 'kept'
    return rest
  })
  removeRecord(file, env)
  return { file, did }
}

function refuseBadSettings(file: string, text: string): void {
  const problem = text.trim() === '' ? undefined : textProblem(text)
  if (problem !== undefined) throw new UserError(`${file} ${problem}. The agent ignores such a file; mend it first.`)
  const [first] = settingsProblems((parse(text.replace(/^\uFEFF/, '')) ?? {}) as Record<string, unknown>)
  if (first !== undefined) {
    throw new UserError(`${file}: ${first}. The agent would drop the whole file, ours included; mend it first.`)
  }
}
