import type { Context } from '../read/context.ts'
import { homeOf } from '../state/variables.ts'
import { known } from '../words/value.ts'
import { asWord, escapesIn } from './escapes.ts'

/** Code in a language without a reader: runs what can be seen in it without understanding it. */
export function runLoosely(context: Context, source: string, name: string): void {
  if (!context.reader.step(source.length / 64)) return
  const home = homeOf(context.reader.world)
  for (const line of looseCommands(source, home)) context.shell(known(line), { via: name })
}

/**
 * Lines of shell for what code of any language seems to start: words in quotes that begin with a program that destroys
 * or fetches, a whole command in quotes, calls that delete a tree, and lines that build tools run.
 */
export function looseCommands(source: string, home: string | undefined): readonly string[] {
  const text = source
    .slice(0, MAX_SOURCE)
    .replace(HOME_IN_TEXT, home ?? '~')
    .replace(HOME, JSON.stringify(home ?? '~'))
  const found: string[] = []
  for (const [, program = '', rest = ''] of text.matchAll(ARGV)) {
    const words = [program, ...Array.from(rest.matchAll(LITERAL), ([, , word = '']) => unescaped(word))]
    if (words.length > 1) found.push(words.map(asWord).join(' '))
  }
  for (const { 0: all, 2: line = '', index } of text.matchAll(LITERAL))
    if (STARTS.test(line) && !isText(text, index)) found.push(all.startsWith("'") ? line : unescaped(line))
  for (const [, path, before] of text.matchAll(DELETES)) found.push(`rm -rf ${asWord(path ?? before ?? '')}`)
  for (const [, generated, command] of text.matchAll(LINES)) found.push(generated ?? command ?? '')
  for (const [, command, script] of text.matchAll(EXPANDED)) found.push(unescaped(command ?? script ?? ''))
  return [...new Set([...found, ...escapesIn(text)])].slice(0, MAX_FOUND)
}

const MAX_SOURCE = 1 << 16
const MAX_FOUND = 400

const PROGRAM =
  /rm|dd|shred|mkfs[.\w]*|find|chmod|chown|mv|cp|tee|cat|curl|wget|(?:ba|z|da|k)?sh|sudo|python3?|perl|node|git|kill|shutdown|reboot|crontab|docker|nc|ncat|env|eval|echo|pwsh|powershell|cmd/
    .source

/** `"rm", "-rf", "x"`, `new("rm").args(["-rf", "x"])`. */
const ARGV = new RegExp(
  String.raw`["'](?:\/(?:usr\/)?s?bin\/)?(${PROGRAM})["']((?:[^"'\n;]{0,40}(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')){0,16})`,
  'g',
)

const LITERAL = /(["'])((?:\\.|(?!\1)[^\\\n])*)\1/g

/** A command as one text: `"rm -rf x"`. */
const STARTS = new RegExp(String.raw`^\s*(?:\/(?:usr\/)?s?bin\/)?(?:${PROGRAM})\s+\S`)

/** What a text is given to: `println("…")` shows it. */
const isText = (text: string, at: number): boolean =>
  /\b(?:\w*print\w*!?|echo|puts|log\w*|message|info|warn\w*|error|throw|raise|panic!?|describe|description|title|help|doc|fail|expect|assert\w*|contains)[\s(:=]*$/i.test(
    text.slice(Math.max(0, at - 40), at),
  )

/** Calls that delete a tree, with the path behind the name or, as of an object, before it. */
const DELETES =
  /\b(?:RemoveAll|remove_dir_all|remove_all|REMOVE_RECURSE|removeItem|deleteRecursively|deleteDirectory|removeDirRecur|rmTree|rmtree|removeDir|removeDirectoryRecursive|rm_rf!?|rm_r|delete|deleteDir)\b[^"'\n]{0,40}["']([^"'\n]+)["']|["']([^"'\n]+)["'][^"'\n;]{0,24}\.(?:deleteDir|deleteRecursively|deleteTree|rmtree|remove_dir_all)\b/g

/** How languages name the home directory. */
const HOME =
  /\bSystem\.(?:getProperty\(\s*["']user\.home["']\s*\)|getenv\(\s*["']HOME["']\s*\)|user_home!?(?:\(\))?|get_env\(\s*["']HOME["']\s*\))|\b(?:std::)?env::(?:var|var_os)\(\s*"HOME"\s*\)|\b(?:dirs|home)::home_dir\(\)|\bos\.(?:UserHomeDir\(\)|Getenv\(\s*"HOME"\s*\))|\bDir\.home\b|\bPath\.home\(\)|\bENV\[\s*["']HOME["']\s*\]|\benv\(\s*["']HOME["']\s*\)|\bproviders\.systemProperty\(\s*["']user\.home["']\s*\)(?:\.get\(\))?/g

/** The same in the middle of a text. */
const HOME_IN_TEXT =
  /\$ENV\{HOME\}|\$\{System\.(?:getProperty\((?:'|\\?")user\.home|getenv\((?:'|\\?")HOME)(?:'|\\?")\)\}/g

/** `COMMAND` of CMake, `//go:generate`. */
const LINES = /^\/\/go:generate[ \t]+(.+)$|\bCOMMAND[ \t]+([^)\n]+)/gm

/** `<!(cmd)` of gyp, `shellHook = ''…''` of nix. */
const EXPANDED = /(?:<!@?\(([^\n]*)\)|\b(?:shellHook|\w+Phase|buildCommand|script)\s*=\s*''((?:[^']|'(?!'))*)'')/g

const unescaped = (text: string): string => text.replace(/\\(["'\\$`])/g, '$1')
