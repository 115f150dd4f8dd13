import { SECRET_TOKENS } from '@holdpoint/packs'

/** Masks secrets in a text before it is written anywhere. When in doubt it masks too much. */
export const redact = (text: string): string =>
  PATTERNS.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text)

const MASK = '[masked]'

/** Patterns begin at a word boundary, because otherwise a long text without secrets would take quadratic time. */
const START = '(?<![A-Za-z0-9_-])'

/** Names of secret values. A mere `pass` or `pwd` is more often a result or a directory. */
const NAME =
  '[a-z0-9_-]*(?:key|token|secret|password|passwd|passphrase|credential|[_-]pass|[_-]pwd|[_-]auth)s?' +
  // The closing quote, possibly inside a text that is itself quoted.
  `\\\\?["']?`

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----|$)/g, MASK],
  // user:password@ in URLs, and URLs that are secrets themselves.
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"']+@/gi, `$1${MASK}@`],
  [/(\bhooks\.slack\.com\/[a-z]+\/|\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/)[^\s"']+/gi, `$1${MASK}`],
  [/([?&](?:[a-z]+-)*sig(?:nature)?=)[^\s&"']+/gi, `$1${MASK}`],
  // Headers, to the end of the line or of the quoted text.
  [/(\bauthorization\\?["']?\s*[=:]\s*\\?["']?)[^\s"'\\][^\n"'\\]*/gi, `$1${MASK}`],
  [/(\b(?:set-)?cookie\\?["']?\s*:\s*\\?["']?)[^\s"'\\][^\n"'\\]*/gi, `$1${MASK}`],
  [/(\bbearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${MASK}`],
  // name=value and "name": "value", where the name indicates a secret; the same as a command option.
  [new RegExp(`(${START}${NAME}\\s*[=:]\\s*)(\\\\?["'])(?:(?!\\2)[\\s\\S])*`, 'gi'), `$1$2${MASK}`],
  [new RegExp(`(${START}${NAME}\\s*[=:]\\s*)(?!\\\\?["'])\\S+`, 'gi'), `$1${MASK}`],
  [/(\s--(?:[a-z0-9]+-)*(?:token|secret|password|passphrase|[a-z]+-key)\s+)(["'])(?:(?!\2)[\s\S])*/gi, `$1$2${MASK}`],
  [/(\s--(?:[a-z0-9]+-)*(?:token|secret|password|passphrase|[a-z]+-key)\s+)(?!["'-])\S+/gi, `$1${MASK}`],
  [/(\s(?:-u|--user)[\s=]*["']?[^\s:"']+:)[^\s"']+/g, `$1${MASK}`],
  [/(\b(?:mysql|mariadb|sshpass)\w*\b[^\n]{0,200}?\s-p\s*)[^\s-]\S*/g, `$1${MASK}`],
  ...SECRET_TOKENS.map((pattern) => [pattern, MASK] as const),
]
