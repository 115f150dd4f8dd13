import { UNKNOWN } from '../../../effects.ts'
import { type CodeCall, emit, positional, type Rule, type Rules } from '../../evaluate/machine.ts'
import { canonical } from '../../evaluate/members.ts'
import {
  DECODED,
  plainText,
  refValue,
  textValue,
  UNKNOWN_VALUE,
  unknownWith,
  type CodeValue,
} from '../../evaluate/values.ts'
import { goesTo, kills, option } from '../../rules/builders.ts'
import { emitNet, feedsSelf } from '../../rules/opening.ts'
import { argvOf, callsArgument, emitRun, evaluates, loadsCode, runsWithList, shell } from '../../rules/running.ts'
import { same } from '../../rules/texts.ts'

/** A module by its name. A file beside the code is read; any other that is not known by name runs unread. */
export const requires: Rule = (call) => {
  const [value] = call.args
  const name = plainText(value).replace(/^node:/, '')
  if (name.includes(UNKNOWN)) return loadsCode()(call)
  if (/^(?:data|https?):/.test(name)) return loadsFrom(call, name)
  if (!name.startsWith('.') && !name.startsWith('/')) return refValue(canonical(call.machine, name))
  emit(call.machine, { kind: 'file', op: 'read', path: name })
  const isData = name.endsWith('.json') || name.startsWith('.')
  if (!isData) emit(call.machine, { kind: 'code', decoded: false, network: false })
  return unknownWith(0)
}

/** `import("data:text/javascript,…")` holds its code in its name. */
function loadsFrom(call: CodeCall, name: string): CodeValue | undefined {
  const data = /^data:[^,]*?(;base64)?,(.*)$/s.exec(name)
  if (data === null) {
    emitNet(call.machine, name)
    emit(call.machine, { kind: 'code', decoded: false, network: true })
    return undefined
  }
  const [, encoded, text = ''] = data
  const code = Buffer.from(text, encoded === undefined ? 'utf8' : 'base64').toString()
  return evaluates(0)({ ...call, args: [textValue(code, encoded === undefined ? 0 : DECODED)] })
}

/** `Function(…names, code)` gives a function; its code is read at once. */
const makesFunction: Rule = (call) => {
  const code = call.args.at(-1)
  const result = code === undefined ? undefined : evaluates(0)({ ...call, args: [code] })
  return { kind: 'ref', name: 'constant', bound: [result ?? UNKNOWN_VALUE] }
}

/** `setTimeout("code")` or `setTimeout(f, 0, …arguments)`. */
const later: Rule = (call) => {
  const [task, , ...rest] = call.args
  if (task === undefined) return undefined
  return task.kind === 'text' ? evaluates(0)(call) : call.machine.call(task, positional(...rest), call.scope)
}

/** `Deno.Command(program, { args })`, `Bun.spawn([…])`, `Deno.run({ cmd: […] })`. */
const command: Rule = (call) => {
  const cmd = option(call, 'cmd')
  const argv = cmd === undefined ? [...argvOf(call.args[0]), ...argvOf(option(call, 'args'))] : argvOf(cmd)
  return emitRun(call, argv, option(call, 'cwd'))
}

/** `fork(script, [arguments])` */
const forks: Rule = (call) => {
  const [script = UNKNOWN_VALUE, list] = call.args
  return emitRun(call, [textValue('node'), script, ...(list?.kind === 'list' ? argvOf(list) : [])])
}

/** `f.call(this, a)`, `f.apply(this, [a])`, `f.bind(this, a)`. */
const callMethod: Rule = (call) => {
  const given = { ...positional(...call.args.slice(1)), open: call.open }
  return call.self === undefined ? undefined : call.machine.call(call.self, given, call.scope)
}
const bindMethod: Rule = (call) => {
  const { self } = call
  return self?.kind === 'ref' ? { ...self, bound: [...(self.bound ?? []), ...call.args.slice(1)] } : self
}

function apply(call: CodeCall, callee: CodeValue | undefined, list: CodeValue | undefined): CodeValue | undefined {
  if (callee === undefined) return undefined
  const known = list?.kind === 'list'
  const given = { args: known ? list.items : [], named: new Map<string, CodeValue>(), open: !known || list.open }
  return call.machine.call(callee, given, call.scope)
}

const worker: Rule = (call) => (option(call, 'eval') === undefined ? requires(call) : evaluates(0)(call))

/** Programs and code. */
export const javascriptRuns = (): Rules => ({
  require: requires,
  import: requires,
  'module.createRequire': () => refValue('require'),
  createRequire: () => refValue('require'),
  'require.resolve': () => undefined,
  'child_process.exec': shell(0),
  'child_process.execSync': shell(0),
  'child_process.spawn': runsWithList(0, 1),
  'child_process.spawnSync': runsWithList(0, 1),
  'child_process.execFile': runsWithList(0, 1),
  'child_process.execFileSync': runsWithList(0, 1),
  'child_process.fork': forks,
  execa: runsWithList(0, 1),
  'execa.command': shell(0),
  'cross-spawn': runsWithList(0, 1),
  'cross-spawn.sync': runsWithList(0, 1),
  'shelljs.exec': shell(0),
  $: shell(0),
  'Bun.$': shell(0),
  'Bun.spawn': command,
  'Bun.spawnSync': command,
  'Deno.run': command,
  'Deno.Command': command,
  'process#write': feedsSelf(0),
  'process#end': (call) => (call.args.length > 0 ? feedsSelf(0)(call) : undefined),
  doShellScript: shell(0),
  'process.kill': kills(0),
  'Deno.kill': kills(0),
  'process.chdir': goesTo(0),
  'Deno.chdir': goesTo(0),

  eval: evaluates(0),
  Function: makesFunction,
  AsyncFunction: makesFunction,
  constant: same(0),
  setTimeout: later,
  setInterval: later,
  setImmediate: callsArgument(0),
  queueMicrotask: callsArgument(0),
  'process.nextTick': callsArgument(0),
  'vm.runInThisContext': evaluates(0),
  'vm.runInNewContext': evaluates(0),
  'vm.runInContext': evaluates(0),
  'vm.compileFunction': evaluates(0),
  'vm.Script': evaluates(0),
  'worker_threads.Worker': worker,
  'process.dlopen': loadsCode(),
  'process.binding': loadsCode(),
  'Deno.dlopen': loadsCode(),
  'bun:ffi.dlopen': loadsCode(),
  'Reflect.apply': (call) => apply(call, call.args[0], call.args[2]),
  'Reflect.construct': (call) => apply(call, call.args[0], call.args[1]),
  'util.promisify': same(0),
  '#call': callMethod,
  '#apply': (call) => apply(call, call.self, call.args[1]),
  '#bind': bindMethod,
})
