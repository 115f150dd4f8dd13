import { SECRET_TOKENS } from '../../shared/secret-tokens.ts'
import { isTest, type Change } from '../change.ts'
import type { Code } from '../code/read-code.ts'
import { withLines, type CheckFinding } from '../findings.ts'

/** Secrets in plain text in a file. Their values are never part of a finding. */

interface Found {
  readonly index: number
  readonly what: string
  readonly value: string
}

/**
 * What is new in a file; a secret that was there before is not part of this change. Tests hold dummy passwords,
 * and an environment file is where secrets belong.
 */
export function newSecrets(change: Change, code: Code | undefined): readonly CheckFinding[] {
  const { before, after, relative } = change
  if (/(?:^|\/)\.env(?:\.[\w-]+)*$/.test(relative) && !/example|sample|template/.test(relative)) return []
  const assigned = isTest(change) ? [] : code === undefined ? assignedInText(after) : assignedInCode(code)
  // An identifier such as `sk_X509_NAME_new` may look like a token; a secret is in a string or a comment.
  const isName = ({ index }: Found): boolean => code !== undefined && (code.code[index] ?? ' ').trim() !== ''
  const found = [...tokens(after).filter((one) => !isName(one)), ...assigned]
  const fresh = found.filter(({ value }) => before === undefined || !before.includes(value))
  return withLines(after, onePerPlace(fresh.slice(0, MAX_FOUND)))
}

const MAX_FOUND = 100

const KEY_BLOCK = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----\s*(?!\.\.\.|…|<)[\w+/=\\]{20}/g
const ADDRESS =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>${}]{1,100}:([^\s/@"'`<>${}]{6,100})@(?!example\b)/gi

function tokens(text: string): readonly Found[] {
  return [
    ...SECRET_TOKENS.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ index, 0: value }) => ({ index, value, what: 'a token or key of a service' })),
    ),
    ...[...text.matchAll(KEY_BLOCK)].map(({ index, 0: value }) => ({ index, value, what: 'a private key' })),
    ...[...text.matchAll(ADDRESS)]
      .filter(([, password = '']) => !isPlaceholder(password))
      .map(({ index, 0: value }) => ({ index, value, what: 'an address with a password in it' })),
  ]
}

const NAME =
  /(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?token|access[_-]?token|token|credential)s?$/i
/** The text between a name and its value. */
const ASSIGNED = /([A-Za-z_$][\w$-]{0,80})\??\s*(?::\s*[A-Za-z<>[\]| ]{1,40}\s*)?(?::=|=>|=|:)\s*$/

function assignedInCode({ code, literals }: Code): readonly Found[] {
  return literals.flatMap(({ start, text, holes }, index) => {
    if (holes.length > 0 || !looksSecret(text)) return []
    const before = code.slice(Math.max(0, start - 120), start)
    const key = literals[index - 1]
    const quoted =
      key !== undefined && /^\s*\]?\s*(?::|=>|=)\s*$/.test(code.slice(key.end, start)) ? key.text : undefined
    const name = quoted ?? ASSIGNED.exec(before)?.[1] ?? ''
    return NAME.test(name) ? [{ index: start, value: text, what: `a value for \`${name.slice(0, 60)}\`` }] : []
  })
}

/** `name: value`, `name = "value"` and `"name": "value"`, one a line, as in files that configure something. */
function assignedInText(text: string): readonly Found[] {
  const line =
    /^[ \t]{0,200}(?:(?:-|export|ENV|ARG)[ \t]{1,20})?["']?([A-Za-z_][\w.-]{0,80})["']?[ \t]{0,20}[:=][ \t]{0,20}["']?([^\s"',;#]{8,200})["']?[ \t]{0,20},?[ \t\r]{0,20}$/gm
  return [...text.matchAll(line)].flatMap(({ index, 1: name = '', 2: value = '' }) =>
    NAME.test(name.toLowerCase()) && looksSecret(value) ? [{ index, value, what: `a value for \`${name}\`` }] : [],
  )
}

/** Long enough, one word, letters and digits, and not a name for something else. */
function looksSecret(value: string): boolean {
  if (value.length < 8 || value.length > 200 || /[\s<>${}()]/.test(value) || isPlaceholder(value)) return false
  if (!/[A-Za-z]/.test(value) || !/\d/.test(value)) return false
  // A path, an address, a date, or words joined by dots and dashes.
  return !/^(?:[./~]|[a-z]+:\/\/|\d{4}-\d\d)/i.test(value) && !/^[a-z]+(?:[._-][a-z]+)*[._-]?\d{0,2}$/i.test(value)
}

const isPlaceholder = (value: string): boolean =>
  /(?:example|sample|placeholder|change[-_]?me|your[-_]|dummy|redacted|insert[-_]|x{4,}|\*{3,}|\.{3})/i.test(value) ||
  /^(?:test|fake|mock|password|passwd|secret|postgres|root|admin|user|guest|token)\d{0,4}$/i.test(value) ||
  /^(.)\1+$/.test(value) ||
  /^(?:vault|op|ref|env|arn|sops|enc)[:[]/i.test(value)

/** The same position may match several patterns. */
const onePerPlace = (found: readonly Found[]): readonly Found[] =>
  found.filter((one, at) => !found.slice(0, at).some(({ index, value }) => within(one, index, value)))

const within = ({ index, value }: Found, start: number, other: string): boolean =>
  (index <= start + other.length && start <= index + value.length) || value === other
