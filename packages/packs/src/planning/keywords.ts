import type { Decision } from './state.ts'

/** Whether a question is about an existing decision, judged by their common words. */

const STOP_WORDS = new Set(
  (
    'the a an is are was were should we do does will would can could use using for to in on of and or ' +
    'what which how when where who why whether'
  ).split(' '),
)

/** Limit of words in a question; later words are ignored. */
const MAX_TEXT = 10_000

export function keywords(text: string): ReadonlySet<string> {
  const words = text
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
  return new Set(words.filter((word) => word !== '' && !STOP_WORDS.has(word)).map(singular))
}

function singular(word: string): string {
  if (word.length <= 3) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('sses')) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

export interface Match {
  readonly decision: Decision
  /** Keywords of the decision that are in the question, of how many. */
  readonly shared: number
  readonly total: number
}

/** The first decision that one of the questions repeats. */
export function decidedAlready(
  questions: readonly string[],
  decisions: readonly Decision[],
  threshold: number,
): Match | undefined {
  const asked = questions.map(keywords).filter(({ size }) => size > 0)
  if (asked.length === 0) return undefined
  for (const decision of decisions) {
    const decided = keywords(decision.question)
    for (const question of asked) {
      const shared = [...decided].filter((word) => question.has(word)).length
      // A question without other keywords repeats the decision in fewer words.
      const isContained = shared === question.size
      if (shared > 0 && (shared / decided.size >= threshold || isContained)) {
        return { decision, shared, total: decided.size }
      }
    }
  }
  return undefined
}
