/** Each begins where a word begins, so that matching stays linear. */
interface Token {
  /** What a text has one of, in lower case, when the pattern matches. */
  readonly needs: readonly string[]
  readonly pattern: RegExp
}

/** Tokens that name their issuer: nothing else looks like them. */
const TOKENS: readonly Token[] = [
  { needs: ['sk-', 'sk_', 'pk-', 'pk_', 'rk-', 'rk_'], pattern: /(?<![\w-])(?:sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{16,}/g },
  {
    needs: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat', 'glsa', 'xox', 'xapp-', 'dckr_pat_'],
    pattern:
      /(?<![\w-])(?:gh[pousr]_|github_pat_|gl(?:pat|sa)[-_]|xox[abeprs]-|xapp-|dckr_pat_)(?=[\w-]*\d)[\w-]{10,}/g,
  },
  {
    needs: ['npm_', 'hf_', 'gsk_', 'r8_', 'figd_', 'sbp_', 'whsec_', 'dop_v1_', 'shp', 'lin_api_'],
    pattern: /(?<![\w-])(?:npm|hf|gsk|r8|figd|sbp|whsec|dop_v1|shp[a-z]{2}|lin_api)_(?=\w*\d)\w{16,}/g,
  },
  {
    needs: ['pypi-', 'nvapi-', 'pplx-', 'xai-', 'pmak-', 'sq0'],
    pattern: /(?<![\w-])(?:pypi|nvapi|pplx|xai|PMAK|sq0[a-z]{3})-(?=[\w-]*\d)[\w-]{16,}/g,
  },
  { needs: ['hvs.', 'sg.', 'ya29.'], pattern: /(?<![\w-])(?:hvs|SG|ya29)\.[\w.-]{16,}/g },
  {
    needs: ['akia', 'asia', 'aiza', 'age-secret-key-1', 'atatt3'],
    pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bAGE-SECRET-KEY-1[A-Z0-9]{20,}|\bATATT3[\w=-]{20,}/g,
  },
  { needs: ['dapi'], pattern: /\bdapi[0-9a-f]{32}\b/g },
  { needs: [':'], pattern: /\b\d{8,10}:[A-Za-z0-9_-]{35}\b/g },
  { needs: ['eyj'], pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g },
]

/** The patterns that may match in a text. Most texts need none, and then no pattern is compiled. */
export function tokenPatternsFor(text: string): readonly RegExp[] {
  const small = text.toLowerCase()
  return TOKENS.flatMap(({ needs, pattern }) => (needs.some((part) => small.includes(part)) ? [pattern] : []))
}

/** `scheme://user:password@host` */
export const ADDRESS_WITH_PASSWORD =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>${}]{1,100}:([^\s/@"'`<>${}]{6,100})@(?!example\b)/gi

/** Names of fields and variables for a secret. */
export const SECRET_NAMED =
  /(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?token|access[_-]?token|token|credential)s?$/i

/** Long enough, one word, letters and digits, and not a name for something else. */
export function looksSecret(value: string): boolean {
  if (value.length < 8 || value.length > 200 || /[\s<>${}()]/.test(value) || isPlaceholder(value)) return false
  if (!/[A-Za-z]/.test(value) || !/\d/.test(value)) return false
  // A path, an address, a date, or words joined by dots and dashes.
  return !/^(?:[./~]|[a-z]+:\/\/|\d{4}-\d\d)/i.test(value) && !/^[a-z]+(?:[._-][a-z]+)*[._-]?\d{0,2}$/i.test(value)
}

export const isPlaceholder = (value: string): boolean =>
  /(?:example|sample|placeholder|change[-_]?me|your[-_]|dummy|redacted|insert[-_]|x{4,}|\*{3,}|\.{3})/i.test(value) ||
  /^(?:test|fake|mock|password|passwd|secret|postgres|root|admin|user|guest|token)\d{0,4}$/i.test(value) ||
  /^(.)\1+$/.test(value) ||
  /^(?:vault|op|ref|env|arn|sops|enc)[:[]/i.test(value)
