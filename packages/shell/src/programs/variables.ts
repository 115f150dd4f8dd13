import { isKnown } from '../effects.ts'
import { attempt, isCommandLine } from '../read/attempt.ts'
import { commandTexts } from '../read/command-texts.ts'
import type { Context } from '../read/context.ts'
import { mayRunFile } from '../read/given-files.ts'
import { givenWords, isProse, isRunner, plainName } from '../read/given-words.ts'
import type { Reader } from '../read/reader.ts'
import type { Value } from '../words/value.ts'
import { runScript } from './scripts.ts'

/**
 * Environment variables whose value a program runs. Which program obeys which is not asked: a variable that holds a
 * command is set so that something runs it.
 */

/** A line for a shell, or a program with its arguments: pagers, editors, helpers, compilers, wrappers. */
const COMMAND =
  /(?:PAGER|EDITOR|VISUAL|BROWSER|ASKPASS|COMMAND|WRAPPER|LAUNCHER|RUNNER|VIEWER|TERMINAL|OPENER|(?:^|_)(?:RSH|SHELL|CMD|EXEC|HOOK|DIFF|MERGE|SSH))$|^(?:LESSOPEN|LESSCLOSE|GIT_PROXY_COMMAND|CC|CXX|CPP|FC|AR|AS|LD|NM|RANLIB|STRIP|OBJCOPY|RUSTC|RUSTDOC|LINKER|HOSTCC|PKG_CONFIG|MAKE|PYTHON|PERL|RUBY|NODE|MAILER|RSYNC_CONNECT_PROG|npm_config_(?:script_shell|shell|editor|viewer|git))$/

/** A file of shell commands. */
const SHELL_FILE = /^(?:BASH_ENV|ENV)$/

/** A text that the shell expands each time it shows it. */
const PROMPT = /^(?:PS[0-4]|R?PROMPT[0-4]?|RPS[12])$/

/** An exported variable is there for every program that follows; what it runs is judged once. */
const judged = new WeakMap<Reader, Set<string>>()

export function runVariables(context: Context): void {
  const done = judged.get(context.reader) ?? new Set()
  judged.set(context.reader, done)
  for (const [name, value] of context.env) {
    const key = `${name}=${value.text}`
    if (value.text === '' || !isKnown(value.text) || done.has(key)) continue
    done.add(key)
    runVariable(context, name, value)
  }
}

function runVariable(context: Context, name: string, value: Value): void {
  const { text, from } = value
  const how = { maybe: true, via: `$${name}`, env: new Map() }
  if (SHELL_FILE.test(name)) void runScript(context, value, [], '')
  else if (PROMPT.test(name)) context.shell({ text: `: "${text.replaceAll('"', '\\"')}"`, from }, how)
  // A function that bash finds in its environment may have the name of any program.
  else if (text.startsWith('() {')) context.shell({ text: `f${text}\nf`, from }, how)
  else if (COMMAND.test(name) && /\s/.test(text)) context.shell({ text: commandIn(text), from }, how)
  else mayHold(context, name, text)
}

/** `|cmd %s`: marks of less and others, around a command. */
const commandIn = (text: string): string => text.replace(/^\s*\|{0,2}-?\s*/, '').replace(/%[sf]\b/g, "''")

/** Options and code of any program: a command in it, or a file that this command wrote. */
function mayHold(context: Context, name: string, text: string): void {
  if (text.length > MAX_TEXT) return
  for (const word of text.split(/[\s=,;'"]+/))
    if (word !== '') mayRunFile(context, word.replace(/^-[a-zA-Z](?=[./~])/, ''))
  if (isProse(plainName(name)) || !/\s/.test(text)) return
  for (const value of new Set([text, ...optionValues(text)]))
    for (const line of commandTexts(value.replace(/^\s*\+/, ''))) attempt(context, line, isCommandLine)
}

/** `--preview 'x'`, `-XX:OnError=x`: values of options that are named like one that is run. */
const optionValues = (text: string): readonly string[] =>
  givenWords(Array.from(text.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g), ([word]) => word.replaceAll(/["']/g, '')))
    .filter(({ option }) => isRunner(option))
    .map(({ value }) => value)

const MAX_TEXT = 1 << 14
