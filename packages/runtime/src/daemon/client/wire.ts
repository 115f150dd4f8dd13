import type { Env } from '@holdpoint/engine'

/**
 * The protocol between a client and the daemon: one request, one answer, as lines of text that a shell can write and
 * read. Both end in a line of their own, so that a truncated message is never taken for a complete one.
 *
 *     holdpoint 2 hook PreToolUse user        holdpoint-answer 0
 *     {"session_id": …}                       what goes to stderr
 *     holdpoint-end                           holdpoint-stdout
 *                                             {"hookSpecificOutput": …}
 *                                             holdpoint-end
 *
 * No JSON text can contain such a line: a line break inside a string is written as two characters. A body that contains
 * one is rejected, so that no reader takes the middle of a message for its end.
 *
 * The first event of a session brings the client's surroundings, between the first line and the body: the working
 * directory, then NAME=value for each variable, each followed by U+0001, and one more U+0001 at the end.
 *
 *     holdpoint 2 hook SessionStart user surroundings
 *     /work/project^AHOME=/home/user^APATH=/usr/bin:/bin^A^A
 *     {"session_id": …}
 *     holdpoint-end
 */
const PROTOCOL = 'holdpoint 2'
const END = '\nholdpoint-end'
const ANSWER = /^holdpoint-answer (\d{1,3})\n/
const STDOUT = '\nholdpoint-stdout\n'
const DECLINED = 'holdpoint-declined\n'
/** The client has to send the surroundings as well. The shell clients look for this text. */
export const UNKNOWN_SESSION = 'the session is not known'
const SURROUNDINGS = 'surroundings'
const SEPARATOR = '\u0001'
const OUR_LINE = /^holdpoint-/m

/** Sent while the daemon works, so that a client can distinguish slow from dead. It precedes the answer. */
export const HEARTBEAT = '\n'

/** Where and with which environment the host started the client. */
export interface Surroundings {
  readonly cwd: string
  readonly env: Env
}

export interface Request {
  readonly words: readonly string[]
  readonly surroundings?: Surroundings
  readonly body: string
}

/** What a hook process would print, and its exit code. */
export interface WireAnswer {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

export function requestText(words: readonly string[], body: string, surroundings?: Surroundings): string {
  if (surroundings === undefined) return `${PROTOCOL} ${words.join(' ')}\n${body}${END}\n`
  const variables = Object.entries(surroundings.env).map(([name, value]) => `${name}=${value ?? ''}`)
  const block = [surroundings.cwd, ...variables, '', ''].join(SEPARATOR)
  return `${PROTOCOL} ${[...words, SURROUNDINGS].join(' ')}\n${block}\n${body}${END}\n`
}

export const answerText = (stdout: string, stderr = '', exitCode = 0): string =>
  `holdpoint-answer ${exitCode}\n${stderr}${STDOUT}${stdout}${END}\n`

/** The client has to answer without the daemon. The reason is for debugging. */
export const declinedText = (reason: string): string => `${DECLINED}${reason.replaceAll('\n', ' ')}${END}\n`

/** Whether a text may be complete; cheap, because it is called for every chunk. */
export const isWhole = (tail: string): boolean => tail.endsWith(END) || tail.endsWith(`${END}\n`)

/** Undefined: not a request of this protocol. */
export function parseRequest(text: string): Request | undefined {
  const whole = withoutEnd(text)
  if (whole?.startsWith(`${PROTOCOL} `) !== true) return undefined
  const [first, rest] = cutAt(whole, '\n') ?? [whole, '']
  const words = first.slice(PROTOCOL.length + 1).split(' ')
  if (words.at(-1) !== SURROUNDINGS) return OUR_LINE.test(rest) ? undefined : { words, body: rest }
  const [block, body] = cutAt(rest, `${SEPARATOR}${SEPARATOR}\n`) ?? []
  const surroundings = block === undefined ? undefined : parseSurroundings(block)
  if (surroundings === undefined || body === undefined || OUR_LINE.test(body)) return undefined
  return { words: words.slice(0, -1), surroundings, body }
}

/** Bytes that are not UTF-8 would be replaced, and the programs of hooks would get other variables than the host's. */
function parseSurroundings(block: string): Surroundings | undefined {
  const [cwd = '', ...variables] = block.split(SEPARATOR)
  if (!cwd.startsWith('/') || /[\0\uFFFD]/.test(block)) return undefined
  const pairs = variables.map((text) => cutAt(text, '='))
  // Every host has an environment, so the client could not read it.
  if (pairs.length === 0 || !pairs.every((pair) => pair !== undefined)) return undefined
  return { cwd, env: Object.fromEntries(pairs) }
}

/** The daemon's answer; undefined when it is incomplete, or the daemon declined. */
export function parseAnswer(text: string): WireAnswer | undefined {
  const whole = withoutEnd(text.replace(/^\n+/, '')) ?? ''
  const [start, code] = ANSWER.exec(whole) ?? []
  const [stderr, stdout] = start === undefined ? [] : (cutAt(whole.slice(start.length), STDOUT) ?? [])
  if (stderr === undefined || stdout === undefined || OUR_LINE.test(stderr) || OUR_LINE.test(stdout)) return undefined
  return { stdout, stderr, exitCode: Number(code) }
}

function withoutEnd(text: string): string | undefined {
  const trimmed = text.endsWith('\n') ? text.slice(0, -1) : text
  return trimmed.endsWith(END) ? trimmed.slice(0, -END.length) : undefined
}

function cutAt(text: string, mark: string): readonly [string, string] | undefined {
  const at = text.indexOf(mark)
  return at === -1 ? undefined : [text.slice(0, at), text.slice(at + mark.length)]
}
