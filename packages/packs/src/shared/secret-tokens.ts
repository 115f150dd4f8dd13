/** Tokens that name their issuer: nothing else looks like them. Each begins where a word begins, so that matching stays linear. */
export const SECRET_TOKENS: readonly RegExp[] = [
  /(?<![\w-])(?:sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{16,}/g,
  /(?<![\w-])(?:gh[pousr]_|github_pat_|gl(?:pat|sa)[-_]|xox[abeprs]-|xapp-|dckr_pat_)(?=[\w-]*\d)[\w-]{10,}/g,
  /(?<![\w-])(?:npm|hf|gsk|r8|figd|sbp|whsec|dop_v1|shp[a-z]{2}|lin_api)_(?=\w*\d)\w{16,}/g,
  /(?<![\w-])(?:pypi|nvapi|pplx|xai|PMAK|sq0[a-z]{3})-(?=[\w-]*\d)[\w-]{16,}/g,
  /(?<![\w-])(?:hvs|SG|ya29)\.[\w.-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bAGE-SECRET-KEY-1[A-Z0-9]{20,}|\bATATT3[\w=-]{20,}/g,
  /\bdapi[0-9a-f]{32}\b|\b\d{8,10}:[A-Za-z0-9_-]{35}\b/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
]
