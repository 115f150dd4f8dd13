import { signedReasons, type Sign } from '../lib/signature.ts'
import { refuses, strictest, type Verdict } from '../verdict.ts'
import type { HookResult } from '../hook.ts'

/** A verdict of the chain, and whether the hook saw the tool input that would really be used. */
export interface Judged {
  readonly result: HookResult
  readonly onFinalInput: boolean
}

/**
 * All verdicts of one event as one: the strictest decision, and every reason, context and notice. Order is kept.
 * With `sign`, every reason but that of an approval names its hooks and the decision.
 */
export function merge(judged: readonly Judged[], rewrite: Verdict['rewrite'], sign?: Sign): Verdict {
  const verdicts = judged.map(({ result }) => result.verdict)
  // An approval of words that are no longer the words to be run approves nothing.
  const counting = judged.filter(({ result, onFinalInput }) => onFinalInput || result.verdict.decision !== 'allow')
  const decision = strictest(counting.map(({ result }) => result.verdict.decision))
  const refused = refuses(decision)
  const speaks = (verdict: Verdict): boolean =>
    refused || decision === 'ask'
      ? refuses(verdict.decision) || verdict.decision === 'ask'
      : verdict.decision === decision && decision !== 'pass'

  const reasonOf = (wanted: (verdict: Verdict) => boolean): string | undefined =>
    reasons(
      judged.map(({ result }) => result).filter(({ verdict }) => wanted(verdict)),
      decision === 'allow' ? undefined : sign,
    )
  const reason = reasonOf(speaks)
  const rewriteReason = rewrite === undefined || refused ? undefined : reasonOf(rewrites)
  return {
    decision,
    ...given('reason', reason ?? rewriteReason),
    ...given('context', joined(verdicts, 'context', '\n\n')),
    ...given('notice', joined(verdicts, 'notice', '\n')),
    ...given('rewrite', refused ? undefined : rewrite),
    ...given('halt', verdicts.find(({ halt }) => halt !== undefined)?.halt),
  }
}

const rewrites = (verdict: Verdict): boolean => verdict.rewrite !== undefined

const UNSIGNED: Sign = (text) => text

function reasons(results: readonly HookResult[], sign: Sign = UNSIGNED): string | undefined {
  const said = signedReasons(
    results.map(({ id, verdict }) => ({ hook: id, verdict })),
    sign,
  )
  return said.length === 0 ? undefined : said.join('\n')
}

function joined(verdicts: readonly Verdict[], field: 'context' | 'notice', separator: string): string | undefined {
  const texts = verdicts.map((verdict) => verdict[field]).filter((text) => text !== undefined && text !== '')
  return texts.length === 0 ? undefined : [...new Set(texts)].join(separator)
}

const given = <K extends keyof Verdict>(key: K, value: Verdict[K]): Partial<Verdict> =>
  value === undefined ? {} : { [key]: value }
