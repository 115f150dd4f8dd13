import { UNKNOWN } from '../../../effects.ts'
import { positional, type Rule, type Rules, showsEnvironment } from '../../evaluate/machine.ts'
import { sliceOf } from '../../evaluate/members.ts'
import {
  joinTexts,
  listValue,
  LOCAL,
  NOTHING,
  numberValue,
  plainText,
  unknownWith,
  type CodeValue,
} from '../../evaluate/values.ts'
import { flatten, gives, harmless } from '../../rules/builders.ts'
import { packsSelf, unpacksSelf } from '../../rules/packing.ts'
import { overItems } from '../../rules/running.ts'
import {
  characters,
  decodes,
  environment,
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
  same,
  self,
  split,
  substringOf,
  trim,
  trimEnd,
  trimStart,
  unpacked,
  upper,
} from '../../rules/texts.ts'

/** A block runs for every item. */
const eachItem: Rule = (call) => {
  const block = call.args.find((value) => value.kind === 'function' || value.kind === 'ref')
  return block === undefined ? call.self : overItems(call, block, call.self)
}
/** The same, but the items themselves are returned, some of them at least. */
const picksItems: Rule = (call) => {
  eachItem(call)
  return call.self
}
const withSelf: Rule = (call) => {
  const block = call.args.find((value) => value.kind === 'function')
  return block === undefined ? call.self : call.machine.call(block, positional(call.self ?? unknownWith(0)), call.scope)
}
const tap: Rule = (call) => {
  withSelf(call)
  return call.self
}
const times: Rule = (call) => {
  const count = call.self?.kind === 'number' && call.self.value <= 100 ? call.self.value : undefined
  const numbers =
    count === undefined ? [unknownWith(0)] : Array.from({ length: count }, (_, index) => numberValue(index))
  return eachItem({ ...call, self: listValue(numbers, count === undefined) })
}

const wholeEnvironment: Rule = (call) => {
  showsEnvironment(call)
  return eachItem({ ...call, self: listValue([unknownWith(LOCAL)], true) })
}

const ofList = (change: (items: CodeValue[], args: readonly CodeValue[]) => CodeValue | undefined): Rule =>
  gives((call) => (call.self?.kind === 'list' ? change(call.self.items, call.args) : undefined))

const adds: Rule = (call) => joinTexts([call.self ?? unknownWith(0), ...call.args])

const bytes: Rule = ({ self: text }) =>
  text?.kind === 'text' && !text.text.includes(UNKNOWN)
    ? listValue(Array.from(Buffer.from(text.text), (byte) => numberValue(byte)))
    : undefined

/** One character for another; ranges are not followed. */
const translate = (text: string, [from = '', to = '']: readonly string[]): string | undefined =>
  from.length === 1 && to.length === 1 ? text.replaceAll(from, () => to) : undefined

const escape = (text: string): string | undefined => (/^[\w@%+=:,./-]+$/.test(text) ? text : undefined)

/** What makes texts and does nothing else. */
export const rubyTexts = (): Rules => ({
  puts: harmless,
  print: harmless,
  p: harmless,
  pp: harmless,
  raise: harmless,
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
  'Shellwords.split': ofArgument(0, (text) => split(text, [])),
  'Shellwords.escape': ofArgument(0, escape),
  format: formats(0),
  sprintf: formats(0),
  String: same(0),
  Array: (call) => (call.args[0]?.kind === 'list' ? call.args[0] : listValue(call.args)),
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
  'text#hex': ofSelf((text) => Number.parseInt(text, 16)),
  'text#chars': ofSelf((text) => Array.from(text)),
  'text#bytes': bytes,
  'text#split': ofSelf(split),
  'text#shellsplit': ofSelf((text) => split(text, [])),
  'text#lines': ofSelf((text) => text.split('\n')),
  'text#gsub': ofSelf(replaceAll),
  'text#sub': ofSelf(replaceFirst),
  'text#tr': ofSelf(translate),
  'text#slice': ofSelf(substringOf),
  'text#concat': adds,
  'text#+': adds,
  'number#chr': (call) => characters({ ...call, args: call.self === undefined ? [] : [call.self] }),
})

/** Lists, blocks and the environment. */
export const rubyLists = (): Rules => ({
  'list#join': joinsSelf(''),
  'list#first': ofList((items) => items[0]),
  'list#last': ofList((items) => items.at(-1)),
  'list#shift': ofList((items) => items.shift() ?? NOTHING),
  'list#pop': ofList((items) => items.pop() ?? NOTHING),
  'list#push': gives((call) =>
    call.self?.kind === 'list' ? (call.self.items.push(...call.args), call.self) : undefined,
  ),
  'list#reverse': ofList((items) => listValue(items.toReversed())),
  'list#flatten': ofList((items) => listValue(flatten(items))),
  'list#fetch': ofList((items, [at]) => items.at(Number(plainText(at)))),
  'list#drop': (call) => (call.self === undefined ? undefined : sliceOf(call.self, call.args[0])),
  '#each': eachItem,
  '#each_line': eachItem,
  '#each_slice': eachItem,
  '#each_with_index': eachItem,
  '#map': eachItem,
  '#collect': eachItem,
  '#flat_map': eachItem,
  '#select': picksItems,
  '#filter': picksItems,
  '#reject': picksItems,
  '#tap': tap,
  '#then': withSelf,
  '#yield_self': withSelf,
  '#times': times,
  'env#fetch': environment(0),
  'env#each': wholeEnvironment,
  'env#each_pair': wholeEnvironment,
  'env#to_h': wholeEnvironment,
  'env#to_a': wholeEnvironment,
  'env#map': wholeEnvironment,
  'env#select': wholeEnvironment,
  'env#inspect': wholeEnvironment,
  'env#key?': harmless,
})
