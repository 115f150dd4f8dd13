import { isKnown } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { evaluate, evaluateName } from '../read/evaluate.ts'
import { assign, assignEach, assignList, isInteger, isUnset, lookUp } from '../state/variables.ts'
import { splitterOf } from '../words/fields.ts'
import { EMPTY, known, unknown, type Value } from '../words/value.ts'
import { scopeFor } from '../read/simple.ts'

/** `read` and `mapfile`: what variables hold afterwards. */

export function read(context: Context): Value {
  const { state } = context
  const isZsh = context.texts.some((text) => /^-[a-zA-Z]*A/.test(text))
  const { rest: given, values, has } = context.options({ short: 'adinNptu' })
  // zsh: `read -A name` reads a list, `read -q name?prompt` asks.
  const [ofZsh, ...others] = given.map((name) => name.replace(/\?.*$/s, ''))
  const rest = isZsh ? others : given.map((name) => name.replace(/\?.*$/s, ''))
  const input = inputOf(context, values('u')[0])
  const { text, from } = input
  const splitter = separatorsOf(context)
  // Without -r a backslash means something; with -d and -n it is not lines that are read.
  const isPlain = splitter !== undefined && (has('r') || !text.includes('\\')) && !has('d', 'n', 'N')
  const list = isZsh ? ofZsh : values('a')[0]
  const names = rest.length === 0 && list === undefined ? ['REPLY'] : rest
  for (const name of names) evaluateName(known(name), scopeFor(context))
  if (!isPlain) {
    if (list !== undefined) assignList(state, list, [{ ...unknown(from), many: true }])
    for (const name of names) assign(state, name, unknown(from))
    return EMPTY
  }
  // In a loop every line is read in turn, so each of them is what the variable may hold.
  const lines = text.split('\n').filter((line, index) => line !== '' || index === 0)
  if (list !== undefined) {
    const elements = wordsOf(lines[0] ?? '', splitter, Infinity).map((one) => ({ text: one, from }))
    if (lines.length > 1 || !isKnown(text)) assignList(state, list, [{ ...unknown(from), many: true }])
    else assignList(state, list, elements)
  }
  const rows = lines.map((line) => wordsOf(line, splitter, names.length))
  names.forEach((name, index) => {
    const held = rows.map((words) => ({ text: words[index] ?? '', from }))
    if (isInteger(state, name)) for (const one of held) evaluate(one, scopeFor(context))
    // REPLY is the line as it is.
    if (rest.length === 0 && list === undefined)
      assignEach(
        state,
        name,
        lines.map((line) => ({ text: line, from })),
      )
    else if (isKnown(text)) assignEach(state, name, held)
    else assign(state, name, unknown(from))
  })
  return EMPTY
}

const inputOf = ({ state, stdin }: Context, descriptor: string | undefined): Value =>
  descriptor === undefined ? stdin : (state.inputs.get(descriptor) ?? unknown())

function separatorsOf({ state, reader }: Context): RegExp | undefined {
  if (!state.variables.has('IFS') || isUnset(state, 'IFS') === 'surely') return splitterOf(' \t\n')
  const own = lookUp(state, reader.world, 'IFS') ?? []
  return own.length === 1 && own[0] !== undefined && isKnown(own[0].text) ? splitterOf(own[0].text) : undefined
}

/** The last name gets all that is left, separators included. */
function wordsOf(line: string, splitter: RegExp, count: number): readonly string[] {
  const pieces = line.split(splitter)
  // A separator in front is one of an empty word, unless it is space.
  const start = pieces[0] === '' && (pieces[1] ?? '').trim() === '' ? 2 : 0
  const words: string[] = []
  let at = start
  for (; at < pieces.length && words.length < count - 1; at += 2) words.push(pieces[at] ?? '')
  if (at >= pieces.length) return words
  const rest = pieces.slice(at)
  if (rest.length === 1) return [...words, ...rest]
  const text = rest.join('')
  const end = /(?:[ \t\n]*)$/.exec(text)?.[0].length ?? 0
  const isSpace = splitter.test(' ')
  const trimmed = isSpace ? text.slice(0, text.length - end) : text
  // A single separator at the very end belongs to the word before it.
  return [...words, rest.length === 3 && rest[2] === '' ? (rest[0] ?? '') : trimmed]
}

export function readLines(context: Context): Value {
  const { state } = context
  const { rest, values, has } = context.options({ short: 'cCdnOsu' })
  const input = inputOf(context, values('u')[0])
  // It is given the number of the line, and the line.
  for (const command of values('C'))
    context.shell(known(`${command} "$@"`), {
      via: context.name,
      positional: [known(context.name), { ...unknown(input.from), many: true }],
    })
  const name = rest[0] ?? 'MAPFILE'
  const { text, from } = input
  if (!isKnown(text) || has('d', 'n', 'O', 's')) {
    assignList(state, name, [{ ...unknown(from), many: true }])
    return EMPTY
  }
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  assignList(
    state,
    name,
    lines.map((line) => ({ text: has('t') ? line.replace(/\n$/, '') : line, from })),
  )
  return EMPTY
}
