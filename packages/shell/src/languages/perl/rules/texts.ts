import { UNKNOWN } from '../../../effects.ts'
import type { CodeCall, Rule, Rules } from '../../evaluate/machine.ts'
import { lookup } from '../../evaluate/scope.ts'
import { listValue, NOTHING, plainText, unknownWith, type CodeValue } from '../../evaluate/values.ts'
import { flatten, gives, harmless } from '../../rules/builders.ts'
import { packs, unpacks } from '../../rules/packing.ts'
import {
  argumentsOf,
  basename,
  characters,
  decodes,
  dirname,
  firstCode,
  formats,
  fromBase64,
  joinsPath,
  joinsRest,
  length,
  lower,
  ofArgument,
  reverseText,
  same,
  split,
  substringOf,
  upper,
} from '../../rules/texts.ts'
import { orTopic } from './topic.ts'

/** Lists in lists are one list. */
export const flat: Rule = (call) =>
  listValue(
    flatten(call.args),
    call.args.some((value) => value.kind === 'list' && value.open),
  )

export const hash: Rule = (call) => {
  const items = flatten(call.args)
  const entries = new Map<string, CodeValue>()
  for (let at = 0; at < items.length; at += 2) entries.set(plainText(items[at]), items[at + 1] ?? NOTHING)
  return { kind: 'map', entries, rest: [] }
}

/** Takes an item off a list: the one that is named, the arguments of the function, or those of the program. */
const takes =
  (take: (items: CodeValue[]) => CodeValue | undefined): Rule =>
  (call) => {
    const list = call.args[0] ?? lookup(call.scope, '@_') ?? programArguments(call)
    if (list.kind !== 'list') return undefined
    return take(list.items) ?? (list.open ? unknownWith(0) : NOTHING)
  }

/** One list for the whole program, since `shift` shortens it. */
export function programArguments(call: CodeCall): CodeValue {
  const known = lookup(call.machine.globals, '@ARGV')
  if (known !== undefined) return known
  const list = listValue(argumentsOf(call))
  call.machine.globals.names.set('@ARGV', list)
  return list
}

const pushes: Rule = (call) => {
  const [list, ...rest] = call.args
  if (list?.kind === 'list') list.items.push(...flatten(rest))
  return undefined
}

/** One text backwards, or a list. */
const reverses: Rule = (call) => {
  const items = flatten(call.args)
  return items.length === 1 ? ofArgument(0, reverseText)({ ...call, args: items }) : listValue(items.toReversed())
}

/** `split(" ", text)`; a pattern is not followed. */
const splits: Rule = (call) => {
  const [separator, text = unknownWith(0)] = call.args
  const at = plainText(separator)
  const apart = ofArgument(0, (it) => (at === UNKNOWN ? undefined : at === ' ' ? split(it, []) : it.split(at)))
  return apart({ ...call, args: [text] })
}

const octal = (text: string): number => (/^0x/i.test(text) ? Number.parseInt(text, 16) : Number.parseInt(text, 8))

export const perlTexts = (): Rules => ({
  decode_base64: decodes(0, fromBase64),
  pack: packs,
  unpack: unpacks,
  chr: orTopic(characters),
  ord: orTopic(ofArgument(0, firstCode)),
  lc: orTopic(ofArgument(0, lower)),
  uc: orTopic(ofArgument(0, upper)),
  length: orTopic(ofArgument(0, length)),
  hex: orTopic(ofArgument(0, (text) => Number.parseInt(text.replace(/^0x/i, ''), 16))),
  oct: orTopic(ofArgument(0, octal)),
  substr: ofArgument(0, substringOf),
  reverse: reverses,
  scalar: same(0),
  join: joinsRest,
  split: splits,
  sprintf: formats(0),
  'File::Spec.catfile': joinsPath({ restarts: false }),
  'File::Spec.catdir': joinsPath({ restarts: false }),
  catfile: joinsPath({ restarts: false }),
  catdir: joinsPath({ restarts: false }),
  dirname: ofArgument(0, dirname),
  basename: ofArgument(0, basename),
  shift: takes((items) => items.shift()),
  pop: takes((items) => items.pop()),
  push: pushes,
  flat,
  hash,
  sort: flat,
  can: gives((call) => call.self),
  keys: harmless,
  values: harmless,
  defined: harmless,
  exists: harmless,
  ref: harmless,
  die: harmless,
  warn: harmless,
})
