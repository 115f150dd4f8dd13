import { own } from '../own.ts'
import { languageOf } from '../programs/code.ts'
import { isProgramName } from '../programs/programs.ts'
import { escapesIn } from '../programs/escapes.ts'
import { writtenTo } from '../state/written-files.ts'
import { isExact } from '../words/value.ts'
import { attempt, attemptStart, isCommandLine, isScript } from './attempt.ts'
import { fragments, settingTexts } from './command-texts.ts'
import { isInput, type Context } from './context.ts'

/** A file that this very command has written, given to a program that may run what is in it. */
export function mayRunFile(context: Context, given: string): void {
  const path = context.path(given)
  const content = context.state.files.size === 0 ? undefined : writtenTo(path, context.state)
  if (content === undefined || DOCUMENT.test(path)) return
  const ending = path.slice(path.lastIndexOf('.') + 1)
  for (const { text } of (content.or ?? [content]).filter(isExact)) {
    const first = /^#!\s*\S*?(?:env\s+(?:-\S+\s+)*)?([\w.-]+)(?:\s|$)/.exec(text)?.[1] ?? own(INTERPRETERS, ending)
    if (first !== undefined && languageOf(first) !== undefined) attemptStart(context, [first, path])
    else attempt(context, text, isScript)
    for (const line of [...escapesIn(text), ...settingTexts(text), ...fragments(text)])
      attempt(context, line, isCommandLine)
  }
}

/** Files of settings that name commands, and the input where that is one: what this very command puts there may run. */
export function mayRunConfigs(context: Context, given: readonly string[]): void {
  for (const file of given) {
    const path = context.path(file)
    const content = file === '-' || isInput(path) ? context.stdin : writtenTo(path, context.state)
    for (const { text } of (content?.or ?? (content ? [content] : [])).filter(isExact))
      for (const line of [...escapesIn(text), ...settingTexts(text), ...fragments(text), ...behindWords(text)])
        attempt(context, line, isCommandLine)
  }
}

/** `* * * * * rm x`, `q run rm x`: a program behind other words of its line. */
const behindWords = (text: string): readonly string[] =>
  text
    .split('\n')
    .slice(0, MAX_LINES)
    .flatMap((line) => {
      const words = line.trim().split(/\s+/)
      const at = words.findIndex((word, index) => index > 0 && index < MAX_WORDS && isProgramName(word))
      return at < 0 ? [] : [words.slice(at).join(' ')]
    })

const MAX_LINES = 500
const MAX_WORDS = 8

/** What stands there is for people. */
const DOCUMENT = /\.(?:md|markdown|mdx|txt|rst|adoc|html?|tex|csv|tsv|log|svg)$/i

const INTERPRETERS: Readonly<Record<string, string>> = {
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  py: 'python3',
  rb: 'ruby',
  pl: 'perl',
  php: 'php',
  awk: 'awk',
}
