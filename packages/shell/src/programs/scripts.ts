import { isKnown, UNKNOWN } from '../effects.ts'
import { isInput, type Context } from '../read/context.ts'
import type { Argument } from '../read/reader.ts'
import { mayBe } from '../paths.ts'
import { contentOf, exactText } from '../read/redirect.ts'
import { isInstalledFile, isOwnPattern } from '../words/places.ts'
import { joinAll, known, unknown, type Value } from '../words/value.ts'
import { languageOf, runCode, type Interpreted } from './code.ts'
import { loadedBy } from './modules.ts'
import { asOwnCode, isOwnFile } from './own-code.ts'

/** What is in a script: what this command wrote there, else what is on disk. */
export function scriptContent(context: Context, text: string): Value {
  const path = context.path(text)
  return isInput(path) ? context.stdin : contentOf(path, context.state)
}

/** Everything a text may be: known where it can be read, unknown where not. A file that is not there is none of several. */
export function contentsOf({ reader }: Context, value: Value): readonly Value[] {
  return (value.or ?? [value]).flatMap((one) => {
    const text = exactText(one, reader.world)
    if (text !== undefined && !text.includes('\0')) return [{ text, from: one.from }]
    const isMissing = value.or !== undefined && !one.from.unknown && !one.from.network && !one.from.decoded
    return isMissing ? [] : [one]
  })
}

/** Code that has not been reviewed: it comes from outside, was made on the way, or was put there by this very command. */
export function isUnseen(context: Context, file: Value, { from }: Value): boolean {
  if (from.network || from.decoded || from.unknown) return true
  if (!isKnown(file.text)) return !isInstalledFile(file) && !isOwnPattern(file)
  const { state, reader } = context
  const path = context.path(file.text)
  return state.files.has(path) ? from.files.length > 1 : reader.world.originOf?.(path) === 'foreign'
}

/** The same for what an interpreter reads on its input: `bash < build.sh` is `bash build.sh`. */
export function isUnseenInput(context: Context, content: Value): boolean {
  const [file, ...others] = content.from.files
  if (file === undefined || others.length > 0 || content.text !== UNKNOWN || content.from.programs.length > 0)
    return true
  return !isOwnFile(context, file) || isUnseen(context, known(file), content)
}

/** What a script prints: made by its interpreter, and not its own text. */
export const printedBy = ({ name }: Context, { from }: Value): Value =>
  unknown({ ...from, programs: [...from.programs, name] })

/** A script given to an interpreter by name, or started by its own. */
export function runScript(
  context: Context,
  file: Argument | Value,
  args: readonly Value[],
  interpreter = context.name,
): Value | void {
  if (!isKnown(file.text))
    for (const path of newFiles(context, file.text)) runScript(context, known(path), args, interpreter)
  const content = scriptContent(context, file.text)
  const path = context.path(file.text)
  context.read(file.text)
  if (context.state.running.includes(path) || context.call.place.depth > MAX_SCRIPTS) return printedBy(context, content)
  context.state.running.push(path)
  const run = (at: Context): Value =>
    joinAll(contentsOf(at, content).map((one) => runContent(at, file, one, args, interpreter)))
  const printed = !isInput(path) && isOwnFile(context, path) ? asOwnCode(context, run) : run(context)
  context.state.running.pop()
  return printed
}

/** Files of this command, and of earlier calls of the session, that a pattern stands for. */
function newFiles({ reader, state, path }: Context, text: string): readonly string[] {
  const pattern = path(text)
  if (!reader.step(state.files.size)) return []
  const written = [...state.files.keys()].filter((file) => isKnown(file) && mayBe(pattern, file))
  const directory = pattern.slice(0, pattern.lastIndexOf('/'))
  if (reader.world.originOf === undefined || !isKnown(directory)) return written.slice(0, MAX_NEW)
  const listed = reader.world.list(directory).map((name) => `${directory}/${name}`)
  const earlier = listed.filter((file) => mayBe(pattern, file) && reader.world.originOf?.(file) !== undefined)
  return [...new Set([...written, ...earlier])].slice(0, MAX_NEW)
}

/** As many as a user writes to have them run by one pattern. */
const MAX_NEW = 20

function runContent(
  context: Context,
  script: Value,
  content: Value,
  args: readonly Value[],
  interpreter: string,
): Value {
  const file = script.text
  const { network, decoded } = content.from
  if (!isKnown(content.text)) {
    if (isUnseen(context, script, content)) context.code(context.name, content.from)
    return printedBy(context, content)
  }
  if (network || decoded) context.code(context.name, content.from)
  const language = languageOf(interpreter) ?? languageOfShebang(content.text)
  if (language === undefined) {
    const reads = interpreter === '' ? shebangOf(content.text) : interpreter
    const shell = reads === 'zsh' ? 'zsh' : 'bash'
    return context.shell(content, { via: file, shell, positional: [known(file), ...args] })
  }
  if (language === 'unread' && isOnDisk(context, file)) return printedBy(context, content)
  const texts = args.map(({ text }) => text)
  return runProgram(context, language, content.text, texts, file)
}

/** A program in a language, and the files it loads if they are new. */
export function runProgram(
  context: Context,
  language: Interpreted,
  source: string,
  args: readonly string[],
  file = '',
): Value {
  for (const loaded of loadedBy(context, language, source, file))
    runScript(context, known(loaded), [], language === 'javascript' ? 'node' : language)
  return runCode(context, language, source, args)
}

/** Not written by this very command, nor piped into it. */
const isOnDisk = (context: Context, file: string): boolean => {
  const path = context.path(file)
  return !isInput(path) && !context.state.files.has(path)
}

const MAX_SCRIPTS = 6

/** `./build.sh`, `/opt/tool`: undefined when it is no script that can be read. */
export function runScriptFile(context: Context, path: string, args: readonly Value[]): Value | undefined {
  if (!path.includes('/') || !isKnown(path)) return undefined
  const contents = contentsOf(context, scriptContent(context, path))
  const isScript = contents.some((content) => isKnown(content.text) || isUnseen(context, known(path), content))
  // Its first line says who reads it, not its own name.
  return isScript ? (runScript(context, known(path), args, '') ?? unknown()) : undefined
}

const languageOfShebang = (text: string): Interpreted | undefined => languageOf(shebangOf(text))

/** The program that a script names as its reader. */
function shebangOf(text: string): string {
  const line = /^#!\s*(\S+)(?:[ \t]+([^\n]*))?/.exec(text)
  const words = [line?.[1]?.split('/').at(-1) ?? '', ...(line?.[2] ?? '').split(/\s+/)]
  const name = words[0] === 'env' ? words.slice(1).find((word) => word !== '' && !word.startsWith('-')) : words[0]
  return name ?? ''
}
