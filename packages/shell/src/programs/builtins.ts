import { isKnown, UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { asQuoted, evaluate, evaluateName } from '../read/evaluate.ts'
import type { Scope } from '../state/scope.ts'
import { scopeOf } from '../read/simple.ts'
import { assign, assignEach, assignList, declareLocal, homeOf, isInteger, lookUp, unset } from '../state/variables.ts'
import { EMPTY, joinAll, known, unknown, type Value } from '../words/value.ts'
import { afterChange, anywhere } from '../zsh/arrays.ts'
import { setOption } from '../zsh/special.ts'
import { formatted } from './printf.ts'
import { sameProgram, type Programs } from './program.ts'

/** What the shell does itself. */
export const builtins: Programs = {
  cd: changeDirectory,
  pushd: changeDirectory,
  chdir: changeDirectory,
  popd: ({ state }) => void (state.cwd = UNKNOWN),
  pwd: ({ state }) => known(`${state.cwd}\n`),
  echo,
  printf,
  true: () => EMPTY,
  false: () => EMPTY,
  ':': () => EMPTY,
  test,
  '[': test,
  export: declare,
  declare,
  typeset: declare,
  integer: declare,
  float: declare,
  local: declare,
  readonly: declare,
  unset(context) {
    for (const name of context.args.filter(({ text }) => !text.startsWith('-'))) {
      evaluateName(name, scopeFor(context))
      unset(context.state, name.text)
    }
  },
  let: (context) => context.args.forEach((arg) => evaluate(arg, scopeFor(context))),
  wait(context) {
    const { values } = context.options({ short: 'p' })
    for (const name of values('p')) evaluateName(known(name), scopeFor(context))
  },
  compgen: completes,
  complete: completes,
  set({ args, state }) {
    const list = args.findIndex(({ text }) => text === '-A')
    // zsh: `set -A name words`.
    if (list >= 0) assignList(state, args[list + 1]?.text ?? '', args.slice(list + 2))
    for (const { text } of args.slice(0, 2))
      if (/^[-+][a-zA-Z]*y/.test(text)) setOption('shwordsplit', text.startsWith('-'), state)
    const from = args.findIndex(({ text }) => text === '--')
    if (from >= 0) state.positional = [state.positional[0] ?? EMPTY, ...args.slice(from + 1)]
  },
  shift({ texts, state }) {
    const [first, ...rest] = state.positional
    state.positional = [first ?? EMPTY, ...rest.slice(Number(texts[0] ?? 1) || 1)]
  },
  read,
  readarray: readLines,
  mapfile: readLines,
  alias(context) {
    const { texts, state } = context
    // In zsh these change what words mean that are no commands.
    const isAnywhere = texts.some((text) => /^-[a-z]*[gs]/.test(text))
    for (const text of texts) {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
      if (name !== undefined && value !== undefined) {
        if (isAnywhere) anywhere(value, scopeFor(context))
        else state.aliases.set(name, value)
      }
    }
  },
  unalias: ({ texts, state }) =>
    texts.forEach((name) => (name === '-a' ? state.aliases.clear() : state.aliases.delete(name))),
  hash({ texts, state }) {
    const at = texts.indexOf('-p')
    const [path, name] = texts.slice(at + 1)
    if (at >= 0 && path !== undefined && name !== undefined) state.programs.set(name, path)
    // zsh: `hash name=/path`, and `hash -d name=/path` for `~name`.
    const isDirectory = texts.some((text) => /^-[a-zA-Z]*d/.test(text))
    for (const text of texts) {
      const [, key, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
      if (key === undefined || value === undefined) continue
      if (isDirectory) assign(state, `~${key}`, known(value))
      else state.programs.set(key, value)
    }
  },
  command(context) {
    const { has, rest, places } = context.options({ stopAtFirst: true })
    if (has('v', 'V') && rest.length <= 1) return known(`${placeOf(rest[0] ?? '', context)}\n`)
    return context.start(context.args.slice(places[0] ?? context.args.length))
  },
  builtin: (context) => context.start(context.args),
  exec(context) {
    const { places } = context.options({ short: 'a', stopAtFirst: true })
    return context.start(context.args.slice(places[0] ?? context.args.length))
  },
  type: () => unknown(),
  which: ({ texts }) => known(`/usr/bin/${texts.at(-1) ?? ''}\n`),
}

/** Where a program without an entry here is expected to be. */
const placeOf = (name: string, { state }: Context): string =>
  name.includes('/') || name === '' || state.functions.has(name) || state.aliases.has(name) ? name : `/usr/bin/${name}`

export const quietBuiltins: Programs = {
  ...sameProgram('getopts exit return break continue bg disown enable suspend logout', () => EMPTY),
  ...sameProgram('jobs fg ulimit umask times shopt bind dirs caller help history fc', () => unknown()),
}

/** No file system has longer ones. */
const MAX_PATH = 4096

function changeDirectory(context: Context): Value {
  const { texts, state, reader, path } = context
  const target = texts.find((text) => text === '-' || !text.startsWith('-'))
  const before = state.cwd
  if (target === '-') state.cwd = state.previousCwd
  else
    state.cwd =
      target === undefined ? (lookUp(state, reader.world, 'HOME')?.[0]?.text ?? homeOf(reader.world)) : path(target)
  state.previousCwd = before
  if (state.cwd.length > MAX_PATH) state.cwd = UNKNOWN
  afterChange(scopeFor(context))
  return EMPTY
}

export function echo({ args }: Pick<Context, 'args'>): Value {
  const options = args.findIndex(({ text }) => !/^-[neE]+$/.test(text))
  const words = options < 0 ? [] : args.slice(options)
  const flags = args.slice(0, options < 0 ? args.length : options).map(({ text }) => text)
  const spaced = words.flatMap((word, index) => (index === 0 ? [word] : [known(' '), word]))
  const line = joinAll([EMPTY, ...spaced])
  const text = flags.some((flag) => flag.includes('e')) ? formatted(line.text.replaceAll('%', '%%'), []) : line.text
  return { text: flags.some((flag) => flag.includes('n')) ? text : `${text}\n`, from: line.from }
}

/** `test -v 'a[…]'` computes the subscript. */
function test(context: Context): Value {
  context.texts.forEach((text, index) => {
    const name = context.args[index + 1]
    if (text === '-v' && name !== undefined) evaluateName(name, scopeFor(context))
  })
  return EMPTY
}

/** Words that are expanded once more, and a command that makes them. */
function completes(context: Context): Value {
  const { values } = context.options({ short: 'AGWFCXPSo' })
  for (const words of values('W')) asQuoted(words, scopeFor(context))
  for (const command of values('C')) context.shell(known(command), { via: context.name })
  return unknown()
}

export const scopeFor = ({ reader, state, stdin, call }: Context): Scope => scopeOf(reader, state, stdin, call.place)

function printf(context: Context): Value {
  const { args, state } = context
  const [first, name, ...others] = args
  const words = first?.text === '--' ? args.slice(1) : args
  if (first?.text === '-v' && name !== undefined) {
    evaluateName(name, scopeFor(context))
    assign(state, name.text, {
      text: formatted(
        others[0]?.text ?? '',
        others.slice(1).map(({ text }) => text),
      ),
      from: joinAll([EMPTY, ...others]).from,
    })
    return EMPTY
  }
  const [format, ...values] = words
  return {
    text: formatted(
      format?.text ?? '',
      values.map(({ text }) => text),
    ),
    from: joinAll([EMPTY, ...words]).from,
  }
}

function declare(context: Context): void {
  const { name, texts, state, reader, system, args } = context
  const flags = texts.filter((text) => /^[-+]/.test(text)).join('')
  const integer = flags.includes('i') || name === 'integer' || name === 'float'
  args.forEach(({ text, from }) => {
    const [, variable, subscript, value] = /^([A-Za-z_]\w*)(\[.*?\])?(?:\+?=(.*))?$/s.exec(text) ?? []
    if (variable === undefined) return
    const isComputed = integer || flags.includes('n') || subscript !== undefined || /^\(.*\[/s.test(value ?? '')
    if (isComputed) evaluate({ text: `${subscript ?? ''} ${value ?? ''}`, from }, scopeFor(context))
    if (flags.includes('n') && value !== undefined)
      return assign(state, variable, { text: value, from }, { alias: value })
    if (name !== 'export' && name !== 'readonly' && value === undefined) declareLocal(state, variable)
    const exported = name === 'export' || flags.includes('x')
    const fixed = name === 'readonly' || flags.includes('r')
    const current = state.variables.get(variable)
    const isList = current?.list !== undefined
    if (isList && current?.list !== undefined)
      assignList(state, variable, current.list, { ...(exported && { exported }) })
    else if (value !== undefined || exported || fixed || integer) {
      const now =
        value === undefined ? (lookUp(state, reader.world, variable)?.[0] ?? unknown()) : { text: value, from }
      assign(state, variable, now, {
        ...(exported && { exported }),
        ...(fixed && { readonly: fixed }),
        ...(integer && { integer }),
      })
    }
    if (exported && value !== undefined) system('inject', `${variable}=${value}`)
  })
}

function read(context: Context): Value {
  const { state, stdin } = context
  const isZsh = context.texts.some((text) => /^-[a-zA-Z]*A/.test(text))
  const { rest: given, values } = context.options({ short: 'adinNptu' })
  // zsh: `read -A name` reads a list, `read -q name?prompt` asks.
  const [ofZsh, ...others] = given.map((name) => name.replace(/\?.*$/s, ''))
  const rest = isZsh ? others : given.map((name) => name.replace(/\?.*$/s, ''))
  const [descriptor] = values('u')
  const input = descriptor === undefined ? stdin : (state.inputs.get(descriptor) ?? unknown())
  // In a loop every line is read in turn, so each of them is what the variable may hold.
  const lines = input.text.split('\n').filter((line, index) => line !== '' || index === 0)
  const rows = lines.map((line) => line.trim().split(/[ \t]+/))
  const list = isZsh ? ofZsh : values('a')[0]
  if (list !== undefined)
    assignList(
      state,
      list,
      (rows[0] ?? []).map((text) => ({ text, from: input.from })),
    )
  const names = rest.length === 0 && list === undefined ? ['REPLY'] : rest
  for (const name of names) evaluateName(known(name), scopeFor(context))
  names.forEach((name, index) => {
    const isLast = index === names.length - 1
    const held = rows.map((words) => ({
      text: isLast ? words.slice(index).join(' ') : (words[index] ?? ''),
      from: input.from,
    }))
    if (isInteger(state, name)) for (const one of held) evaluate(one, scopeFor(context))
    if (!isKnown(input.text)) assign(state, name, held.length > 1 ? joinAll(held) : unknown(input.from))
    else assignEach(state, name, held)
  })
  return EMPTY
}

function readLines(context: Context): Value {
  const { state, stdin } = context
  const { rest, values } = context.options({ short: 'cCdnOsu' })
  for (const command of values('C')) context.shell(known(command), { via: context.name })
  const [descriptor] = values('u')
  const input = descriptor === undefined ? stdin : (state.inputs.get(descriptor) ?? unknown())
  const lines = input.text.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1)
  assignList(
    state,
    rest[0] ?? 'MAPFILE',
    lines.map((text) => ({ text, from: input.from })),
  )
  return EMPTY
}
