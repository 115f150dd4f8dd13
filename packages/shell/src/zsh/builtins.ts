import { isKnown } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { echo } from '../programs/builtins.ts'
import { scopeFor } from '../read/simple.ts'
import { sameProgram, type Programs } from '../programs/program.ts'
import { assign, assignList } from '../state/variables.ts'
import { EMPTY, isExact, joinAll, known, unknown, type Value } from '../words/value.ts'
import { expandedAgain } from './operand.ts'
import { runHooks } from './arrays.ts'
import { setOption } from './special.ts'
import { computed } from './subscripts.ts'

const quiet = sameProgram(
  'bindkey compinit compdef compaudit promptinit colors disable echotc echoti functions getln limit log rehash ttyctl unfunction unhash unlimit vared vcs_info whence where zformat zle zparseopts zprof zregexparse zstat zstyle strftime zselect zcompile',
  () => undefined,
)

/** What only zsh has. */
export const zshBuiltins: Programs = {
  ...quiet,
  noglob: (context) => context.start(context.args),
  nocorrect: (context) => context.start(context.args),
  '-': (context) => context.start(context.args),
  return: computes,
  exit: computes,
  break: computes,
  continue: computes,
  autoload,
  setopt: ({ texts, state }) => texts.forEach((name) => setOption(name, true, state)),
  unsetopt: ({ texts, state }) => texts.forEach((name) => setOption(name, false, state)),
  zargs,
  emulate,
  zpty: (context) => context.shell(line(behindName(context)), { shell: 'zsh' }),
  sched: (context) => context.shell(line(behindName(context)), { shell: 'zsh' }),
  zmodload({ texts, doubt }) {
    const odd = texts.find((text) => /^zsh\/(?:net|zftp)/.test(text))
    if (odd !== undefined) doubt('program', `zmodload ${odd}`)
  },
  print,
  'add-zsh-hook': addHook,
  sysopen(context) {
    const { rest, values, has } = context.options({ short: 'oum' })
    const [path = '', descriptor = values('u')[0] ?? ''] = rest
    if (has('w', 'a') || context.texts.some((text) => /^-[a-z]*[wa]/.test(text))) context.write(path)
    else context.state.inputs.set(descriptor, context.read(path))
  },
  sysread(context) {
    const { rest, values } = context.options({ short: 'ciost' })
    assign(context.state, rest[0] ?? 'REPLY', context.state.inputs.get(values('i')[0] ?? '0') ?? context.stdin)
  },
  syswrite: () => EMPTY,
  ztcp: (context) =>
    context.net(
      operands(context)
        .map(({ text }) => text)
        .join(':'),
      { twoWay: true },
    ),
  zsocket: (context) => context.read(operands(context)[0]?.text ?? ''),
  zmv: moves,
  zcp: moves,
  zln: moves,
}

/** zsh computes the number that they are given. */
function computes({ args, call, ...context }: Context): Value {
  if (call.place.shell === 'zsh') for (const arg of args) computed(arg, scopeFor({ args, call, ...context }))
  return EMPTY
}

const operands = ({ args }: Context): readonly Value[] => args.filter(({ text }) => !text.startsWith('-'))

/** The words behind the options and the first operand. */
const behindName = ({ args }: Context): readonly Value[] =>
  args.slice(args.findIndex(({ text }) => !text.startsWith('-')) + 1)

const line = (args: readonly Value[]): Value =>
  joinAll([EMPTY, ...args.flatMap((arg, index) => (index === 0 ? [arg] : [known(' '), arg]))])

/** A function whose text is a file: one that is named, or one in a directory that this command puts on the list. */
function autoload(context: Context): void {
  const places = context.state.variables.get('fpath')?.list ?? []
  for (const { text } of operands(context)) {
    const files = text.includes('/') ? [text] : places.map((place) => `${place.text}/${text}`)
    for (const file of files) if (isKnown(file)) context.start([known('source'), known(file)])
  }
}

/** The same as `chpwd_functions+=(name)`. */
function addHook(context: Context): void {
  const [hook, name] = operands(context)
  if (hook === undefined || name === undefined || context.texts.some((text) => /^-[dD]/.test(text))) return
  const list = `${hook.text}_functions`
  assignList(context.state, list, [...(context.state.variables.get(list)?.list ?? []), name])
  runHooks(list, [name], scopeFor(context))
}

/** `zargs [options] [--] arguments -- command`. */
function zargs(context: Context): Value | void {
  const first = context.texts.findIndex((text) => !text.startsWith('-') || text === '--')
  const args = context.args.slice(context.texts[first] === '--' ? first + 1 : Math.max(first, 0))
  const split = args.findIndex(({ text }) => text === '--')
  if (split < 0) return undefined
  const [given, command] = [args.slice(0, split), args.slice(split + 1)]
  const mark = /^-(?:i|-replace=|I)(.*)$/.exec(context.texts.find((text) => /^-(?:i|-replace|I)/.test(text)) ?? '')?.[1]
  if (mark === undefined) return context.start([...command, ...given])
  const isMark = (text: string): boolean => text === (mark === '' ? '{}' : mark)
  return context.start(command.flatMap((word) => (isMark(word.text) ? given : [word])))
}

/** `emulate sh -c 'code'`, and `emulate sh` for the rest. */
function emulate(context: Context): Value | void {
  const { state, texts } = context
  const name = operands(context)[0]?.text ?? 'zsh'
  const at = texts.indexOf('-c')
  const code = at < 0 ? undefined : context.args[at + 1]
  const shell = name === 'zsh' ? 'zsh' : 'bash'
  if (code !== undefined) {
    const { reader, stdin, call } = context
    if (!isExact(code)) return context.shell(code, { via: 'emulate -c', shell })
    const via = [...call.place.via, 'emulate -c']
    return reader.text(code.text, state, stdin, {
      ...call.place,
      via,
      shell,
      offset: undefined,
      depth: call.place.depth + 1,
    })
  }
  setOption('shwordsplit', name !== 'zsh', state)
}

/** `-P` expands a prompt, `-v` and `-A` set a parameter, `-z` and `-s` only remember a line. */
function print(context: Context): Value | void {
  const end = context.texts.findIndex((text) => !/^-[a-zA-Z]/.test(text))
  const options = context.texts.slice(0, end < 0 ? undefined : end)
  const letters = options.join('')
  const takes = options.filter((text) => /[vuCxXfA]$/.test(text)).length
  const words = context.args.filter((_, index) => end >= 0 && index >= end + takes && context.texts[index] !== '--')
  const shown = letters.includes('P') ? words.map((word) => expandedAgain(word, scopeFor(context))) : words
  if (letters.endsWith('v')) return assign(context.state, context.texts[end] ?? '', line(shown))
  if (letters.endsWith('A')) return assignList(context.state, context.texts[end] ?? '', shown)
  if (/[zsS]/.test(letters)) return EMPTY
  const separator = /[lcC]/.test(letters) ? '\n' : letters.includes('N') ? '\0' : ' '
  const all = joinAll([EMPTY, ...shown.flatMap((word, index) => (index === 0 ? [word] : [known(separator), word]))])
  if (!letters.includes('r') && all.text.includes('\\')) return echo({ args: [known('-e'), all] })
  return letters.includes('n') ? all : { ...all, text: `${all.text}\n` }
}

/** `zmv -p program pattern replacement` starts the program for every file. */
function moves(context: Context): Value | void {
  const { values, rest, has } = context.options({ short: 'poP' })
  if (has('n')) return undefined
  const program = values('p', 'P')[0] ?? { zmv: 'mv', zcp: 'cp', zln: 'ln' }[context.name] ?? 'mv'
  return context.start([known(program), known(rest[0]?.replace(/[()]/g, '') ?? ''), unknown()])
}
