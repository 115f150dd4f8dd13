import { isKnown } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { contentsOf, isUnseen, printedBy, scriptContent } from '../programs/scripts.ts'
import type { Programs } from '../programs/program.ts'
import {
  decoded,
  EMPTY,
  fromNetwork,
  isConnected,
  joinAll,
  known,
  NOWHERE,
  unknown,
  type Value,
} from '../words/value.ts'
import { runCmd } from './cmd.ts'
import { runPowerShell } from './evaluate.ts'
import { posixPath } from './paths.ts'

const spaced = (values: readonly Value[]): Value =>
  joinAll([EMPTY, ...values.flatMap((value, index) => (index === 0 ? [value] : [known(' '), value]))])

/** Options that take a value which is no code. */
const VALUED =
  /^-(?:ex|ep|executionpolicy|wd|workingdirectory|w|windowstyle|of|outputformat|if|inputformat|v|version|config\w*|settingsfile|custompipename)$/i

function powershell(context: Context): Value | void {
  const { args, texts } = context
  for (let index = 0; index < texts.length; index++) {
    const word = texts[index] ?? ''
    // It takes any dash, and a slash where Windows programs take one.
    const [option = '', inline] = word.replace(/^(?:--?|[\u2013-\u2015]|\/(?=\w+(?::|$)))/, '-').split(':', 2)
    const rest = inline === undefined ? args.slice(index + 1) : [known(inline), ...args.slice(index + 1)]
    if (/^-(?:c|co\w*)$/i.test(option) && !/^-config/i.test(option))
      return rest[0]?.text === '-' ? fromInput(context) : runText(context, spaced(rest))
    if (/^-e(?:c|n\w*)?$/i.test(option)) return encoded(context, rest[0] ?? EMPTY)
    if (/^-f(?:ile?)?$/i.test(option)) return runFile(context, rest[0] ?? EMPTY)
    if (VALUED.test(option)) {
      if (inline === undefined) index++
    } else if (word === '-') return fromInput(context)
    else if (!option.startsWith('-'))
      return context.name === 'pwsh'
        ? runFile(context, args[index] ?? EMPTY)
        : runText(context, spaced(args.slice(index)))
  }
  return fromInput(context)
}

function runText(context: Context, text: Value): Value {
  if (!isKnown(text.text) || text.from.network || text.from.decoded) context.code(context.name, text.from)
  return isKnown(text.text) ? runPowerShell(context, text.text) : unknown(text.from)
}

function runFile(context: Context, { text, from }: Value): Value {
  const file = { text: isKnown(text) ? posixPath(text) : text, from }
  // A share of another machine.
  if (/^\/\/[^/]/.test(file.text)) context.code(context.name, fromNetwork)
  const content = scriptContent(context, file.text)
  context.read(file.text)
  return joinAll(
    contentsOf(context, content).map((one) => {
      if (isKnown(one.text)) return runText(context, one)
      if (isUnseen(context, file, one)) context.code(context.name, one.from)
      return printedBy(context, one)
    }),
  )
}

function fromInput(context: Context): Value | void {
  if (!isConnected(context.stdin)) return
  return joinAll(contentsOf(context, context.stdin).map((content) => runText(context, content)))
}

/** Base64 of UTF-16. What it hides is read, and that it hides something is said. */
function encoded(context: Context, { text, from }: Value): Value {
  if (!isKnown(text)) return runText(context, { text, from: decoded(from) })
  return runText(context, { text: Buffer.from(text, 'base64').toString('utf16le'), from: decoded(NOWHERE) })
}

/** `/c` and `/k` need no space behind them. */
function cmd(context: Context): Value | void {
  const at = context.texts.findIndex((text) => /^\/{1,2}[ck]/i.test(text))
  if (at < 0) return
  const [first = EMPTY, ...rest] = context.args.slice(at)
  const attached = { text: first.text.replace(/^\/+[ck]/i, ''), from: first.from }
  const text = spaced(attached.text === '' ? rest : [attached, ...rest])
  if (!isKnown(text.text)) context.code(context.name, text.from)
  return runCmd(context, text.text)
}

/** Shells that are not read as POSIX shells are. */
export const otherShells: Programs = { pwsh: powershell, 'pwsh-preview': powershell, powershell, cmd }
