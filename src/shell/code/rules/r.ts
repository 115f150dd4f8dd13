import { type Call, emit, pathsOf, positional, type Rule, type Rules, type Runtime } from '../evaluate/machine.ts'
import { memberOf } from '../evaluate/members.ts'
import {
  joinTexts,
  listValue,
  NOTHING,
  plainText,
  refValue,
  textValue,
  thing,
  unknownWith,
  type Value,
} from '../evaluate/values.ts'
import { rSyntax } from '../parse/r.ts'
import { readWith } from '../parse/read.ts'
import {
  changesMode,
  contentOf,
  copies,
  deletes,
  flatten,
  forEachArgument,
  fromNetwork,
  gives,
  goesTo,
  harmless,
  links,
  lists,
  moves,
  pick,
  reads,
  touches,
} from './builders.ts'
import { connects, downloads, openPath, request, runsFile } from './opening.ts'
import { argvOf, emitRun, evaluates, loadsCode, overItems, shell } from './running.ts'
import {
  basename,
  characters,
  decodes,
  dirname,
  expandsHome,
  formats,
  fromBase64,
  lower,
  ofArgument,
  same,
  splitExactly,
  trim,
  upper,
} from './texts.ts'

/** `c(…)` flattens, as everything in R does. */
const vector: Rule = (call) => listValue(flatten([...call.args, ...call.named.values()]))

const items = (value: Value | undefined): readonly Value[] => (value === undefined ? [] : flatten([value]))

/** `unlink(c("a", "b"), recursive = TRUE)` */
const unlinks: Rule = (call) => {
  const recursive = pick(call, [1, 'recursive'])
  for (const path of items(pick(call, [0, 'x'])))
    deletes(0, recursive !== undefined && recursive.kind !== 'nothing')({ ...call, args: [path] })
  return undefined
}

/** `system2("rm", c("-rf", path))` */
const system2: Rule = (call) => {
  return emitRun(call, [pick(call, [0, 'command']) ?? unknownWith(0), ...argvOf(pick(call, [1, 'args']))])
}

/** Writes to a path or to a connection that was opened. */
const writesTo =
  (place: readonly [number, ...string[]], content?: readonly [number, ...string[]]): Rule =>
  (call) => {
    const target = pick(call, place)
    const value = content === undefined ? undefined : pick(call, content)
    const text = value === undefined ? '\uFFFC' : contentOf(value)
    if (target?.kind === 'thing') target.feed?.(text)
    else if (target !== undefined && plainText(target) !== '') {
      for (const path of pathsOf(call, target))
        emit(call.machine, { kind: 'file', op: 'write', path, ...(text !== '\uFFFC' && { content: text }) })
    }
    return undefined
  }

/** `cat(…, file = path)` */
const cat: Rule = (call) => {
  const file = call.named.get('file')
  if (file === undefined) return undefined
  return writesTo([0], [1])({ ...call, args: [file, joinTexts(flatten(call.args), ' ')] })
}

const paste =
  (separator: string): Rule =>
  (call) => {
    const between = call.named.get('sep') ?? textValue(separator)
    const collapse = call.named.get('collapse')
    const [only] = call.args
    if (collapse !== undefined && only?.kind === 'list' && call.args.length === 1)
      return joinTexts(only.items, plainText(collapse))
    return joinTexts(flatten(call.args), plainText(between))
  }

const readsPlace: Rule = (call) => {
  const place = pick(call, [0, 'con', 'file', 'x', 'path', 'description'])
  if (place?.kind === 'thing') return unknownWith(place.marks)
  const handle = openPath(call, place, undefined)
  return unknownWith(handle.kind === 'thing' ? handle.marks : 0)
}

/** `parse(text = …)`, `parse(file)` and `quote(…)` make code that `eval` runs. */
const parses: Rule = (call) => call.named.get('text') ?? unknownWith(0)

const evaluatesCode: Rule = (call) => {
  const [code] = call.args
  return code?.kind === 'text' || code?.kind === 'ref' ? evaluates(0)(call) : code
}

/** `do.call("unlink", list(…))` */
const doCall: Rule = (call) => {
  const [callee, args] = call.args
  if (callee === undefined) return undefined
  const given =
    args?.kind === 'list'
      ? positional(...args.items)
      : { args: [], named: args?.kind === 'map' ? args.entries : new Map<string, Value>(), open: args?.kind !== 'map' }
  return call.machine.call(callee, given, call.scope)
}

const list: Rule = (call) =>
  call.named.size === 0
    ? listValue(call.args)
    : {
        kind: 'map',
        entries: new Map([...call.args.map((value, index): [string, Value] => [String(index), value]), ...call.named]),
        rest: [],
      }

const getenv: Rule = (call) =>
  call.args.length + call.named.size === 0
    ? (emit(call.machine, { kind: 'env', name: '*' }), undefined)
    : memberOf(call.machine, thing('env', ''), plainText(pick(call, [0, 'x'])), call.scope)

const apply =
  (over: readonly [number, ...string[]], callee: readonly [number, ...string[]]): Rule =>
  (call: Call) =>
    overItems(call, pick(call, callee), listValue(items(pick(call, over))))

const rules = (): Rules => ({
  unlink: unlinks,
  'file.remove': forEachArgument(deletes(0)),
  file_delete: forEachArgument(deletes(0)),
  dir_delete: forEachArgument(deletes(0, true)),
  'file.rename': moves([0, 'from'], [1, 'to']),
  'file.copy': copies([0, 'from'], [1, 'to']),
  'file.append': touches([0, 'file1']),
  'file.create': forEachArgument(touches(0)),
  'file.symlink': links([0, 'from'], [1, 'to']),
  'file.link': links([0, 'from'], [1, 'to']),
  'dir.create': touches([0, 'path']),
  'Sys.chmod': changesMode([0, 'paths'], [1, 'mode']),
  writeLines: writesTo([1, 'con'], [0, 'text']),
  write: writesTo([1, 'file'], [0, 'x']),
  'write.csv': writesTo([1, 'file']),
  'write.table': writesTo([1, 'file']),
  writeBin: writesTo([1, 'con']),
  saveRDS: writesTo([1, 'file']),
  dput: writesTo([1, 'file']),
  sink: writesTo([0, 'file']),
  save: (call) => writesTo([99, 'file'])(call),
  cat,
  file: (call) => openPath(call, pick(call, [0, 'description']), pick(call, [1, 'open'])),
  gzfile: (call) => openPath(call, pick(call, [0, 'description']), pick(call, [1, 'open'])),
  pipe: shell([0, 'description']),
  readLines: readsPlace,
  readline: gives(() => unknownWith(0)),
  scan: readsPlace,
  'read.csv': readsPlace,
  'read.table': readsPlace,
  readRDS: readsPlace,
  readChar: readsPlace,
  readBin: readsPlace,
  readr_read_file: readsPlace,
  load: reads([0, 'file']),
  'list.files': lists([0, 'path'], { full: true }),
  'list.dirs': lists([0, 'path'], { full: true }),
  dir: lists([0, 'path'], { full: true }),
  setwd: goesTo([0, 'dir']),

  system: shell([0, 'command']),
  shell: shell([0, 'cmd']),
  system2,
  processx_run: system2,
  eval: evaluatesCode,
  evalq: evaluatesCode,
  parse: parses,
  str2lang: same(0),
  str2expression: same(0),
  source: runsFile([0, 'file']),
  'sys.source': runsFile([0, 'file']),
  'dyn.load': loadsCode(),
  unserialize: harmless,
  'do.call': doCall,
  'match.fun': gives((call) => refValue(plainText(call.args[0]))),
  get: gives((call) => refValue(plainText(call.args[0]))),
  getFunction: gives((call) => refValue(plainText(call.args[0]))),
  sapply: apply([0, 'X'], [1, 'FUN']),
  lapply: apply([0, 'X'], [1, 'FUN']),
  vapply: apply([0, 'X'], [1, 'FUN']),
  invisible: same(0),
  suppressWarnings: same(0),
  suppressMessages: same(0),
  try: same(0),
  tryCatch: same(0),
  Reduce: harmless,
  Map: apply([1, 'x'], [0, 'f']),

  'download.file': downloads([0, 'url'], [1, 'destfile']),
  url: (call) => (request(call, pick(call, [0, 'description'])), thing('file', '', 2)),
  GET: (call) => request(call, pick(call, [0, 'url'])),
  POST: (call) => request(call, pick(call, [0, 'url']), true),
  PUT: (call) => request(call, pick(call, [0, 'url']), true),
  curl_fetch_memory: (call) => request(call, pick(call, [0, 'url'])),
  curl_download: downloads([0, 'url'], [1, 'destfile']),
  getURL: (call) => (request(call, pick(call, [0, 'url'])), fromNetwork),
  socketConnection: connects([0, 'host'], [1, 'port']),
  'make.socket': connects([0, 'host'], [1, 'port']),

  c: vector,
  list,
  unlist: gives((call) => listValue(items(call.args[0]))),
  paste: paste(' '),
  paste0: paste(''),
  'file.path': (call) => joinTexts(flatten(call.args), '/'),
  'path.expand': expandsHome([0, 'path']),
  normalizePath: same([0, 'path']),
  dirname: ofArgument([0, 'path'], dirname),
  basename: ofArgument([0, 'path'], basename),
  sprintf: formats([0, 'fmt']),
  toupper: ofArgument(0, upper),
  tolower: ofArgument(0, lower),
  trimws: ofArgument(0, trim),
  'as.character': same(0),
  rawToChar: same(0),
  charToRaw: same(0),
  strsplit: (call) => listValue([ofArgument(0, splitExactly)(call) ?? unknownWith(0)]),
  intToUtf8: characters,
  chartr: harmless,
  rev: gives((call) => (call.args[0]?.kind === 'list' ? listValue(call.args[0].items.toReversed()) : undefined)),
  'base64enc.base64decode': decodes(0, fromBase64),
  base64decode: decodes(0, fromBase64),
  base64_decode: decodes(0, fromBase64),
  memDecompress: () => unknownWith(1),
  commandArgs: (call) => listValue(call.machine.world.args.map((arg) => textValue(arg))),
  'Sys.getenv': getenv,
  close: harmless,
  flush: harmless,
  isOpen: harmless,
  print: harmless,
  message: harmless,
  exists: harmless,
  'is.function': harmless,
})

export const r = (): Runtime => ({
  read: readWith(rSyntax),
  rules: rules(),
  values: {
    TRUE: () => textValue('TRUE'),
    T: () => textValue('TRUE'),
    FALSE: () => NOTHING,
    F: () => NOTHING,
    NULL: () => NOTHING,
    NA: () => NOTHING,
  },
  guesses: {},
  risky: [],
  roots: [],
  aliases: {},
  callsTexts: true,
  functionsLeak: false,
  lastReturns: true,
  expandsHome: true,
})
