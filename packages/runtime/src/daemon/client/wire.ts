/**
 * The protocol between a client and the daemon: one request, one answer, as lines of text that a shell can write and
 * read. Both end in a line of their own, so that a truncated message is never taken for a complete one.
 *
 *     holdpoint 1 hook PreToolUse user        holdpoint-answer
 *     {"session_id": …}                       {"hookSpecificOutput": …}
 *     holdpoint-end                           holdpoint-end
 *
 * No JSON text can contain such a line: a line break inside a string is written as two characters. A body that contains
 * one is rejected, so that no reader takes the middle of a message for its end.
 */
const PROTOCOL = 'holdpoint 1'
const END = '\nholdpoint-end'
const ANSWER = 'holdpoint-answer\n'
const DECLINED = 'holdpoint-declined\n'
const OUR_LINE = /^holdpoint-/m

/** Sent while the daemon works, so that a client can distinguish slow from dead. It precedes the answer. */
export const HEARTBEAT = '\n'

export interface Request {
  readonly words: readonly string[]
  readonly body: string
}

export const requestText = (words: readonly string[], body: string): string =>
  `${PROTOCOL} ${words.join(' ')}\n${body}${END}\n`

export const answerText = (body: string): string => `${ANSWER}${body}${END}\n`

/** The client has to answer without the daemon. The reason is for debugging. */
export const declinedText = (reason: string): string => `${DECLINED}${reason.replaceAll('\n', ' ')}${END}\n`

/** Whether a text may be complete; cheap, because it is called for every chunk. */
export const isWhole = (tail: string): boolean => tail.endsWith(END) || tail.endsWith(`${END}\n`)

/** Undefined: not a request of this protocol. */
export function parseRequest(text: string): Request | undefined {
  const whole = withoutEnd(text)
  const at = whole?.indexOf('\n') ?? -1
  if (whole === undefined) return undefined
  const first = at === -1 ? whole : whole.slice(0, at)
  if (!first.startsWith(`${PROTOCOL} `)) return undefined
  const body = at === -1 ? '' : whole.slice(at + 1)
  return OUR_LINE.test(body) ? undefined : { words: first.slice(PROTOCOL.length + 1).split(' '), body }
}

/** The daemon's answer; undefined when it is incomplete, or the daemon declined. */
export function parseAnswer(text: string): string | undefined {
  const whole = withoutEnd(text.replace(/^\n+/, ''))
  const body = whole?.startsWith(ANSWER) === true ? whole.slice(ANSWER.length) : undefined
  return body === undefined || OUR_LINE.test(body) ? undefined : body
}

function withoutEnd(text: string): string | undefined {
  const trimmed = text.endsWith('\n') ? text.slice(0, -1) : text
  return trimmed.endsWith(END) ? trimmed.slice(0, -END.length) : undefined
}
