/** Takes secrets out of a text before it is written anywhere. When in doubt it takes out too much. */
export function redact(text: string): string {
  return PATTERNS.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text)
}

const MASK = '[masked]'

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // Private keys, whole.
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, MASK],
  // user:password@ in addresses.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${MASK}@`],
  // name=value and "name": "value", where the name says that the value is secret.
  [
    /((?:[A-Z0-9_-]*(?:api[_-]?key|key|token|secret|password|passwd|credential)s?)["']?\s*[=:]\s*["']?)[^\s"']+/gi,
    `$1${MASK}`,
  ],
  [/(\bauthorization["']?\s*[=:]\s*["']?(?:bearer|basic|token)\s+)[^\s"']+/gi, `$1${MASK}`],
  [/(\bbearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${MASK}`],
  // Tokens that name their issuer.
  [/\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}/g, MASK],
  [/\b(?:gh[pousr]|github_pat|glpat|xox[abeprs]|npm|hf|dop_v1|shpat|pypi)[-_][A-Za-z0-9_-]{10,}/g, MASK],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, MASK],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, MASK],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g, MASK],
]
