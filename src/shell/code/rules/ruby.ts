import { emit, positional, type Rule, type Runtime } from '../evaluate/machine.ts'
import { memberOf, sliceOf } from '../evaluate/members.ts'
import {
  joinTexts,
  listValue,
  LOCAL,
  NOTHING,
  numberValue,
  plainText,
  refValue,
  textValue,
  thing,
  unknownWith,
  type Value,
} from '../evaluate/values.ts'
import { readWith } from '../parse/read.ts'
import { rubySyntax } from '../parse/ruby.ts'
import { flatten, gives, harmless, kills } from './builders.ts'
import { connection, connects, emitNet, feedsSelf, fetches, readsSelf, request, runsFile } from './opening.ts'
import { packsSelf, unpacksSelf } from './packing.ts'
import { rubyFiles } from './ruby-files.ts'
import { evaluates, loadsCode, overItems, shell, system } from './running.ts'
import {
  characters,
  concatenates,
  decodes,
  firstCode,
  formats,
  fromBase64,
  fromPercent,
  joinsSelf,
  length,
  lower,
  ofArgument,
  ofSelf,
  replaceAll,
  replaceFirst,
  reverseText,
  self,
  split,
  substringOf,
  trim,
  trimEnd,
  trimStart,
  unpacked,
  upper,
} from './texts.ts'

/** `x.send(:name, …)`: the method of that name. */
const sends: Rule = (call) => {
  const [name, ...rest] = call.args
  if (name === undefined) return undefined
  const self = call.self
  const target =
    self === undefined ? refValue(plainText(name)) : memberOf(call.machine, self, plainText(name), call.scope)
  return call.machine.call(target, { ...positional(...rest), open: call.open }, call.scope)
}

/** `method(:system)`, `File.method(:delete)`. */
const method: Rule = (call) =>
  call.self === undefined
    ? refValue(plainText(call.args[0]))
    : memberOf(call.machine, call.self, plainText(call.args[0]), call.scope)

const calls: Rule = (call) => (call.self === undefined ? undefined : call.machine.call(call.self, call, call.scope))

/** A block runs for every item, or once with what it is called on. */
const eachItem: Rule = (call) => {
  const block = call.args.find((value) => value.kind === 'function' || value.kind === 'ref')
  return block === undefined ? call.self : overItems(call, block, call.self)
}
const withSelf: Rule = (call) => {
  const block = call.args.find((value) => value.kind === 'function')
  return block === undefined ? call.self : call.machine.call(block, positional(call.self ?? unknownWith(0)), call.scope)
}
const runsBlock: Rule = (call) => {
  const block = call.args.find((value) => value.kind === 'function')
  return block === undefined
    ? undefined
    : call.machine.call(block, { args: [unknownWith(0)], named: new Map(), open: true }, call.scope)
}
const block: Rule = (call) => call.args.find((value) => value.kind === 'function')

/** `&:name` calls that method of each item. */
const toProc: Rule = (call) => ({ kind: 'ref', name: 'send to', bound: [call.args[0] ?? unknownWith(0)] })
const sendTo: Rule = (call) => {
  const [name, receiver] = call.args
  if (name === undefined || receiver === undefined) return undefined
  return call.machine.call(memberOf(call.machine, receiver, plainText(name), call.scope), positional(), call.scope)
}

const constGet: Rule = (call) => refValue(plainText(call.args[0]))

const evaluatesHere: Rule = (call) => (call.args[0]?.kind === 'function' ? runsBlock(call) : evaluates(0)(call))

const request_: Rule = (call) => request(call, call.args[0], true)

/** `Net::HTTP.new(host, port)` and `Net::HTTP.start(host, port) { |http| … }`. */
const httpStart: Rule = (call) => {
  const [host, port] = call.args
  const target = plainText(host) + (port?.kind === 'number' ? `:${port.value}` : '')
  const action = emitNet(call.machine, target)
  const http = thing('http', target, 2, () => {
    if (action !== undefined) action.sends = true
  })
  const handler = call.args.find((value) => value.kind === 'function')
  return handler === undefined ? http : call.machine.call(handler, positional(http), call.scope)
}

const withList = (change: (items: Value[]) => Value | undefined): Rule =>
  gives((call) => (call.self?.kind === 'list' ? change(call.self.items) : undefined))

const fetchEnv: Rule = (call) => memberOf(call.machine, thing('env', ''), plainText(call.args[0]), call.scope)
const wholeEnv: Rule = (call) => (
  emit(call.machine, { kind: 'env', name: '*' }),
  eachItem({ ...call, self: listValue([unknownWith(LOCAL)], true) })
)

const rules: Readonly<Record<string, Rule>> = {
  ...rubyFiles,
  '`': shell(0),
  system: system(),
  exec: system(),
  spawn: system(),
  'Process.spawn': system(),
  'Process.exec': system(),
  'IO.popen': system(),
  'Open3.capture2': system(),
  'Open3.capture2e': system(),
  'Open3.capture3': system(),
  'Open3.popen3': system(),
  'Open3.popen2': system(),
  'Open3.popen2e': system(),
  'Open3.pipeline': system(),
  'PTY.spawn': system(),
  'PTY.getpty': system(),
  sh: system(),
  'Process.kill': kills(1),
  eval: evaluates(0),
  instance_eval: evaluatesHere,
  class_eval: evaluatesHere,
  module_eval: evaluatesHere,
  instance_exec: runsBlock,
  'binding#eval': evaluates(0),
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
  '#()': calls,
  '#to_proc': self,
  to_proc: toProc,
  'send to': sendTo,
  const_get: constGet,
  '#const_get': constGet,
  lambda: block,
  proc: block,
  'Proc.new': block,
  loop: runsBlock,
  at_exit: runsBlock,
  fork: runsBlock,
  'Thread.new': runsBlock,
  define_method: block,

  'Net.HTTP.get': fetches(0),
  'Net.HTTP.get_response': fetches(0),
  'Net.HTTP.get_print': fetches(0),
  'Net.HTTP.post': request_,
  'Net.HTTP.post_form': request_,
  'Net.HTTP.start': httpStart,
  'Net.HTTP.new': httpStart,
  'http#get': readsSelf,
  'http#request': readsSelf,
  'http#post': feedsSelf(1),
  'http#put': feedsSelf(1),
  URI: gives((call) => call.args[0]),
  'URI.parse': gives((call) => call.args[0]),
  'URI.join': concatenates,
  'URI.open': fetches(0),
  'OpenURI.open_uri': fetches(0),
  'HTTParty.get': fetches(0),
  'HTTParty.post': request_,
  'Faraday.get': fetches(0),
  'Faraday.post': request_,
  'RestClient.get': fetches(0),
  'RestClient.post': request_,
  'TCPSocket.new': connects(0, 1),
  'TCPSocket.open': connects(0, 1),
  'TCPServer.new': connects(0, 1),
  'TCPServer.open': connects(0, 1),
  'Socket.tcp': connects(0, 1),
  'UDPSocket.new': () => connection(),
  'socket#connect': connects(0, 1, { method: true }),
  'socket#puts': feedsSelf(0),
  'socket#print': feedsSelf(0),
  'socket#write': feedsSelf(0),
  'socket#send': feedsSelf(0),
  'socket#gets': readsSelf,
  'socket#read': readsSelf,

  'Base64.decode64': decodes(0, fromBase64),
  'Base64.strict_decode64': decodes(0, fromBase64),
  'Base64.urlsafe_decode64': decodes(0, fromBase64),
  'Zlib.Inflate.inflate': decodes(0, unpacked),
  'Zlib.inflate': decodes(0, unpacked),
  'Zlib.gunzip': decodes(0, unpacked),
  'CGI.unescape': decodes(0, fromPercent),
  'URI.decode_www_form_component': decodes(0, fromPercent),
  'list#pack': packsSelf,
  'text#unpack1': unpacksSelf,
  'text#unpack': unpacksSelf,
  puts: harmless,
  print: harmless,
  p: harmless,
  pp: harmless,
  raise: harmless,
  'Shellwords.split': ofArgument(0, (text) => split(text, [])),
  'Shellwords.escape': ofArgument(0, (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : undefined)),
  format: formats(0),
  sprintf: formats(0),
  String: gives((call) => call.args[0]),
  Array: gives((call) => (call.args[0]?.kind === 'list' ? call.args[0] : listValue(call.args))),
  '#to_s': self,
  '#to_str': self,
  '#to_a': self,
  '#to_sym': self,
  '#dup': self,
  '#freeze': self,
  '#force_encoding': self,
  '#encode': self,
  'text#strip': ofSelf(trim),
  'text#chomp': ofSelf(trimEnd),
  'text#rstrip': ofSelf(trimEnd),
  'text#lstrip': ofSelf(trimStart),
  'text#downcase': ofSelf(lower),
  'text#upcase': ofSelf(upper),
  'text#reverse': ofSelf(reverseText),
  'text#length': ofSelf(length),
  'text#size': ofSelf(length),
  'text#ord': ofSelf(firstCode),
  'text#chars': ofSelf((text) => [...text]),
  'text#bytes': gives((call) =>
    call.self?.kind === 'text'
      ? listValue([...Buffer.from(call.self.text)].map((byte) => numberValue(byte)))
      : undefined,
  ),
  'text#split': ofSelf(split),
  'text#shellsplit': ofSelf((text) => split(text, [])),
  'text#lines': ofSelf((text) => text.split('\n')),
  'text#gsub': ofSelf(replaceAll),
  'text#sub': ofSelf(replaceFirst),
  'text#tr': ofSelf((text, [from = '', to = '']) =>
    from.length === 1 && to.length === 1 ? text.replaceAll(from, to) : undefined,
  ),
  'text#slice': ofSelf(substringOf),
  'text#concat': gives((call) => joinTexts([call.self ?? unknownWith(0), ...call.args])),
  'text#hex': ofSelf((text) => Number.parseInt(text, 16)),
  'text#+': gives((call) => joinTexts([call.self ?? unknownWith(0), ...call.args])),
  'number#chr': (call) => characters({ ...call, args: call.self === undefined ? [] : [call.self] }),
  'list#join': joinsSelf(''),
  'list#first': withList((items) => items[0]),
  'list#last': withList((items) => items.at(-1)),
  'list#shift': withList((items) => items.shift() ?? NOTHING),
  'list#pop': withList((items) => items.pop() ?? NOTHING),
  'list#push': gives((call) =>
    call.self?.kind === 'list' ? (call.self.items.push(...call.args), call.self) : undefined,
  ),
  'list#reverse': withList((items) => listValue(items.toReversed())),
  'list#flatten': withList((items) => listValue(flatten(items))),
  'list#fetch': gives((call) =>
    call.self?.kind === 'list' ? call.self.items.at(Number(plainText(call.args[0]))) : undefined,
  ),
  'list#drop': gives((call) => (call.self === undefined ? undefined : sliceOf(call.self, call.args[0]))),
  '#each': eachItem,
  '#each_line': eachItem,
  '#each_slice': eachItem,
  '#map': eachItem,
  '#collect': eachItem,
  '#flat_map': eachItem,
  '#select': gives((call) => (eachItem(call), call.self)),
  '#filter': gives((call) => (eachItem(call), call.self)),
  '#reject': gives((call) => (eachItem(call), call.self)),
  '#each_with_index': eachItem,
  '#tap': gives((call) => (withSelf(call), call.self)),
  '#then': withSelf,
  '#yield_self': withSelf,
  '#times': runsBlock,
  'env#fetch': fetchEnv,
  'env#each': wholeEnv,
  'env#to_h': wholeEnv,
  'env#to_a': wholeEnv,
  'env#map': wholeEnv,
  'env#inspect': wholeEnv,
  'env#key?': harmless,
  'env#select': wholeEnv,
}

export const ruby: Runtime = {
  read: readWith(rubySyntax),
  rules,
  values: {
    ENV: () => thing('env', ''),
    ARGV: (call) => listValue(call.machine.world.args.map((arg) => textValue(arg))),
    nil: () => NOTHING,
    true: () => numberValue(1),
    false: () => NOTHING,
    'File.SEPARATOR': () => textValue('/'),
    __dir__: () => textValue('.'),
  },
  guesses: {
    rm_rf: 'FileUtils.rm_rf',
    rm_r: 'FileUtils.rm_r',
    remove_dir: 'FileUtils.rm_rf',
    system: 'system',
    popen: 'IO.popen',
  },
  roots: ['Kernel.', 'Object.', 'self.', 'FileUtils::Verbose.', 'Process::Kernel.'],
  aliases: {},
  callsTexts: false,
  functionsLeak: true,
  lastReturns: true,
  expandsHome: false,
}
