import { secretTokens } from '../core/secret-tokens.ts'

/** Takes secrets out of a text before it is written anywhere. When in doubt it takes out too much. */
export function redact(text: string): string {
  made ??= patterns()
  const small = text.toLowerCase()
  return made.reduce(
    (masked, [mayBeIn, pattern, replacement]) => (mayBeIn(small) ? masked.replace(pattern, replacement) : masked),
    text,
  )
}

/** What has to be true of the text in small letters: to get a pattern ready takes far longer than to look for a word. */
type MayBeIn = (small: string) => boolean
type Patterns = readonly (readonly [MayBeIn, RegExp, string])[]
/** Most events have nothing that has to be looked through. */
let made: Patterns | undefined

const speaksOf =
  (...words: readonly string[]): MayBeIn =>
  (small) =>
    words.some((word) => small.includes(word))

/**
 * Whether there is surely nothing to take out. Most names and commands are such, and the patterns below take a while to
 * get ready. No secret is that short, all letters, or a UUID; and in short plain words none can be, unless one of them
 * speaks of it.
 */
export function isHarmless(text: string): boolean {
  const { length } = text
  if (length === UUID_LENGTH && isUuid(text)) return true
  let [words, letters, isPlainName, isAllLetters] = [1, 0, true, true]
  // By hand: to get a pattern ready takes longer than to look at every letter of a short text.
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    letters++
    if (isLetter(code)) continue
    isAllLetters = false
    if (code === BLANK) {
      if (letters === 1 || letters > MAX_WORD + 1 || ++words > MAX_WORDS) return false
      letters = 0
      isPlainName = false
    } else if (code === COMMA || code === PLUS) isPlainName = false
    // Digits and `_./-`
    else if (!((code >= 45 && code <= 57) || code === UNDERSCORE)) return false
  }
  if (words === 1 && isAllLetters) return length <= MAX_LETTERS
  if (letters > MAX_WORD) return false
  if (isPlainName) return true
  const small = text.toLowerCase()
  return letters > 0 && !SPEAKING.some((word) => small.includes(word))
}

const UUID_LENGTH = 36
const MAX_LETTERS = 40
const MAX_WORD = 15
const MAX_WORDS = 41
const [BLANK, PLUS, COMMA, UNDERSCORE] = [0x20, 0x2b, 0x2c, 0x5f]
const SPEAKING = 'key token secret pass pwd auth cred cookie bearer user mysql mariadb private slack discord'
  .split(' ')
  .concat(' -u')

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

function isUuid(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isHex = (code >= 48 && code <= 57) || (code >= 97 && code <= 102)
    const isDash = at === 8 || at === 13 || at === 18 || at === 23
    if (isDash ? code !== 45 : !isHex) return false
  }
  return true
}

const MASK = '[masked]'

/** Patterns begin where a word begins, or a long text without secrets would take a time that grows with its square. */
const START = '(?<![A-Za-z0-9_-])'

/** What the name of a secret value looks like. A mere `pass` or `pwd` is more often a result or a directory. */
const NAME =
  '[a-z0-9_-]*(?:key|token|secret|password|passwd|passphrase|credential|[_-]pass|[_-]pwd|[_-]auth)s?' +
  // Its closing quote, perhaps inside a text that is itself quoted.
  `\\\\?["']?`

const speaksOfName = speaksOf('key', 'token', 'secret', 'pass', 'credential', 'pwd', 'auth')
const hasName: MayBeIn = (small) => (small.includes('=') || small.includes(':')) && speaksOfName(small)
const hasOption: MayBeIn = (small) => small.includes('--') && speaksOfName(small)
/** No token is shorter. */
const hasLongWord: MayBeIn = (small) => /[\w.:=-]{14}/.test(small)

function hasToken(words: readonly string[]): MayBeIn {
  const isThere = speaksOf(...words)
  return (small) => isThere(small) && hasLongWord(small)
}

export const patterns = (): Patterns => [
  [
    speaksOf('-----begin '),
    /-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----|$)/g,
    MASK,
  ],
  // user:password@ in addresses, and addresses that are secrets themselves.
  [speaksOf('://'), /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"']+@/gi, `$1${MASK}@`],
  [
    speaksOf('slack', 'discord'),
    /(\bhooks\.slack\.com\/[a-z]+\/|\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/)[^\s"']+/gi,
    `$1${MASK}`,
  ],
  [speaksOf('sig'), /([?&](?:[a-z]+-)*sig(?:nature)?=)[^\s&"']+/gi, `$1${MASK}`],
  // Headers, to the end of the line or of the quoted text.
  [speaksOf('authorization'), /(\bauthorization\\?["']?\s*[=:]\s*\\?["']?)[^\s"'\\][^\n"'\\]*/gi, `$1${MASK}`],
  [speaksOf('cookie'), /(\b(?:set-)?cookie\\?["']?\s*:\s*\\?["']?)[^\s"'\\][^\n"'\\]*/gi, `$1${MASK}`],
  [speaksOf('bearer'), /(\bbearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${MASK}`],
  // name=value and "name": "value", where the name says that the value is secret; the same as an option of a command.
  [hasName, new RegExp(`(${START}${NAME}\\s*[=:]\\s*)(\\\\?["'])(?:(?!\\2)[\\s\\S])*`, 'gi'), `$1$2${MASK}`],
  [hasName, new RegExp(`(${START}${NAME}\\s*[=:]\\s*)(?!\\\\?["'])\\S+`, 'gi'), `$1${MASK}`],
  [
    hasOption,
    /(\s--(?:[a-z0-9]+-)*(?:token|secret|password|passphrase|[a-z]+-key)\s+)(["'])(?:(?!\2)[\s\S])*/gi,
    `$1$2${MASK}`,
  ],
  [hasOption, /(\s--(?:[a-z0-9]+-)*(?:token|secret|password|passphrase|[a-z]+-key)\s+)(?!["'-])\S+/gi, `$1${MASK}`],
  [speaksOf('-u'), /(\s(?:-u|--user)[\s=]*["']?[^\s:"']+:)[^\s"']+/g, `$1${MASK}`],
  [
    speaksOf('mysql', 'mariadb', 'sshpass'),
    /(\b(?:mysql|mariadb|sshpass)\w*\b[^\n]{0,200}?\s-p\s*)[^\s-]\S*/g,
    `$1${MASK}`,
  ],
  ...secretTokens().map(({ words, pattern }) => [hasToken(words), pattern, MASK] as const),
]
