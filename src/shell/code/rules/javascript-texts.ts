import { UNKNOWN } from '../../../core/effects.ts'
import { type Call, positional, type Rule } from '../evaluate/machine.ts'
import { memberOf, sliceOf } from '../evaluate/members.ts'
import {
  asText,
  either,
  joinTexts,
  listValue,
  LOCAL,
  marksOf,
  NOTHING,
  numberValue,
  plainText,
  refValue,
  textValue,
  thing,
  unknownWith,
  type Value,
} from '../evaluate/values.ts'
import { flatten, gives, harmless } from './builders.ts'
import { overItems } from './running.ts'
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
  home,
  joinsPath,
  joinsSelf,
  length,
  lower,
  ofArgument,
  ofSelf,
  replaceAll,
  replaceFirst,
  same,
  self,
  splitExactly,
  substring,
  substringOf,
  trim,
  trimEnd,
  trimStart,
  unpacked,
  upper,
} from './texts.ts'

/** `Buffer.from(text, "base64")`, `Buffer.from([114, 109])`. */
const buffer: Rule = (call) => {
  const [value, encoding] = call.args
  if (value?.kind === 'list') return characters({ ...call, args: [value] })
  const name = plainText(encoding)
  if (name === 'base64' || name === 'base64url')
    return decodes(0, fromBase64)({ ...call, args: value === undefined ? [] : [value] })
  if (name === 'hex') return decodes(0, fromHex)({ ...call, args: value === undefined ? [] : [value] })
  return value
}

const withList = (change: (items: readonly Value[], call: Call) => Value | undefined): Rule =>
  gives((call) => (call.self?.kind === 'list' ? change(call.self.items, call) : undefined))

const pushes: Rule = (call) => {
  if (call.self?.kind === 'list') call.self.items.push(...call.args)
  return undefined
}

const concat: Rule = (call) =>
  call.self?.kind === 'list'
    ? listValue([...call.self.items, ...flatten(call.args)])
    : joinTexts([call.self ?? unknownWith(0), ...call.args])

const then: Rule = (call) => {
  const [next] = call.args
  return next === undefined ? call.self : call.machine.call(next, positional(call.self ?? unknownWith(0)), call.scope)
}

const entriesOf = (value: Value | undefined): readonly (readonly [string, Value])[] | undefined =>
  value?.kind === 'map' && value.rest.length === 0 ? [...value.entries] : undefined

const keys: Rule = (call) => {
  const entries = entriesOf(call.args[0])
  return entries === undefined ? undefined : listValue(entries.map(([key]) => textValue(key)))
}

const spreadText: Rule = (call) => {
  const [value] = call.args
  const text = plainText(value)
  return value?.kind === 'text' && !text.includes(UNKNOWN) ? listValue([...text].map((char) => textValue(char))) : value
}

const reduces: Rule = (call) => {
  const [callee, initial] = call.args
  if (call.self?.kind !== 'list' || callee === undefined) return undefined
  const items = [...call.self.items]
  let result = initial ?? items.shift() ?? unknownWith(0)
  for (const item of items.slice(0, 500)) {
    call.machine.repeats++
    result = call.machine.call(callee, positional(result, item), call.scope)
    call.machine.repeats--
  }
  return result
}

export const javascriptTexts: Readonly<Record<string, Rule>> = {
  'console.log': harmless,
  'console.error': harmless,
  'console.info': harmless,
  'console.warn': harmless,
  'console.dir': harmless,
  'util.inspect': harmless,
  'JSON.stringify': gives((call) => unknownWith(marksOf(call.args))),
  'JSON.parse': gives((call) => unknownWith(marksOf(call.args))),
  String: gives((call) => (call.args[0] === undefined ? textValue('') : asText(call.args[0]))),
  'String.raw': same(0),
  'String.fromCharCode': characters,
  'String.fromCodePoint': characters,
  Number: ofArgument(0, Number),
  parseInt: ofArgument(0, (text, [base]) => Number.parseInt(text, Number(base ?? 10))),
  'Buffer.from': buffer,
  Buffer: buffer,
  atob: decodes(0, fromBase64),
  unescape: decodes(0, fromPercent),
  decodeURIComponent: decodes(0, fromPercent),
  decodeURI: decodes(0, fromPercent),
  'zlib.inflateSync': decodes(0, unpacked),
  'zlib.gunzipSync': decodes(0, unpacked),
  'zlib.unzipSync': decodes(0, unpacked),
  'zlib.brotliDecompressSync': decodes(0, unpacked),
  TextDecoder: () => thing('decoder', ''),
  'decoder#decode': same(0),
  Uint8Array: buffer,
  URL: gives((call) => joinTexts(call.args.toReversed())),
  'url.fileURLToPath': ofArgument(0, (text) => text.replace(/^file:\/\//, '')),
  'url.pathToFileURL': same(0),
  'path.join': joinsPath({ restarts: false }),
  'path.resolve': joinsPath(),
  'path.normalize': same(0),
  'path.dirname': ofArgument(0, dirname),
  'path.basename': ofArgument(0, basename),
  'os.homedir': home,
  'os.tmpdir': gives(() => textValue('/tmp')),
  'process.cwd': gives(() => textValue('.')),
  'Deno.cwd': gives(() => textValue('.')),
  'Deno.env.get': (call) => memberOf(call.machine, thing('env', ''), plainText(call.args[0]), call.scope),
  'Deno.env.toObject': () => thing('env', ''),
  'util.format': formats(0),
  'Object.keys': keys,
  'Object.values': gives((call) => {
    const entries = entriesOf(call.args[0])
    return entries === undefined ? undefined : listValue(entries.map(([, value]) => value))
  }),
  'Object.entries': gives((call) => {
    const entries = entriesOf(call.args[0])
    return entries === undefined
      ? undefined
      : listValue(entries.map(([key, value]) => listValue([textValue(key), value])))
  }),
  'Object.assign': same(0),
  'Object.freeze': same(0),
  'Array.from': spreadText,
  'Array.isArray': harmless,
  'Promise.all': same(0),
  'Promise.resolve': same(0),
  'Promise.allSettled': same(0),
  'Reflect.get': (call) => memberOf(call.machine, call.args[0] ?? unknownWith(0), plainText(call.args[1]), call.scope),
  require_resolve: same(0),
  'require.resolve': harmless,

  '#then': then,
  '#toString': self,
  '#valueOf': self,
  'text#split': ofSelf((text, args) => (args[0] === '' ? [...text] : splitExactly(text, args))),
  'text#slice': ofSelf(substring),
  'text#substring': ofSelf(substring),
  'text#substr': ofSelf(substringOf),
  'text#trim': ofSelf(trim),
  'text#trimStart': ofSelf(trimStart),
  'text#trimEnd': ofSelf(trimEnd),
  'text#toLowerCase': ofSelf(lower),
  'text#toUpperCase': ofSelf(upper),
  'text#replace': ofSelf(replaceFirst),
  'text#replaceAll': ofSelf(replaceAll),
  'text#charCodeAt': ofSelf((text, [at = '0']) => text.charCodeAt(Number(at))),
  'text#codePointAt': ofSelf(firstCode),
  'text#charAt': ofSelf((text, [at = '0']) => text.charAt(Number(at))),
  'text#repeat': ofSelf((text, [count = '0']) =>
    text.length * Number(count) > 10_000 ? undefined : text.repeat(Math.max(0, Number(count) || 0)),
  ),
  'text#at': ofSelf((text, [at = '0']) => text.at(Number(at)) ?? ''),
  'text#concat': concat,
  'list#concat': concat,
  'list#join': joinsSelf(','),
  'list#reverse': withList((items) => listValue(items.toReversed())),
  'list#toReversed': withList((items) => listValue(items.toReversed())),
  'list#slice': (call) => (call.self === undefined ? undefined : sliceOf(call.self, call.args[0], call.args[1])),
  'list#at': withList((items, call) => items.at(Number(plainText(call.args[0])))),
  'list#pop': withList((items) => (items as Value[]).pop()),
  'list#shift': withList((items) => (items as Value[]).shift()),
  'list#push': pushes,
  'list#unshift': withList((items, call) => ((items as Value[]).unshift(...call.args), undefined)),
  'list#flat': withList((items) => listValue(flatten(items))),
  'list#filter': self,
  'list#sort': self,
  'list#values': self,
  'list#find': withList((items) => either([...items, NOTHING])),
  'list#reduce': reduces,
  '#forEach': (call) => overItems(call, call.args[0], call.self),
  '#map': (call) => overItems(call, call.args[0], call.self),
  '#flatMap': (call) => overItems(call, call.args[0], call.self),
  '#some': (call) => overItems(call, call.args[0], call.self),
  '#every': (call) => overItems(call, call.args[0], call.self),
}

/** `node -e code a` and `node script a` count their arguments differently, so both are told. */
const argv: Rule = (call) => {
  const args = call.machine.world.args.map((arg) => textValue(arg))
  return either([listValue([NOTHING, ...args]), listValue([NOTHING, NOTHING, ...args])])
}

const FLAGS = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000, O_APPEND: 0o2000 }

export const javascriptValues: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    Object.entries(FLAGS).map(([name, value]) => [`fs.constants.${name}`, () => numberValue(value)]),
  ),
  undefined: () => NOTHING,
  null: () => NOTHING,
  true: () => numberValue(1),
  false: () => numberValue(0),
  this: () => refValue('globalThis'),
  'process.argv': argv,
  'Deno.args': (call) => listValue(call.machine.world.args.map((arg) => textValue(arg))),
  'Bun.argv': argv,
  'process.env': () => thing('env', ''),
  'Bun.env': () => thing('env', ''),
  'import.meta.env': () => thing('env', ''),
  __dirname: () => textValue('.'),
  'import.meta.dirname': () => textValue('.'),
  'path.sep': () => textValue('/'),
  'os.EOL': () => textValue('\n'),
  '#constructor': () => refValue('Function'),
  '#length': (call) => {
    if (call.self?.kind === 'list' && !call.self.open) return numberValue(call.self.items.length)
    return call.self?.kind === 'text' && !call.self.text.includes(UNKNOWN)
      ? length(call.self.text, []) === undefined
        ? undefined
        : numberValue(call.self.text.length)
      : undefined
  },
  'process#stdout': () => unknownWith(LOCAL),
}
