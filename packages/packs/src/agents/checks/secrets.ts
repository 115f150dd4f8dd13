import {
  ADDRESS_WITH_PASSWORD,
  isPlaceholder,
  looksSecret,
  SECRET_NAMED,
  tokenPatternsFor,
} from '../../shared/secret-tokens.ts'
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
function tokens(text: string): readonly Found[] {
  return [
    ...tokenPatternsFor(text).flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ index, 0: value }) => ({ index, value, what: 'a token or key of a service' })),
    ),
    ...[...text.matchAll(KEY_BLOCK)].map(({ index, 0: value }) => ({ index, value, what: 'a private key' })),
    ...[...text.matchAll(ADDRESS_WITH_PASSWORD)]
      .filter(([, password = '']) => !isPlaceholder(password))
      .map(({ index, 0: value }) => ({ index, value, what: 'a URL that contains a password' })),
  ]
}

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
    return SECRET_NAMED.test(name) ? [{ index: start, value: text, what: `a value for \`${name.slice(0, 60)}\`` }] : []
  })
}

/** `name: value`, `name = "value"` and `"name": "value"`, one a line, as in files that configure something. */
function assignedInText(text: string): readonly Found[] {
  const line =
    /^[ \t]{0,200}(?:(?:-|export|ENV|ARG)[ \t]{1,20})?["']?([A-Za-z_][\w.-]{0,80})["']?[ \t]{0,20}[:=][ \t]{0,20}["']?([^\s"',;#]{8,200})["']?[ \t]{0,20},?[ \t\r]{0,20}$/gm
  return [...text.matchAll(line)].flatMap(({ index, 1: name = '', 2: value = '' }) =>
    SECRET_NAMED.test(name.toLowerCase()) && looksSecret(value)
      ? [{ index, value, what: `a value for \`${name}\`` }]
      : [],
  )
}

/** The same position may match several patterns. */
const onePerPlace = (found: readonly Found[]): readonly Found[] =>
  found.filter((one, at) => !found.slice(0, at).some(({ index, value }) => within(one, index, value)))

const within = ({ index, value }: Found, start: number, other: string): boolean =>
  (index <= start + other.length && start <= index + value.length) || value === other
