import type { Call, Rule } from '../evaluate/machine.ts'
import { canonical } from '../evaluate/members.ts'
import { emit, positional } from '../evaluate/machine.ts'
import {
  isUnknown,
  listValue,
  plainText,
  refValue,
  type Value,
  unknownWith,
  UNKNOWN_VALUE,
} from '../evaluate/values.ts'
import { does, fromNetwork, kills, option, pick, goesTo } from './builders.ts'
import { connection, connects, emitNet, feedsSelf, fetches, readsSelf, request, urlOf } from './opening.ts'
import { argvOf, emitRun, evaluates, loadsCode, PROCESS, runsWithList, shell } from './running.ts'
import { self } from './texts.ts'

/** A module by its name. One that lies beside the code is read; any other that is not known by name runs unseen. */
const requires: Rule = (call) => {
  const [value] = call.args
  if (value === undefined || isUnknown(value)) return loadsCode()(call)
  const name = plainText(value).replace(/^node:/, '')
  if (/^(?:data|https?):/.test(name)) return loadsFrom(call, name)
  if (name.startsWith('.') || name.startsWith('/')) {
    emit(call.machine, { kind: 'file', op: 'read', path: name })
    if (name.startsWith('/') && !name.endsWith('.json'))
      emit(call.machine, { kind: 'code', decoded: false, network: false })
    return unknownWith(0)
  }
  return refValue(
    canonical(
      call.machine,
      name.replaceAll('/', (it) => it),
    ),
  )
}

/** `import("data:text/javascript,…")` holds its code in its name. */
function loadsFrom(call: Call, name: string): Value | undefined {
  const data = /^data:[^,]*?(;base64)?,(.*)$/s.exec(name)
  if (data === null) {
    emitNet(call.machine, name)
    emit(call.machine, { kind: 'code', decoded: false, network: true })
    return undefined
  }
  const [, encoded, text = ''] = data
  const code =
    encoded === undefined ? decodeURI(text.replace(/%(?![\da-f]{2})/gi, '%25')) : Buffer.from(text, 'base64').toString()
  return evaluates(0)({ ...call, args: [{ kind: 'text', text: code, marks: encoded === undefined ? 0 : 1 }] })
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
  if (task.kind === 'text') return evaluates(0)(call)
  return call.machine.call(task, { args: rest, named: new Map(), open: false }, call.scope)
}

/** `Deno.Command(program, { args })`, `Bun.spawn([…])`, `Deno.run({ cmd: […] })`. */
const command: Rule = (call) => {
  const first = call.args[0]
  const cmd = option(call, 'cmd')
  const argv = cmd === undefined ? [...argvOf(first), ...argvOf(option(call, 'args'))] : argvOf(cmd)
  emitRun(call, argv, option(call, 'cwd'))
  return PROCESS
}

/** `http.request(url | options, options?, callback)`; what is written to it is sent. */
const httpRequest: Rule = (call) => {
  const target = urlOf(pick(call, 0))
  const method = option(call, 'method')
  const sends = method !== undefined && /^(?:post|put|patch)$/i.test(plainText(method))
  const action = emitNet(call.machine, plainText(target), sends)
  const socket = connection()
  if (socket.kind !== 'thing' || action === undefined) return socket
  return { ...socket, type: 'request', feed: () => void (action.sends = true) }
}

const asMethod =
  (rule: Rule): Rule =>
  (call) =>
    rule(call)

/** `f.call(this, a)`, `f.apply(this, [a])`, `f.bind(this, a)`. */
const callMethod: Rule = (call) =>
  call.self === undefined
    ? undefined
    : call.machine.call(call.self, { ...positional(...call.args.slice(1)), open: call.open }, call.scope)
const applyMethod: Rule = (call) => apply(call, call.self, call.args[1])
const bindMethod: Rule = (call) => {
  const { self: callee } = call
  return callee?.kind === 'ref' ? { ...callee, bound: [...(callee.bound ?? []), ...call.args.slice(1)] } : callee
}

function apply(call: Call, callee: Value | undefined, list: Value | undefined): Value | undefined {
  if (callee === undefined) return undefined
  const known = list?.kind === 'list'
  return call.machine.call(
    callee,
    { args: known ? list.items : [], named: new Map(), open: !known || list.open },
    call.scope,
  )
}

const HTTP: Readonly<Record<string, Rule>> = {
  'axios.get': fetches(0),
  'axios.head': fetches(0),
  'axios.delete': fetches(0),
  'axios.request': fetches(0),
  axios: fetches(0),
  'axios.post': fetches(0, { sends: true }),
  'axios.put': fetches(0, { sends: true }),
  'axios.patch': fetches(0, { sends: true }),
  got: fetches(0),
  'got.get': fetches(0),
  'got.post': fetches(0, { sends: true }),
  'got.put': fetches(0, { sends: true }),
  request: fetches(0),
  'request.get': fetches(0),
  'request.post': fetches(0, { sends: true }),
  fetch: fetches(0),
  'navigator.sendBeacon': fetches(0, { sends: true }),
}

/** Programs, code and the network. */
export const javascriptRuns: Readonly<Record<string, Rule>> = {
  ...HTTP,
  require: requires,
  import: requires,
  'module.createRequire': () => refValue('require'),
  createRequire: () => refValue('require'),
  'child_process.exec': shell(0),
  'child_process.execSync': shell(0),
  'child_process.spawn': runsWithList(0, 1),
  'child_process.spawnSync': runsWithList(0, 1),
  'child_process.execFile': runsWithList(0, 1),
  'child_process.execFileSync': runsWithList(0, 1),
  'child_process.fork': (call) => (
    emitRun(call, [
      { kind: 'text', text: 'node', marks: 0 },
      ...call.args.slice(0, 1),
      ...argvOf(call.args[1]?.kind === 'list' ? call.args[1] : undefined),
    ]),
    PROCESS
  ),
  execa: runsWithList(0, 1),
  'execa.command': shell(0),
  'cross-spawn': runsWithList(0, 1),
  'cross-spawn.sync': runsWithList(0, 1),
  'shelljs.exec': shell(0),
  $: shell(0),
  'Bun.spawn': command,
  'Bun.spawnSync': command,
  'Deno.run': command,
  'Deno.Command': command,
  doShellScript: shell(0),
  'process.kill': kills(0),
  'Deno.kill': kills(0),
  'process.chdir': goesTo(0),
  'Deno.chdir': goesTo(0),
  'process.dlopen': loadsCode(),
  'process.binding': loadsCode(),
  'Deno.dlopen': loadsCode(),
  'bun:ffi.dlopen': loadsCode(),

  eval: evaluates(0),
  Function: makesFunction,
  AsyncFunction: makesFunction,
  constant: (call) => call.args[0],
  setTimeout: later,
  setInterval: later,
  setImmediate: (call) =>
    call.args[0] === undefined
      ? undefined
      : call.machine.call(call.args[0], positional(...call.args.slice(1)), call.scope),
  queueMicrotask: (call) =>
    call.args[0] === undefined ? undefined : call.machine.call(call.args[0], positional(), call.scope),
  'process.nextTick': (call) =>
    call.args[0] === undefined
      ? undefined
      : call.machine.call(call.args[0], positional(...call.args.slice(1)), call.scope),
  'vm.runInThisContext': evaluates(0),
  'vm.runInNewContext': evaluates(0),
  'vm.runInContext': evaluates(0),
  'vm.compileFunction': evaluates(0),
  'vm.Script': evaluates(0),
  'worker_threads.Worker': (call) => (option(call, 'eval') === undefined ? requires(call) : evaluates(0)(call)),
  'Reflect.apply': (call) => apply(call, call.args[0], call.args[2]),
  'Reflect.construct': (call) => apply(call, call.args[0], call.args[1]),
  'util.promisify': (call) => call.args[0],
  '#call': callMethod,
  '#apply': applyMethod,
  '#bind': bindMethod,

  'http.get': asMethod(httpRequest),
  'https.get': asMethod(httpRequest),
  'http.request': asMethod(httpRequest),
  'https.request': asMethod(httpRequest),
  'request#write': feedsSelf(0),
  'request#end': (call) => (call.args.length > 0 ? feedsSelf(0)(call) : undefined),
  'request#on': (call) =>
    call.args[1] === undefined
      ? undefined
      : (call.machine.call(call.args[1], { args: [fromNetwork], named: new Map(), open: true }, call.scope), call.self),
  'net.connect': connects(1, 0),
  'net.createConnection': connects(1, 0),
  'net.Socket': () => connection(),
  'tls.connect': connects(1, 0),
  'net.createServer': (call) =>
    call.args[0] === undefined
      ? connection()
      : (call.machine.call(call.args[0], { args: [connection()], named: new Map(), open: true }, call.scope),
        connection()),
  'socket#connect': connects(1, 0, { method: true }),
  'socket#listen': (call) =>
    connects(1, 0, { method: true })({
      ...call,
      args: [
        call.args[0] ?? unknownWith(0),
        call.args[1]?.kind === 'text' ? call.args[1] : { kind: 'text', text: '0.0.0.0', marks: 0 },
      ],
    }),
  'Deno.connect': connects(0),
  WebSocket: connects(0),
  'socket#write': feedsSelf(0),
  'socket#send': feedsSelf(0),
  'socket#end': (call) => (call.args.length > 0 ? feedsSelf(0)(call) : undefined),
  'socket#pipe': (call) => (call.args[0]?.kind === 'thing' ? call.args[0] : undefined),
  'socket#on': (call) =>
    call.args[1] === undefined
      ? undefined
      : (call.machine.call(call.args[1], { args: [fromNetwork], named: new Map(), open: true }, call.scope), call.self),
  '#pipe': does((call) => (call.args[0]?.kind === 'thing' ? (call.args[0].feed?.('\uFFFC'), call.args[0]) : undefined)),
  EventSource: fetches(0),
  XMLHttpRequest: () => connection(),
  'socket#open': (call) => (request(call, call.args[1], /post|put|patch/i.test(plainText(call.args[0]))), undefined),
  'process#stdout': readsSelf,
  'process#on': self,
}

export const emptyList: Value = listValue([])
