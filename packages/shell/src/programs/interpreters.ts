import { isKnown } from '../effects.ts'
import type { Context } from '../read/context.ts'
import type { Argument } from '../read/reader.ts'
import { EMPTY, isConnected, joinAll, known, NOWHERE, type Value } from '../words/value.ts'
import { languageOf, type Interpreted } from './code.ts'
import { insertedBy } from './edits.ts'
import { isFile, moduleFile, startFiles } from './modules.ts'
import { contentsOf, isUnseenInput, printedBy, runProgram, runScript } from './scripts.ts'

/** How an interpreter is given its program: on the command line, by file, by module, or on standard input. */
interface CodeOptions {
  readonly code: string
  readonly longCode?: readonly string[]
  /** Short options that take a value. */
  readonly valued?: string
  readonly longValued?: readonly string[]
  /** Options that name a module to run: its own code is not read. */
  readonly module?: string
}

const CODE_OPTIONS: Readonly<Record<string, CodeOptions>> = {
  python: { code: 'c', valued: 'WXQ', module: 'm' },
  javascript: {
    code: 'ep',
    longCode: ['eval', 'print'],
    valued: 'rC',
    longValued: [
      'require',
      'preload',
      'import',
      'loader',
      'experimental-loader',
      'env-file',
      'conditions',
      'title',
      'input-type',
      'cwd',
    ],
  },
  perl: { code: 'eE', valued: 'I', module: '' },
  ruby: { code: 'e', valued: 'rICEKW', longValued: ['require'] },
  php: {
    code: 'rBRE',
    longCode: ['run', 'process-begin', 'process-code', 'process-end'],
    valued: 'cdz',
    longValued: ['define'],
  },
  unread: { code: 'e', valued: 'l', longValued: ['args'] },
}

/** `node -p` prints the value of an expression. */
const asPrinted = (source: Value): Value =>
  /[;\n]|^\s*(?:const|let|var|function|class|if|for|while|try|import)\b/.test(source.text)
    ? source
    : { ...source, text: `console.log(${source.text})` }

export function interpreter(context: Context): Value | void {
  const language = languageOf(context.name)
  const options = language === undefined ? undefined : CODE_OPTIONS[language]
  if (language === undefined || options === undefined) return undefined
  const { code, longCode = [], valued = '', longValued = [], module } = options
  const { args, texts } = context
  const sources: Value[] = []
  let edits = false
  const loads: string[] = []
  let main: string | undefined
  let index = 0
  // `deno run x.ts`, `bun run x.ts`, `deno eval '…'`
  if (/^(?:deno|bun)$/.test(context.name) && /^(?:run|eval|test|x)$/.test(texts[0] ?? '')) {
    if (texts[0] === 'eval' && args[1] !== undefined) sources.push(args[1])
    index = texts[0] === 'eval' ? texts.length : 1
  }
  let isDone = false
  for (; index < texts.length; index++) {
    const word = texts[index] ?? ''
    if (word === '--') {
      index++
      break
    }
    if (word === '-' || !word.startsWith('-')) break
    if (word.startsWith('--')) {
      const [name, inline] = splitOnce(word.slice(2))
      const source = longCode.includes(name)
      const from = args[index]?.from ?? NOWHERE
      if (source) {
        const value = inline === undefined ? (args[++index] ?? EMPTY) : { text: inline, from }
        sources.push(name === 'print' ? asPrinted(value) : value)
      } else if (longValued.includes(name)) {
        const value = inline ?? texts[++index] ?? ''
        if (LOADING.test(name)) loads.push(value)
      }
      continue
    }
    for (let at = 1; at < word.length; at++) {
      const letter = word[at] ?? ''
      const rest = word.slice(at + 1)
      if (code.includes(letter) && !(letter === 'p' && language === 'javascript' && rest !== '')) {
        const value =
          rest === '' || /^[eE]$/.test(rest)
            ? (args[++index] ?? EMPTY)
            : { text: rest, from: args[index]?.from ?? NOWHERE }
        sources.push(letter === 'p' ? asPrinted(value) : value)
        break
      }
      if (module !== undefined && module !== '' && letter === module) {
        main = rest === '' ? (texts[index + 1] ?? '') : rest
        index += rest === '' ? 2 : 1
        isDone = true
        break
      }
      edits ||= letter === 'i' && /^(?:perl|ruby)$/.test(language)
      if (letter === 'i' && /^(?:perl|ruby)$/.test(language)) break
      if (/^[Mm]$/.test(letter) && language === 'perl') loads.push(rest.replace(/^-?([\w:]+).*$/s, '$1'))
      // `-le`, `-0777ne`: digits may follow, and then other letters.
      if (/^[0l]$/.test(letter) && language === 'perl') at += /^[0-7]*/.exec(rest)?.[0].length ?? 0
      if (/^[MmFxCD]$/.test(letter) && language === 'perl') break
      if (valued.includes(letter)) {
        const value = rest === '' ? (texts[++index] ?? '') : rest
        if (letter === 'r' && language !== 'php') loads.push(value)
        break
      }
    }
    if (isDone) break
  }
  for (const name of ['PYTHONSTARTUP', 'NODE_OPTIONS', 'PERL5OPT', 'RUBYOPT']) {
    const value = context.env.get(name)
    if (value !== undefined) context.system('inject', `${name}=${value.text}`)
  }
  const rest = args.slice(index)
  for (const file of startFiles(context, language, loads)) runScript(context, known(file), [])
  if (sources.length > 0) return runSources(context, language, sources, rest, edits)
  if (main !== undefined) {
    const file = moduleFile(context, language, main)
    return file === undefined ? undefined : runScript(context, known(file), rest)
  }
  const [file] = rest
  if (file !== undefined && file.text !== '-')
    return runScript(context, scriptOf(context, language, file), rest.slice(1))
  return fromInput(context, language, rest.slice(1))
}

/** Options that name a file to run before the program. */
const LOADING = /^(?:require|import|loader|experimental-loader|preload)$/

/** A directory stands for the program in it. */
function scriptOf(context: Context, language: Interpreted, file: Argument): Argument | Value {
  if (isFile(context, context.path(file.text))) return file
  const inside = moduleFile(context, language, `./${file.text}`)
  return inside === undefined || file.text.startsWith('/') ? file : known(inside)
}

const splitOnce = (text: string): readonly [string, string | undefined] => {
  const at = text.indexOf('=')
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function runSources(
  context: Context,
  language: Interpreted,
  sources: readonly Value[],
  rest: readonly Value[],
  edits: boolean,
): Value {
  const whole = joinAll(sources.flatMap((source, index) => (index === 0 ? [source] : [known('\n'), source])))
  if (edits) for (const { text } of rest) context.edit(text, insertedBy(whole.text))
  else if (language === 'perl' || language === 'ruby')
    for (const { text } of rest) if (isKnown(text)) context.read(text, { maybe: true })
  if (!isKnown(whole.text) || whole.from.decoded || whole.from.network) context.code(context.name, whole.from)
  return runProgram(
    context,
    language,
    whole.text,
    rest.map(({ text }) => text),
  )
}

/** What is piped into an interpreter without a script is its program. */
function fromInput(context: Context, language: Interpreted, rest: readonly Value[]): Value | void {
  const { stdin } = context
  if (!isConnected(stdin)) return undefined
  const args = rest.map((one) => one.text)
  const printed = contentsOf(context, stdin).map((content) => {
    const isText = isKnown(content.text)
    const isHidden = content.from.decoded || content.from.network
    if (isText ? isHidden : isUnseenInput(context, content)) context.code(context.name, content.from)
    return isText ? runProgram(context, language, content.text, args) : printedBy(context, content)
  })
  return joinAll(printed)
}
