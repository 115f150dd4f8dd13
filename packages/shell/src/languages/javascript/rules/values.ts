import { UNKNOWN } from '../../../effects.ts'
import type { Rule, Rules } from '../../evaluate/machine.ts'
import {
  either,
  listValue,
  LOCAL,
  NOTHING,
  numberValue,
  refValue,
  textValue,
  thing,
  unknownWith,
} from '../../evaluate/values.ts'
import { argumentsOf, OPEN_FLAGS } from '../../rules/texts.ts'

/** `node -e code a` and `node script a` count their arguments differently, so both are reported. */
const argv: Rule = (call) => {
  const args = argumentsOf(call)
  return either([listValue([NOTHING, ...args]), listValue([NOTHING, NOTHING, ...args])])
}

const length: Rule = ({ self }) => {
  if (self?.kind === 'list' && !self.open) return numberValue(self.items.length)
  return self?.kind === 'text' && !self.text.includes(UNKNOWN) ? numberValue(self.text.length) : undefined
}

/** Names and members that are values. */
export const javascriptValues = (): Rules => ({
  ...Object.fromEntries(
    Object.entries(OPEN_FLAGS).map(([name, flag]) => [`fs.constants.${name}`, () => numberValue(flag)]),
  ),
  undefined: () => NOTHING,
  null: () => NOTHING,
  true: () => numberValue(1),
  false: () => numberValue(0),
  this: () => refValue('globalThis'),
  'process.argv': argv,
  'Bun.argv': argv,
  'Deno.args': (call) => listValue(argumentsOf(call)),
  'process.env': () => thing('env', ''),
  'Bun.env': () => thing('env', ''),
  'import.meta.env': () => thing('env', ''),
  __dirname: () => textValue('.'),
  'import.meta.dirname': () => textValue('.'),
  'path.sep': () => textValue('/'),
  'os.EOL': () => textValue('\n'),
  '#constructor': () => refValue('Function'),
  '#length': length,
  'process#stdout': () => unknownWith(LOCAL),
  'process#stdin': (call) => call.self,
})
