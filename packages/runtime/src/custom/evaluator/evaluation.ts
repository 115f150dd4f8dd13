import type { LlmAnswer, LlmTool } from '@holdpoint/engine'

/** Everything an evaluator is given. */
export interface Question {
  readonly system: string
  readonly prompt: string
  /** The tools it may use first; only for the kind `agent`. */
  readonly tools: readonly LlmTool[]
  readonly timeoutMs: number
}

/** Answers questions: a model, a user's program, or a test double. Never throws. */
export interface Evaluator {
  readonly name: string
  /** Its answers depend on more than its input, so they must not be cached. */
  readonly looksElsewhere?: true
  ask(question: Question): Promise<LlmAnswer>
}

/** The result of checking an answer. */
export type Evaluation =
  | { readonly ok: true; readonly reason: string; readonly systemMessage?: string }
  | {
      readonly ok: false
      readonly reason: string
      readonly systemMessage?: string
      readonly infrastructureError?: false
    }
  /**
   * No decision. `unreachable`: no answer. `unusable`: no answer is possible, or none of the right form. `doubtful`: it
   * is a yes, or may be one, that the judged text could have caused.
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
