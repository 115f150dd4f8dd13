import { UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import type { Argument } from '../read/reader.ts'
import { EMPTY, known, type Value } from '../words/value.ts'
import type { Programs } from './program.ts'

/** env reads options, assignments, and with -S a whole command line out of one argument. */
function environment(context: Context): Value | void {
  const { args, texts } = context
  const env = new Map(context.env)
  let cwd: string | undefined
  let index = 0
  for (; index < texts.length; index++) {
    const word = texts[index] ?? ''
    const split = /^(?:-S|-[a-z]*S|--split-string=?)(.*)$/s.exec(word)
    if (split !== null) {
      const inline = split[1] ?? ''
      const text = inline === '' ? (texts[++index] ?? '') : inline
      const rest = args.slice(index + 1).map((arg) => `'${arg.text.replaceAll("'", `'\\''`)}'`)
      return context.shell(known(['env', text, ...rest].join(' ')), { via: 'env -S', env })
    }
    if (word === '--' || word === '-') continue
    if (/^-[uCP]$/.test(word) || word === '--unset' || word === '--chdir') {
      const value = texts[++index] ?? ''
      if (word.endsWith('C') || word === '--chdir') cwd = context.path(value)
    } else if (/^-C./.test(word)) cwd = context.path(word.slice(2))
    else if (word.startsWith('--chdir=')) cwd = context.path(word.slice('--chdir='.length))
    else if (/^[A-Za-z_][^\s=]*=/.test(word)) setFrom(env, args[index])
    else if (!word.startsWith('-') && !isLoaded(args[index])) break
  }
  if (index >= args.length) {
    if (env.size === context.env.size) context.read('/proc/self/environ')
    return undefined
  }
  return context.start(args.slice(index), { env, ...(cwd !== undefined && { cwd }) })
}

/** `env $(cat .env | xargs) cmd`: what a file of variables holds are assignments. */
const isLoaded = (argument: Argument | undefined): boolean =>
  argument !== undefined &&
  argument.text === UNKNOWN &&
  !argument.from.network &&
  argument.from.files.length > 0 &&
  argument.from.files.every((path) => /\/\.env[^/]*$/.test(path))

function setFrom(env: Map<string, Value>, argument: Argument | undefined): void {
  const [, name, value] = /^([A-Za-z_][^\s=]*)=(.*)$/s.exec(argument?.text ?? '') ?? []
  if (name !== undefined && value !== undefined) env.set(name, { text: value, from: argument?.from ?? EMPTY.from })
}

export const wrappers: Programs = { env: environment, genv: environment }
