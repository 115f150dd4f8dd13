import { chmodSync } from 'node:fs'
import { parse } from 'jsonc-parser'
import { KNOWN_AGENTS, builtIn, type Registry } from '@holdpoint/packs'
import { UserError, type Env } from '@holdpoint/engine'
import { explainConfiguration } from '@holdpoint/runtime'
import { DEFAULT_HOST, factsOf, HOSTS, loadHost, settingsFilesOf } from '@holdpoint/hosts'
import { settingsProblems } from './accepted.ts'
import { giveBackAdopted } from './adopt-undo.ts'
import { removeAgentHooks, writeAgentHooks, type AgentChanges } from './agents/files.ts'
import { edit, giveBack, type FileChange } from './change.ts'
import { clientIn, forgetHttp, makePrivate, usualClient, withClient } from './client.ts'
import type { Client, Program } from './command-line.ts'
import { withPresets } from './config-text.ts'
import { entriesFor, type Group } from './entries.ts'
import { COMMENTS_IGNORED } from './dropped.ts'
import { formatOf, partsOf } from './formats.ts'
import { readUserFile, refuseReadOnly } from './file.ts'
import { ignoreState, unignoreState } from './ignore.ts'
import { ourLines } from './ours.ts'
import { packageFolder } from './project-package.ts'
import { filesOf, type InstallScope } from './scopes.ts'
import { refuseUnownedScripts, writeScripts } from './script-files.ts'
import {
  hasAgentWrapper,
  neededScripts,
  ourNamespaces,
  removeHiddenStatusLines,
  removeUnused,
  wrappersIn,
  type Needs,
} from './scripts.ts'
import { hasComments, textProblem } from './settings-text.ts'
import { isOurStatusLine, statusCommand, statusLineIn, withoutStatusLine, withStatusLine } from './status-line.ts'
import { withHostEntries } from './host-entries.ts'
import { narrowness, OWN_NAMESPACE, uncovered, wrapperEntries, type Wrappers } from './wrappers.ts'

export interface Target {
  readonly scope: InstallScope
  /** The agent; by default Claude Code. */
  readonly host?: string
  readonly root: string
  readonly env: Env
  /** The catalogue of hooks; by default the built-in ones. */
  readonly registry?: Registry
}

/** What else to install. Extras that are installed already are updated without being requested again. */
export interface Extras {
  /** How events reach the engine; by default as before, or the usual client. */
  readonly client?: Client
  readonly wrappers?: Wrappers
  readonly agents?: boolean
  readonly statusLine?: boolean
  readonly force?: boolean
}

export interface Installed {
  /** Why the agent would not read the written file. */
  readonly warnings: readonly string[]
  /** What was not changed, and why. */
  readonly notes: readonly string[]
  readonly changes: readonly FileChange[]
  readonly events: readonly string[]
}

/** Writes the configuration, then the entries that it needs. All refusals come before the first write. */
export async function install(
  target: Target,
  bare: Program,
  presets: readonly string[],
  extras: Extras = {},
): Promise<Installed> {
  const { scope, root, env, host = DEFAULT_HOST } = target
  const isClaude = host === DEFAULT_HOST
  const { settings: settingsFile, config: configFile } = filesOf(scope, root, env, host)
  refuseClaudeOnly(host, extras)
  const files = settingsFilesOf(factsOf(host), scope, root, env)
  for (const file of files) {
    refuseBadSettings(file, readUserFile(file) ?? '', target)
    refuseReadOnly(file)
  }
  const now = readUserFile(files[0] ?? settingsFile) ?? ''
  const client =
    extras.client ?? clientIn(now, ourLines(target), host) ?? (isClaude ? await usualClient(bare, env) : 'shell')
  const program = { ...(await withClient(bare, client, env)), host }
  const needs = needsOf(target, now, extras)
  const writing = { root, env, force: extras.force === true }
  refuseUnownedScripts(neededScripts(needs, [], root, program), writing)

  const config = edit(configFile, env, (text) => withPresets(text, presets, scope))
  const needed = await neededEntries(target, program)
  const entries = asWritten(needed, needs.wrappers)
  const missed = uncovered(needed, entries)
  const scripts = writeScripts(neededScripts(needs, Object.keys(entries), root, program), writing)
  const settings = partsOf(factsOf(host), settingsFile, entries).map((part) =>
    writePart(part, target, program, (before, after) =>
      isClaude && (extras.statusLine === true || isOurStatusLine(statusLineIn(before), root))
        ? withStatusLine(after, statusCommand(program, needs.wrappers?.namespace), root)
        : after,
    ),
  )
  if (program.client === 'http') makePrivate(settingsFile)
  const namespace = needs.wrappers?.namespace ?? OWN_NAMESPACE
  const agents = needs.agents ? writeAgentHooks(target, namespace, extras.agents === true) : NO_AGENTS
  const unused = isClaude && scope === 'project' ? removeUnused(target, namespace) : []
  const ignored = await ignoreState(target)
  return {
    changes: [config, ...settings, ...scripts, ...agents.changes, ...unused, ...ignored.changes],
    events: Object.keys(entries),
    warnings: isClaude && hasComments(readUserFile(settingsFile) ?? '') ? [`${settingsFile} ${COMMENTS_IGNORED}`] : [],
    notes: [
      ...agents.warnings,
      ...noAgents(agents, extras),
      ...(isClaude ? unownedStatusLine(settingsFile, now, root, extras) : []),
      ...(missed.length === 0 ? [] : [`${narrowness(missed)} Add --all-events.`]),
      ...ignored.notes,
    ],
  }
}

/** Writes the entries of one file. A file that is only ours goes when it needs none. */
function writePart(
  { file, entries }: ReturnType<typeof partsOf>[number],
  target: Target,
  program: Program,
  more: (before: string, after: string) => string,
): FileChange {
  const { env, host = DEFAULT_HOST } = target
  const facts = factsOf(host)
  if (facts.perEvent !== undefined && Object.keys(entries).length === 0)
    return giveBack(file, env, (text) => withoutOurs(text, target) || undefined)
  const change = edit(
    file,
    env,
    (text = '') => {
      const after = formatOf(host).written(text, entries, ourLines(target), facts, program)
      refuseBadSettings(file, after, target)
      return more(text, after)
    },
    // Edited since we wrote it: the recorded original must not contain entries of ours.
    (text) => (text === '' ? text : withoutOurs(text, target) || null),
  )
  if (facts.format === 'script') chmodSync(file, 0o755)
  return change
}

/** Status line, wrappers and agents' files are Claude Code's; the two clients need its settings. */
function refuseClaudeOnly(host: string, { client, wrappers, agents, statusLine }: Extras): void {
  if (host === DEFAULT_HOST) return
  const named = [
    ...(client === 'bash' || client === 'http' ? [`--client ${client}`] : []),
    ...(wrappers !== undefined ? ['--namespace'] : []),
    ...(agents === true ? ['--agents'] : []),
    ...(statusLine === true ? ['--statusline'] : []),
  ]
  if (named.length > 0)
    throw new UserError(`${named.join(', ')} works with Claude Code only, not with ${factsOf(host).title}.`)
}

const NO_AGENTS: AgentChanges = { changes: [], warnings: [] }

const noAgents = (found: AgentChanges, { agents }: Extras): readonly string[] =>
  agents === true && found.changes.length + found.warnings.length === 0
    ? [`.claude/agents contains none of the known agents: ${KNOWN_AGENTS.join(', ')}.`]
    : []

/** Wrappers and agents' files are the project's; a status line of the user needs no script. */
function needsOf({ scope, root, host = DEFAULT_HOST }: Target, settings: string, extras: Extras): Needs {
  if (host !== DEFAULT_HOST) return { wrappers: undefined, agents: false, statusLine: false }
  const isProject = scope === 'project'
  const current = statusLineIn(settings)
  return {
    wrappers: isProject ? (extras.wrappers ?? wrappersIn(settings, root)) : undefined,
    agents: isProject && (extras.agents === true || hasAgentWrapper(root)),
    statusLine:
      scope !== 'user' && (isOurStatusLine(current, root) || (extras.statusLine === true && current === undefined)),
  }
}

function unownedStatusLine(file: string, settings: string, root: string, { statusLine }: Extras): readonly string[] {
  const current = statusLineIn(settings)
  if (statusLine !== true || current === undefined || isOurStatusLine(current, root)) return []
  return [`${file} already has a status line, which was not changed. It can call \`holdpoint statusline\`.`]
}

/** What the enabled hooks need, as one line per event. */
export async function neededEntries(
  { scope, root, env, host = DEFAULT_HOST, registry = builtIn }: Target,
  bare: Program,
): Promise<Readonly<Record<string, Group>>> {
  const { settings, catalogue } = await explainConfiguration(root, { env, registry }, scope)
  const folder = scope === 'project' ? packageFolder(root) : undefined
  const program = { ...bare, host, ...(folder !== undefined && { packageFolder: folder }) }
  const entries = entriesFor(catalogue, settings, await loadHost(host), program)
  // In the user's settings it would ask a model about the tasks of every project.
  return scope === 'user' || host !== DEFAULT_HOST ? entries : withHostEntries(entries, settings, root, env)
}

/** What is written for them: the line itself, or the wrappers that replace it. */
export const asWritten = (
  needed: Readonly<Record<string, Group>>,
  wrappers: Wrappers | undefined,
): Readonly<Record<string, Group>> => (wrappers === undefined ? needed : wrapperEntries(wrappers, needed))

/** Undoes what `install` changed. A file that has been edited since loses only our entries. */
export function uninstall(target: Target): readonly FileChange[] {
  const { scope, root, env, host = DEFAULT_HOST } = target
  const { settings, config } = filesOf(scope, root, env, host)
  if (host !== DEFAULT_HOST) return uninstallOther(target, config)
  forgetHttp(scope, clientOf(settings, target), env)
  // Adopted hooks would no longer run without the dispatcher.
  const returned = giveBackAdopted(target).changes.filter(({ did }) => did !== 'unchanged')
  const changes = [
    giveBack(settings, env, (text) => withoutOurs(text, target)),
    // A configuration that the user has edited is kept, and one that another agent's install still needs.
    ...(isNeededByOther(target) ? [] : [giveBack(config, env, (text) => text)]),
    // Scripts last: a line is recognised as ours by the script that it calls.
    ...(scope === 'project' ? [...removeAgentHooks(target), ...removeUnused(target, undefined)] : []),
    ...(scope === 'local' ? removeHiddenStatusLines(target) : []),
    ...(isLeftTo(target) ? [] : unignoreState(target)),
  ]
  return changes.map((change) =>
    change.did === 'unchanged' ? (returned.find(({ file }) => file === change.file) ?? change) : change,
  )
}

/** The configuration and the ignored state are shared: they go with the last install of the scope. */
function uninstallOther(target: Target, config: string): readonly FileChange[] {
  const facts = factsOf(target.host ?? DEFAULT_HOST)
  const own = settingsFilesOf(facts, target.scope, target.root, target.env).map((file) =>
    giveBack(file, target.env, (text) => {
      const rest = withoutOurs(text, target)
      return rest === facts.emptySettings || rest === '' ? undefined : rest
    }),
  )
  const isLast = !HOSTS.some(({ id }) => isRegistered({ ...target, host: id }))
  return [...own, ...(isLast ? [giveBack(config, target.env, (text) => text), ...unignoreState(target)] : [])]
}

/** A text that cannot be parsed as settings stays unchanged. */
function withoutOurs(text: string, target: Target): string {
  const { problem, without } = formatOf(target.host)
  if (problem(text, ourLines(target)) !== undefined) return text
  const rest = without(text, ourLines(target))
  return (target.host ?? DEFAULT_HOST) === DEFAULT_HOST ? withoutStatusLine(rest, target.root) : rest
}

/** Undefined also for a file that cannot be parsed as settings. */
function clientOf(file: string, target: Target): Client | undefined {
  const text = readUserFile(file)
  return text === undefined || textProblem(text) !== undefined ? undefined : clientIn(text, ourLines(target))
}

/** Whether another install of the same project still needs what both share. */
const isLeftTo = ({ scope, ...target }: Target): boolean =>
  scope === 'user' ||
  isNeededByOther({ ...target, scope }) ||
  isRegistered({ ...target, scope: scope === 'project' ? 'local' : 'project' })

const isNeededByOther = (target: Target): boolean =>
  HOSTS.some(({ id }) => id !== DEFAULT_HOST && isRegistered({ ...target, host: id }))

/** Whether this scope has anything of ours. */
export function isInstalled(target: Target): boolean {
  const { scope, root, env, host = DEFAULT_HOST } = target
  if (host !== DEFAULT_HOST) return isRegistered(target)
  const text = readUserFile(filesOf(scope, root, env).settings) ?? ''
  const isShown = textProblem(text) === undefined && isOurStatusLine(statusLineIn(text), root)
  return isRegistered(target) || isShown || (scope === 'project' && ourNamespaces(root).length > 0)
}

/** Whether the settings of this scope have an entry of ours. */
export function isRegistered(target: Target): boolean {
  const { problem, without } = formatOf(target.host)
  const facts = factsOf(target.host ?? DEFAULT_HOST)
  return settingsFilesOf(facts, target.scope, target.root, target.env).some((file) => {
    const text = readUserFile(file)
    if (text === undefined || problem(text, ourLines(target)) !== undefined) return false
    return without(text, ourLines(target)) !== text
  })
}

function refuseBadSettings(file: string, text: string, target: Target): void {
  const { host = DEFAULT_HOST } = target
  const problem = text.trim() === '' ? undefined : formatOf(host).problem(text, ourLines(target))
  if (problem !== undefined) {
    const isJson = ['groups', 'flat'].includes(factsOf(host).format)
    throw new UserError(
      `${file} ${problem}. ${isJson ? 'The agent ignores such a file. Fix it first.' : 'Move it away, then run `holdpoint init` again.'}`,
    )
  }
  if (host !== DEFAULT_HOST) return
  const [first] = settingsProblems((parse(text.replace(/^\uFEFF/, '')) ?? {}) as Record<string, unknown>)
  if (first !== undefined) {
    throw new UserError(`${file}: ${first}. The agent would ignore the whole file. Fix it first.`)
  }
}
