import { UNKNOWN } from '../../../effects.ts'
import type { Rule, Runtime } from '../../evaluate/machine.ts'
import { listValue, NOTHING, textValue, thing, unknownWith, type CodeValue } from '../../evaluate/values.ts'
import { phpSyntax } from '../parse.ts'
import { readWith } from '../../parse/read.ts'
import { argumentsOf } from '../../rules/texts.ts'
import { phpFiles } from './files.ts'
import { phpRuns } from './runs.ts'
import { phpTexts } from './texts.ts'

/** `php -r code a`: the name comes first. */
const argv: Rule = (call) => listValue([NOTHING, ...argumentsOf(call)])

/** `$_SERVER`: data of the web server; on the command line it also holds the environment. */
const server: Rule = (call) => {
  const entries = new Map<string, CodeValue>([
    ['argv', argv(call) ?? NOTHING],
    ['HOME', textValue(call.machine.world.home ?? UNKNOWN)],
  ])
  return { kind: 'map', entries, rest: [unknownWith(0)] }
}

export const php = (): Runtime => ({
  read: readWith(phpSyntax),
  rules: { ...phpFiles(), ...phpRuns(), ...phpTexts() },
  values: {
    true: () => textValue('1'),
    false: () => NOTHING,
    null: () => NOTHING,
    PHP_EOL: () => textValue('\n'),
    DIRECTORY_SEPARATOR: () => textValue('/'),
    __DIR__: () => textValue('.'),
    $argv: argv,
    $_ENV: () => thing('env', ''),
    $_SERVER: server,
  },
  guesses: {},
  risky: [],
  roots: [],
  aliases: {},
  callsTexts: true,
  functionsLeak: false,
  lastReturns: false,
  expandsHome: false,
})
