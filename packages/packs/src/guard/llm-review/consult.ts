import type { LlmAnswer } from '@holdpoint/engine'
import { parseReview, type Review } from './answer.ts'
import type { Reviewer } from './settings.ts'

interface Opinion extends Review {
  readonly name: string
}

export interface Trouble {
  readonly name: string
  readonly kind: Exclude<LlmAnswer['failure'], undefined>
  readonly message: string
}

/** The outcome. `advice`: a reviewer objects, but not enough to deny. `nothing`: no reviewer answered. */
export interface Outcome {
  readonly verdict: Review['verdict'] | 'advice' | 'nothing'
  readonly text: string
  readonly troubles: readonly Trouble[]
}

/** Asks the first reviewer, and the second when the first objects or does not answer. One alone never denies. */
export async function consult(
  reviewers: readonly Reviewer[],
  ask: (reviewer: Reviewer) => Promise<LlmAnswer>,
): Promise<Outcome> {
  const opinions: Opinion[] = []
  const troubles: Trouble[] = []
  for (const reviewer of reviewers.slice(0, 2)) {
    const { name } = reviewer
    const answer = await ask(reviewer)
    const review = answer.failure === undefined ? parseReview(answer.text) : undefined
    if (review !== undefined) opinions.push({ name, ...review })
    else if (answer.failure !== undefined) troubles.push({ name, kind: answer.failure, message: answer.message })
    else troubles.push({ name, kind: 'error', message: 'the answer is not in the requested format' })
    if (review !== undefined && review.verdict !== 'unsafe') break
  }
  return { ...conclusion(opinions), troubles }
}

function conclusion(opinions: readonly Opinion[]): Omit<Outcome, 'troubles'> {
  const [first, second] = opinions
  const text = opinions.map(({ name, verdict, reason }) => `${name} says ${verdict}: ${reason}`).join(' ')
  if (first === undefined) return { verdict: 'nothing', text }
  if (first.verdict !== 'unsafe') return { verdict: first.verdict, text }
  return { verdict: second?.verdict === 'unsafe' ? 'unsafe' : 'advice', text }
}
