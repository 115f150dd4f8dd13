import type { Call, Rule, Rules, Runtime } from '../evaluate/machine.ts'
import { memberOf } from '../evaluate/members.ts'
import { listValue, numberValue, plainText, textValue, thing, unknownWith, type Value } from '../evaluate/values.ts'
import { applescriptSyntax } from '../parse/applescript.ts'
import { readWith } from '../parse/read.ts'
import { deletes, gives, moves } from './builders.ts'
import { feeds, fetches, openPath, runsFile } from './opening.ts'
import { evaluates, shell } from './running.ts'
import { characters, home, makesPath, ofArgument } from './texts.ts'

const isPath = (value: Value | undefined): boolean => value?.kind === 'thing' && value.type === 'Path'

/** Many things can be deleted and moved; only files count. */
const onlyFiles =
  (rule: Rule): Rule =>
  (call: Call) =>
    isPath(call.args[0]) ? rule(call) : undefined

const quote: Rule = ofArgument(0, (text) => `'${text.replaceAll("'", `'\\''`)}'`)
const quoteUnknown: Rule = (call) => {
  const [value] = call.args
  return plainText(value).includes('\uFFFC') ? textValue(`'${plainText(value)}'`) : quote(call)
}

const rules = (): Rules => ({
  'do shell script': shell(0),
  'do script': shell(0),
  'run script': evaluates(0),
  'load script': runsFile(0),
  'quoted form of': quoteUnknown,
  'posix path of': gives((call) => textValue(plainText(call.args[0]))),
  'posix file': makesPath(0),
  'system attribute': (call) => memberOf(call.machine, thing('env', ''), plainText(call.args[0]), call.scope),
  'character id': characters,
  'ascii character': characters,
  'open location': fetches(0),
  'open for access': (call) => openPath(call, call.args[0], call.args[1]),
  read: onlyFiles((call) => (openPath(call, call.args[0], undefined), undefined)),
  write: (call) =>
    isPath(call.args[1]) ? (openPath(call, call.args[1], textValue('w')), undefined) : feeds(1, 0)(call),
  delete: onlyFiles(deletes(0)),
  'delete path': deletes(0, true),
  move: onlyFiles(moves(0, 1)),
  home: (call) => thing('Path', plainText(home(call))),
  'unknown path': gives(() => unknownWith(0)),
  'from one': gives((call) => (call.args[0]?.kind === 'number' ? numberValue(call.args[0].value - 1) : undefined)),
})

export const applescript = (): Runtime => ({
  read: readWith(applescriptSyntax),
  rules: rules(),
  values: {
    argv: (call) => listValue(call.machine.world.args.map((arg) => textValue(arg))),
    quote: () => textValue('"'),
    space: () => textValue(' '),
    tab: () => textValue('\t'),
    return: () => textValue('\n'),
    linefeed: () => textValue('\n'),
  },
  guesses: {},
  risky: [],
  roots: [],
  aliases: {},
  callsTexts: false,
  functionsLeak: true,
  lastReturns: true,
  expandsHome: false,
})
