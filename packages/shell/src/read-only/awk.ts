import { isKnown, shown } from '../effects.ts'
import { listOf, unclassified, type ProgramCall, type Objection } from './usage.ts'
import { isListed, readWords, valuesOf } from './words.ts'

/** Options that neither bring in code from elsewhere nor write files. */
const FINE = listOf(
  '-S -n -M -k -b -O -s -N -r -c -P --posix --traditional --sandbox --non-decimal-data --bignum --csv',
)
/** Longer than any typed program. */
const MAX_PROGRAM = 10_000
const TAKES = '-F -v -e --field-separator --assign --source'

/** `awk` is read-only when its program starts nothing and writes nowhere. */
export function objectionToAwk({ name, args }: ProgramCall): Objection | undefined {
  if (['-W version', '-V', '-version'].includes(args.join(' '))) return undefined
  const { options, operands } = readWords(args.slice(0, programAt(args) + 1), { takes: TAKES })
  const odd = options.find((option) => !isListed(option, [...FINE, ...listOf(TAKES)]))
  if (odd !== undefined) return unclassified(`\`${name} ${shown(odd.name)}\` is not classified as read-only.`)
  const sources = valuesOf(options, '-e', '--source')
  const programs = sources.length > 0 ? sources : operands.slice(0, 1)
  if (programs.length === 0) return unclassified(`\`${name}\` has no program to judge.`)
  const deed = programs.map(deedOf).find((found) => found !== undefined)
  return deed === undefined ? undefined : unclassified(`The \`${name}\` program ${deed}.`)
}

/** Options end at the program; after it come files and assignments. */
function programAt(args: readonly string[]): number {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '--') return at + 1
    if (!word.startsWith('-') || word === '-') return at
    if (listOf(TAKES).includes(word)) at++
  }
  return args.length
}

interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'regex' | 'sign' | 'line'
  readonly text: string
}

/** What the program does besides reading and printing; undefined when that is all. */
function deedOf(program: string): string | undefined {
  if (!isKnown(program)) return 'is not fully known'
  if (program.length > MAX_PROGRAM) return 'is too long to judge'
  const tokens = tokensOf(program)
  if (tokens === undefined) return 'cannot be read'
  let depth = 0
  let printingAt: number | undefined
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'word' && text === 'system') return 'starts other programs'
    if (kind === 'word' && (text === 'print' || text === 'printf')) printingAt = depth
    if (kind === 'line') printingAt = undefined
    if (kind !== 'sign') continue
    if (text === '|' || text === '@') return 'starts other programs'
    if (text === '(') depth++
    if (text === ')') depth--
    if (text === ';' || text === '{' || text === '}') printingAt = undefined
    if ((text === '>' || text === '>>') && printingAt === depth && !isHarmlessTarget(tokens.slice(at + 1, at + 3))) {
      return 'writes files'
    }
  }
  return undefined
}

/** Only the whole expression `"/dev/null"` is known; `"/dev/null" x` names another file. */
const isHarmlessTarget = ([target, after]: readonly Token[]): boolean =>
  target?.kind === 'string' &&
  ['/dev/null', '/dev/stdout', '/dev/stderr'].includes(target.text) &&
  (after === undefined || after.kind === 'line' || after.text === ';' || after.text === '}')

const TOKEN =
  /[ \t\r]+|\\\r?\n|#[^\n]*|(?<line>\n)|(?<word>[A-Za-z_]\w*)|(?<number>\d+(?:\.\d*)?|\.\d+)|"(?<string>(?:[^"\\\n]|\\[^])*)"|(?<sign>\|\||>>|>=|&&|\+\+|--|[^])/y

function tokensOf(program: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  let at = 0
  while (at < program.length) {
    if (program[at] === '/' && !endsOperand(tokens.at(-1))) {
      const end = regexEnd(program, at + 1)
      if (end === undefined) return undefined
      tokens.push({ kind: 'regex', text: '' })
      at = end
      continue
    }
    TOKEN.lastIndex = at
    const match = TOKEN.exec(program)
    if (match === null) return undefined
    const found = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)
    if (found !== undefined) tokens.push({ kind: found[0] as Token['kind'], text: found[1] ?? '' })
    if (found?.[1] === '"') return undefined
    at = TOKEN.lastIndex
  }
  return tokens
}

/** Behind an operand a slash divides; elsewhere it begins a pattern. */
const endsOperand = (token: Token | undefined): boolean =>
  token !== undefined &&
  (['word', 'number', 'string', 'regex'].includes(token.kind) || [')', ']', '$', '++', '--'].includes(token.text))

/** Inside brackets a slash may or may not end the pattern, depending on the awk: then no end is known. */
const REGEX = /(?:[^\n\\/[]|\\[^]|\[(?:[^\n\\/\]]|\\[^])*\])*\//y

function regexEnd(program: string, from: number): number | undefined {
  REGEX.lastIndex = from
  return REGEX.test(program) ? REGEX.lastIndex : undefined
}
