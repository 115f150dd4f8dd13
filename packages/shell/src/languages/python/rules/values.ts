import type { Rule, Rules } from '../../evaluate/machine.ts'
import {
  listValue,
  NOTHING,
  numberValue,
  plainText,
  refValue,
  textValue,
  thing,
  unknownWith,
  type CodeValue,
} from '../../evaluate/values.ts'
import { gives } from '../../rules/builders.ts'
import { argumentsOf, nameOf, OPEN_FLAGS, parentOf } from '../../rules/texts.ts'

const ofList = (change: (items: CodeValue[], args: readonly CodeValue[]) => CodeValue | undefined): Rule =>
  gives((call) => (call.self?.kind === 'list' ? change(call.self.items, call.args) : undefined))
const ofMap = (
  change: (entries: ReadonlyMap<string, CodeValue>, args: readonly CodeValue[]) => CodeValue | undefined,
): Rule => gives((call) => (call.self?.kind === 'map' ? change(call.self.entries, call.args) : undefined))

const place = (value: CodeValue | undefined): number => (value?.kind === 'number' ? value.value : 0)

/** Methods of lists and dictionaries. A list changes in place. */
export const pythonCollections = (): Rules => ({
  'list#append': ofList((items, [value]) => (value === undefined ? undefined : (items.push(value), undefined))),
  'list#extend': ofList((items, [value]) => {
    items.push(...(value?.kind === 'list' ? value.items : [unknownWith(0)]))
    return undefined
  }),
  'list#insert': ofList((items, [at, value]) =>
    value === undefined ? undefined : (items.splice(place(at), 0, value), undefined),
  ),
  'list#pop': ofList((items, [at]) => (at === undefined ? items.pop() : items.splice(place(at), 1)[0])),
  'list#reverse': ofList((items) => (items.splice(0, items.length, ...items.toReversed()), undefined)),
  'list#copy': ofList((items) => listValue(items)),
  'map#get': ofMap((entries, [key, fallback]) => entries.get(plainText(key)) ?? fallback ?? unknownWith(0)),
  'map#values': ofMap((entries) => listValue([...entries.values()])),
  'map#keys': ofMap((entries) => listValue(Array.from(entries.keys(), (key) => textValue(key)))),
  'map#items': ofMap((entries) => listValue(Array.from(entries, ([key, value]) => listValue([textValue(key), value])))),
})

/** Names and members that are values. */
export const pythonValues = (): Rules => ({
  ...Object.fromEntries(Object.entries(OPEN_FLAGS).map(([name, flag]) => [`os.${name}`, () => numberValue(flag)])),
  True: () => numberValue(1),
  False: () => numberValue(0),
  None: () => NOTHING,
  'sys.argv': (call) => listValue([NOTHING, ...argumentsOf(call)]),
  'sys.modules': () => refValue('builtins'),
  'os.environ': () => thing('env', ''),
  'os.sep': () => textValue('/'),
  'os.path.sep': () => textValue('/'),
  'os.devnull': () => textValue('/dev/null'),
  'os.linesep': () => textValue('\n'),
  'os.curdir': () => textValue('.'),
  'os.pardir': () => textValue('..'),
  'process#stdin': (call) => call.self,
  'Path#parent': parentOf,
  'Path#name': nameOf,
  'Path#stem': (call) => textValue(plainText(nameOf(call)).replace(/(?<=.)\.[^.]*$/, '')),
  'Path#suffix': (call) => textValue(/(?<=[^/])\.[^./]*$/.exec(plainText(call.self))?.[0] ?? ''),
  'Path#path': (call) => textValue(plainText(call.self)),
})
