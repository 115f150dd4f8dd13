import { UNKNOWN } from '../../effects.ts'
import { character } from '../lex/escapes.ts'
import {
  either,
  forEachOption,
  isTruthy,
  isUnknown,
  joinTexts,
  listValue,
  MAX_TEXT,
  marksOf,
  SECRET,
  numberValue,
  optionsOf,
  plainText,
  textValue,
  thing,
  unknownWith,
  type CodeValue,
} from './values.ts'

/** `a op b`. The languages' own signs for the same thing are renamed by their parsers. */
export function operate(op: string, left: CodeValue, right: CodeValue): CodeValue {
  switch (op) {
    case 'concat':
      return joinTexts([left, right])
    case '||':
    case 'or':
    case '??':
      return orElse(left, right)
    case '&&':
    case 'and':
      return isTruthy(left) === true ? right : either([right, { kind: 'nothing' }])
    case 'append':
      return append(left, right)
    default:
      return each(left, right, (a, b) => compute(op, a, b))
  }
}

function each(left: CodeValue, right: CodeValue, combine: (a: CodeValue, b: CodeValue) => CodeValue): CodeValue {
  if (left.kind !== 'either' && right.kind !== 'either') return combine(left, right)
  return either(optionsOf(left).flatMap((a) => optionsOf(right).map((b) => combine(a, b))))
}

function orElse(left: CodeValue, right: CodeValue): CodeValue {
  const kept = optionsOf(left).filter((option) => isTruthy(option) !== false)
  if (kept.length === 0) return right
  const sure = kept.length === optionsOf(left).length && kept.every((option) => isTruthy(option) === true)
  return sure ? left : either([...kept, right])
}

/** Puts something behind a list, a text or what is in a file, as Ruby's `<<` does. */
function append(left: CodeValue, right: CodeValue): CodeValue {
  if (left.kind === 'number' && right.kind === 'number') return arithmetic('<<', left.value, right.value)
  if (left.kind === 'list') left.items.push(right)
  else if (left.kind === 'thing') left.feed?.(plainText(right))
  else return joinTexts([left, right])
  return left
}

function compute(op: string, left: CodeValue, right: CodeValue): CodeValue {
  if (left.kind === 'number' && right.kind === 'number') return arithmetic(op, left.value, right.value)
  const marks = marksOf([left, right])
  if (op === '+') {
    if (left.kind === 'list' && right.kind === 'list') {
      return listValue([...left.items, ...right.items], left.open || right.open)
    }
    if (left.kind === 'list' || right.kind === 'list') return unknownWith(marks)
    return joinTexts([left, right])
  }
  if (op === '/' && (left.kind === 'thing' || right.kind === 'thing')) return joinPaths([left, right])
  if (op === '*') return repeat(left, right)
  if (op === '%' && left.kind === 'text') {
    const values = right.kind === 'list' ? right.items : [right]
    return format(left, values, right.kind === 'map' ? right.entries : undefined)
  }
  // Comparisons: nothing of a secret can be inferred from them.
  return unknownWith(marks & ~SECRET)
}

function arithmetic(op: string, a: number, b: number): CodeValue {
  switch (op) {
    case '+':
      return numberValue(a + b)
    case '-':
      return numberValue(a - b)
    case '*':
      return numberValue(a * b)
    case '/':
      return numberValue(a / b)
    case '//':
      return numberValue(Math.floor(a / b))
    case '%':
      return numberValue(((a % b) + b) % b)
    case '**':
      return numberValue(a ** b)
    case '^':
      return numberValue(a ^ b)
    case '&':
      return numberValue(a & b)
    case '|':
      return numberValue(a | b)
    case '<<':
      return numberValue(a << b)
    case '>>':
      return numberValue(a >> b)
    default:
      return unknownWith(0)
  }
}

function repeat(left: CodeValue, right: CodeValue): CodeValue {
  const [value, times] = left.kind === 'number' ? [right, left] : [left, right]
  if (times.kind !== 'number' || times.value > 1000) return unknownWith(marksOf([left, right]))
  const count = Math.max(0, Math.floor(times.value))
  if (value.kind === 'list' && value.items.length * count <= MAX_TEXT) {
    return listValue(Array.from({ length: count }, () => value.items).flat(), value.open)
  }
  const text = plainText(value)
  return text.length * count > MAX_TEXT
    ? unknownWith(marksOf([value]))
    : textValue(text.repeat(count), marksOf([value]))
}

/** Parts of a path, from the last absolute one on. */
export function joinPaths(parts: readonly CodeValue[]): CodeValue {
  const from = parts.findLastIndex((part) => plainText(part).startsWith('/'))
  const used = parts.slice(Math.max(0, from)).filter((part) => plainText(part) !== '')
  const joined = joinTexts(used, '/')
  return forEachOption(joined, (option) => {
    const clean = plainText(option).replace(/\/{2,}/g, '/')
    return thing('Path', clean, marksOf([option]))
  })
}

const DIRECTIVE = /%(?:\((\w+)\)|<(\w+)>)?([-+ #0]*)(\d+|\*)?(?:\.(\d+))?[hlL]*([a-zA-Z%])/g

/** `sprintf` and Python's `%`. What changes the text in more than the plain way is unknown. */
export function format(
  pattern: CodeValue,
  values: readonly CodeValue[],
  named?: ReadonlyMap<string, CodeValue>,
): CodeValue {
  const text = plainText(pattern)
  let used = 0
  const parts: CodeValue[] = []
  let from = 0
  for (const found of text.matchAll(DIRECTIVE)) {
    const [whole, key, other, flags = '', width = '', precision = '', letter = ''] = found
    parts.push(textValue(text.slice(from, found.index), marksOf([pattern])))
    from = found.index + whole.length
    const name = key ?? other
    if (letter === '%') parts.push(textValue('%'))
    else {
      const value = (name === undefined ? values[used++] : named?.get(name)) ?? textValue(UNKNOWN)
      parts.push(directive(letter, `${flags}${width}${precision}`, value))
    }
  }
  parts.push(textValue(text.slice(from), marksOf([pattern])))
  return joinTexts(parts)
}

function directive(letter: string, options: string, value: CodeValue): CodeValue {
  if (options !== '' && !isUnknown(value)) return unknownWith(marksOf([value]))
  if (letter === 'c' && value.kind === 'number') return textValue(character(value.value))
  if (letter === 'x' && value.kind === 'number') return textValue(value.value.toString(16))
  if (letter === 'o' && value.kind === 'number') return textValue(value.value.toString(8))
  return 'sdifgcvu'.includes(letter) ? value : unknownWith(marksOf([value]))
}
