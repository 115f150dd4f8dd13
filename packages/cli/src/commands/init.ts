import { existsSync } from 'node:fs'
import { UserError } from '@holdpoint/engine'
import { DEFAULT_HOST, factsOf } from '@holdpoint/hosts'
import { sendingIn, sendingLines } from '@holdpoint/runtime'
import { presetNames } from '@holdpoint/engine/policy'
import { checkProjectPackage } from '../doctor/settings.ts'
import { agentsHere, type FoundAgent } from '../install/agents-here.ts'
import type { FileChange } from '../install/change.ts'
import { clientNamed } from '../install/client.ts'
import { isTemporary, type Program } from '../install/command-line.ts'
import { install, isRegistered, type Extras, type Installed, type Target } from '../install/install.ts'
import { writeProjectCommands } from '../install/project-command.ts'
import { packageFolder } from '../install/project-package.ts'
import { rehearse } from '../install/rehearsal.ts'
import { namesPresets } from '../install/config-text.ts'
import { readUserFile } from '../install/file.ts'
import { filesOf, INSTALL_SCOPES, type InstallScope } from '../install/scopes.ts'
import { stackOf } from '../install/stack.ts'
import { isNamespace, OWN_NAMESPACE } from '../install/wrappers.ts'
import { builtIn } from '@holdpoint/packs'
import { bringUp } from './daemon.ts'
import { agentTable, hostsNamed } from './hosts.ts'
import { showPreviews } from './init-preview.ts'
import { hintFor, offerPackage, printStack } from './init-proposal.ts'
import { offerReplay } from './offer-replay.ts'
import { colours, print, printJson, wrap } from './output.ts'
import { thisProgram } from './program.ts'
import { configurationOf, projectRoot } from './project.ts'
import { offerTrust, printUntrusted } from './trust.ts'

export interface InitOptions {
  readonly scope?: string
  readonly host?: readonly string[]
  readonly preset?: readonly string[]
  readonly client?: string
  readonly namespace?: string | true
  readonly allEvents?: boolean
  readonly agents?: boolean
  readonly statusline?: boolean
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly project?: string
  readonly json?: boolean
}

export async function init(options: InitOptions): Promise<void> {
  const root = projectRoot(options.project)
  const isSaid =
    options.scope !== undefined ||
    options.host !== undefined ||
    isForProject(options) ||
    options.json === true ||
    options.yes === true
  const asked = process.stdin.isTTY && process.stdout.isTTY && !isSaid
  const agents = await agentsHere(process.env)
  const { scope, presets, hosts } = asked
    ? await askUser(root, agents)
    : { ...fromFlags(options, root), hosts: options.host === undefined ? usualHosts(agents) : hostsNamed(options.host) }
  const target: Target = { scope, root, env: process.env }
  const program = { ...thisProgram(), scope }
  const extras = {
    ...extrasFrom(options, scope),
    ...(options.client !== undefined && { client: clientNamed(options.client) }),
  }
  const work = (at: Target): Promise<Installed> => installFor(hosts, at, withPackage(program, root), presets, extras)
  if (options.dryRun === true) return showPreviews(await rehearse(target, work), options.json === true)
  if (asked && scope === 'project') await offerPackage(root)
  refuseHopeless(target, program.bin, extras)

  // Before the install, so that it also registers the events of what is trusted.
  if (options.json !== true) await offerTrust(root)
  const installed = await work(target)
  // Restarts the daemon so that it listens where the new entries point.
  if (extras.client === 'http') await bringUp()
  if (options.json === true) return printJson({ scope, root, hosts, ...installed })
  show(installed, scope)
  printAgents(agents, hosts, target)
  if (!asked && presets.length === 0) printStack(root)
  await printSending(root)
  await printUntrusted(root)
}

/** Claude Code, unless it is not here and another agent is. Others are installed for when they are named. */
function usualHosts(agents: readonly FoundAgent[]): readonly string[] {
  const here = agents.map(({ host }) => host).filter(({ support }) => support === 'supported')
  return here.length === 0 || here.some(({ id }) => id === DEFAULT_HOST) ? [DEFAULT_HOST] : here.map(({ id }) => id)
}

/** What the user still has to do, and the agents that are not guarded. */
function printAgents(agents: readonly FoundAgent[], hosts: readonly string[], target: Target): void {
  const chosen = hosts.map(
    (id) => agents.find(({ host }) => host.id === id) ?? { host: factsOf(id), version: undefined },
  )
  print(`\n${agentTable(chosen)}`)
  for (const { host } of chosen) {
    if (host.posture.trust !== undefined) print(`${colours.yellow('!')} ${host.title}: ${host.posture.trust}.`)
  }
  const isGuarded = (host: string): boolean => INSTALL_SCOPES.some((scope) => isRegistered({ ...target, scope, host }))
  const others = agents.filter(({ host }) => !hosts.includes(host.id) && !isGuarded(host.id))
  if (others.length === 0) return
  const names = others.map(({ host, version }) => `${host.title} ${version ?? ''}`.trim()).join(', ')
  print(
    `${colours.yellow('!')} Also here, and not guarded: ${names}. Install with \`--host ${others.map(({ host }) => host.id).join(',')}\`.`,
  )
}

async function installFor(
  hosts: readonly string[],
  target: Target,
  program: Program,
  presets: readonly string[],
  extras: Extras,
): Promise<Installed> {
  // Refused before the first of several installs writes anything.
  for (const host of hosts) filesOf(target.scope, target.root, target.env, host)
  const done: Installed[] = []
  for (const host of hosts) done.push(await installAt({ ...target, host }, program, presets, extras))
  const all = <T>(pick: (one: Installed) => readonly T[]): readonly T[] => [...new Set(done.flatMap(pick))]
  return {
    changes: done.flatMap((one) => one.changes).filter((change, index, list) => isFirst(change, index, list)),
    events: all(({ events }) => events),
    warnings: all(({ warnings }) => warnings),
    notes: all(({ notes }) => notes),
  }
}

/** Several installs share the configuration: the first one has changed it. */
const isFirst = ({ file }: FileChange, index: number, list: readonly FileChange[]): boolean =>
  list.findIndex((other) => other.file === file) === index

async function installAt(
  target: Target,
  program: Program,
  presets: readonly string[],
  extras: Extras,
): Promise<Installed> {
  const done = await install(target, program, presets, extras)
  // Slash commands are Claude Code's.
  const commands = target.host === DEFAULT_HOST ? writeProjectCommands(target, program, presets) : []
  return { ...done, changes: [...done.changes, ...commands] }
}

function withPackage(program: Program, root: string): Program {
  const folder = program.scope === 'project' ? packageFolder(root) : undefined
  return folder === undefined ? program : { ...program, packageFolder: folder }
}

function fromFlags(
  { scope = 'project', preset = [], yes = false }: InitOptions,
  root: string,
): { scope: InstallScope; presets: readonly string[] } {
  const found = INSTALL_SCOPES.find((name) => name === scope)
  if (found === undefined) throw new UserError(`invalid --scope \`${scope}\`. Allowed: ${INSTALL_SCOPES.join(', ')}.`)
  const known = presetNames(builtIn.catalogue)
  const presets = preset.flatMap((list) => list.split(',')).map((name) => name.trim())
  const wrong = presets.find((name) => !known.includes(name))
  if (wrong !== undefined) throw new UserError(`unknown preset \`${wrong}\`. Presets: ${known.join(', ')}.`)
  return { scope: found, presets: yes && presets.length === 0 ? proposedFor(found, root) : presets }
}

/** What fits the project; presets that the configuration already names stay. */
function proposedFor(scope: InstallScope, root: string): readonly string[] {
  const text = readUserFile(filesOf(scope, root, process.env).config)
  return text !== undefined && namesPresets(text) ? [] : stackOf(root).presets
}

/** A preset may bring hooks that ask language models; the user learns at once who receives which data. */
async function printSending(root: string): Promise<void> {
  const { settings, catalogue } = await configurationOf(root)
  const lines = sendingLines(sendingIn(settings, catalogue))
  if (lines.length > 0) print(`\n${lines.map((line) => wrap(line)).join('\n')}`)
}

/** Wrappers and agents' files are part of the project, shared by everyone who works on it. */
const isForProject = ({ namespace, allEvents, agents }: InitOptions): boolean =>
  namespace !== undefined || allEvents === true || agents === true

function extrasFrom(options: InitOptions, scope: InstallScope): Extras {
  const { namespace, allEvents = false, agents = false, statusline = false, force = false } = options
  if (isForProject(options) && scope !== 'project') {
    throw new UserError('--namespace, --all-events and --agents need --scope project.')
  }
  if (allEvents && namespace === undefined) throw new UserError('--all-events needs --namespace.')
  const name = namespace === true ? OWN_NAMESPACE : namespace
  if (name !== undefined && !isNamespace(name)) {
    throw new UserError(`invalid --namespace \`${name}\`. Allowed: letters, digits, dots, dashes and underscores.`)
  }
  return {
    ...(name !== undefined && { wrappers: { namespace: name, all: allEvents } }),
    agents,
    statusLine: statusline,
    force,
  }
}

async function askUser(
  root: string,
  agents: readonly FoundAgent[],
): Promise<{ scope: InstallScope; presets: readonly string[]; hosts: readonly string[] }> {
  const { intro, isCancel, multiselect, outro, select } = await import('@clack/prompts')
  const stack = stackOf(root)
  intro(`holdpoint for ${root}${stack.found.length === 0 ? '' : `: ${stack.found.join(', ')}`}`)
  const hosts = await whichAgents(agents)
  const scope = await select({
    message: 'For whom?',
    options: [
      { value: 'project', label: 'everyone who works on this project', hint: '.claude/settings.json' },
      { value: 'local', label: 'me, in this project', hint: '.claude/settings.local.json' },
      { value: 'user', label: 'me, everywhere', hint: '~/.claude/settings.json' },
    ],
  })
  if (isCancel(scope)) throw new UserError('nothing was changed.')
  const presets = await multiselect({
    message: 'Which presets?',
    options: presetNames(builtIn.catalogue).map((value) => {
      const because = stack.because[value]
      return { value, label: value, hint: `${hintFor(value)}${because === undefined ? '' : `; proposed: ${because}`}` }
    }),
    initialValues: [...stack.presets],
    required: false,
  })
  if (isCancel(presets)) throw new UserError('nothing was changed.')
  await offerReplay(root, presets)
  outro('Writing …')
  return { scope, presets, hosts }
}

/** Asked only where there is a choice. */
async function whichAgents(agents: readonly FoundAgent[]): Promise<readonly string[]> {
  const { isCancel, multiselect, note } = await import('@clack/prompts')
  if (agents.length > 0) note(agentTable(agents), 'Agents on this machine')
  if (agents.length < 2) return usualHosts(agents)
  const chosen = await multiselect({
    message: 'For which agents?',
    options: agents.map(({ host }) => ({ value: host.id, label: host.title, hint: host.posture.ask })),
    initialValues: agents.filter(({ host }) => host.support === 'supported').map(({ host }) => host.id),
    required: true,
  })
  if (isCancel(chosen)) throw new UserError('nothing was changed.')
  return chosen
}

/** An entry whose program cannot start would ask about every tool call. */
export function refuseHopeless(target: Target, bin: string, { wrappers }: Extras): void {
  if (target.scope !== 'project' && isTemporary(bin)) {
    throw new UserError('npx runs from a temporary cache. Run `npm install --global holdpoint` first.')
  }
  // The wrappers contain the path of the program.
  if (wrappers !== undefined && !isTemporary(bin)) return
  if (target.scope !== 'project') return
  const { level, what, fix } = checkProjectPackage(target)
  if (level === 'error') throw new UserError(`${what} ${fix ?? ''}`)
}

const DID: Readonly<Record<FileChange['did'], string>> = {
  created: 'created',
  changed: 'changed',
  removed: 'removed',
  restored: 'restored',
  unchanged: 'unchanged:',
  kept: 'kept (edited):',
  left: 'still calls holdpoint, change it by hand:',
}

export function showChanges(changes: readonly FileChange[]): void {
  for (const { file, did } of changes) {
    // Do not list a file that did not exist and was not needed.
    if (did !== 'unchanged' || existsSync(file)) print(`${DID[did]} ${file}`)
  }
}

function show({ changes, events, warnings, notes }: Installed, scope: InstallScope): void {
  showChanges(changes)
  for (const note of notes) print(`${colours.yellow('!')} ${note}`)
  for (const warning of warnings) print(`${colours.red('!')} ${warning} Remove them, or no hook runs.`)
  print(
    events.length === 0
      ? '\nNo hook is on, so no event is registered. Choose presets: `holdpoint init --preset recommended`.'
      : `\n${colours.green('Guarded events:')} ${events.join(', ')}`,
  )
  // A project's own program is not on the PATH.
  const program = scope === 'project' ? 'npx holdpoint' : 'holdpoint'
  print(
    `\nCheck the install:    ${program} doctor\nList the hooks:       ${program} list\nUndo:                 ${program} uninstall --scope ${scope}`,
  )
}
