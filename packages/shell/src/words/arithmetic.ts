import { isKnown } from '../effects.ts'
import { asQuoted, assignNumber, evaluate } from '../read/evaluate.ts'
import type { Word } from '../read/parse.ts'
import type { Scope } from '../state/scope.ts'
import { inBranch } from '../state/state.ts'
import { isReadOnly } from '../state/variables.ts'
import { elementsOf, variable } from './held.ts'
import { isExact, known, NUMBER, type Value } from './value.ts'

/** A word where the shell wants a number: what runs in it is read, and its value is exact or unknown. */
export const compute = (word: Word, scope: Scope): Value => computeText(scope.text(word), scope)

/** The source of `$((…))`, `((…))` and `$[…]`: expanded as if it were quoted, then computed. */
export const computeSource = (source: string, scope: Scope): Value =>
  computeText(/[$`\\]/.test(source) ? asQuoted(source, scope) : known(source), scope)

export function computeText(value: Value, scope: Scope): Value {
  evaluate(value, scope)
  const text = value.text.replaceAll('"', '')
  const sets = new Map<string, bigint>()
  const result = isKnown(text) ? new Computation(text, scope, sets).whole() : undefined
  if (result !== undefined) {
    for (const [name, number] of sets) assignNumber(name, scope, known(String(number)))
    return { text: String(result), from: value.from }
  }
  scope.state.gaveUp = true
  // What it would have set is some number now, or what it was if the shell refuses all of it.
  inBranch(scope.state, () => {
    for (const [, before, after] of text.matchAll(SETS)) assignNumber(before ?? after ?? '', scope, NUMBER)
  })
  return NUMBER
}

const SETS = /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g

/** Deeper than real code nests, and each level is a call of its own. */
const MAX_DEPTH = 64

class Unknown extends Error {}

/** One expression. Whatever it cannot compute surely makes all of it unknown. */
class Computation {
  private readonly tokens: readonly string[]
  private at = 0
  private depth = 0
  /** Set once all of it is computed: what is computed halfway is not set. */
  private readonly sets: Map<string, bigint>
  private isSkipped = false
  private readonly text: string
  private readonly scope: Scope

  constructor(text: string, scope: Scope, sets: Map<string, bigint>, depth = 0) {
    this.text = text
    this.scope = scope
    this.sets = sets
    this.depth = depth
    this.tokens = text.match(TOKENS) ?? []
  }

  whole(): bigint | undefined {
    if (this.tokens.join('').length !== this.text.replace(/\s+/g, '').length) return undefined
    if (!this.scope.reader.step(this.tokens.length / 8)) return undefined
    try {
      const result = this.tokens.length === 0 ? 0n : this.comma()
      if (this.at < this.tokens.length) return undefined
      return result
    } catch (error) {
      if (error instanceof Unknown) return undefined
      throw error
    }
  }

  private take(...wanted: readonly string[]): string | undefined {
    const token = this.tokens[this.at]
    if (token === undefined || !wanted.includes(token)) return undefined
    this.at++
    return token
  }

  private comma(): bigint {
    let value = this.assignment()
    while (this.take(',') !== undefined) value = this.assignment()
    return value
  }

  private assignment(): bigint {
    if (++this.depth > MAX_DEPTH) throw new Unknown()
    const name = this.tokens[this.at] ?? ''
    const operator = this.tokens[this.at + 1] ?? ''
    const isSet = /^[A-Za-z_]/.test(name) && /^(?:[-+*/%&|^]|<<|>>)?=$/.test(operator)
    if (!isSet) {
      const value = this.condition()
      this.depth--
      return value
    }
    this.at += 2
    const right = this.assignment()
    this.depth--
    return this.put(name, operator === '=' ? right : applied(operator.slice(0, -1), this.look(name), right))
  }

  private condition(): bigint {
    const test = this.either()
    if (this.take('?') === undefined) return test
    const yes = this.only(test !== 0n, () => this.comma())
    if (this.take(':') === undefined) throw new Unknown()
    const no = this.only(test === 0n, () => this.condition())
    return test !== 0n ? yes : no
  }

  private either(): bigint {
    let value = this.both()
    while (this.take('||') !== undefined) {
      const right = this.only(value === 0n, () => this.both())
      value = value !== 0n || right !== 0n ? 1n : 0n
    }
    return value
  }

  private both(): bigint {
    let value = this.binary(0)
    while (this.take('&&') !== undefined) {
      const right = this.only(value !== 0n, () => this.binary(0))
      value = value !== 0n && right !== 0n ? 1n : 0n
    }
    return value
  }

  private binary(level: number): bigint {
    const operators = LEVELS[level]
    if (operators === undefined) return this.power()
    let value = this.binary(level + 1)
    for (let found = this.take(...operators); found !== undefined; found = this.take(...operators)) {
      const right = this.binary(level + 1)
      value = this.isSkipped ? 0n : applied(found, value, right)
    }
    return value
  }

  private power(): bigint {
    const base = this.unary()
    if (this.take('**') === undefined) return base
    const exponent = this.power()
    return this.isSkipped ? 0n : applied('**', base, exponent)
  }

  private unary(): bigint {
    if (++this.depth > MAX_DEPTH) throw new Unknown()
    const operator = this.take('!', '~', '-', '+')
    const step = operator === undefined ? this.take('++', '--') : undefined
    let value: bigint
    if (step !== undefined) {
      const name = this.tokens[this.at++] ?? ''
      if (!/^[A-Za-z_]/.test(name)) throw new Unknown()
      value = this.put(name, this.look(name) + (step === '++' ? 1n : -1n))
    } else if (operator === undefined) value = this.operand()
    else {
      const inner = this.unary()
      value =
        operator === '!' ? (inner === 0n ? 1n : 0n) : operator === '~' ? ~inner : operator === '-' ? -inner : inner
    }
    this.depth--
    return value
  }

  private operand(): bigint {
    const token = this.tokens[this.at++] ?? ''
    if (token === '(') {
      const value = this.comma()
      if (this.take(')') === undefined) throw new Unknown()
      return value
    }
    if (/^\d/.test(token)) return numberIn(token)
    if (!/^[A-Za-z_]/.test(token)) throw new Unknown()
    const value = this.look(token)
    const step = this.take('++', '--')
    if (step !== undefined) this.put(token, value + (step === '++' ? 1n : -1n))
    return value
  }

  /** What `&&`, `||` and `?` leave out is read and sets nothing. */
  private only(isWanted: boolean, body: () => bigint): bigint {
    const before = this.isSkipped
    this.isSkipped ||= !isWanted
    const value = body()
    this.isSkipped = before
    return value
  }

  private look(name: string): bigint {
    if (this.isSkipped) return 0n
    const own = this.sets.get(name)
    if (own !== undefined) return own
    const value = this.valueOf(name)
    if (value === undefined || !isExact(value)) throw new Unknown()
    if (this.depth > MAX_DEPTH || SETS_ANY.test(value.text)) throw new Unknown()
    const result = new Computation(value.text, this.scope, this.sets, this.depth + 1).whole()
    if (result === undefined) throw new Unknown()
    return result
  }

  private valueOf(name: string): Value | undefined {
    const bracket = name.indexOf('[')
    if (bracket < 0) return variable(name, this.scope)
    const subscript = name.slice(bracket + 1, -1)
    const list = elementsOf(name.slice(0, bracket), this.scope)
    if (list === undefined || !/^\d+$/.test(subscript) || list.some(({ many }) => many === true)) throw new Unknown()
    return list[Number(subscript)] ?? known('')
  }

  private put(name: string, value: bigint): bigint {
    const result = BigInt.asIntN(64, value)
    if (this.isSkipped) return result
    if (name.includes('[') || isReadOnly(this.scope.state, name)) throw new Unknown()
    this.sets.set(name, result)
    return result
  }
}

const SETS_ANY = /=(?!=)|\+\+|--/

const TOKENS =
  /[A-Za-z_]\w*(?:\[[^[\]$`]*\])?|\d+#[\w@]+|0[xX][0-9a-fA-F]+|\d+|\*\*|<<=|>>=|[-+*/%&|^]=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>=!~&^|?:,()]/g

const LEVELS = [['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%']]

function numberIn(token: string): bigint {
  const [, base, digits = ''] = /^(\d+)#([\w@]+)$/.exec(token) ?? []
  if (base === undefined) {
    if (/^0[xX]/.test(token)) return BigInt.asIntN(64, BigInt(token))
    if (!/^0\d/.test(token)) return BigInt.asIntN(64, BigInt(token))
    if (/[89]/.test(token)) throw new Unknown()
    return BigInt.asIntN(64, BigInt(`0o${token.slice(1)}`))
  }
  const radix = Number(base)
  if (radix < 2 || radix > 36 || !/^[0-9a-z]+$/i.test(digits)) throw new Unknown()
  let value = 0n
  for (const digit of digits.toLowerCase()) {
    const number = Number.parseInt(digit, 36)
    if (number >= radix) throw new Unknown()
    value = value * BigInt(radix) + BigInt(number)
  }
  return BigInt.asIntN(64, value)
}

function applied(operator: string, left: bigint, right: bigint): bigint {
  return BigInt.asIntN(64, exactly(operator, left, right))
}

function exactly(operator: string, left: bigint, right: bigint): bigint {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
    case '%':
      // The shell ends with an error.
      if (right === 0n) throw new Unknown()
      return operator === '/' ? left / right : left % right
    case '**':
      if (right < 0n || right > 64n) throw new Unknown()
      return left ** right
    case '<<':
    case '>>':
      if (right < 0n || right > 63n) throw new Unknown()
      return operator === '<<' ? left << right : left >> right
    case '<':
      return left < right ? 1n : 0n
    case '>':
      return left > right ? 1n : 0n
    case '<=':
      return left <= right ? 1n : 0n
    case '>=':
      return left >= right ? 1n : 0n
    case '==':
      return left === right ? 1n : 0n
    case '!=':
      return left === right ? 0n : 1n
    case '&':
      return left & right
    case '|':
      return left | right
    case '^':
      return left ^ right
    default:
      throw new Unknown()
  }
}
