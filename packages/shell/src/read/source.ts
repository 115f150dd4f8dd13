import type { ArithmeticExpression } from './parse.ts'

/** The text of an expression; the parser keeps only its tree for `for ((…))`. */
export function sourceOf(expression: ArithmeticExpression | undefined): string {
  switch (expression?.type) {
    case undefined:
      return ''
    case 'ArithmeticBinary': {
      const [left, right] = [sourceOf(expression.left), sourceOf(expression.right)]
      const { operator } = expression
      if (operator === ',') return `${left}, ${right}`
      return /[^=!<>]=$|^=$|<<=|>>=/.test(operator) ? `${left} ${operator} ${right}` : `(${left} ${operator} ${right})`
    }
    case 'ArithmeticUnary': {
      const operand = sourceOf(expression.operand)
      return expression.prefix ? `${expression.operator}${operand}` : `${operand}${expression.operator}`
    }
    case 'ArithmeticTernary': {
      const parts = [expression.test, expression.consequent, expression.alternate].map((part) => sourceOf(part))
      return `(${parts[0]} ? ${parts[1]} : ${parts[2]})`
    }
    case 'ArithmeticGroup':
      return `(${sourceOf(expression.expression)})`
    case 'ArithmeticCommandExpansion':
      return expression.text
    case 'ArithmeticWord':
      return expression.value
  }
}
