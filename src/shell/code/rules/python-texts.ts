import { UNKNOWN } from '../../../core/effects.ts'
import type { Call, Rule } from '../evaluate/machine.ts'
import { memberOf } from '../evaluate/members.ts'
import {
  asText,
  joinTexts,
  listValue,
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
import { contentOf, gives, harmless, pick } from './builders.ts'
import { overItems } from './running.ts'
import {
  basename,
  characters,
  decodes,
  dirname,
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
} from './texts.ts'

const member: Rule = (call) =>
  memberOf(call.machine, call.args[0] ?? unknownWith(0), plainText(call.args[1]), call.scope)

/** `"{} {0} {name}".format(…)` */
const formatMethod: Rule = (call) => {
  const text = plainText(call.self)
  let next = 0
  const parts: Value[] = []
  let from = 0
  for (const found of text.matchAll(/\{\{|\}\}|\{(\w*)([^{}]*)\}/g)) {
    parts.push(textValue(text.slice(from, found.index)))
    from = found.index + found[0].length
    const [whole, name = '', options = ''] = found
    if (whole === '{{' || whole === '}}') parts.push(textValue(whole.slice(1)))
    else if (options !== '') parts.push(unknownWith(marksOf(call.args)))
    else
      parts.push(
        (/^\d*$/.test(name) ? call.args[name === '' ? next++ : Number(name)] : call.named.get(name)) ?? unknownWith(0),
      )
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
const codec = (call: Call, value: Value | undefined, name: Value | undefined): Value | undefined => {
  const rule = CODECS[plainText(name).replaceAll('-', '_').toLowerCase()]
  return rule === undefined ? value : rule({ ...call, args: value === undefined ? [] : [value] })
}

const bytes: Rule = (call) => {
  const [value] = call.args
  return value?.kind === 'list' ? characters(call) : value
}

const prints: Rule = (call) => {
  const file = call.named.get('file')
  if (file?.kind === 'thing') file.feed?.(call.args.map(contentOf).join(' '))
  return undefined
}

const appends: Rule = (call) => {
  const [value] = call.args
  if (call.self?.kind === 'list' && value !== undefined) call.self.items.push(value)
  return undefined
}
const extends_: Rule = (call) => {
  const [value] = call.args
  if (call.self?.kind === 'list') call.self.items.push(...(value?.kind === 'list' ? value.items : [unknownWith(0)]))
  return undefined
}
const reversed: Rule = (call) => {
  const [value] = call.args
  if (value?.kind === 'list') return listValue(value.items.toReversed(), value.open)
  return value?.kind === 'text' && !value.text.includes(UNKNOWN)
    ? listValue([...value.text].toReversed().map((it) => textValue(it)))
    : undefined
}
const toList: Rule = (call) => {
  const [value] = call.args
  if (value?.kind === 'map') return listValue([...value.entries.keys()].map((key) => textValue(key)))
  return value?.kind === 'text' && !value.text.includes(UNKNOWN)
    ? listValue([...value.text].map((it) => textValue(it)))
    : value
}
const range: Rule = (call) => {
  const numbers = call.args.map((value) => (value.kind === 'number' ? value.value : Number.NaN))
  const [from = 0, to = 0, by = 1] = numbers.length === 1 ? [0, numbers[0]] : numbers
  const count = Math.ceil((to - from) / by)
  if (!(count >= 0 && count <= 1000)) return listValue([unknownWith(0)], true)
  return listValue(Array.from({ length: count }, (_, index) => numberValue(from + index * by)))
}
const get: Rule = (call) => {
  const [key, fallback] = call.args
  if (call.self?.kind !== 'map') return undefined
  return call.self.entries.get(plainText(key)) ?? fallback ?? unknownWith(0)
}
const getenv: Rule = (call) => memberOf(call.machine, thing('env', ''), plainText(pick(call, [0, 'key'])), call.scope)

/** What makes values and does nothing else. */
export const pythonTexts: Readonly<Record<string, Rule>> = {
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
  sorted: same(0),
  reversed,
  range,
  enumerate: gives((call) =>
    call.args[0]?.kind === 'list'
      ? listValue(
          call.args[0].items.map((item, index) => listValue([numberValue(index), item])),
          call.args[0].open,
        )
      : undefined,
  ),
  map: (call) => overItems(call, call.args[0], toList({ ...call, args: call.args.slice(1) })),
  filter: gives((call) => call.args[1]),
  getattr: member,
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
  globals: gives(() => refValue('builtins')),
  locals: gives(() => refValue('builtins')),
  'os.fspath': gives((call) => (call.args[0] === undefined ? undefined : asText(call.args[0]))),
  'os.getenv': getenv,
  'env#get': (call) => memberOf(call.machine, thing('env', ''), plainText(call.args[0]), call.scope),
  'env#pop': (call) => memberOf(call.machine, thing('env', ''), plainText(call.args[0]), call.scope),
  'env#copy': self,
  'env#items': (call) => (
    call.machine.call(
      refValue('print'),
      { args: [call.self ?? unknownWith(0)], named: new Map(), open: false },
      call.scope,
    ),
    undefined
  ),
  'env#keys': harmless,
  'env#values': (call) => (
    call.machine.call(
      refValue('print'),
      { args: [call.self ?? unknownWith(0)], named: new Map(), open: false },
      call.scope,
    ),
    undefined
  ),
  'env#update': harmless,
  'env#setdefault': (call) => memberOf(call.machine, thing('env', ''), plainText(call.args[0]), call.scope),
  'os.path.join': joinsPath(),
  'os.path.expanduser': expandsHome(0),
  'os.path.expandvars': gives((call) => expandVariables(call)),
  'os.path.abspath': same(0),
  'os.path.realpath': same(0),
  'os.path.normpath': same(0),
  'os.path.dirname': ofArgument(0, (path) => (path.includes('/') ? (dirname(path, []) as string) : '')),
  'os.path.basename': ofArgument(0, basename),
  'Path#expanduser': gives((call) =>
    thing('Path', plainText(expandsHome(0)({ ...call, args: call.self === undefined ? [] : [call.self] }))),
  ),
  'pathlib.Path.home': gives((call) => thing('Path', plainText(home(call)))),
  'shlex.split': ofArgument(0, (text) => (/['"\\]/.test(text) ? undefined : (split(text, []) as string[]))),
  'shlex.quote': ofArgument(0, (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`)),
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

  '#decode': (call) => codec(call, call.self, call.args[0]),
  '#encode': (call) => codec(call, call.self, call.args[0]),
  '#format': formatMethod,
  'text#join': joinsArgument,
  'text#split': ofSelf(split),
  'text#splitlines': ofSelf((text) => text.split('\n')),
  'text#partition': ofSelf((text, args) => splitExactly(text, args)),
  'text#strip': ofSelf(trim),
  'text#rstrip': ofSelf(trimEnd),
  'text#lstrip': ofSelf(trimStart),
  'text#lower': ofSelf(lower),
  'text#upper': ofSelf(upper),
  'text#casefold': ofSelf(lower),
  'text#swapcase': ofSelf((text) => text.replace(/[a-z]/gi, (it) => (it < 'a' ? it.toLowerCase() : it.toUpperCase()))),
  'text#replace': ofSelf(replaceAll),
  'text#removeprefix': ofSelf((text, [start = '']) => (text.startsWith(start) ? text.slice(start.length) : text)),
  'text#removesuffix': ofSelf((text, [end = '']) =>
    end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text,
  ),
  'list#append': appends,
  'list#extend': extends_,
  'list#insert': gives((call) =>
    call.self?.kind === 'list' && call.args[1] !== undefined
      ? (call.self.items.splice(Number(plainText(call.args[0])) || 0, 0, call.args[1]), undefined)
      : undefined,
  ),
  'list#copy': gives((call) => (call.self?.kind === 'list' ? listValue(call.self.items, call.self.open) : undefined)),
  'list#pop': gives((call) =>
    call.self?.kind === 'list'
      ? call.args[0]?.kind === 'number'
        ? call.self.items.splice(call.args[0].value, 1)[0]
        : call.self.items.pop()
      : undefined,
  ),
  'list#reverse': gives((call) => (call.self?.kind === 'list' ? (call.self.items.reverse(), undefined) : undefined)),
  'map#get': get,
  'map#values': gives((call) => (call.self?.kind === 'map' ? listValue([...call.self.entries.values()]) : undefined)),
  'map#keys': gives((call) => (call.self?.kind === 'map' ? toList({ ...call, args: [call.self] }) : undefined)),
  'map#items': gives((call) =>
    call.self?.kind === 'map'
      ? listValue([...call.self.entries].map(([key, value]) => listValue([textValue(key), value])))
      : undefined,
  ),
}

function expandVariables(call: Call): Value {
  const parts = plainText(call.args[0]).split(/(\$\w+|\$\{\w+\})/)
  return joinTexts(
    parts.map((part) =>
      part.startsWith('$')
        ? memberOf(call.machine, thing('env', ''), part.replace(/[${}]/g, ''), call.scope)
        : textValue(part),
    ),
  )
}

/** Names and members that are values. */
export const pythonValues: Readonly<Record<string, Rule>> = {
  True: () => numberValue(1),
  False: () => numberValue(0),
  None: () => NOTHING,
  'sys.argv': (call) => listValue([NOTHING, ...call.machine.world.args.map((arg) => textValue(arg))]),
  'sys.modules': () => refValue('builtins'),
  'sys.executable': () => unknownWith(0),
  'os.environ': () => thing('env', ''),
  'os.sep': () => textValue('/'),
  'os.path.sep': () => textValue('/'),
  'os.devnull': () => textValue('/dev/null'),
  'os.linesep': () => textValue('\n'),
  'os.curdir': () => textValue('.'),
  'os.pardir': () => textValue('..'),
  'os.O_RDONLY': () => numberValue(0),
  'os.O_WRONLY': () => numberValue(1),
  'os.O_RDWR': () => numberValue(2),
  'os.O_CREAT': () => numberValue(0o100),
  'os.O_EXCL': () => numberValue(0o200),
  'os.O_TRUNC': () => numberValue(0o1000),
  'os.O_APPEND': () => numberValue(0o2000),
  'Path#parent': (call) => thing('Path', dirname(plainText(call.self), []) as string),
  'Path#name': (call) => textValue(basename(plainText(call.self), []) as string),
  'Path#stem': (call) => textValue((basename(plainText(call.self), []) as string).replace(/(?<=.)\.[^.]*$/, '')),
  'Path#suffix': (call) => textValue(/(?<=[^/])\.[^./]*$/.exec(plainText(call.self))?.[0] ?? ''),
  'Path#path': (call) => textValue(plainText(call.self)),
}
