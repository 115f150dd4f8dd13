import { isKnown } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { exactText } from '../read/redirect.ts'
import { ELSEWHERE, EMPTY, isConnected, joinAll, known, unknown, type Value } from '../words/value.ts'
import type { Shell } from '../state/world.ts'
import { sameProgram, type Programs } from './program.ts'
import { asOwnCode, isOwnFile } from './own-code.ts'
import { prompt } from '../words/parameters.ts'
import { scopeOf } from '../read/simple.ts'
import { contentsOf, isUnseen, isUnseenInput, printedBy, runScript, scriptContent } from './scripts.ts'

/** Programs that read shell text. */
export const shellPrograms = sameProgram('bash sh zsh dash ash ksh mksh pdksh yash fish csh tcsh rbash', shell)

export const shells: Programs = {
  eval: (context) => evaluate(context, spaced(context.args)),
  source,
  '.': source,
  trap(context) {
    const first = context.args.find(({ text }) => text !== '--' && !/^-[lp]+$/.test(text))
    if (first === undefined || first.text === '-' || context.args.length <= 1) return
    evaluate(context, first)
    context.state.traps.push(first)
  },
}

const spaced = (values: readonly Value[]): Value =>
  joinAll([EMPTY, ...values.flatMap((value, index) => (index === 0 ? [value] : [known(' '), value]))])

/** In the shell itself, so that it sees and changes its variables. */
function evaluate(context: Context, text: Value): Value {
  const { reader, state, stdin, call, name } = context
  const place = { ...call.place, via: [...call.place.via, name], offset: undefined, depth: call.place.depth + 1 }
  const exact = exactText(text, reader.world)
  if (exact === undefined) return context.shell(text, { via: name, shell: 'same' })
  if (text.from.decoded || text.from.network) context.code(name, text.from)
  return reader.text(exact, state, stdin, place)
}

function source(context: Context): Value | void {
  const [file, ...args] = context.args.filter(({ text }) => text !== '--')
  if (file === undefined) return
  const { state } = context
  const { positional } = state
  const path = context.path(file.text)
  if (state.running.includes(path)) return
  if (args.length > 0) state.positional = [positional[0] ?? EMPTY, ...args]
  state.running.push(path)
  const run = (at: Context): Value =>
    joinAll(
      contentsOf(at, scriptContent(at, file.text)).map((content) => {
        if (isKnown(content.text)) return evaluate(at, content)
        // A file that is not there runs nothing; it is judged by its content when it is.
        if (isUnseen(at, file, content)) at.code(at.name, content.from)
        forget(at)
        return printedBy(at, content)
      }),
    )
  const printed = isOnDisk(context, path) && isOwnFile(context, path) ? asOwnCode(context, run) : run(context)
  state.running.pop()
  state.positional = positional
  return printed
}

const isOnDisk = ({ reader }: Context, path: string): boolean => isKnown(path) && reader.world.read(path) !== undefined

/** Whatever was known of variables and functions may have been changed. */
function forget({ state }: Context): void {
  for (const name of state.variables.keys()) state.variables.set(name, { values: [unknown(ELSEWHERE)] })
}

const LONG_WITH_VALUE = ['rcfile', 'init-file']

function shell(context: Context): Value | void {
  const { args, texts, stdin, env } = context
  for (const name of ['BASH_ENV', 'ENV']) {
    const file = env.get(name)
    if (file !== undefined && file.text !== '') context.system('inject', `${name}=${file.text}`)
  }
  let index = 0
  let isCommand = false
  let isStdin = false
  let isCheck = false
  let isTraced = env.get('SHELLOPTS')?.text.includes('xtrace') === true
  let isInteractive = false
  for (; index < texts.length; index++) {
    const word = texts[index] ?? ''
    if (word === '--' || word === '-') {
      index++
      break
    }
    if (word.startsWith('--')) {
      const [long = '', inline] = word.slice(2).split('=')
      if (LONG_WITH_VALUE.includes(long)) runScript(context, known(inline ?? texts[++index] ?? ''), [])
      continue
    }
    if (!/^[-+]./.test(word)) break
    // `-o pipefail`, `-onotify`: what follows the letter is a name, not more letters.
    const [letters = '', name] = word.slice(1).split(/[oO]/, 2)
    if (word.startsWith('-')) {
      isCommand ||= letters.includes('c')
      isStdin ||= letters.includes('s')
      isTraced ||= letters.includes('x') || texts[index + 1] === 'xtrace'
      isInteractive ||= letters.includes('i')
    }
    // The last one counts.
    if (letters.includes('n')) isCheck = word.startsWith('-')
    isCommand ||= letters.includes('c')
    if (name === '') index++
  }
  if (isCheck) return EMPTY
  if (isTraced) showPrompts(context, ['PS4'])
  if (isInteractive) showPrompts(context, ['PS0', 'PS1', 'PS2', 'PS4'])
  const command = isInteractive ? env.get('PROMPT_COMMAND') : undefined
  if (command !== undefined) context.shell(command, { via: 'PROMPT_COMMAND' })
  runImported(context)
  const [first, ...rest] = args.slice(index)
  if (isCommand) {
    if (first === undefined) return EMPTY
    return context.shell(first, {
      via: `${context.name} -c`,
      ...shellOf(context.name),
      positional: rest.length === 0 ? [known(context.name)] : rest,
    })
  }
  if (first !== undefined && !isStdin) return runScript(context, first, rest)
  return fromInput(context, stdin, first === undefined ? [] : [first, ...rest])
}

/** A shell that shows prompts expands them, commands in them included. */
function showPrompts(context: Context, names: readonly string[]): void {
  const { reader, state, stdin, call, env } = context
  for (const name of names) {
    const value = env.get(name)
    if (value !== undefined) prompt(value, scopeOf(reader, state, stdin, call.place))
  }
}

/** Functions that bash takes from its environment: whatever the script calls, they may be what it means. */
function runImported(context: Context): void {
  for (const [key, { text }] of context.env) {
    const [, name] = /^BASH_FUNC_([^%]+)%%$/.exec(key) ?? []
    if (name === undefined || !text.startsWith('()')) continue
    const positional = [known(context.name), { ...unknown(), many: true }]
    context.shell(known(`${name} ${text}\n${name} "$@"`), { via: name, positional })
  }
}

/** Those that are not read are taken for bash. */
const shellOf = (name: string): { readonly shell: Shell } => ({ shell: name === 'zsh' ? 'zsh' : 'bash' })

/** What is piped into a shell is its script; `cat script.sh | bash` is judged by what the script says. */
function fromInput(context: Context, stdin: Value, rest: readonly Value[]): Value | void {
  if (isConnected(stdin)) {
    const how = {
      via: context.name,
      ...shellOf(context.name),
      stdin: EMPTY,
      positional: [known(context.name), ...rest],
    }
    return joinAll(
      contentsOf(context, stdin).map((content) =>
        isKnown(content.text) || isUnseenInput(context, content)
          ? context.shell(content, how)
          : printedBy(context, content),
      ),
    )
  }
  if (context.run.via.some((name) => name === 'sudo' || name === 'doas')) context.system('privilege', 'shell')
}
