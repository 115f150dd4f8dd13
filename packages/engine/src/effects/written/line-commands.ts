import { UNKNOWN, makefileCommands, type Tasks } from '@holdpoint/shell'
import { type FileReader, type FoundCommand, throughShell, withoutExpressions, wordsToLine } from './command-text.ts'

/** Commands in files that are read line by line. */

export const makeCommands: FileReader = (text, { home }) => makefileCommands(text, home).map((line) => ({ text: line }))

/** Files of task runners: every task of them. */
export const taskCommands =
  (tasksIn: Tasks): FileReader =>
  (text) =>
    [...new Set(tasksIn(text).values())].flatMap(({ lines }) => lines.map((line) => ({ text: line })))

export const procfileCommands: FileReader = (text) =>
  text.split('\n').flatMap((line, index) => {
    const command = /^[\w-]+:\s*(.+)$/.exec(line)?.[1]
    return command === undefined ? [] : [{ text: command, line: index + 1 }]
  })

/** `ExecStart=` of systemd, `command=` of supervisor. `%h` is the home of the user. */
export const unitCommands: FileReader = (text) =>
  // A line that goes on is one line; the rest of its lines are left empty, so that the numbers stay.
  text
    .replace(/(?:[^\n]*\\\n)+[^\n]*/g, (all) => all.replaceAll('\\\n', ' ') + '\n'.repeat(all.split('\\\n').length - 1))
    .split('\n')
    .flatMap((line, index) => {
      const command = /^\s*(?:Exec\w+|command)\s*=\s*[-@:+!]*(.+)$/.exec(line)?.[1]
      if (command === undefined) return []
      const filled = command.replaceAll('%h', '$HOME').replace(/%[a-zA-Z]/g, UNKNOWN)
      return [{ text: filled, line: index + 1 }]
    })

/** A crontab of the system names a user behind the time. */
export const crontabCommands: FileReader = (text, { path }) =>
  text.split('\n').flatMap((line, index) => {
    const words = line.trim().split(/\s+/)
    if (!/^(?:[\d*@])/.test(words[0] ?? '')) return []
    const times = words[0]?.startsWith('@') === true ? 1 : 5
    const isSystem = path.includes('/cron.d/') || path.startsWith('/etc/') || words[times] === 'root'
    return [{ text: words.slice(isSystem ? times + 1 : times).join(' '), line: index + 1 }]
  })

const INSTRUCTION = /^\s*(?:ONBUILD\s+)?(RUN|CMD|ENTRYPOINT|HEALTHCHECK)\s+(.*)$/is

/** RUN, CMD, ENTRYPOINT and HEALTHCHECK, as a line, a list or a heredoc. */
export const dockerfileCommands: FileReader = (text) => {
  const lines = text.split('\n')
  const escape = /^#\s*escape\s*=\s*`/im.test(text.slice(0, 200)) ? '`' : '\\'
  const found: FoundCommand[] = []
  for (let at = 0; at < lines.length; at++) {
    const start = at
    const parts = [lines[at] ?? '']
    if (!INSTRUCTION.test(parts[0] ?? '')) continue
    while ((parts.at(-1) ?? '').trimEnd().endsWith(escape) && at + 1 < lines.length) {
      const next = lines[++at] ?? ''
      // Comments and empty lines do not end an instruction.
      parts.push(/^\s*(?:#|$)/.test(next) ? escape : next)
    }
    const whole = parts.join('\n').replaceAll(`${escape}\n`, '\\\n')
    const [, , rest = ''] = INSTRUCTION.exec(whole) ?? []
    const command = rest.replace(/^(?:--\w[\w-]*(?:=\S+)?\s+)*/, '').replace(/^(?:NONE|CMD)\s+/i, '')
    const heredoc = /<<-?\s*(['"]?)(\w+)\1/.exec(command)
    const body: string[] = []
    if (heredoc !== null) {
      while (at + 1 < lines.length && lines[at + 1]?.trim() !== heredoc[2]) body.push(lines[++at] ?? '')
      at++
    }
    const isOnlyHeredoc = heredoc !== null && command.trim() === heredoc[0]
    const script = isOnlyHeredoc
      ? body.join('\n')
      : [command, ...(heredoc === null ? [] : [...body, heredoc[2]])].join('\n')
    found.push({ text: listed(script) ?? script, line: isOnlyHeredoc ? start + 2 : start + 1 })
  }
  return found
}

/** `["sh", "-c", "x"]` */
function listed(text: string): string | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) ? wordsToLine(words.map(String)) : undefined
  } catch {
    return undefined
  }
}

const STEP =
  /\b(sh|bat|powershell|pwsh)\b\s*\(?\s*(?:\w+\s*:\s*(?:true|false|'[^'\n]*')\s*,\s*)*(?:script\s*:\s*)?('''[^]*?'''|"""[^]*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")/g

export const jenkinsCommands: FileReader = (text) =>
  Array.from(text.matchAll(STEP), ([, step = '', literal = '']) => {
    const body = literal.replace(/^('''|"""|'|")([^]*)\1$/, '$2')
    const plain = literal.startsWith("'''") || literal.startsWith('"""') ? body : body.replace(/\\(['"\\])/g, '$1')
    return { text: throughShell(withoutExpressions(plain).replace(/^\n/, ''), step === 'bat' ? 'cmd' : step) }
  })
