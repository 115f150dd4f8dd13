import { isKnown } from '../effects.ts'
import { homeOf } from '../state/variables.ts'
import { attempt, isCommandLine } from './attempt.ts'
import { commandTexts } from './command-texts.ts'
import type { Context } from './context.ts'
import { mayRunFile } from './given-files.ts'
import type { Reader } from './reader.ts'
import { givenWords, isProse, isRunner, pathsIn, plainName } from './given-words.ts'

/**
 * Variables that are set for one program, whatever they are called: a program that obeys one of them runs what it
 * holds, as a command (`MANPAGER`), in its own language (`VIMINIT=':!x'`, `LUA_INIT`, `PS4='$(x)'`), behind an option
 * (`FZF_DEFAULT_OPTS='--preview x'`, `JAVA_TOOL_OPTIONS`) or from a file that this command has written.
 */
export function mayRunVariables(context: Context, given: ReadonlyMap<string, { readonly text: string }>): void {
  const done = tried.get(context.reader) ?? new Set()
  tried.set(context.reader, done)
  for (const [name, { text }] of given) {
    const key = `${name}=${text}`
    if (done.has(key)) continue
    done.add(key)
    if (!isKnown(text) || text.length > MAX_VALUE) continue
    if (text.includes('/')) for (const path of pathsOf(context, text)) mayRunFile(context, path)
    if (!/\s/.test(text) || isProse(plainName(name))) continue
    for (const value of new Set([text, functionBody(text), ...optionValues(text)]))
      for (const command of commandTexts(value.replace(/^\s*\+/, ''))) attempt(context, command, isCommandLine)
  }
}

/** A wrapper hands its variables on: once is enough. */
const tried = new WeakMap<Reader, Set<string>>()

const MAX_VALUE = 1 << 13

/** `() { x; }`: a function that bash takes from its environment. */
const functionBody = (text: string): string => /^\(\)\s*\{(.*)\}\s*$/s.exec(text)?.[1] ?? text

/** Values of options that are named like one that is run. */
const optionValues = (text: string): readonly string[] =>
  givenWords(wordsOf(text))
    .filter(({ option }) => isRunner(option))
    .map(({ value }) => value)

const wordsOf = (text: string): readonly string[] =>
  Array.from(text.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g), ([word]) => word.replaceAll(/["']/g, ''))

const pathsOf = (context: Context, text: string): readonly string[] =>
  [text, ...wordsOf(text).flatMap((word) => [word, word.slice(word.lastIndexOf('=') + 1)])].flatMap((word) =>
    pathsIn(word, homeOf(context.reader.world)),
  )
