import type { LlmAnswer, LlmTool } from '@holdpoint/engine'

/** Everything an evaluator is given. */
export interface Question {
  readonly system: string
  readonly prompt: string
  /** What it may look at first; only of the kind `agent`. */
  readonly tools: readonly LlmTool[]
  readonly timeoutMs: number
}

/** Whoever answers questions: a model, a program of the user's, or in a test whatever it likes. Never throws. */
export interface Evaluator {
  readonly name: string
  /** Its answers rest on more than it is given, so that none of them is good for another time. */
  readonly looksElsewhere?: true
  ask(question: Question): Promise<LlmAnswer>
}

/** What an answer is worth. */
export type Evaluation =
  | { readonly ok: true; readonly reason: string; readonly systemMessage?: string }
  | {
      readonly ok: false
      readonly reason: string
      readonly systemMessage?: string
      readonly infrastructureError?: false
    }
  /**
   * Nothing was decided. `unreachable`: nobody answered. `unusable`: there is no answer to be had, or none of the right form. `doubtful`: it
   * is a yes, or may be one, that somebody else could have had a hand in.
   */
  | {
      readonly ok: false
      readonly reason: string
      readonly infrastructureError: true
      readonly kind: 'unreachable' | 'unusable' | 'doubtful'
    }

export const isDefinite = (evaluation: Evaluation): boolean => evaluation.ok || evaluation.infrastructureError !== true

export const failed = (
  kind: 'unreachable' | 'unusable' | 'doubtful',
  reason: string,
): Extract<Evaluation, { infrastructureError: true }> => ({ ok: false, reason, infrastructureError: true, kind })
