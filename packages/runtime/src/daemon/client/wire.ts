/**
 * What a client and the daemon say to each other: one request, one answer, as lines of text that a shell can write
 * and read. Both end in a line of their own, so that a message which was cut off is never taken for a whole one.
 *
 *     holdpoint 1 hook PreToolUse user        holdpoint-answer
 *     {"session_id": …}                       {"hookSpecificOutput": …}
 *     holdpoint-end                           holdpoint-end
 *
 * No JSON text can contain such a line: a line break inside a string is written as two characters. A body that does
 * is not taken, so that nobody ever reads the middle of a message for its end.
 */
const PROTOCOL = 'holdpoint 1'
const END = '\nholdpoint-end'
const ANSWER = 'holdpoint-answer\n'
const DECLINED = 'holdpoint-declined\n'
const OUR_LINE = /^holdpoint-/m

/** Sent while the daemon works, so that a client can tell slow from dead. It stands before the answer. */
export const HEARTBEAT = '\n'

export interface Request {
  readonly words: readonly string[]
  readonly body: string
}

export const requestText = (words: readonly string[], body: string): string =>
  `${PROTOCOL} ${words.join(' ')}\n${body}${END}\n`

export const answerText = (body: string): string => `${ANSWER}${body}${END}\n`

/** The client has to do without. The reason is for people who look. */
export const declinedText = (reason: string): string => `${DECLINED}${reason.replaceAll('\n', ' ')}${END}\n`

/** Whether a text may be whole; cheap, for it is asked after every piece that arrives. */
export const isWhole = (tail: string): boolean => tail.endsWith(END) || tail.endsWith(`${END}\n`)

/** Undefined: not one of our requests. */
export function parseRequest(text: string): Request | undefined {
  const whole = withoutEnd(text)
  const at = whole?.indexOf('\n') ?? -1
  if (whole === undefined) return undefined
  const first = at === -1 ? whole : whole.slice(0, at)
  if (!first.startsWith(`${PROTOCOL} `)) return undefined
  const body = at === -1 ? '' : whole.slice(at + 1)
  return OUR_LINE.test(body) ? undefined : { words: first.slice(PROTOCOL.length + 1).split(' '), body }
}

/** What the daemon said; undefined when it said nothing whole, or declined. */
export function parseAnswer(text: string): string | undefined {
  const whole = withoutEnd(text.replace(/^\n+/, ''))
  const body = whole?.startsWith(ANSWER) === true ? whole.slice(ANSWER.length) : undefined
  return body === undefined || OUR_LINE.test(body) ? undefined : body
}

function withoutEnd(text: string): string | undefined {
  const trimmed = text.endsWith('\n') ? text.slice(0, -1) : text
  return trimmed.endsWith(END) ? trimmed.slice(0, -END.length) : undefined
}
