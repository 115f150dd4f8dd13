import type { AgentEvent } from './event.ts'

/**
 * Whether an event is a command that only looks or prints: no file's content is read, nothing is changed, nothing else
 * is started. Everything that means something to a shell is left out, and so is every word that could lead out of the
 * directory or to a hidden file. An agent does this all the time, and the reader of commands is the largest part of
 * this program; so it is seen without the reader, which would find nothing more. A key file may be named: its name is
 * all that is shown.
 */
export const isIdle = (event: AgentEvent): boolean =>
  'tool' in event &&
  event.tool.kind === 'shell' &&
  event.tool.rewritten !== true &&
  event.tool.command !== undefined &&
  onlyLooks(event.tool.command)

/** By hand: to get a pattern for it ready takes longer than to look at every letter of a short command. */
function onlyLooks(command: string): boolean {
  const end = command.indexOf(' ')
  const program = end === -1 ? command : command.slice(0, end)
  if (!PROGRAMS.includes(program)) return false
  const words = end === -1 ? [] : command.slice(end + 1).split(' ')
  if (program === 'echo') return words.length <= 40 && words.every((word) => isPath(word, 1))
  if (program === 'uname') return words.length <= 1 && words.every(isOption)
  if (program !== 'ls') return words.length === 0
  const options = words.findIndex((word) => !isOption(word))
  const paths = options === -1 ? [] : words.slice(options)
  return words.length - paths.length <= 4 && paths.length <= 4 && paths.every((path) => isPath(path, 13))
}

const PROGRAMS = ['ls', 'echo', 'uname', 'pwd', 'whoami', 'date', 'true']

function isOption(word: string): boolean {
  if (word.length < 2 || word.length > 13 || word[0] !== '-') return false
  for (let at = 1; at < word.length; at++) if (!isLetter(word.charCodeAt(at)) && word[at] !== '1') return false
  return true
}

/** Names of letters, digits and `_`, parted by single `.` or `-`, one below the other. */
function isPath(word: string, maxNames: number): boolean {
  let [names, parts, length] = [1, 1, 0]
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (isLetter(code) || (code >= 48 && code <= 57) || code === UNDERSCORE) {
      if (++length > 80) return false
      continue
    }
    if (length === 0) return false
    length = 0
    if (code === DOT || code === DASH) {
      if (++parts > 5) return false
    } else {
      if (code !== SLASH || ++names > maxNames) return false
      parts = 1
    }
  }
  return length > 0
}

const [DASH, DOT, SLASH, UNDERSCORE] = [0x2d, 0x2e, 0x2f, 0x5f]

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
