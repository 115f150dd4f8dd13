import { UNKNOWN } from '../../../effects.ts'
import { type CodeCall, positional, type Rule, type Rules } from '../../evaluate/machine.ts'
import { memberOf, sliceOf } from '../../evaluate/members.ts'
import {
  asText,
  charactersOf,
  either,
  joinTexts,
  listValue,
  marksOf,
  NOTHING,
  plainText,
  textValue,
  thing,
  unknownWith,
  type CodeValue,
} from '../../evaluate/values.ts'
import { flatten, gives, harmless } from '../../rules/builders.ts'
import { overItems } from '../../rules/running.ts'
import {
  basename,
  type Change,
  characters,
  decodes,
  dirname,
  environment,
  firstCode,
  formats,
  fromBase64,
  fromHex,
  fromPercent,
  home,
  joinsPath,
  joinsSelf,
  lower,
  ofArgument,
  ofSelf,
  repeat,
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
} from '../../rules/texts.ts'

/** `Buffer.from(text, "base64")`, `Buffer.from([114, 109])`. */
const buffer: Rule = (call) => {
  const [value = unknownWith(0), encoding] = call.args
  if (value.kind === 'list') return characters({ ...call, args: [value] })
  const name = plainText(encoding)
  if (name === 'base64' || name === 'base64url') return decodes(0, fromBase64)({ ...call, args: [value] })
  return name === 'hex' ? decodes(0, fromHex)({ ...call, args: [value] }) : value
}

/** `.toString("base64")` encodes; anything else leaves the text as it is. */
const toString: Rule = (call) =>
  call.args[0]?.kind === 'text' && /^(?:base64|hex)/.test(call.args[0].text) ? undefined : call.self

const concat: Rule = (call) =>
  call.self?.kind === 'list'
    ? listValue([...call.self.items, ...flatten(call.args)])
    : joinTexts([call.self ?? unknownWith(0), ...call.args])

const then: Rule = (call) => {
  const [next] = call.args
  return next === undefined ? call.self : call.machine.call(next, positional(call.self ?? unknownWith(0)), call.scope)
}

/** The entries of the map that is given first, made into a list. */
const ofEntries =
  (make: (key: string, value: CodeValue) => CodeValue): Rule =>
  (call) => {
    const [map] = call.args
    if (map?.kind !== 'map' || map.rest.length > 0) return undefined
    return listValue(Array.from(map.entries, ([key, value]) => make(key, value)))
  }

const arrayFrom: Rule = (call) => {
  const [value, change] = call.args
  const isText = value?.kind === 'text' && !value.text.includes(UNKNOWN)
  const list = isText ? charactersOf(value.text, value.marks) : value
  return change === undefined ? list : overItems(call, change, list)
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

const each: Rule = (call) => overItems(call, call.args[0], call.self)

const eachThenSelf: Rule = (call) => {
  each(call)
  return call.self
}

/** `text.replace(what, function)` calls the function with what it found. */
const replaces =
  (change: Change): Rule =>
  (call) => {
    const [what = unknownWith(0), put] = call.args
    if (put?.kind !== 'function' && put?.kind !== 'ref') return ofSelf(change)(call)
    return call.machine.call(put, positional(what), call.scope)
  }

/** What makes texts and does nothing else. */
export const javascriptTexts = (): Rules => ({
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
  Uint8Array: buffer,
  TextDecoder: () => thing('decoder', ''),
  'decoder#decode': same(0),
  atob: decodes(0, fromBase64),
  unescape: decodes(0, fromPercent),
  decodeURIComponent: decodes(0, fromPercent),
  decodeURI: decodes(0, fromPercent),
  'zlib.inflateSync': decodes(0, unpacked),
  'zlib.gunzipSync': decodes(0, unpacked),
  'zlib.unzipSync': decodes(0, unpacked),
  'zlib.brotliDecompressSync': decodes(0, unpacked),
  URL: gives((call) => joinTexts(call.args.toReversed())),
  'url.fileURLToPath': ofArgument(0, (text) => text.replace(/^file:\/\//, '')),
  'url.pathToFileURL': same(0),
  'path.join': joinsPath({ restarts: false }),
  'path.resolve': joinsPath(),
  'path.normalize': same(0),
  'path.dirname': ofArgument(0, dirname),
  'path.basename': ofArgument(0, basename),
  'os.homedir': home,
  'os.tmpdir': () => textValue('/tmp'),
  'process.cwd': () => textValue('.'),
  'Deno.cwd': () => textValue('.'),
  'Deno.env.get': environment(0),
  'Deno.env.toObject': () => thing('env', ''),
  'util.format': formats(0),
  'text#split': ofSelf((text, args) => (args[0] === '' ? Array.from(text) : splitExactly(text, args))),
  'text#slice': ofSelf(substring),
  'text#substring': ofSelf(substring),
  'text#substr': ofSelf(substringOf),
  'text#trim': ofSelf(trim),
  'text#trimStart': ofSelf(trimStart),
  'text#trimEnd': ofSelf(trimEnd),
  'text#toLowerCase': ofSelf(lower),
  'text#toUpperCase': ofSelf(upper),
  'text#replace': replaces(replaceFirst),
  'text#replaceAll': replaces(replaceAll),
  'text#charCodeAt': ofSelf((text, [at = '0']) => text.charCodeAt(Number(at))),
  'text#codePointAt': ofSelf(firstCode),
  'text#charAt': ofSelf((text, [at = '0']) => text.charAt(Number(at))),
  'text#at': ofSelf((text, [at = '0']) => text.at(Number(at)) ?? ''),
  'text#repeat': ofSelf(repeat),
  'text#concat': concat,
  '#toString': toString,
  '#valueOf': self,
})

const ofList = (change: (items: CodeValue[], call: CodeCall) => CodeValue | undefined): Rule =>
  gives((call) => (call.self?.kind === 'list' ? change(call.self.items, call) : undefined))

/** Lists, maps and promises. */
export const javascriptLists = (): Rules => ({
  'Object.keys': ofEntries((key) => textValue(key)),
  'Object.values': ofEntries((_, value) => value),
  'Object.entries': ofEntries((key, value) => listValue([textValue(key), value])),
  'Object.assign': same(0),
  'Object.freeze': same(0),
  'Array.from': arrayFrom,
  'Array.isArray': harmless,
  'Promise.all': same(0),
  'Promise.allSettled': same(0),
  'Promise.resolve': same(0),
  'Reflect.get': (call) => memberOf(call.machine, call.args[0] ?? unknownWith(0), plainText(call.args[1]), call.scope),
  '#then': then,
  'list#concat': concat,
  'list#join': joinsSelf(','),
  'list#reverse': ofList((items) => listValue(items.toReversed())),
  'list#toReversed': ofList((items) => listValue(items.toReversed())),
  'list#slice': (call) => (call.self === undefined ? undefined : sliceOf(call.self, call.args[0], call.args[1])),
  'list#at': ofList((items, call) => items.at(Number(plainText(call.args[0])))),
  'list#pop': ofList((items) => items.pop()),
  'list#shift': ofList((items) => items.shift()),
  'list#push': ofList((items, call) => (items.push(...call.args), undefined)),
  'list#unshift': ofList((items, call) => (items.unshift(...call.args), undefined)),
  'list#flat': ofList((items) => listValue(flatten(items))),
  'list#find': (call) => {
    each(call)
    return call.self?.kind === 'list' ? either([...call.self.items, NOTHING]) : undefined
  },
  'list#reduce': reduces,
  'list#filter': eachThenSelf,
  'list#sort': eachThenSelf,
  'list#values': self,
  '#forEach': each,
  '#map': each,
  '#flatMap': each,
  '#some': each,
  '#every': each,
})
