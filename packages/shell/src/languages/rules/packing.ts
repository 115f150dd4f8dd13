import type { Rule } from '../evaluate/machine.ts'
import { DECODED, plainText, textValue, unknownWith } from '../evaluate/values.ts'
import { flatten } from './builders.ts'
import { characters, decodes, fromBase64, fromHex, unpacked } from './texts.ts'

/** `pack("H*", "726d")` of Perl, and the same as a method in Ruby. */
export const packs: Rule = (call) => packed(plainText(call.args[0]), { ...call, args: flatten(call.args.slice(1)) })

/** `["726d"].pack("H*")` */
export const packsSelf: Rule = (call) =>
  packed(plainText(call.args[0]), { ...call, args: call.self?.kind === 'list' ? call.self.items : [] })

/** `unpack("m", text)` decodes too. */
export const unpacks: Rule = (call) => packedText(plainText(call.args[0]), { ...call, args: call.args.slice(1) })
export const unpacksSelf: Rule = (call) =>
  packedText(plainText(call.args[0]), { ...call, args: call.self === undefined ? [] : [call.self] })

const packed = (format: string, call: Parameters<Rule>[0]): ReturnType<Rule> => {
  if (/^H\*?\d*$/.test(format)) return decodes(0, fromHex)(call)
  if (/^[CcUW]\*?\d*$/.test(format)) return characters(call)
  if (/^[aA]\*?$/.test(format)) return call.args[0]
  return unknownWith(DECODED)
}

const packedText = (format: string, call: Parameters<Rule>[0]): ReturnType<Rule> => {
  if (/^m0?$/.test(format)) return decodes(0, fromBase64)(call)
  if (/^[uM]/.test(format)) return decodes(0, unpacked)(call)
  if (/^H\*?$/.test(format)) return textValue(Buffer.from(plainText(call.args[0])).toString('hex'))
  return unknownWith(DECODED)
}
