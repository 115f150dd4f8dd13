import { failed, type Evaluation } from './evaluation.ts'
import { repliesIn, type Reply } from './reply.ts'
import { addresses } from './suspicion.ts'

export interface Judged {
  /** The evaluator's answer. */
  readonly answer: string
  /** The code that a yes must contain. */
  readonly code: string
  /** All untrusted text that the evaluator has read. */
  readonly read: readonly string[]
  readonly isCut: boolean
}

/**
 * Checks an answer. A no always counts, even if the judged text caused it: the worst result is an unnecessary
 * question. A yes counts only with the code, which is in none of the untrusted texts, and only when none of those
 * texts addresses the evaluator.
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

/** A model that follows an injected instruction repeats the text of that instruction. */
function isEcho(answer: string, read: readonly string[]): boolean {
  const said = squeezed(answer)
  return said.length > 1 && read.some((text) => squeezed(text).includes(said))
}

const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}`"']+/gu, '')
    .toLowerCase()
