import { tokenPatternsFor } from '@holdpoint/packs'

/** Masks secrets in a text before it is written anywhere. When in doubt it masks too much. */
export function redact(text: string): string {
  const small = text.toLowerCase()
  const masked = PATTERNS.reduce(
    (rest, { needs, pattern, by }) => (needs.some((part) => small.includes(part)) ? rest.replace(pattern, by) : rest),
    text,
  )
  return tokenPatternsFor(masked).reduce((rest, pattern) => rest.replace(pattern, MASK), masked)
}

/** `needs`: what a text has one of, in lower case, when the pattern matches. Most texts have none of it. */
interface Masking {
  readonly needs: readonly string[]
  readonly pattern: RegExp
  readonly by: string
}

const MASK = '[masked]'

/** Patterns begin at a word boundary, because otherwise a long text without secrets would take quadratic time. */
const START = '(?<![A-Za-z0-9_-])'

/** Names of secret values. A mere `pass` or `pwd` is more often a result or a directory. */
const NAME =
  '[a-z0-9_-]*(?:key|token|secret|password|passwd|passphrase|credential|[_-]pass|[_-]pwd|[_-]auth)s?' +
  // The closing quote, possibly inside a text that is itself quoted.
  `\\\\?["']?`

const PATTERNS: readonly Masking[] = [
  {
    needs: ['private key'],
    pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----|$)/g,
    by: MASK,
  },
  // user:password@ in URLs, and URLs that are secrets themselves.
  { needs: ['://'], pattern: /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"']+@/gi, by: `$1${MASK}@` },
  {
    needs: ['hooks'],
    pattern: /(\bhooks\.slack\.com\/[a-z]+\/|\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/)[^\s"']+/gi,
    by: `$1${MASK}`,
  },
  { needs: ['sig'], pattern: /([?&](?:[a-z]+-)*sig(?:nature)?=)[^\s&"']+/gi, by: `$1${MASK}` },
  // Headers, to the end of the line or of the quoted text.
  {
    needs: ['authorization'],
    pattern: /(\bauthorization\\?["']?\s*[=:]\s*\\?["']?)[^\s"'\\][^\n"'\\]*/gi,
    by: `$1${MASK}`,
  },
  {
    needs: ['cookie'],
    pattern: /(\b(?:set-)?cookie\\?["']?\s*:\s*\\?["']?)[^\s"'\\][^\n"'\\]*/gi,
    by: `$1${MASK}`,
  },
  { needs: ['bearer'], pattern: /(\bbearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, by: `$1${MASK}` },
  // name=value and "name": "value", where the name indicates a secret; the same as a command option.
  {
    needs: ['=', ':'],
    pattern: new RegExp(`(${START}${NAME}\\s*[=:]\\s*)(\\\\?["'])(?:(?!\\2)[\\s\\S])*`, 'gi'),
    by: `$1$2${MASK}`,
  },
  {
    needs: ['=', ':'],
    pattern: new RegExp(`(${START}${NAME}\\s*[=:]\\s*)(?!\\\\?["'])\\S+`, 'gi'),
    by: `$1${MASK}`,
  },
  {
    needs: ['--'],
    pattern: /(\s--(?:[a-z0-9]+-)*(?:token|secret|password|passphrase|[a-z]+-key)\s+)(["'])(?:(?!\2)[\s\S])*/gi,
    by: `$1$2${MASK}`,
  },
  {
    needs: ['--'],
    pattern: /(\s--(?:[a-z0-9]+-)*(?:token|secret|password|passphrase|[a-z]+-key)\s+)(?!["'-])\S+/gi,
    by: `$1${MASK}`,
  },
  { needs: ['-u'], pattern: /(\s(?:-u|--user)[\s=]*["']?[^\s:"']+:)[^\s"']+/g, by: `$1${MASK}` },
  {
    needs: ['mysql', 'mariadb', 'sshpass'],
    pattern: /(\b(?:mysql|mariadb|sshpass)\w*\b[^\n]{0,200}?\s-p\s*)[^\s-]\S*/g,
    by: `$1${MASK}`,
  },
]
