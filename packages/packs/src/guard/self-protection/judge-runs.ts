import { shown, type Run } from '@holdpoint/shell'
import type { MessageData } from '@holdpoint/engine'
import { guardCall, isInquiry, OURS, type Guard } from '../guards.ts'
import { isAgent, pointsElsewhere, withoutHome, withoutHooks } from './agents.ts'
import { isForTheAgent } from './own-commands.ts'
import { isFromHere, packageChange } from './packages.ts'
import { endsUs } from './processes.ts'

export interface RunFinding {
  /** It is only an argument of an unknown program. */
  readonly doubtful: boolean
  readonly id: 'command' | 'package' | 'daemon' | 'switch' | 'agent' | 'guard_command'
  readonly data: MessageData
}

/** Facts about the rest of the command. */
interface Around {
  /** What the program does with its arguments is unknown. */
  readonly isUnknown: boolean
  /** The command searches for Holdpoint's processes. */
  readonly isFound: boolean
}

/** What a program that is started does against the guards, if anything. */
export function judgeRun(run: Run, { isUnknown, isFound }: Around, guards: readonly Guard[]): RunFinding | undefined {
  const found = judge(run, isFound, guards)
  if (found !== undefined) return { ...found, doubtful: run.maybe }
  // An unknown program may start the program in its arguments.
  const at = isUnknown ? startOf(run, guards) : -1
  const inner =
    at === -1
      ? undefined
      : judge({ ...run, ...named(run.args[at] ?? ''), args: run.args.slice(at + 1) }, isFound, guards)
  return inner && { ...inner, doubtful: true }
}

const startOf = ({ args }: Run, guards: readonly Guard[]): number =>
  args.findIndex((arg) => {
    const { program } = named(arg)
    return isAgent(program) || [OURS, ...guards].some(({ programs }) => programs.includes(program))
  })

const named = (path: string): Pick<Run, 'program' | 'path'> => ({
  path,
  program: path.slice(path.lastIndexOf('/') + 1),
})

type Found = Omit<RunFinding, 'doubtful'>

const judge = (run: Run, isFound: boolean, guards: readonly Guard[]): Found | undefined =>
  switched(run, guards) ??
  ownCommand(run) ??
  otherGuard(run, guards) ??
  packaged(run, guards) ??
  stopped(run, isFound, guards) ??
  agent(run, guards) ??
  homeless(run, guards)

const commandLine = ({ program, args }: Run): string => shown([program, ...args.slice(0, 3)].join(' ')).slice(0, 100)

/** Names that a command sets, for one program or for all that follow. */
function assigned({ program, args, env }: Run): readonly string[] {
  const setters = [
    'export',
    'declare',
    'typeset',
    'readonly',
    'setenv',
    'set',
    'launchctl',
    'systemctl',
    'setx',
    'alias',
  ]
  const named = setters.includes(program) ? args.map((arg) => arg.replace(/=.*$/s, '')) : []
  return [...Object.keys(env), ...named]
}

function switched(run: Run, guards: readonly Guard[]): Found | undefined {
  const names = assigned(run)
  const variable = names.find((name) => OURS.variables.test(name))
  if (variable !== undefined) return { id: 'switch', data: { variable } }
  const alias =
    run.program === 'alias'
      ? [OURS, ...guards].find(({ programs }) => programs.some((name) => names.includes(name)))
      : undefined
  if (alias !== undefined) return { id: 'switch', data: { variable: `alias ${alias.name}` } }
  const other = guards.find(({ variables }) => names.some((name) => variables.test(name)))
  return other && { id: 'guard_command', data: { command: commandLine(run), guard: other.name } }
}

function ownCommand(run: Run): Found | undefined {
  const call = guardCall(run, [OURS])
  if (call === undefined) return undefined
  const variable = pointsElsewhere(run)
  if (variable !== undefined) return { id: 'switch', data: { variable } }
  if (isForTheAgent(call.args, run)) return undefined
  return { id: 'command', data: { command: shown(['holdpoint', ...call.args.slice(0, 3)].join(' ')).slice(0, 100) } }
}

function otherGuard(run: Run, guards: readonly Guard[]): Found | undefined {
  const call = guardCall(run, guards)
  if (call === undefined || (isInquiry(call) && pointsElsewhere(run) === undefined)) return undefined
  return { id: 'guard_command', data: { command: commandLine(run), guard: call.guard.name } }
}

function packaged(run: Run, guards: readonly Guard[]): Found | undefined {
  const change = packageChange(run, [OURS, ...guards])
  if (change === undefined) return undefined
  if (change.guard === OURS) return { id: 'package', data: { command: commandLine(run) } }
  // Installing a guard is allowed, unless it is a local copy.
  if (!change.removes && !isFromHere(run)) return undefined
  return { id: 'guard_command', data: { command: commandLine(run), guard: change.guard.name } }
}

function stopped(run: Run, isFound: boolean, guards: readonly Guard[]): Found | undefined {
  if (endsUs(run, isFound)) return { id: 'daemon', data: { command: commandLine(run) } }
  if (!['pkill', 'killall'].includes(run.program)) return undefined
  const other = guards.find(({ programs }) => programs.some((name) => run.args.includes(name)))
  return other && { id: 'guard_command', data: { command: commandLine(run), guard: other.name } }
}

function agent(run: Run, guards: readonly Guard[]): Found | undefined {
  const forged = isAgent(run.program) ? forgedPrompt(run) : undefined
  if (forged !== undefined) return { id: 'command', data: { command: forged } }
  const flag = withoutHooks(run, [OURS, ...guards])
  return flag === undefined ? undefined : { id: 'agent', data: { agent: run.program, flag: shown(flag).slice(0, 60) } }
}

/** A prompt for another agent that asks for what only the user may ask for. */
const forgedPrompt = ({ args, stdin = '' }: Run): string | undefined =>
  [...args, stdin].flatMap((text) => FOR_THE_USER.exec(text)?.[0] ?? [])[0]

const FOR_THE_USER = /\bholdpoint(?:\s+|:)(?:allow|snooze)\b/i

/** An agent or a guard that starts without the user's settings. */
function homeless(run: Run, guards: readonly Guard[]): Found | undefined {
  const flag = withoutHome(run)
  const at = flag === undefined ? -1 : startOf(run, guards)
  return flag === undefined || at === -1
    ? undefined
    : { id: 'agent', data: { agent: named(run.args[at] ?? '').program, flag: `env ${flag}` } }
}
