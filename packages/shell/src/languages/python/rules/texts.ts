import { UNKNOWN } from '../../../effects.ts'
import { type CodeCall, showsEnvironment, type Rule, type Rules } from '../../evaluate/machine.ts'
import { memberOf } from '../../evaluate/members.ts'
import {
  asText,
  charactersOf,
  joinTexts,
  listValue,
  marksOf,
  numberValue,
  plainText,
  refValue,
  textValue,
  thing,
  unknownWith,
  type CodeValue,
} from '../../evaluate/values.ts'
import { contentOf, gives, harmless, pick } from '../../rules/builders.ts'
import { overItems } from '../../rules/running.ts'
import {
  basename,
  characters,
  decodes,
  dirname,
  environment,
  expandsHome,
  firstCode,
  fromBase64,
  fromHex,
  fromPercent,
  home,
  joinsArgument,
  joinsPath,
  length,
  lower,
  ofArgument,
  ofSelf,
  replaceAll,
  rot13,
  same,
  self,
  split,
  splitExactly,
  trim,
  trimEnd,
  trimStart,
  unpacked,
  upper,
} from '../../rules/texts.ts'

const member: Rule = (call) =>
  memberOf(call.machine, call.args[0] ?? unknownWith(0), plainText(call.args[1]), call.scope)

/** `"{} {0} {name}".format(…)` */
const formatMethod: Rule = (call) => {
  const text = plainText(call.self)
  let next = 0
  const parts: CodeValue[] = []
  let from = 0
  for (const found of text.matchAll(/\{\{|\}\}|\{(\w*)([^{}]*)\}/g)) {
    parts.push(textValue(text.slice(from, found.index)))
    from = found.index + found[0].length
    const [whole, name = '', options = ''] = found
    const isPlace = /^\d*$/.test(name)
    if (whole === '{{' || whole === '}}') parts.push(textValue(whole.slice(1)))
    else if (options !== '') parts.push(unknownWith(marksOf(call.args)))
    else if (isPlace) parts.push(call.args[name === '' ? next++ : Number(name)] ?? unknownWith(0))
    else parts.push(call.named.get(name) ?? unknownWith(0))
  }
  return joinTexts([...parts, textValue(text.slice(from))])
}

const CODECS: Readonly<Record<string, Rule>> = {
  rot13: decodes(0, rot13),
  rot_13: decodes(0, rot13),
  hex: decodes(0, fromHex),
  hex_codec: decodes(0, fromHex),
  base64: decodes(0, fromBase64),
  base64_codec: decodes(0, fromBase64),
  zlib: decodes(0, unpacked),
  bz2: decodes(0, unpacked),
}

/** `codecs.decode(x, "rot13")` and `x.decode("hex")`. */
const codec = (call: CodeCall, value: CodeValue | undefined, name: CodeValue | undefined): CodeValue | undefined => {
  const key = plainText(name).replaceAll('-', '_').toLowerCase()
  const rule = Object.hasOwn(CODECS, key) ? CODECS[key] : undefined
  return rule === undefined ? value : rule({ ...call, args: value === undefined ? [] : [value] })
}

const bytes: Rule = (call) => (call.args[0]?.kind === 'list' ? characters(call) : call.args[0])

const prints: Rule = (call) => {
  const file = call.named.get('file')
  if (file?.kind === 'thing') file.feed?.(call.args.map(contentOf).join(' '))
  return undefined
}

const toList: Rule = (call) => {
  const [value] = call.args
  if (value?.kind === 'map') return listValue(Array.from(value.entries.keys(), (key) => textValue(key)))
  return value?.kind === 'text' && !value.text.includes(UNKNOWN) ? charactersOf(value.text, value.marks) : value
}

const reversed: Rule = (call) => {
  const value = toList(call)
  return value?.kind === 'list' ? listValue(value.items.toReversed(), value.open) : undefined
}

/** Longer ones are only counted through; what is done for one number is done for all. */
const MAX_RANGE = 256

const range: Rule = (call) => {
  const numbers = call.args.map((value) => (value.kind === 'number' ? value.value : Number.NaN))
  const [from = 0, to = 0, by = 1] = numbers.length === 1 ? [0, numbers[0]] : numbers
  const count = Math.ceil((to - from) / by)
  if (!(count >= 0 && count <= MAX_RANGE)) return listValue([unknownWith(0)], true)
  return listValue(Array.from({ length: count }, (_, index) => numberValue(from + index * by)))
}

/** `key=` is called for every item. */
const withKey: Rule = (call) => {
  const list = call.self ?? toList(call)
  if (call.named.has('key')) overItems(call, call.named.get('key'), list)
  return list
}

const enumerates: Rule = (call) => {
  const [list] = call.args
  if (list?.kind !== 'list') return undefined
  return listValue(
    list.items.map((item, index) => listValue([numberValue(index), item])),
    list.open,
  )
}

const wholeEnvironment: Rule = (call) => (showsEnvironment(call), undefined)

function expandVariables(call: CodeCall): CodeValue {
  const parts = plainText(call.args[0]).split(/(\$\w+|\$\{\w+\})/)
  return joinTexts(
    parts.map((part) =>
      part.startsWith('$')
        ? memberOf(call.machine, thing('env', ''), part.replace(/[${}]/g, ''), call.scope)
        : textValue(part),
    ),
  )
}

const swapcase = (text: string): string =>
  text.replace(/[a-z]/gi, (char) => (char < 'a' ? char.toLowerCase() : char.toUpperCase()))
const quote = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`)

/** What makes values and does nothing else. */
export const pythonTexts = (): Rules => ({
  print: prints,
  str: gives((call) => (call.args[0] === undefined ? textValue('') : asText(call.args[0]))),
  repr: harmless,
  len: ofArgument(0, length),
  chr: characters,
  unichr: characters,
  ord: ofArgument(0, firstCode),
  int: ofArgument(0, (text, [base]) => Number.parseInt(text, Number(base ?? 10))),
  bytes,
  bytearray: bytes,
  'bytes.fromhex': decodes(0, fromHex),
  'bytearray.fromhex': decodes(0, fromHex),
  list: toList,
  tuple: toList,
  set: toList,
  iter: same(0),
  next: gives((call) => (call.args[0]?.kind === 'list' ? call.args[0].items[0] : undefined)),
  sorted: withKey,
  min: withKey,
  max: withKey,
  reversed,
  range,
  enumerate: enumerates,
  map: (call) => overItems(call, call.args[0], toList({ ...call, args: call.args.slice(1) })),
  filter: (call) => {
    const list = toList({ ...call, args: call.args.slice(1) })
    overItems(call, call.args[0], list)
    return list
  },
  getattr: member,
  'object.__getattribute__': member,
  '#__getattribute__': (call) => member({ ...call, args: [call.self ?? unknownWith(0), ...call.args] }),
  hasattr: harmless,
  callable: harmless,
  isinstance: harmless,
  issubclass: harmless,
  type: harmless,
  id: harmless,
  help: harmless,
  dir: harmless,
  'operator.attrgetter': harmless,
  'inspect.getsource': harmless,
  'inspect.signature': harmless,
  vars: same(0),
  globals: () => refValue('builtins'),
  locals: () => refValue('builtins'),
  'os.fspath': gives((call) => (call.args[0] === undefined ? undefined : asText(call.args[0]))),
  'os.getenv': environment([0, 'key']),
  'env#get': environment(0),
  'env#pop': environment(0),
  'env#setdefault': environment(0),
  'env#copy': self,
  'env#items': wholeEnvironment,
  'env#values': wholeEnvironment,
  'env#keys': harmless,
  'env#update': harmless,
  'os.path.join': joinsPath(),
  'os.path.expanduser': expandsHome(0),
  'os.path.expandvars': expandVariables,
  'os.path.abspath': same(0),
  'os.path.realpath': same(0),
  'os.path.normpath': same(0),
  'os.path.dirname': ofArgument(0, (path, args) => (path.includes('/') ? dirname(path, args) : '')),
  'os.path.basename': ofArgument(0, basename),
  'pathlib.Path.home': (call) => thing('Path', plainText(home(call))),
  'Path#expanduser': (call) =>
    thing('Path', plainText(expandsHome(0)({ ...call, args: call.self ? [call.self] : [] }))),
  'shlex.split': ofArgument(0, (text) => (/['"\\]/.test(text) ? undefined : split(text, []))),
  'shlex.quote': ofArgument(0, quote),
  'shlex.join': gives((call) => (call.args[0]?.kind === 'list' ? joinTexts(call.args[0].items, ' ') : undefined)),
  'base64.b64decode': decodes([0, 's'], fromBase64),
  'base64.standard_b64decode': decodes([0, 's'], fromBase64),
  'base64.urlsafe_b64decode': decodes([0, 's'], fromBase64),
  'base64.decodebytes': decodes(0, fromBase64),
  'base64.decodestring': decodes(0, fromBase64),
  'base64.b16decode': decodes([0, 's'], fromHex),
  'base64.b32decode': decodes([0, 's'], unpacked),
  'base64.b85decode': decodes([0, 'b'], unpacked),
  'base64.a85decode': decodes([0, 'b'], unpacked),
  'binascii.unhexlify': decodes(0, fromHex),
  'binascii.a2b_hex': decodes(0, fromHex),
  'binascii.a2b_base64': decodes(0, fromBase64),
  'zlib.decompress': decodes([0, 'data'], unpacked),
  'gzip.decompress': decodes([0, 'data'], unpacked),
  'bz2.decompress': decodes([0, 'data'], unpacked),
  'lzma.decompress': decodes([0, 'data'], unpacked),
  'urllib.parse.unquote': decodes([0, 'string'], fromPercent),
  'codecs.decode': (call) => codec(call, call.args[0], call.args[1]),
  'codecs.encode': (call) => codec(call, call.args[0], call.args[1]),

  '#decode': (call) => codec(call, call.self, pick(call, [0, 'encoding'])),
  '#encode': (call) => codec(call, call.self, pick(call, [0, 'encoding'])),
  '#format': formatMethod,
  'list#sort': withKey,
  'text#join': joinsArgument,
  'text#split': ofSelf(split),
  'text#splitlines': ofSelf((text) => text.split('\n')),
  'text#partition': ofSelf(splitExactly),
  'text#strip': ofSelf(trim),
  'text#rstrip': ofSelf(trimEnd),
  'text#lstrip': ofSelf(trimStart),
  'text#lower': ofSelf(lower),
  'text#upper': ofSelf(upper),
  'text#casefold': ofSelf(lower),
  'text#swapcase': ofSelf(swapcase),
  'text#replace': ofSelf(replaceAll),
  'text#removeprefix': ofSelf((text, [start = '']) => (text.startsWith(start) ? text.slice(start.length) : text)),
  'text#removesuffix': ofSelf((text, [end = '']) =>
    end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text,
  ),
})
