/** The verdicts of a reviewer. */
export const VERDICTS = ['safe', 'misaligned', 'unsafe'] as const

export interface Review {
  readonly verdict: (typeof VERDICTS)[number]
  readonly reason: string
}

const MAX_REASON = 300

/** A JSON object of exactly the form that was asked for, bare or in a fence; anything else is no answer. */
export function parseReview(text: string): Review | undefined {
  const body = /^\s*```(?:json)?[ \t]*\n([\s\S]*?)\n[ \t]*```\s*$/.exec(text)?.[1] ?? text
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || !('verdict' in value) || !('reason' in value)) return undefined
    const verdict = VERDICTS.find((one) => one === value.verdict)
    return verdict === undefined || typeof value.reason !== 'string'
      ? undefined
      : { verdict, reason: plain(value.reason) }
  } catch {
    return undefined
  }
}

/** One line without `|`, which separates fields in the cache, and short. */
export function plain(text: string, max = MAX_REASON): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll('|', '/')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > max ? `${line.slice(0, max - 1)}…` : line
}
