export interface SecretToken {
  /** In small letters: without one of these there is none, and to look for a word is far quicker than a pattern. */
  readonly words: readonly string[]
  readonly pattern: RegExp
}

/**
 * Tokens that name their issuer: nothing else looks like them. Each begins where a word begins, so that it is found fast.
 * Made when somebody looks for one, which few events do.
 */
export const secretTokens = (): readonly SecretToken[] => [
  { words: ['sk-', 'sk_', 'pk-', 'pk_', 'rk-', 'rk_'], pattern: /(?<![\w-])(?:sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{16,}/g },
  {
    words: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', '_pat_', 'glpat', 'glsa', 'xox', 'xapp-'],
    pattern:
      /(?<![\w-])(?:gh[pousr]_|github_pat_|gl(?:pat|sa)[-_]|xox[abeprs]-|xapp-|dckr_pat_)(?=[\w-]*\d)[\w-]{10,}/g,
  },
  {
    words: ['npm_', 'hf_', 'gsk_', 'r8_', 'figd_', 'sbp_', 'whsec_', 'dop_v1_', 'shp', 'lin_api_'],
    pattern: /(?<![\w-])(?:npm|hf|gsk|r8|figd|sbp|whsec|dop_v1|shp[a-z]{2}|lin_api)_(?=\w*\d)\w{16,}/g,
  },
  {
    words: ['pypi-', 'nvapi-', 'pplx-', 'xai-', 'pmak-', 'sq0'],
    pattern: /(?<![\w-])(?:pypi|nvapi|pplx|xai|PMAK|sq0[a-z]{3})-(?=[\w-]*\d)[\w-]{16,}/g,
  },
  { words: ['hvs.', 'sg.', 'ya29.'], pattern: /(?<![\w-])(?:hvs|SG|ya29)\.[\w.-]{16,}/g },
  {
    words: ['akia', 'asia', 'aiza', 'age-secret-key-1', 'atatt3'],
    pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bAGE-SECRET-KEY-1[A-Z0-9]{20,}|\bATATT3[\w=-]{20,}/g,
  },
  { words: ['dapi', ':'], pattern: /\bdapi[0-9a-f]{32}\b|\b\d{8,10}:[A-Za-z0-9_-]{35}\b/g },
  { words: ['eyj'], pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g },
]
