import { UNKNOWN } from '../../../effects.ts'
import { emit, type Rule, type Rules } from '../../evaluate/machine.ts'
import { listValue, plainText, thing, UNKNOWN_VALUE } from '../../evaluate/values.ts'
import { flatten, gives } from '../../rules/builders.ts'
import { connect, connection, connects, downloads, emitNet, feedsSelf, fetches, runsFile } from '../../rules/opening.ts'
import { argvOf, emitRun, evaluates, loadsCode, overItems, shell, system } from '../../rules/running.ts'
import { same } from '../../rules/texts.ts'
import { flat, hash } from './texts.ts'
import { orTopic } from './topic.ts'

/** `exec { program } name, argument…` */
const runAs: Rule = (call) => {
  const [program = UNKNOWN_VALUE, ...rest] = call.args
  return emitRun(call, [program, ...flatten(rest).slice(1)])
}

/** `kill 9, 1, 2`: the signal comes first. */
const killsAll: Rule = (call) => {
  for (const target of flatten(call.args.slice(1))) emit(call.machine, { kind: 'kill', target: plainText(target) })
  return undefined
}

/** `run([command, argument…], …)` of IPC::Run. */
const runsList: Rule = (call) => {
  const [list] = call.args
  return list?.kind === 'list' ? emitRun(call, argvOf(list)) : undefined
}

/** A module by its name does nothing here; a file is code that has not been read. */
const requires: Rule = (call) => (call.args[0]?.kind === 'ref' ? undefined : runsFile(0)(call))

/** `IO::Socket::INET->new(PeerAddr => "host:port")` */
const inetSocket: Rule = (call) => {
  const options = hash(call)
  const part = (...names: readonly string[]): string | undefined => {
    if (options?.kind !== 'map') return undefined
    const name = names.find((it) => options.entries.has(it))
    return name === undefined ? undefined : plainText(options.entries.get(name))
  }
  const port = part('PeerPort', 'LocalPort')
  const waits = part('LocalPort') !== undefined
  const host = part('PeerAddr', 'PeerHost', 'LocalAddr') ?? (waits ? '0.0.0.0' : plainText(call.args[0]))
  return connect(call, connection(), port === undefined || host.includes(':') ? host : `${host}:${port}`)
}

const client: Rule = () => thing('http client', '')

/** The request was made elsewhere, so its address is not known. */
const sendsRequest: Rule = (call) => {
  emitNet(call.machine, UNKNOWN, true)
  return undefined
}

/** `sockaddr_in(port, host)` */
const socketAddress = gives((call) => listValue([call.args[1] ?? UNKNOWN_VALUE, call.args[0] ?? UNKNOWN_VALUE]))

/** A function for every item of the rest. */
const overRest: Rule = (call) => overItems(call, call.args[0], flat({ ...call, args: call.args.slice(1) }))

/** Programs, code and the network. */
export const perlRuns = (): Rules => ({
  '`': shell(0),
  readpipe: shell(0),
  system: system(),
  exec: system(),
  capture: system(),
  open3: system(3),
  open2: system(2),
  'run as': runAs,
  run: runsList,
  kill: killsAll,
  eval: orTopic(evaluates(0)),
  do: runsFile(0),
  require: requires,
  syscall: loadsCode(),
  'DynaLoader::dl_load_file': loadsCode(),
  'Storable::thaw': loadsCode({ decoded: true }),
  map: overRest,
  grep: overRest,

  socket: gives(() => connection()),
  connect: (call) => connects(1, undefined, { method: true })({ ...call, self: call.args[0] }),
  sockaddr_in: socketAddress,
  pack_sockaddr_in: socketAddress,
  inet_aton: same(0),
  'IO::Socket::INET.new': inetSocket,
  'IO::Socket::SSL.new': inetSocket,
  'socket#send': feedsSelf(0),
  'socket#print': feedsSelf(0),
  'LWP::UserAgent.new': client,
  'HTTP::Tiny.new': client,
  'http client#get': fetches(0),
  'http client#delete': fetches(0, { method: 'DELETE' }),
  'http client#mirror': downloads(0, 1),
  'http client#post': fetches(0, { sends: true }),
  'http client#put': fetches(0, { sends: true }),
  'http client#request': sendsRequest,
  get: fetches(0),
  getprint: fetches(0),
  getstore: downloads(0, 1),
})
