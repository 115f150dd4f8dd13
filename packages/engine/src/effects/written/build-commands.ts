import { looseCommands, UNKNOWN } from '@holdpoint/shell'
import { pythonCommands } from './code-commands.ts'
import { type FileReader, type FoundCommand, wordsToLine } from './command-text.ts'

/** Commands in the files of build tools whose languages have no reader. */

/** Gradle, CMake, Meson, Bazel, cargo's `build.rs` and their kind. Comments are no code. */
export const looseFile: FileReader = (text, { home }) =>
  windowsOf(withoutComments(text)).flatMap((window) => looseCommands(window, home).map((line) => ({ text: line })))

/** Task files in Python: commands are also texts that a library runs. */
export const pythonTasks: FileReader = (text, file) => [...pythonCommands(text, file), ...looseFile(text, file)]

/** A comment that begins its line; `#!` is none. */
const withoutComments = (text: string): string => text.replace(/^[ \t]*(?:\/\/|#(?!!)|\*|--).*$/gm, '')

const WINDOW = 60_000

/** Pieces that end with a line, each small enough to be searched. */
function windowsOf(text: string): readonly string[] {
  const windows: string[] = []
  for (let at = 0; at < text.length;) {
    const end = at + WINDOW >= text.length ? text.length : text.lastIndexOf('\n', at + WINDOW) + 1
    const next = end > at ? end : at + WINDOW
    windows.push(text.slice(at, next))
    at = next
  }
  return windows
}

/** `//go:generate` in any source of Go. */
export const goCommands: FileReader = (text) =>
  Array.from(text.matchAll(/^\/\/go:generate[ \t]+(.+)$/gm), ([, command = '']) => ({ text: command }))

/** Earthly: as a Dockerfile, but what follows `LOCALLY` runs on this machine. */
export const earthCommands: FileReader = (text) => {
  let isLocal = false
  return text.split('\n').flatMap((line, index): readonly FoundCommand[] => {
    if (/^\S/.test(line)) isLocal = false
    if (/^\s+LOCALLY\b/.test(line)) isLocal = true
    const command = /^\s+RUN\s+(?:--\w\S*\s+)*(.+)$/.exec(line)?.[1]
    return command === undefined ? [] : [{ text: command, line: index + 1, where: isLocal ? 'here' : 'container' }]
  })
}

/** Blocks of Terraform that start a program on the machine on which it runs; what a server runs at its start is not here. */
export const terraformCommands: FileReader = (text) => {
  const found: FoundCommand[] = []
  let end = 0
  for (const { index } of text.matchAll(LOCAL_BLOCK)) {
    if (index < end) continue
    end = endOfBlock(text, index)
    found.push(...commandsOfBlock(text.slice(index, end)).map((line) => ({ text: filled(line) })))
  }
  return found
}

const LOCAL_BLOCK =
  /\bprovisioner\s+"local-exec"|\bdata\s+"(?:external|shell_script|local_command)"|\b(?:before|after|error)_hook\s+"/g

/** Behind the bracket that closes it. */
function endOfBlock(text: string, at: number): number {
  let depth = 0
  for (let index = at; index < text.length; index++) {
    if (text[index] === '{') depth++
    if (text[index] === '}' && --depth === 0) return index
  }
  return text.length
}

function commandsOfBlock(block: string): readonly string[] {
  const found: string[] = []
  const lines = block.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const end = /=\s*<<[-~]?\s*"?(\w+)"?\s*$/.exec(line)?.[1]
    const body: string[] = []
    if (end !== undefined)
      for (; at + 1 < lines.length && lines[at + 1]?.trim() !== end; at++) body.push(lines[at + 1] ?? '')
    const [, key = '', quoted, list] =
      /\b(command|program|execute)\s*=\s*(?:"((?:\\.|[^"\\])*)"|\[(.*))/.exec(line) ?? []
    if (end !== undefined) found.push(body.join('\n'))
    else if (quoted !== undefined) found.push(unescaped(quoted))
    else if (key !== '' && list !== undefined) {
      // A list may go on over several lines.
      const rest = [list]
      while (!/\]/.test(rest.at(-1) ?? '') && at + 1 < lines.length) rest.push(lines[++at] ?? '')
      found.push(wordsToLine(literalsIn(rest.join('\n'))))
    }
  }
  return found
}

/** `${pathexpand("~")}` is the home directory; every other expression is unknown. */
const filled = (text: string): string =>
  text
    .replace(/\$\{\s*pathexpand\(\s*\\?"(~[^"\\]*)\\?"\s*\)\s*\}/g, '$1')
    .replace(/(?<!\$)\$\{[^}]*\}/g, (all) => (/^\$\{[A-Z_]+\}$/.test(all) ? all : UNKNOWN))

const literalsIn = (list: string): readonly string[] =>
  Array.from(list.matchAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g), ([, double, single = '']) =>
    double === undefined ? single : unescaped(double),
  )

const unescaped = (text: string): string => text.replace(/\\(["\\])/g, '$1').replaceAll('\\n', '\n')
