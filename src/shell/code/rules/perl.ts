import { UNKNOWN } from '../../../core/effects.ts'
import { type Call, emit, type Rule, type Runtime } from '../evaluate/machine.ts'
import { lookup } from '../evaluate/scope.ts'
import {
  listValue,
  LOCAL,
  NOTHING,
  numberValue,
  plainText,
  textValue,
  thing,
  unknownWith,
  type Value,
} from '../evaluate/values.ts'
import { perlSyntax } from '../parse/perl.ts'
import { readWith } from '../parse/read.ts'
import {
  changesMode,
  changesOwner,
  contentOf,
  copies,
  deletes,
  flatten,
  forEachArgument,
  gives,
  goesTo,
  harmless,
  links,
  lists,
  moves,
  touches,
} from './builders.ts'
import {
  connect,
  connection,
  connects,
  downloads,
  emitNet,
  feedsSelf,
  fetches,
  openPath,
  request,
  runsFile,
} from './opening.ts'
import { argvOf, emitRun, emitShell, evaluates, loadsCode, overItems, PROCESS, shell, system } from './running.ts'
import {
  basename,
  characters,
  decodes,
  dirname,
  firstCode,
  formats,
  fromBase64,
  globs,
  joinsPath,
  joinsRest,
  length,
  lower,
  ofArgument,
  reverseText,
  split,
  substringOf,
  upper,
} from './texts.ts'
import { packs, unpacks } from './packing.ts'

/** `open(F, ">", path)`, `open(F, ">path")`, `open(F, "command |")`, `open(F, "-|", command, …)`; the handle is gone already. */
const opensFile: Rule = (call) => {
  const [first, ...rest] = call.args
  const text = plainText(first)
  if (rest.length > 0) {
    if (text.includes('&')) return undefined
    if (!text.includes('|')) return openPath(call, rest[0], textValue(text.replace(/:.*/s, '')))
    if (flatten(rest).length > 1) emitRun(call, flatten(rest))
    else emitShell(call, rest[0])
    return PROCESS
  }
  const command = /^\s*\|(.*)$|^(.*)\|\s*$/s.exec(text)
  if (command !== null) {
    emitShell(call, textValue((command[1] ?? command[2] ?? '').trim()))
    return PROCESS
  }
  // `>&F` is another name for a handle that is open already.
  if (/^\s*\+?[<>]+&/.test(text)) return undefined
  const [, mode = '', path = text] = /^\s*(\+?[<>]{0,2})\s*(.*?)\s*$/s.exec(text) ?? []
  return openPath(call, textValue(path), textValue(mode === '' ? (path.startsWith(UNKNOWN) ? UNKNOWN : '<') : mode))
}

const sysopen: Rule = (call) => openPath(call, call.args[0], call.args[1])

/** The first argument is where to print; nothing means the terminal. */
const prints: Rule = (call) => {
  const [handle, ...rest] = call.args
  if (handle?.kind === 'thing') handle.feed?.(flatten(rest).map(contentOf).join(''))
  return undefined
}

/** Takes the first item off a list: the one that is named, the arguments of the function, or those of the program. */
const shifts =
  (take: (items: Value[]) => Value | undefined): Rule =>
  (call) => {
    const list = call.args[0] ?? lookup(call.scope, '@_') ?? argvList(call)
    if (list.kind !== 'list') return undefined
    return take(list.items) ?? (list.open ? unknownWith(0) : NOTHING)
  }

function argvList(call: Call): Value {
  const known = lookup(call.machine.globals, '@ARGV')
  if (known !== undefined) return known
  const list = listValue(call.machine.world.args.map((arg) => textValue(arg)))
  call.machine.globals.names.set('@ARGV', list)
  return list
}

const flat: Rule = (call) => {
  const items = flatten(call.args)
  return listValue(
    items,
    call.args.some((value) => value.kind === 'list' && value.open),
  )
}

const hash: Rule = (call) => {
  const items = flatten(call.args)
  const entries = new Map<string, Value>()
  for (let at = 0; at < items.length; at += 2) entries.set(plainText(items[at]), items[at + 1] ?? NOTHING)
  return { kind: 'map', entries, rest: [] }
}

/** `exec { program } name, argument…` */
const runAs: Rule = (call) => {
  const [program, ...rest] = call.args
  emitRun(call, [program ?? unknownWith(0), ...flatten(rest).slice(1)])
  return undefined
}

/** `kill 9, 1, 2`: the signal comes first. */
const killsAll: Rule = (call) => {
  for (const target of flatten(call.args.slice(1))) emit(call.machine, { kind: 'kill', target: plainText(target) })
  return undefined
}

const chmods: Rule = (call) => {
  const [mode, ...paths] = flatten(call.args)
  for (const path of paths) changesMode(0, 1)({ ...call, args: [path, mode ?? unknownWith(0)] })
  return undefined
}
const chowns: Rule = (call) => {
  const [user, group, ...paths] = flatten(call.args)
  for (const path of paths)
    changesOwner(0, 1, 2)({ ...call, args: [path, user ?? unknownWith(0), group ?? unknownWith(0)] })
  return undefined
}

const removesTree = forEachArgument(deletes(0, true))

/** `IO::Socket::INET->new(PeerAddr => "host:port")` */
const inetSocket: Rule = (call) => {
  const options = hash(call)
  const part = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = options?.kind === 'map' ? options.entries.get(name) : undefined
      if (value !== undefined) return plainText(value)
    }
    return undefined
  }
  const host =
    part('PeerAddr', 'PeerHost', 'LocalAddr') ?? (part('LocalPort') === undefined ? plainText(call.args[0]) : '0.0.0.0')
  const port = part('PeerPort', 'LocalPort')
  return connect(call, connection(), port === undefined || host.includes(':') ? host : `${host}:${port}`)
}

const posts: Rule = (call) => request(call, call.args[0], true)
const client: Rule = () => thing('http client', '')

/** Without an argument, many functions take what `$_` holds. */
const orTopic =
  (rule: Rule): Rule =>
  (call) =>
    rule(call.args.length === 0 ? { ...call, args: [lookup(call.scope, '$_') ?? unknownWith(0)] } : call)

const rules: Readonly<Record<string, Rule>> = {
  unlink: orTopic(forEachArgument(deletes(0))),
  rmdir: orTopic(forEachArgument(deletes(0))),
  rmtree: removesTree,
  remove_tree: removesTree,
  rename: moves(0, 1),
  copy: copies(0, 1),
  cp: copies(0, 1),
  move: moves(0, 1),
  mv: moves(0, 1),
  mkdir: touches(0),
  mkpath: forEachArgument(touches(0)),
  make_path: forEachArgument(touches(0)),
  chmod: chmods,
  chown: chowns,
  symlink: links(0, 1),
  link: links(0, 1),
  truncate: touches(0),
  utime: forEachArgument(touches(0), 2),
  opendir: lists(0),
  readdir: gives(() => unknownWith(LOCAL)),
  open: opensFile,
  sysopen,
  print: prints,
  write_file: (call) => openPath(call, call.args[0], textValue('w')),
  read_file: (call) => openPath(call, call.args[0], undefined),
  readline: gives(() => unknownWith(LOCAL)),
  glob: globs(0, { home: true }),
  chdir: goesTo(0),
  'IO::File.new': (call) => openPath(call, call.args[0], call.args[1]),
  'file#print': feedsSelf(0),
  'file#printf': feedsSelf(0),
  'file#say': feedsSelf(0),
  close: harmless,

  '`': shell(0),
  readpipe: shell(0),
  system: system(),
  exec: system(),
  'run as': runAs,
  kill: killsAll,
  eval: orTopic(evaluates(0)),
  do: runsFile(0),
  require: (call) => (call.args[0]?.kind === 'ref' ? undefined : runsFile(0)(call)),
  syscall: loadsCode(),
  'DynaLoader::dl_load_file': loadsCode(),
  'Storable::thaw': loadsCode({ decoded: true }),
  capture: system(),
  'IPC::Open3::open3': system(3),
  open3: system(3),
  open2: system(2),
  run: (call) => (call.args[0]?.kind === 'list' ? (emitRun(call, argvOf(call.args[0])), PROCESS) : undefined),
  map: (call) => overItems(call, call.args[0], flat({ ...call, args: call.args.slice(1) })),
  grep: (call) => overItems(call, call.args[0], flat({ ...call, args: call.args.slice(1) })),
  sort: flat,

  socket: () => connection(),
  connect: (call) => connects(1, undefined, { method: true })({ ...call, self: call.args[0] }),
  sockaddr_in: gives((call) => listValue([call.args[1] ?? unknownWith(0), call.args[0] ?? unknownWith(0)])),
  pack_sockaddr_in: gives((call) => listValue([call.args[1] ?? unknownWith(0), call.args[0] ?? unknownWith(0)])),
  inet_aton: gives((call) => call.args[0]),
  'IO::Socket::INET.new': inetSocket,
  'IO::Socket::SSL.new': inetSocket,
  'socket#send': feedsSelf(0),
  'socket#print': feedsSelf(0),
  'LWP::UserAgent.new': client,
  'HTTP::Tiny.new': client,
  'http client#get': fetches(0),
  'http client#mirror': downloads(0, 1),
  'http client#post': posts,
  'http client#put': posts,
  'http client#request': (call) => (emitNet(call.machine, UNKNOWN, true), undefined),
  get: fetches(0),
  getprint: fetches(0),
  getstore: downloads(0, 1),

  decode_base64: decodes(0, fromBase64),
  pack: packs,
  unpack: unpacks,
  chr: orTopic(characters),
  ord: orTopic(ofArgument(0, firstCode)),
  lc: orTopic(ofArgument(0, lower)),
  uc: orTopic(ofArgument(0, upper)),
  length: orTopic(ofArgument(0, length)),
  substr: ofArgument(0, substringOf),
  reverse: (call) => {
    const items = flatten(call.args)
    return items.length === 1 ? ofArgument(0, reverseText)({ ...call, args: items }) : listValue(items.toReversed())
  },
  scalar: gives((call) => call.args[0]),
  join: joinsRest,
  split: (call) => {
    const separator = plainText(call.args[0])
    return ofArgument(0, (text) =>
      separator === UNKNOWN ? undefined : separator === ' ' ? split(text, []) : text.split(separator),
    )({ ...call, args: [call.args[1] ?? unknownWith(0)] })
  },
  sprintf: formats(0),
  'File::Spec.catfile': joinsPath({ restarts: false }),
  'File::Spec.catdir': joinsPath({ restarts: false }),
  catfile: joinsPath({ restarts: false }),
  dirname: ofArgument(0, dirname),
  basename: ofArgument(0, basename),
  hex: orTopic(ofArgument(0, (text) => Number.parseInt(text.replace(/^0x/i, ''), 16))),
  oct: ofArgument(0, (text) => (/^0x/i.test(text) ? Number.parseInt(text, 16) : Number.parseInt(text, 8))),
  shift: shifts((items) => items.shift()),
  pop: shifts((items) => items.pop()),
  push: (call) => {
    const [list, ...rest] = call.args
    if (list?.kind === 'list') list.items.push(...flatten(rest))
    return undefined
  },
  flat,
  hash,
  keys: harmless,
  values: harmless,
  defined: harmless,
  exists: harmless,
  ref: harmless,
  can: gives((call) => call.self),
  die: harmless,
  warn: harmless,
}

export const perl: Runtime = {
  read: readWith(perlSyntax),
  rules,
  values: {
    '%ENV': () => thing('env', ''),
    '@ARGV': (call) => argvList(call),
    $0: () => unknownWith(0),
    '$/': () => textValue('\n'),
    O_RDONLY: () => numberValue(0),
    O_WRONLY: () => numberValue(1),
    O_RDWR: () => numberValue(2),
    O_CREAT: () => numberValue(0o100),
    O_TRUNC: () => numberValue(0o1000),
    O_APPEND: () => numberValue(0o2000),
    O_EXCL: () => numberValue(0o200),
  },
  guesses: {},
  roots: [
    'CORE::GLOBAL::',
    'CORE::',
    'main::',
    '::',
    'File::Path::',
    'File::Copy::',
    'POSIX::',
    'LWP::Simple::',
    'MIME::Base64::',
    'File::Slurp::',
    'File::Basename::',
    'Fcntl::',
    'Socket::',
    'IPC::Run::',
  ],
  aliases: { 'MIME::Base64.decode': 'decode_base64', 'MIME::Base64::decode': 'decode_base64' },
  callsTexts: true,
  functionsLeak: true,
  lastReturns: true,
  expandsHome: false,
}
