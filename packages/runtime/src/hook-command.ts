import {
  countOf,
  withCount,
  messageOf,
  UserError,
  type AgentEvent,
  type HookEntry,
  type Host,
  hookNamed,
  hooksNamed,
  packOf,
  pass,
  degrade,
  openMemory,
  type JsonObject,
} from '@holdpoint/engine'
import { redact } from './audit/redact.ts'
import { writeSpool } from './audit/spool.ts'
import { resolveProgram } from './system/files/program.ts'
import { lastAssistantText } from './system/files/transcript.ts'
import { detectProjectRoot } from './system/git/root.ts'
import { DEFAULT_HOST, loadHost } from '@holdpoint/hosts'
import { isReentrant, REENTRY_VARIABLE } from './system/process/reentry.ts'
import { keyOf, openState, placeOf, preparePlace, stateHome } from './system/state/place.ts'
import { answer, type Reply } from './answer.ts'
import { explainConfiguration, type World } from './compose.ts'
import { isAnswering, SCOPES, type Scope } from './installs.ts'
import { hostBehind } from './host-behind.ts'
import type { Form } from './pack-protocol.ts'

interface Command {
  readonly eventName: string | undefined
  readonly run: string | undefined
  /** `agent <action>` */
  readonly action: string | undefined
  readonly host: Host
  readonly from: Scope | undefined
  readonly protocol: Form
}

const SILENT: Reply = { stdout: '', stderr: '', exitCode: 0, after: () => undefined }

/** `holdpoint hook …`: turns arguments and input into output. */
export async function hookCommand(args: readonly string[], input: () => unknown, world: World): Promise<Reply> {
  let command: Command
  let [only, also]: readonly [HookEntry | undefined, readonly HookEntry[]] = [undefined, []]
  try {
    const parsed = await parseArguments(args)
    command = { ...parsed, host: world.actsAs ?? parsed.host }
    if (command.run !== undefined && !isOwn(command.run))
      [only, ...also] = hooksNamed(command.run, world.registry.catalogue)
  } catch (error) {
    return wrongArguments(args, messageOf(error))
  }
  if (isReentrant(world.env[REENTRY_VARIABLE], stateHome(world.env))) return objectionless(command, only, world)

  let payload: JsonObject
  try {
    payload = asPayload(input())
  } catch (error) {
    return undecodable(
      eventOf({}, command, only, world),
      command,
      world,
      `input could not be read: ${messageOf(error)}`,
    )
  }
  const behind =
    isDispatch(command) && world.actsAs === undefined ? await hostBehind(command.host, payload) : command.host
  // Another agent also runs the entries of Claude Code; its own install answers, where it has one.
  const isBorrowed = behind.id !== command.host.id
  if (isBorrowed) command = { ...command, host: behind, eventName: nameIn(payload) ?? command.eventName }
  if (command.action !== undefined) {
    const { agentCommand } = await import('./agent-command.ts')
    const decode = (given: JsonObject, hook: HookEntry | undefined): AgentEvent => eventOf(given, command, hook, world)
    const { action, host, protocol: form } = command
    return agentCommand({ action, payload, host, form, decode }, world)
  }
  const event = eventOf(payload, command, only, world)
  if (event.name === '') return { ...SILENT, stderr: `holdpoint: ${NO_EVENT}\n`, exitCode: 1 }
  if (command.run !== undefined && only === undefined) {
    try {
      only = hookNamed(command.run, (await explainConfiguration(event.root, world)).catalogue)
    } catch (error) {
      return { ...SILENT, stderr: `holdpoint: ${messageOf(error)}\n`, exitCode: 1 }
    }
  }
  if (!(await isAnswering(command.from, event, world.env, isBorrowed)))
    return { ...SILENT, ...command.host.encode(event, pass) }
  const unreadable = isDispatch(command) && event.kind === 'tool.before' ? command.host.unreadable(event) : undefined
  if (unreadable !== undefined)
    return undecodable(event, command, world, `the tool call could not be read: ${unreadable}`)

  const warnings = disagreement(payload, command)
  const { host, protocol: form, from } = command
  const reply = await answer({ event, host, only, also, form, warnings, from }, world)
  const stdout = only === undefined && command.protocol === 'seed' && reply.stdout === '' ? '{}' : reply.stdout
  const logged = warnings.map((warning) => `holdpoint: ${warning}\n`).join('')
  return { ...reply, stdout, stderr: reply.exitCode === 0 ? logged + reply.stderr : reply.stderr }
}

/** Some hosts take silence for a failure. */
const objectionless = (command: Command, only: HookEntry | undefined, world: World): Reply => ({
  ...SILENT,
  ...(isDispatch(command) && command.host.encode(eventOf({}, command, only, world), pass)),
})

/** Which hooks exist depends on the project, and so on the event. */
const isOwn = (name: string): boolean => packOf(name) === 'own'

const NO_EVENT =
  'no event named: use `holdpoint hook PreToolUse`, or send "hook_event_name" on stdin. See `holdpoint hook --help`.'

const AGENT_USAGE =
  'usage: holdpoint hook agent <action>, such as `tdd-pre-implementation`, with JSON on stdin. ' +
  '`holdpoint list` shows the actions under agents/.'

async function parseArguments(args: readonly string[]): Promise<Command> {
  const words: string[] = []
  const flags = new Map<string, string>()
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (!word.startsWith('--')) {
      words.push(word)
      continue
    }
    const [name = '', inline] = word.slice(2).split('=', 2)
    if (!['host', 'from', 'protocol'].includes(name))
      throw new UserError(`unknown option --${name}. See \`holdpoint hook --help\`.`)
    flags.set(name, inline ?? args[++index] ?? '')
  }
  const isRun = words[0] === 'run'
  const isAction = words[0] === 'agent'
  if (isRun && words[1] === undefined)
    throw new UserError('name a hook: `holdpoint hook run <id>`. `holdpoint list` shows them.')
  if (isAction && (words[1] ?? '') === '') throw new UserError(AGENT_USAGE)
  const isNamed = isRun || isAction
  const extra = words[isNamed ? 2 : 1]
  if (extra !== undefined) throw new UserError(`unexpected argument \`${extra}\`. See \`holdpoint hook --help\`.`)
  const [scope, of] = (flags.get('from') ?? '').split('/').toReversed()
  const host = flags.get('host') ?? of ?? DEFAULT_HOST
  return {
    eventName: isNamed ? undefined : words[0],
    run: isRun ? words[1] : undefined,
    action: isAction ? words[1] : undefined,
    host: await loadHost(host),
    from: flags.has('from') ? oneOf('from', scope ?? '', Object.fromEntries(SCOPES.map((s) => [s, s]))) : undefined,
    protocol: oneOf('protocol', flags.get('protocol') ?? 'native', { native: 'native', seed: 'seed' } as const),
  }
}

/** The tool of a call that cannot be judged must not run, whatever the host makes of exit code 1. */
function wrongArguments(args: readonly string[], message: string): Reply {
  const stderr = `holdpoint: ${message}\n`
  const isOther = args.some(
    (word, index) => word.includes('/') || (args[index - 1] === '--host' && word !== DEFAULT_HOST),
  )
  const isCall = args.some((word) => TOOL_EVENTS.includes(word)) && args.some((word) => word.startsWith('--'))
  return { ...SILENT, stderr, exitCode: isOther && isCall ? 2 : 1 }
}

/** The names that agents have for the event before a tool call. */
const TOOL_EVENTS = ['PreToolUse', 'BeforeTool', 'preToolUse']

function oneOf<T>(option: string, given: string, values: Readonly<Record<string, T>>): T {
  const value = Object.hasOwn(values, given) ? values[given] : undefined
  if (value !== undefined) return value
  throw new UserError(`--${option} is \`${given}\`; allowed: ${Object.keys(values).join(', ')}.`)
}

function asPayload(value: unknown): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new Error('stdin is JSON, but not an object')
}

function eventOf(payload: JsonObject, command: Command, only: HookEntry | undefined, world: World): AgentEvent {
  const { env, cwd } = world
  const now = world.now()
  const event = command.host.decode(payload, {
    eventName: only === undefined ? command.eventName : eventForHook(only, payload, command.host),
    env,
    cwd,
    now,
    id: `${now.getTime().toString(36)}-${process.pid.toString(36)}-${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`,
    lastAssistantText,
    resolveProgram,
    findRoot: (hints, from) => detectProjectRoot(hints, from, env['HOME']),
  })
  return withSafeNames(event)
}

/** Names become parts of paths and of the audit, and a user may type a secret in the wrong place. */
function withSafeNames(event: AgentEvent): AgentEvent {
  const { name, session, agent } = event
  const names = [name, session, ...Object.values(agent ?? {})].filter((text) => text !== undefined)
  if (names.every((text) => withoutSecret(text) === text)) return event
  const safe = {
    name: withoutSecret(name),
    session: withoutSecret(session),
    ...(agent !== undefined && {
      agent: Object.fromEntries(Object.entries(agent).map(([key, text]) => [key, withoutSecret(String(text))])),
    }),
  }
  // A spread would evaluate lazy getters.
  return Object.assign(Object.create(Object.getPrototypeOf(event), Object.getOwnPropertyDescriptors(event)), safe)
}

const withoutSecret = (name: string): string => (redact(name) === name ? name : `masked-${keyOf(name)}`)

/** A hook that runs alone gets the event of its input if it handles that event, else the first event it handles. */
function eventForHook(hook: HookEntry, payload: JsonObject, host: Host): string {
  const named = [payload['hook_event_name'], payload['hookEventName'], payload['eventType']].find(
    (name) => typeof name === 'string',
  )
  const own = hook.on.flatMap((kind) => host.eventFor(kind) ?? [])
  const name = typeof named === 'string' ? host.eventName(named) : undefined
  return name !== undefined && own.includes(name) ? name : (own[0] ?? '')
}

const nameIn = ({ hook_event_name: name }: JsonObject): string | undefined =>
  typeof name === 'string' ? name : undefined

function disagreement(payload: JsonObject, command: Command): readonly string[] {
  const inside = nameIn(payload)
  if (inside === undefined || command.eventName === undefined) return []
  const asked = command.host.eventName(command.eventName)
  if (command.host.eventName(inside) === asked) return []
  return [`the input says it is ${inside.slice(0, 64)}, the command line ${asked}; the command line counts`]
}

const isDispatch = ({ run, action }: Command): boolean => run === undefined && action === undefined

/**
 * No hook has judged an input that cannot be parsed. A tool call then needs approval; every other event, and a
 * hook that runs alone, passes. Both are recorded in the audit.
 */
function undecodable(event: AgentEvent, command: Command, world: World, message: string): Reply {
  const { host } = command
  // The parser's message quotes the input.
  const error = redact(message).slice(0, 200)
  const asks = isDispatch(command) && event.kind === 'tool.before'
  const reason = `Needs approval: Holdpoint cannot read this tool call, so no guard has checked it (${error}). Approve it only if you know what it does.`
  const { verdict } = asks
    ? degrade({ decision: 'ask', reason }, host.powers(event.name, event.permissionMode))
    : { verdict: pass }
  try {
    const place = placeOf(event.root, world.env)
    preparePlace(place, world.env)
    writeSpool(place.directory, { event, decision: verdict.decision, ms: 0, hooks: [], error })
    const memory = openMemory(openState(place, world.env, event.session).session)
    memory.change((old) => ({
      ...old,
      failures: withCount(old.failures, 'input', countOf(old.failures, 'input') + 1),
    }))
    memory.commit()
  } catch {
    // The audit cannot be written, so only stderr reports the problem.
  }
  const outcome = asks ? 'the user is asked' : 'the event passed unchecked'
  return { ...SILENT, ...(asks && host.encode(event, verdict)), stderr: `holdpoint: ERROR ${error}; ${outcome}\n` }
}
