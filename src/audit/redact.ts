import { SECRET_TOKENS } from '../core/secret-tokens.ts'

/** Takes secrets out of a text before it is written anywhere. When in doubt it takes out too much. */
export function redact(text: string): string {
  made ??= patterns()
  return made.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text)
}

type Patterns = readonly (readonly [RegExp, string])[]
/** Most events have nothing that has to be looked through. */
let made: Patterns | undefined

/**
 * Whether there is surely nothing to take out. Most names and commands are such, and the patterns below take a while to
 * get ready. No secret is that short, all letters, or a UUID; and in short plain words none can be, unless one of them
 * speaks of it.
 */
export const isHarmless = (text: string): boolean =>
  NAME_ONLY.test(text) || (WORDS.test(text) && !SPEAKS_OF_SECRETS.test(text))

const NAME_ONLY = /^(?:[A-Za-z0-9_./-]{0,15}|[A-Za-z]{1,40}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const WORDS = /^[A-Za-z0-9_./,+-]{1,15}(?: [A-Za-z0-9_./,+-]{1,15}){0,40}$/
const SPEAKS_OF_SECRETS =
  /key|token|secret|pass|pwd|auth|cred|cookie|bearer|user|mysql|mariadb|private|slack|discord| -u/i

const MASK = '[masked]'

/** Patterns begin where a word begins, or a long text without secrets would take a time that grows with its square. */
const START = '(?<![A-Za-z0-9_-])'

/** What the name of a secret value looks like. A mere `pass` or `pwd` is more often a result or a directory. */
const NAME =
  '[a-z0-9_-]*(?:key|token|secret|password|passwd|passphrase|credential|[_-]pass|[_-]pwd|[_-]auth)s?' +
  // Its closing quote, perhaps inside a text that is itself quoted.
  `\\\\?["']?`

const patterns = (): Patterns => [
  [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----|$)/g, MASK],
  // user:password@ in addresses, and addresses that are secrets themselves.
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"']+@/gi, `$1${MASK}@`],
  [/(\bhooks\.slack\.com\/[a-z]+\/|\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/)[^\s"']+/gi, `$1${MASK}`],
  [/([?&](?:[a-z]+-)*sig(?:nature)?=)[^\s&"']+/gi, `$1${MASK}`],
  // Headers, to the end of the line or of the quoted text.
  [/(\bauthorization\\?["']?\s*[=:]\s*\\?["']?)[^\s"'\\][^\n"'\\]*/gi, `$1${MASK}`],
  [/(\b(?:set-)?cookie\\?["']?\s*:\s*\\?["']?)[^\s"'\\][^\n"'\\]*/gi, `$1${MASK}`],
  [/(\bbearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${MASK}`],
  // name=value and "name": "value", where the name says that the value is secret; the same as an option of a command.
  [new RegExp(`(${START}${NAME}\\s*[=:]\\s*)(\\\\?["'])(?:(?!\\2)[\\s\\S])*`, 'gi'), `$1$2${MASK}`],
  [new RegExp(`(${START}${NAME}\\s*[=:]\\s*)(?!\\\\?["'])\\S+`, 'gi'), `$1${MASK}`],
  [/(\s--(?:[a-z0-9]+-)*(?:token|secret|password|passphrase|[a-z]+-key)\s+)(["'])(?:(?!\2)[\s\S])*/gi, `$1$2${MASK}`],
  [/(\s--(?:[a-z0-9]+-)*(?:token|secret|password|passphrase|[a-z]+-key)\s+)(?!["'-])\S+/gi, `$1${MASK}`],
  [/(\s(?:-u|--user)[\s=]*["']?[^\s:"']+:)[^\s"']+/g, `$1${MASK}`],
  [/(\b(?:mysql|mariadb|sshpass)\w*\b[^\n]{0,200}?\s-p\s*)[^\s-]\S*/g, `$1${MASK}`],
  ...SECRET_TOKENS.map((pattern) => [pattern, MASK] as const),
]
