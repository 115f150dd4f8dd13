import { isDecision, type Verdict, isObject } from '@holdpoint/engine'

const TEXTS = ['messageId', 'reason', 'context', 'notice', 'log', 'halt'] as const

/** A hook's answer, if it is a verdict. Anything else is a failure of the hook, not a pass. */
export function verdictFrom(json: string): Verdict {
  const value: unknown = JSON.parse(json)
  if (!isObject(value) || !isDecision(value['decision'])) throw new Error('it returned no verdict')
  const wrong = TEXTS.find((name) => value[name] !== undefined && typeof value[name] !== 'string')
  if (wrong !== undefined) throw new Error(`it returned no verdict: \`${wrong}\` is no text`)
  const { rewrite } = value
  if (rewrite !== undefined && !isObject(rewrite)) throw new Error('it returned no verdict: `rewrite` is no tool input')
  const texts = TEXTS.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]]))
  return {
    decision: value['decision'],
    ...Object.fromEntries(texts),
    ...(rewrite !== undefined && { rewrite }),
  }
}
