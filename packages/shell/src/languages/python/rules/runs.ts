import type { CodeCall, Rule, Rules } from '../../evaluate/machine.ts'
import { isTruthy, plainText, refValue, thing, UNKNOWN_VALUE } from '../../evaluate/values.ts'
import { kills, option, pick } from '../../rules/builders.ts'
import { feedsSelf, runsFile } from '../../rules/opening.ts'
import {
  argvOf,
  bindsArguments,
  callsArgument,
  emitRun,
  emitShell,
  evaluates,
  loadsCode,
  runsFrom,
  shell,
} from '../../rules/running.ts'
import { same } from '../../rules/texts.ts'

/** `subprocess`: a list runs at once; a text runs in a shell when asked to. */
const subprocess: Rule = (call) => {
  const command = pick(call, [0, 'args']) ?? UNKNOWN_VALUE
  const inShell = option(call, 'shell')
  const cwd = call.named.get('cwd')
  const executable = call.named.get('executable')
  if (inShell !== undefined && isTruthy(inShell) !== false) return emitShell(call, argvOf(command)[0], cwd)
  // A text with blanks is no program, except where the system takes it apart itself.
  if (command.kind !== 'list' && /\s/.test(plainText(command))) return emitShell(call, command, cwd)
  const argv = argvOf(command)
  return emitRun(call, executable === undefined ? argv : [executable, ...argv.slice(1)], cwd)
}

/** `os.execve(path, [name, arg…], env)` and `os.spawnv(mode, path, [name, arg…])`. */
const runsVector =
  (from: number): Rule =>
  (call: CodeCall) =>
    emitRun(call, [call.args[from] ?? UNKNOWN_VALUE, ...argvOf(call.args[from + 1]).slice(1)])

const runsList: Rule = (call) => emitRun(call, argvOf(pick(call, 0)))

const importsModule: Rule = (call) => {
  const name = plainText(pick(call, [0, 'name']))
  return refValue(call.machine.runtime.aliases[name] ?? name)
}

const importsAll: Rule = (call) => {
  const module = importsModule(call)
  if (module?.kind === 'ref') call.machine.stars.push(module.name)
  return undefined
}

/** Programs and code. */
export const pythonRuns = (): Rules => ({
  'os.system': shell([0, 'command']),
  'os.popen': shell([0, 'cmd']),
  'os.popen2': shell(0),
  'os.popen3': shell(0),
  'os.startfile': runsFrom(0),
  'os.execl': runsFrom(0, { skip: 1 }),
  'os.execlp': runsFrom(0, { skip: 1 }),
  'os.execle': runsFrom(0, { skip: 1, trailing: 1 }),
  'os.execlpe': runsFrom(0, { skip: 1, trailing: 1 }),
  'os.execv': runsVector(0),
  'os.execve': runsVector(0),
  'os.execvp': runsVector(0),
  'os.execvpe': runsVector(0),
  'os.spawnl': runsFrom(1, { skip: 1 }),
  'os.spawnlp': runsFrom(1, { skip: 1 }),
  'os.spawnv': runsVector(1),
  'os.spawnve': runsVector(1),
  'os.spawnvp': runsVector(1),
  'os.spawnvpe': runsVector(1),
  'os.posix_spawn': runsVector(0),
  'os.posix_spawnp': runsVector(0),
  'os.kill': kills([0, 'pid']),
  'os.killpg': kills(0),
  'signal.pthread_kill': kills(0),
  'subprocess.run': subprocess,
  'subprocess.call': subprocess,
  'subprocess.check_call': subprocess,
  'subprocess.check_output': subprocess,
  'subprocess.Popen': subprocess,
  'subprocess.getoutput': shell([0, 'cmd']),
  'subprocess.getstatusoutput': shell([0, 'cmd']),
  'asyncio.create_subprocess_shell': shell([0, 'cmd']),
  'asyncio.create_subprocess_exec': runsFrom(0),
  'asyncio.run': same(0),
  'process#communicate': feedsSelf([0, 'input']),
  'process#write': feedsSelf(0),
  'pty.spawn': runsList,
  'pexpect.run': shell(0),
  'pexpect.spawn': shell(0),
  'sh.Command': runsFrom(0),

  'threading.Thread': callsArgument([1, 'target'], [3, 'args']),
  'multiprocessing.Process': callsArgument([1, 'target'], [3, 'args']),
  'threading.Timer': callsArgument([1, 'function'], [2, 'args']),
  'functools.partial': bindsArguments(0),

  exec: evaluates([0, 'source', 'object']),
  eval: evaluates([0, 'source', 'expression']),
  compile: same([0, 'source']),
  execfile: runsFile(0),
  'runpy.run_path': runsFile(0),
  'timeit.timeit': evaluates([0, 'stmt']),
  'code.InteractiveInterpreter': () => thing('interpreter', ''),
  'interpreter#runsource': evaluates(0),
  'interpreter#runcode': evaluates(0),
  'ctypes.CDLL': loadsCode(),
  'ctypes.PyDLL': loadsCode(),
  'ctypes.cdll.LoadLibrary': loadsCode(),
  'pickle.loads': loadsCode({ decoded: true }),
  'pickle.load': loadsCode({ decoded: true }),
  'marshal.loads': loadsCode({ decoded: true }),
  'marshal.load': loadsCode({ decoded: true }),
  'types.FunctionType': loadsCode(),
  'types.CodeType': loadsCode(),
  __import__: importsModule,
  'import *': importsAll,
})
