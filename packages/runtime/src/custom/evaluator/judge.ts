import { failed, type Evaluation } from './evaluation.ts'
import { repliesIn, type Reply } from './reply.ts'
import { addresses } from './suspicion.ts'

export interface Judged {
  /** What the evaluator said. */
  readonly answer: string
  /** What a yes must carry. */
  readonly code: string
  /** Everything it was given to read that others wrote. */
  readonly read: readonly string[]
  readonly isCut: boolean
}

/**
 * What an answer is worth. A no always counts, whoever had it said: the worst that can come of it is a question too
 * many. A yes counts only with the code, which is in none of the texts that others wrote, and only when none of those
 * texts speaks to the evaluator.
 */
export function judge({ answer, code, read, isCut }: Judged): Evaluation {
  const replies = repliesIn(answer)
  const noes = replies.filter(({ ok }) => !ok)
  if (noes.length > 0) return { ok: false, ...wordsOf(noes) }
  const found = read.map(addresses).find((what) => what !== undefined)
  const speaks = found === undefined ? undefined : `what it read holds ${found}`
  if (replies.length === 0) {
    const echo = isEcho(answer, read) ? 'it only repeats what it read' : undefined
    const doubt = speaks ?? echo
    return doubt === undefined
      ? failed('unusable', 'it gave no answer of the form {"ok", "reason"}')
      : failed('doubtful', doubt)
  }
  if (!replies.every((reply) => reply.code === code))
    return failed('doubtful', 'its yes lacks the code it was told to give')
  if (speaks !== undefined) return failed('doubtful', speaks)
  if (isCut) return failed('doubtful', 'it could not be given the whole')
  return { ok: true, ...wordsOf(replies) }
}

function wordsOf(replies: readonly Reply[]): { readonly reason: string; readonly systemMessage?: string } {
  const joined = (texts: readonly (string | undefined)[]): string =>
    [...new Set(texts.filter((text) => text !== undefined && text !== ''))].join(' ')
  const systemMessage = joined(replies.map((reply) => reply.systemMessage))
  return { reason: joined(replies.map(({ reason }) => reason)), ...(systemMessage !== '' && { systemMessage }) }
}

/** A model that was talked into something says what it was told to say. */
function isEcho(answer: string, read: readonly string[]): boolean {
  const said = squeezed(answer)
  return said.length > 1 && read.some((text) => squeezed(text).includes(said))
}

const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}`"']+/gu, '')
    .toLowerCase()
