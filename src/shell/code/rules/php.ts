import type { Call, Rule, Runtime } from '../evaluate/machine.ts'
import { emit, positional } from '../evaluate/machine.ts'
import { memberOf } from '../evaluate/members.ts'
import {
  joinTexts,
  listValue,
  LOCAL,
  NOTHING,
  plainText,
  textValue,
  thing,
  unknownWith,
  type Value,
} from '../evaluate/values.ts'
import { phpSyntax } from '../parse/php.ts'
import { readWith } from '../parse/read.ts'
import {
  changesMode,
  changesOwner,
  copies,
  deletes,
  gives,
  goesTo,
  harmless,
  kills,
  links,
  lists,
  moves,
  pick,
  touches,
  writes,
} from './builders.ts'
import { connection, connects, emitNet, feeds, opens, openPath, request, runsFile } from './opening.ts'
import {
  argvOf,
  callsArgument,
  emitRun,
  emitShell,
  evaluates,
  loadsCode,
  overItems,
  PROCESS,
  runsWithList,
  shell,
} from './running.ts'
import {
  basename,
  characters,
  decodes,
  dirname,
  firstCode,
  formats,
  fromBase64,
  fromHex,
  fromPercent,
  globs,
  joinsRest,
  length,
  lower,
  ofArgument,
  reverseText,
  rot13,
  same,
  splitExactly,
  substringOf,
  trim,
  unpacked,
  upper,
} from './texts.ts'

/** Paths may be addresses: `file_get_contents('https://…')`. */
const readsPlace: Rule = (call) => {
  const handle = openPath(call, pick(call, [0, 'filename']), undefined)
  return unknownWith(handle.kind === 'thing' ? handle.marks : LOCAL)
}

const procOpen: Rule = (call) => {
  const [command] = call.args
  if (command?.kind === 'list') emitRun(call, argvOf(command), call.args[3])
  else emitShell(call, command, call.args[3])
  return PROCESS
}

/** Handles of curl remember nothing; the address and the data come as options. */
const curlOption = (call: Call, name: string, value: Value | undefined): void => {
  const self = call.args[0]
  if (name === 'CURLOPT_URL') request(call, value)
  if (/POSTFIELDS|UPLOAD|INFILE/.test(name) && self?.kind === 'thing') self.feed?.('')
  if (name === 'CURLOPT_FILE' && value?.kind === 'thing') value.feed?.('\uFFFC')
}

const curlInit: Rule = (call) => {
  const [url] = call.args
  if (url === undefined) return thing('curl', '', 2)
  const action = emitNet(call.machine, plainText(url))
  return thing('curl', plainText(url), 2, () => {
    if (action !== undefined) action.sends = true
  })
}

const nameOf = (value: Value | undefined): string => (value?.kind === 'ref' ? value.name : plainText(value))

const curlSet: Rule = (call) => {
  curlOption(call, nameOf(call.args[1]), call.args[2])
  return undefined
}
const curlSetAll: Rule = (call) => {
  const [, options] = call.args
  if (options?.kind === 'map') for (const [name, value] of options.entries) curlOption(call, name, value)
  return undefined
}

const replaces: Rule = (call) => {
  const [from, to, text] = call.args
  return ofArgument(0, (it, [a = '', b = '']) => (a === '' ? it : it.replaceAll(a, () => b)))({
    ...call,
    args: [text, from, to].map((value) => value ?? unknownWith(0)),
  })
}

/** `preg_replace('/x/e', code, …)` ran its replacement as code; `preg_replace_callback` calls a function. */
const pregReplace: Rule = (call) => {
  if (!/[a-z]*e[a-z]*$/i.test(plainText(call.args[0]).replace(/^.*[^a-z]/is, ''))) return undefined
  return evaluates(1)(call)
}

const explode: Rule = (call) =>
  ofArgument(0, splitExactly)({ ...call, args: [call.args[1] ?? unknownWith(0), call.args[0] ?? textValue(' ')] })

const implode: Rule = (call) => {
  const [a, b] = call.args
  return joinsRest({
    ...call,
    args: a?.kind === 'list' ? [b ?? textValue(''), a] : [a ?? textValue(''), b ?? unknownWith(0)],
  })
}

const getenv: Rule = (call) =>
  call.args.length === 0
    ? (emit(call.machine, { kind: 'env', name: '*' }), undefined)
    : memberOf(call.machine, thing('env', ''), plainText(call.args[0]), call.scope)

const eachPair: Rule = (call) => {
  const [value] = call.args
  if (value?.kind === 'map')
    return listValue([...value.entries].map(([key, item]) => listValue([textValue(key), item])))
  if (value?.kind === 'list')
    return listValue(
      value.items.map((item, index) => listValue([textValue(String(index)), item])),
      value.open,
    )
  return value
}

const rules: Readonly<Record<string, Rule>> = {
  unlink: deletes([0, 'filename']),
  rmdir: deletes([0, 'directory']),
  rename: moves([0, 'from'], [1, 'to']),
  copy: copies([0, 'from'], [1, 'to']),
  move_uploaded_file: moves(0, 1),
  file_put_contents: writes([0, 'filename'], [1, 'data']),
  file_get_contents: readsPlace,
  file: readsPlace,
  readfile: readsPlace,
  highlight_file: readsPlace,
  show_source: readsPlace,
  parse_ini_file: readsPlace,
  fopen: opens([0, 'filename'], [1, 'mode']),
  splfileobject: opens(0, 1),
  gzopen: opens(0, 1),
  fwrite: feeds(0, 1),
  fputs: feeds(0, 1),
  fputcsv: feeds(0, 1),
  fread: gives((call) => unknownWith(call.args[0]?.kind === 'thing' ? call.args[0].marks : 0)),
  fgets: gives((call) => unknownWith(call.args[0]?.kind === 'thing' ? call.args[0].marks : 0)),
  stream_get_contents: gives((call) => unknownWith(call.args[0]?.kind === 'thing' ? call.args[0].marks : 0)),
  touch: touches(0),
  mkdir: touches([0, 'directory']),
  tempnam: gives(() => unknownWith(0)),
  chmod: changesMode([0, 'filename'], [1, 'permissions']),
  chown: changesOwner(0, 1, 9),
  chgrp: changesOwner(0, 9, 1),
  symlink: links([0, 'target'], [1, 'link']),
  link: links([0, 'target'], [1, 'link']),
  scandir: lists([0, 'directory']),
  opendir: lists(0),
  dir: lists(0),
  recursivedirectoryiterator: lists(0, { full: true, recursive: true }),
  recursiveiteratoriterator: same(0),
  directoryiterator: lists(0, { full: true }),
  glob: globs([0, 'pattern']),
  chdir: goesTo(0),

  '`': shell(0),
  system: shell([0, 'command']),
  exec: shell([0, 'command']),
  shell_exec: shell([0, 'command']),
  passthru: shell([0, 'command']),
  popen: shell([0, 'command']),
  proc_open: procOpen,
  pcntl_exec: runsWithList(0, 1),
  posix_kill: kills(0),
  eval: evaluates(0),
  assert: evaluates(0),
  create_function: evaluates(1),
  preg_replace: pregReplace,
  preg_replace_callback: (call) => overItems(call, call.args[1], call.args[2]),
  include: runsFile(0),
  unserialize: harmless,
  dl: loadsCode(),
  call_user_func: callsArgument(0),
  call_user_func_array: callsArgument(0, 1),
  forward_static_call: callsArgument(0),
  register_shutdown_function: callsArgument(0),
  array_map: (call) => overItems(call, call.args[0], call.args[1]),
  array_walk: (call) => overItems(call, call.args[1], call.args[0]),
  array_filter: (call) => overItems(call, call.args[1], call.args[0]),
  usort: (call) =>
    call.args[1] === undefined
      ? undefined
      : call.machine.call(
          call.args[1],
          positional(...(call.args[0]?.kind === 'list' ? call.args[0].items : [unknownWith(0)])),
          call.scope,
        ),

  fsockopen: connects(0, 1),
  pfsockopen: connects(0, 1),
  stream_socket_client: connects(0),
  socket_create: () => connection(),
  socket_connect: (call) => connects(1, 2, { method: true })({ ...call, self: call.args[0] }),
  socket_write: feeds(0, 1),
  socket_send: feeds(0, 1),
  curl_init: curlInit,
  curl_setopt: curlSet,
  curl_setopt_array: curlSetAll,
  curl_exec: gives(() => unknownWith(2)),
  mail: (call) => (emitNet(call.machine, plainText(call.args[0]), true), undefined),
  ftp_connect: connects(0, 1),
  ftp_put: feeds(0, 2),

  base64_decode: decodes([0, 'string'], fromBase64),
  hex2bin: decodes(0, fromHex),
  str_rot13: decodes(0, rot13),
  gzinflate: decodes(0, unpacked),
  gzuncompress: decodes(0, unpacked),
  gzdecode: decodes(0, unpacked),
  urldecode: decodes(0, fromPercent),
  rawurldecode: decodes(0, fromPercent),
  convert_uudecode: decodes(0, unpacked),
  pack: (call) => (/^H\*?$/.test(plainText(call.args[0])) ? decodes(1, fromHex)(call) : undefined),
  strrev: ofArgument(0, reverseText),
  strtolower: ofArgument(0, lower),
  strtoupper: ofArgument(0, upper),
  trim: ofArgument(0, trim),
  chr: characters,
  ord: ofArgument(0, firstCode),
  strlen: ofArgument(0, length),
  substr: ofArgument(0, substringOf),
  str_replace: replaces,
  str_repeat: ofArgument(0, (text, [count = '0']) =>
    text.length * Number(count) > 10_000 ? undefined : text.repeat(Math.max(0, Number(count) || 0)),
  ),
  sprintf: formats(0),
  vsprintf: formats(0),
  implode,
  join: implode,
  explode,
  dirname: ofArgument(0, dirname),
  basename: ofArgument(0, basename),
  realpath: same(0),
  escapeshellarg: ofArgument(0, (text) => `'${text.replaceAll("'", `'\\''`)}'`),
  escapeshellcmd: same(0),
  getenv,
  echo: harmless,
  print: harmless,
  print_r: harmless,
  var_dump: harmless,
  printf: harmless,
  function_exists: harmless,
  is_callable: harmless,
  method_exists: harmless,
  define: (call) => (call.machine.globals.names.set(plainText(call.args[0]), call.args[1] ?? NOTHING), undefined),
  array_merge: gives((call) =>
    listValue(call.args.flatMap((value) => (value.kind === 'list' ? value.items : [value]))),
  ),
  array_reverse: gives((call) =>
    call.args[0]?.kind === 'list' ? listValue(call.args[0].items.toReversed()) : undefined,
  ),
  'each pair': eachPair,
}

const env: Rule = () => thing('env', '')

/** `php -r code a`: the name comes first. */
const argv: Rule = (call) => listValue([NOTHING, ...call.machine.world.args.map((arg) => textValue(arg))])

export const php: Runtime = {
  read: readWith(phpSyntax),
  rules,
  values: {
    true: () => textValue('1'),
    false: () => NOTHING,
    null: () => NOTHING,
    PHP_EOL: () => textValue('\n'),
    DIRECTORY_SEPARATOR: () => textValue('/'),
    __DIR__: () => textValue('.'),
    $argv: argv,
    $_ENV: env,
    $_SERVER: (call) => ({
      kind: 'map',
      entries: new Map<string, Value>([
        ['argv', argv(call) ?? NOTHING],
        ['HOME', joinTexts([textValue(call.machine.world.home ?? '\uFFFC')])],
      ]),
      rest: [unknownWith(0)],
    }),
  },
  guesses: {},
  roots: [],
  aliases: {},
  callsTexts: true,
  functionsLeak: false,
  lastReturns: false,
  expandsHome: false,
}
