import type { Context } from '../read/context.ts'
import { homeOf } from '../state/variables.ts'
import { EMPTY, fromVariable, known, unknown, type Value } from '../words/value.ts'
import { placeNamed, profileIn } from './variables.ts'

/** The variables of a script. All blocks and functions share them. */
export class Scope {
  readonly #context: Context
  readonly variables = new Map<string, Value>()
  /** `$env:NAME = …` */
  readonly env: Map<string, Value>
  /** `$_` */
  item: Value = EMPTY

  constructor(context: Context) {
    this.#context = context
    this.env = new Map(context.env)
  }

  assign(name: string, value: Value): void {
    if (name.startsWith(ENV)) this.env.set(name.slice(ENV.length).toUpperCase(), value)
    else this.variables.set(name.replace(SCOPED, ''), value)
  }

  variable(given: string): Value {
    const name = given.replace(SCOPED, '')
    const { state, reader } = this.#context
    const home = homeOf(reader.world)
    if (/^(?:_|psitem|input|args)$/.test(name)) return this.item
    if (/^(?:true|false|null)$/.test(name)) return EMPTY
    if (name.startsWith(ENV)) {
      const plain = name.slice(ENV.length).toUpperCase()
      const place = placeNamed(plain, home, state.cwd)
      return this.env.get(plain) ?? (place === undefined ? unknown(fromVariable(plain)) : known(place))
    }
    if (name === 'home') return known(home)
    if (name === 'pwd') return known(state.cwd)
    if (name === 'profile') return known(profileIn(home))
    return this.variables.get(name) ?? unknown(fromVariable(name.toUpperCase()))
  }
}

const ENV = 'env:'
const SCOPED = /^(?:script|global|local|private|using|variable):/
