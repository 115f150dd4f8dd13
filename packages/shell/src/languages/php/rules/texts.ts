import { type Rule, type Rules, showsEnvironment } from '../../evaluate/machine.ts'
import { listValue, NOTHING, plainText, textValue, unknownWith, type CodeValue } from '../../evaluate/values.ts'
import { gives, harmless } from '../../rules/builders.ts'
import {
  basename,
  characters,
  decodes,
  dirname,
  environment,
  firstCode,
  formats,
  fromBase64,
  fromHex,
  fromPercent,
  joinsRest,
  length,
  lower,
  ofArgument,
  repeat,
  replaceAll,
  reverseText,
  rot13,
  same,
  shellQuote,
  splitExactly,
  substringOf,
  trim,
  unpacked,
  upper,
} from '../../rules/texts.ts'

/** The same function with its arguments in another order. */
const reordered =
  (rule: Rule, ...order: readonly number[]): Rule =>
  (call) =>
    rule({ ...call, args: order.map((index) => call.args[index] ?? unknownWith(0)) })

const implode: Rule = (call) => {
  const [first = unknownWith(0), second] = call.args
  return joinsRest({
    ...call,
    args: first.kind === 'list' ? [second ?? textValue(''), first] : [first, second ?? unknownWith(0)],
  })
}

const pack: Rule = (call) => (/^H\*?$/.test(plainText(call.args[0])) ? decodes(1, fromHex)(call) : undefined)

const getenv: Rule = (call) => (call.args.length === 0 ? (showsEnvironment(call), undefined) : environment(0)(call))

const define: Rule = (call) => {
  call.machine.globals.names.set(plainText(call.args[0]), call.args[1] ?? NOTHING)
  return undefined
}

/** `foreach ($list as $key => $value)` */
const eachPair: Rule = (call) => {
  const [value] = call.args
  const pair = (key: string, item: CodeValue): CodeValue => listValue([textValue(key), item])
  if (value?.kind === 'map') return listValue(Array.from(value.entries, ([key, item]) => pair(key, item)))
  if (value?.kind === 'list')
    return listValue(
      value.items.map((item, index) => pair(String(index), item)),
      value.open,
    )
  return value
}

export const phpTexts = (): Rules => ({
  base64_decode: decodes([0, 'string'], fromBase64),
  hex2bin: decodes(0, fromHex),
  str_rot13: decodes(0, rot13),
  gzinflate: decodes(0, unpacked),
  gzuncompress: decodes(0, unpacked),
  gzdecode: decodes(0, unpacked),
  urldecode: decodes(0, fromPercent),
  rawurldecode: decodes(0, fromPercent),
  convert_uudecode: decodes(0, unpacked),
  pack,
  strrev: ofArgument(0, reverseText),
  strtolower: ofArgument(0, lower),
  strtoupper: ofArgument(0, upper),
  trim: ofArgument(0, trim),
  chr: characters,
  ord: ofArgument(0, firstCode),
  strlen: ofArgument(0, length),
  substr: ofArgument(0, substringOf),
  str_replace: reordered(ofArgument(0, replaceAll), 2, 0, 1),
  str_repeat: ofArgument(0, repeat),
  sprintf: formats(0),
  vsprintf: formats(0),
  implode,
  join: implode,
  explode: reordered(ofArgument(0, splitExactly), 1, 0),
  dirname: ofArgument(0, dirname),
  basename: ofArgument(0, basename),
  realpath: same(0),
  escapeshellarg: ofArgument(0, shellQuote),
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
  define,
  array_merge: gives((call) =>
    listValue(call.args.flatMap((value) => (value.kind === 'list' ? value.items : [value]))),
  ),
  array_reverse: gives((call) =>
    call.args[0]?.kind === 'list' ? listValue(call.args[0].items.toReversed()) : undefined,
  ),
  'each pair': eachPair,
})
