import {
  ANY,
  ONE,
  absolutePath,
  harmOf,
  assignmentFinding,
  SECRET_NAME,
  risky,
  unclassified,
  type Objection,
} from '@holdpoint/shell'
import { isSecretPath } from '../secrets.ts'

interface Text {
  readonly command: string
  readonly cwd: string
  readonly home: string | undefined
}

/** Findings in the raw text: lists, loops and variables pass names to readers in ways the parser does not follow. */
export function textFindings({ command, cwd, home }: Text): readonly Objection[] {
  if (command.length > MAX_TEXT) return [unclassified('It is too long to review.')]
  const words = command
    .split(/[\s'"`=;|&()<>{},]+/)
    .filter((word) => /^[^-].*[._/~]|^[._/~]/.test(word) && !FIELD.test(word))
  const isSecret = words.some((word) => isSecretPath(absolutePath(asPattern(atHome(word, home)), cwd), home))
  return [
    ...(isSecret ? [risky('It names a file that contains credentials.')] : []),
    ...[assignmentFinding(command) ?? []].flat(),
    ...(SECRET_VARIABLE.test(command) ? [risky('It uses a variable that holds a secret.')] : []),
    ...(HIDDEN.test(command) ? [risky('It contains invisible characters.')] : []),
  ]
}

const MAX_TEXT = 20_000

/** `.key` alone is more often a field than a file. */
const FIELD = /^\.(?:key|keystore|secret|secrets)$/

const SECRET_VARIABLE = new RegExp(String.raw`\$\{?\w*(?:${SECRET_NAME.source})`, 'i')

/** Characters that reverse the direction of a text, or have no width. */
const HIDDEN = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u

/** Also in quotes: `find -name '.env*'`. */
const asPattern = (word: string): string => word.replaceAll('*', ANY).replaceAll('?', ONE)

const atHome = (word: string, home: string | undefined): string =>
  home === undefined ? word : word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home)

/** Harmful commands as a text for another program: harmless alone, but not to be approved without review. */
export function stdinFinding(stdin: string | undefined): Objection | undefined {
  const lines = stdin?.slice(0, MAX_TEXT).split('\n') ?? []
  const isHarmful = lines.some((line) => harmOf(/^\s*([\w.-]+)\s+\S/.exec(line)?.[1] ?? '') !== undefined)
  return isHarmful ? unclassified('Its input contains harmful commands.') : undefined
}
