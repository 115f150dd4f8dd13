import { positional, type Rule, type Rules } from '../../evaluate/machine.ts'
import { memberOf } from '../../evaluate/members.ts'
import { NETWORK, plainText, refValue, thing, unknownWith } from '../../evaluate/values.ts'
import { gives, harmless, kills } from '../../rules/builders.ts'
import { connection, connects, emitNet, feedsSelf, fetches, readsSelf, runsFile } from '../../rules/opening.ts'
import { argvOf, emitRun, emitShell, evaluates, handTo, loadsCode, shell, system } from '../../rules/running.ts'
import { concatenates, same, self } from '../../rules/texts.ts'

/** `x.send(:name, …)`: the method of that name. */
const sends: Rule = (call) => {
  const [name, ...rest] = call.args
  if (name === undefined) return undefined
  return call.machine.call(methodOf(call, plainText(name)), { ...positional(...rest), open: call.open }, call.scope)
}

const methodOf = (call: Parameters<Rule>[0], name: string): ReturnType<typeof refValue> =>
  call.self === undefined ? refValue(name) : memberOf(call.machine, call.self, name, call.scope)

/** `method(:system)`, `File.method(:delete)`. */
const method: Rule = (call) => methodOf(call, plainText(call.args[0]))

const calls: Rule = (call) => (call.self === undefined ? undefined : call.machine.call(call.self, call, call.scope))

const runsBlock: Rule = (call) => handTo(call, unknownWith(0))
const block: Rule = (call) => call.args.find((value) => value.kind === 'function')

/** `&:name` calls that method of each item. */
const toProc: Rule = (call) => ({ kind: 'ref', name: 'send to', bound: [call.args[0] ?? unknownWith(0)] })
const sendTo: Rule = (call) => {
  const [name, receiver] = call.args
  if (name === undefined || receiver === undefined) return undefined
  return call.machine.call(memberOf(call.machine, receiver, plainText(name), call.scope), positional(), call.scope)
}

const constGet: Rule = (call) => refValue(plainText(call.args[0]))

/** A text is code; a block is read like any other. */
const evaluatesHere: Rule = (call) => (call.args[0]?.kind === 'function' ? runsBlock(call) : evaluates(0)(call))

/** `Net::HTTP.new(host, port)` and `Net::HTTP.start(host, port) { |http| … }`. */
const httpStart: Rule = (call) => {
  const [host, port] = call.args
  const target = plainText(host) + (port?.kind === 'number' ? `:${port.value}` : '')
  const action = emitNet(call.machine, target)
  const http = thing('http', target, NETWORK, () => {
    if (action !== undefined) action.sends = true
  })
  return handTo(call, http) ?? http
}

/** `IO.popen(command, mode) { |process| … }` */
const popen: Rule = (call) => {
  const command = call.args.find((value) => value.kind !== 'map')
  const process = command?.kind === 'list' ? emitRun(call, argvOf(command)) : emitShell(call, command)
  return handTo(call, process) ?? process
}

/** A block gets the process. */
const opensProcess: Rule = (call) => {
  const process = system()(call)
  return process === undefined ? undefined : (handTo(call, process) ?? process)
}

/** Programs and code. */
export const rubyRuns = (): Rules => ({
  '`': shell(0),
  system: system(),
  exec: system(),
  spawn: system(),
  sh: system(),
  'Process.spawn': system(),
  'Process.exec': system(),
  'IO.popen': popen,
  'Open3.capture2': system(),
  'Open3.capture2e': system(),
  'Open3.capture3': system(),
  'Open3.popen2': opensProcess,
  'Open3.popen2e': opensProcess,
  'Open3.popen3': opensProcess,
  'Open3.pipeline': system(),
  'PTY.spawn': system(),
  'PTY.getpty': system(),
  'process#puts': feedsSelf(0),
  'process#print': feedsSelf(0),
  'process#write': feedsSelf(0),
  'process#read': readsSelf,
  'Process.kill': kills(1),
  eval: evaluates(0),
  instance_eval: evaluatesHere,
  class_eval: evaluatesHere,
  module_eval: evaluatesHere,
  instance_exec: runsBlock,
  '#eval': evaluates(0),
  '#instance_eval': evaluatesHere,
  '#class_eval': evaluatesHere,
  '#module_eval': evaluatesHere,
  load: runsFile(0),
  require: harmless,
  require_relative: harmless,
  'Marshal.load': loadsCode({ decoded: true }),
  'YAML.unsafe_load': loadsCode(),
  'Fiddle.dlopen': loadsCode(),
  send: sends,
  __send__: sends,
  public_send: sends,
  '#send': sends,
  '#__send__': sends,
  '#public_send': sends,
  method,
  '#method': method,
  '#call': calls,
  '#to_proc': self,
  to_proc: toProc,
  'send to': sendTo,
  const_get: constGet,
  '#const_get': constGet,
  lambda: block,
  proc: block,
  'Proc.new': block,
  define_method: block,
  loop: runsBlock,
  at_exit: runsBlock,
  fork: runsBlock,
  'Thread.new': runsBlock,
})

/** What every library for requests has. */
function clients(): Record<string, Rule> {
  const table: Record<string, Rule> = {}
  for (const client of ['Net.HTTP', 'HTTParty', 'Faraday', 'RestClient', 'HTTP', 'Excon']) {
    table[`${client}.get`] = fetches(0)
    table[`${client}.delete`] = fetches(0, { method: 'DELETE' })
    for (const name of ['post', 'put', 'patch', 'post_form']) table[`${client}.${name}`] = fetches(0, { sends: true })
  }
  return table
}

export const rubyNet = (): Rules => ({
  ...clients(),
  'Net.HTTP.get_response': fetches(0),
  'Net.HTTP.get_print': fetches(0),
  'Net.HTTP.start': httpStart,
  'Net.HTTP.new': httpStart,
  'http#get': readsSelf,
  'http#request': readsSelf,
  'http#post': feedsSelf(1),
  'http#put': feedsSelf(1),
  URI: same(0),
  'URI.parse': same(0),
  'URI.join': concatenates,
  'URI.open': fetches(0),
  'OpenURI.open_uri': fetches(0),
  'TCPSocket.new': connects(0, 1),
  'TCPSocket.open': connects(0, 1),
  'TCPServer.new': connects(0, 1),
  'TCPServer.open': connects(0, 1),
  'Socket.tcp': connects(0, 1),
  'UDPSocket.new': gives(() => connection()),
  'socket#connect': connects(0, 1, { method: true }),
  'socket#puts': feedsSelf(0),
  'socket#print': feedsSelf(0),
  'socket#write': feedsSelf(0),
  'socket#send': feedsSelf(0),
  'socket#gets': readsSelf,
  'socket#read': readsSelf,
})
