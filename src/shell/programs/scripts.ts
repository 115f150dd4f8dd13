import { isKnown } from '../../core/effects.ts'
import { isInput, type Context } from '../context.ts'
import type { Argument } from '../reader.ts'
import { contentOf } from '../redirect.ts'
import { fromFile, known, unknown, type Value } from '../value.ts'
import { languageOf, runCode } from './code.ts'

/** What is in a script: what this command wrote there, else what is on disk. */
export function scriptContent(context: Context, text: string): Value {
  const path = context.path(text)
  if (isInput(path)) return context.stdin
  const content = contentOf(path, context.state)
  if (isKnown(content.text) || content.from.network || content.from.decoded || !isKnown(path)) return content
  const onDisk = context.reader.world.read(path)
  return onDisk === undefined || onDisk.includes('\0') ? content : { text: onDisk, from: fromFile(path) }
}

/** A script given to an interpreter by name, or started by its own. */
export function runScript(context: Context, file: Argument | Value, args: readonly Value[]): Value | void {
  const content = scriptContent(context, file.text)
  const path = context.path(file.text)
  context.read(file.text)
  if (!isKnown(content.text)) {
    // Nobody has seen it: worth a word only when it comes from outside or was made up on the way.
    const { network, decoded } = content.from
    if (network || decoded || !isKnown(file.text)) context.code(context.name, content.from)
    return unknown(content.from)
  }
  if (context.state.running.includes(path) || context.call.place.depth > MAX_SCRIPTS) return unknown(content.from)
  context.state.running.push(path)
  const { network, decoded } = content.from
  if (network || decoded) context.code(context.name, content.from)
  const language = languageOf(context.name) ?? languageOfShebang(content.text)
  const output =
    language === undefined
      ? context.shell(content, { via: file.text, positional: [known(file.text), ...args] })
      : runCode(
          context,
          language,
          content.text,
          args.map(({ text }) => text),
        )
  context.state.running.pop()
  return output
}

const MAX_SCRIPTS = 6

/** `./build.sh`, `/opt/tool`: undefined when it is no script that can be read. */
export function runScriptFile(context: Context, path: string, args: readonly Value[]): Value | undefined {
  if (!path.includes('/') || !isKnown(path)) return undefined
  const content = scriptContent(context, path)
  if (content.from.network || content.from.decoded) {
    context.code(context.name, content.from)
    return unknown(content.from)
  }
  if (!isKnown(content.text)) return undefined
  return runScript(context, known(path), args) ?? unknown()
}

function languageOfShebang(text: string): ReturnType<typeof languageOf> {
  const line = /^#!\s*(\S+)(?:[ \t]+([^\n]*))?/.exec(text)
  const words = [line?.[1]?.split('/').at(-1) ?? '', ...(line?.[2] ?? '').split(/\s+/)]
  const name = words[0] === 'env' ? words.slice(1).find((word) => word !== '' && !word.startsWith('-')) : words[0]
  return languageOf(name ?? '')
}
