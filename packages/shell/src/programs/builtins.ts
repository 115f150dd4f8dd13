import { UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { asQuoted, evaluateName } from '../read/evaluate.ts'
import { scopeFor } from '../read/simple.ts'
import { assign, assignList, homeOf, lookUp } from '../state/variables.ts'
import { computeText } from '../words/arithmetic.ts'
import { ELSEWHERE, EMPTY, joinAll, known, unknown, type Value } from '../words/value.ts'
import { afterChange, anywhere } from '../zsh/arrays.ts'
import { setOption } from '../zsh/special.ts'
import { declare, removeNames } from './declare.ts'
import { formatted } from './printf.ts'
import { read, readLines } from './read.ts'
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
  unset: removeNames,
  let: (context) => context.args.forEach((arg) => computeText(arg, scopeFor(context))),
  wait(context) {
    const { values } = context.options({ short: 'p' })
    for (const name of values('p')) evaluateName(known(name), scopeFor(context))
  },
  getopts(context) {
    const [, name] = context.args
    if (name !== undefined) evaluateName(name, scopeFor(context))
    for (const one of [name?.text ?? '', 'OPTARG'])
      if (/^[A-Za-z_]\w*$/.test(one)) assign(context.state, one, unknown())
  },
  compgen: completes,
  complete: completes,
  set({ args, state }) {
    const list = args.findIndex(({ text }) => text === '-A')
    // zsh: `set -A name words`.
    if (list >= 0) assignList(state, args[list + 1]?.text ?? '', args.slice(list + 2))
    for (const { text } of args.slice(0, 2))
      if (/^[-+][a-zA-Z]*y/.test(text)) setOption('shwordsplit', text.startsWith('-'), state)
    setPositionals(args, state)
  },
  shift({ texts, state }) {
    const [first = EMPTY, ...rest] = state.positional
    const count = Number(texts[0] ?? 1)
    const many = rest.find((value) => value.many === true)
    if (many !== undefined || !Number.isInteger(count))
      state.positional = [first, { ...(many ?? unknown()), many: true }]
    // Where there are fewer, nothing is shifted.
    else if (count <= rest.length) state.positional = [first, ...rest.slice(count)]
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
  enable({ texts, doubt }) {
    if (texts.some((text) => /^-[a-z]*f/.test(text))) doubt('code', 'a builtin that is loaded from a file')
  },
  type: () => unknown(),
  which: ({ texts }) => known(`/usr/bin/${texts.at(-1) ?? ''}\n`),
}

/** Where a program without an entry here is expected to be. */
const placeOf = (name: string, { state }: Context): string =>
  name.includes('/') || name === '' || state.functions.has(name) || state.aliases.has(name) ? name : `/usr/bin/${name}`

export const quietBuiltins: Programs = {
  ...sameProgram('exit return break continue bg disown suspend logout', () => EMPTY),
  ...sameProgram('jobs fg ulimit umask times shopt bind dirs caller help', () => unknown()),
  // What was typed before, with whatever secrets it names.
  ...sameProgram('history fc', ({ reader: { world } }) =>
    unknown({ ...ELSEWHERE, files: [`${homeOf(world)}/.bash_history`], programs: ['history'] }),
  ),
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

/** `set a b`, `set -x -- a b`: what is no option is a parameter. */
function setPositionals(args: Context['args'], state: Context['state']): void {
  const at = args.findIndex(({ text }) => text === '--' || text === '-' || !/^[-+]/.test(text))
  const first = args[at]?.text
  // `-o name`
  if (at < 0 || (first !== '--' && /^[-+][a-zA-Z]*o$/.test(args[at - 1]?.text ?? ''))) return
  const given = first === '--' || first === '-' ? args.slice(at + 1) : args.slice(at)
  if (first !== '-' || given.length > 0) state.positional = [state.positional[0] ?? EMPTY, ...given]
}
