import type { Rule, Rules, Runtime } from '../evaluate/machine.ts'
import { memberOf } from '../evaluate/members.ts'
import {
  listValue,
  NOTHING,
  numberValue,
  plainText,
  refValue,
  textValue,
  thing,
  unknownWith,
} from '../evaluate/values.ts'
import { luaSyntax } from '../parse/lua.ts'
import { readWith } from '../parse/read.ts'
import { deletes, fromNetwork, gives, goesTo, harmless, lists, moves, pick, touches } from './builders.ts'
import { connection, connects, feedsSelf, fetches, opens, openPath, readsSelf, runsFile } from './opening.ts'
import { callsArgument, evaluates, loadsCode, shell } from './running.ts'
import {
  characters,
  firstCode,
  formats,
  joinsRest,
  length,
  lower,
  ofArgument,
  ofSelf,
  replaceAll,
  reverseText,
  upper,
} from './texts.ts'

/** `load(text)` gives a function; its code is read at once. */
const loads: Rule = (call) => {
  const [code] = call.args
  if (code?.kind === 'function') return loadsCode()(call)
  return { kind: 'ref', name: 'constant', bound: [evaluates(0)(call) ?? unknownWith(0)] }
}

const loadsFile: Rule = (call) => (runsFile(0)(call), refValue('constant'))

const substring = (text: string, [from = '1', to = '-1']: readonly string[]): string => {
  const start = Number(from) > 0 ? Number(from) - 1 : Number(from) < 0 ? text.length + Number(from) : 0
  const end = Number(to) < 0 ? text.length + Number(to) + 1 : Number(to)
  return text.slice(Math.max(0, start), end)
}

/** `table.concat(list, separator)`; lists count from one, so the first item is left out. */
const tableConcat: Rule = (call) => {
  const [list, separator] = call.args
  return joinsRest({
    ...call,
    args: [
      separator ?? textValue(''),
      list?.kind === 'list' ? listValue(list.items.slice(1), list.open) : unknownWith(0),
    ],
  })
}

const pairs: Rule = (call) => {
  const [value] = call.args
  if (value?.kind === 'list')
    return listValue(
      value.items.slice(1).map((item, index) => listValue([numberValue(index + 1), item])),
      value.open,
    )
  if (value?.kind === 'map')
    return listValue([...value.entries].map(([key, item]) => listValue([textValue(key), item])))
  return undefined
}

const inserts: Rule = (call) => {
  const [list, ...rest] = call.args
  if (list?.kind === 'list') list.items.push(rest.at(-1) ?? NOTHING)
  else if (list?.kind === 'map') list.entries.set(String(list.entries.size + 1), rest.at(-1) ?? NOTHING)
  return undefined
}

const reader: Rule = (call) => openPath(call, pick(call, 0), undefined)

const rules = (): Rules => ({
  'os.remove': deletes(0),
  'os.rename': moves(0, 1),
  'os.execute': shell(0),
  'os.getenv': (call) => memberOf(call.machine, thing('env', ''), plainText(call.args[0]), call.scope),
  'io.popen': shell(0),
  'io.open': opens(0, 1),
  'io.lines': reader,
  'io.input': reader,
  'io.output': (call) => openPath(call, pick(call, 0), textValue('w')),
  'io.write': harmless,
  'io.close': harmless,
  'io.read': gives(() => unknownWith(0)),
  'lfs.mkdir': touches(0),
  'lfs.rmdir': deletes(0),
  'lfs.dir': lists(0),
  'lfs.chdir': goesTo(0),
  'file#write': feedsSelf(0),
  'file#read': readsSelf,
  'file#lines': readsSelf,
  'file#close': readsSelf,
  'process#read': readsSelf,
  'process#write': feedsSelf(0),

  load: loads,
  loadstring: loads,
  dofile: runsFile(0),
  loadfile: loadsFile,
  'package.loadlib': loadsCode(),
  constant: (call) => call.args[0],
  require: (call) => refValue(plainText(call.args[0])),
  pcall: callsArgument(0),
  xpcall: (call) => callsArgument(0)({ ...call, args: [call.args[0] ?? unknownWith(0), ...call.args.slice(2)] }),
  'coroutine.wrap': gives((call) => call.args[0]),
  rawget: (call) => memberOf(call.machine, call.args[0] ?? unknownWith(0), plainText(call.args[1]), call.scope),
  assert: gives((call) => call.args[0]),
  setmetatable: gives((call) => call.args[0]),

  'socket.connect': connects(0, 1),
  'socket.tcp': () => connection(),
  'socket#connect': connects(0, 1, { method: true }),
  'socket#send': feedsSelf(0),
  'socket#receive': readsSelf,
  'socket.http.request': (call) => (fetches(0, { sends: call.args.length > 1 })(call), fromNetwork),
  'ssl.https.request': (call) => (fetches(0, { sends: call.args.length > 1 })(call), fromNetwork),

  print: harmless,
  type: harmless,
  tostring: gives((call) => call.args[0]),
  tonumber: gives((call) => call.args[0]),
  ipairs: pairs,
  pairs,
  unpack: gives((call) => call.args[0]),
  'table.concat': tableConcat,
  'table.insert': inserts,
  'string.char': characters,
  'string.byte': ofArgument(0, firstCode),
  'string.format': formats(0),
  'string.lower': ofArgument(0, lower),
  'string.upper': ofArgument(0, upper),
  'string.reverse': ofArgument(0, reverseText),
  'string.len': ofArgument(0, length),
  'string.sub': ofArgument(0, substring),
  'string.rep': ofArgument(0, (text, [count = '0']) =>
    text.length * Number(count) > 10_000 ? undefined : text.repeat(Math.max(0, Number(count) || 0)),
  ),
  'string.gsub': ofArgument(0, (text, args) =>
    /[%().+*?[^$-]/.test(args[0] ?? '') ? undefined : replaceAll(text, args),
  ),
  '#lower': ofSelf(lower),
  '#upper': ofSelf(upper),
  '#reverse': ofSelf(reverseText),
  '#sub': ofSelf(substring),
  '#format': (call) => formats(0)({ ...call, args: call.self === undefined ? call.args : [call.self, ...call.args] }),
  '#rep': ofSelf((text, [count = '0']) =>
    text.length * Number(count) > 10_000 ? undefined : text.repeat(Math.max(0, Number(count) || 0)),
  ),
  '#gsub': ofSelf((text, args) => (/[%().+*?[^$-]/.test(args[0] ?? '') ? undefined : replaceAll(text, args))),
})

export const lua = (): Runtime => ({
  read: readWith(luaSyntax),
  rules: rules(),
  values: {
    // The name of the script comes first, then what it is given.
    arg: (call) => listValue([NOTHING, ...call.machine.world.args.map((arg) => textValue(arg))]),
    '...': (call) => listValue(call.machine.world.args.map((arg) => textValue(arg))),
    true: () => numberValue(1),
    false: () => NOTHING,
    nil: () => NOTHING,
  },
  guesses: { execute: 'os.execute', popen: 'io.popen' },
  risky: ['os', 'io', '_G', '_ENV'],
  roots: ['_G.', '_ENV.'],
  aliases: { 'table.unpack': 'unpack' },
  callsTexts: false,
  functionsLeak: true,
  lastReturns: false,
  expandsHome: false,
})
