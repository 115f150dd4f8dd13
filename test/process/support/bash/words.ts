import fc, { type Arbitrary, type LetrecTypedTie } from 'fast-check'

/** Harmless words of bash: every way to quote, expand, compute and split. Made of few names, so that they meet. */

export const NAMES = ['x', 'y', 'z'] as const
export const aName = fc.constantFrom(...NAMES)
export const aProgram = fc.constantFrom('mark', 'tool', 'kit')
const anArray = fc.constantFrom('a', 'b')

const aText = fc.constantFrom(
  'mark',
  'tool',
  'kit',
  'mark',
  'tool k1',
  'kit  k2',
  'k3',
  '-v',
  'aXbXc',
  'x',
  'y',
  '1',
  '2',
  '0',
  '',
  'MaRk',
)

const quoted = (text: string, style: number): string => {
  const hex = (code: number): string => code.toString(16).padStart(2, '0')
  const all = (write: (char: string) => string): string => Array.from(text, write).join('')
  switch (style) {
    case 0:
      return `'${text}'`
    case 1:
      return `"${text}"`
    case 2:
      return `$'${all((char) => `\\x${hex(char.charCodeAt(0))}`)}'`
    case 3:
      return `$'${all((char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`)}'`
    case 4:
      return `$'${all((char) => `\\u00${hex(char.charCodeAt(0))}`)}'`
    case 5:
      return `$"${text}"`
    case 6:
      return text === '' ? `''` : all((char) => `\\${char}`)
    case 7:
      return `${text.slice(0, 1)}''${quoted(text.slice(1), 1)}`.replace(/^''/, '""')
    default:
      return /^[\w-]+$/.test(text) ? text : `'${text}'`
  }
}

export const aLiteral = fc.tuple(aText, fc.nat(14)).map(([text, style]) => quoted(text, style))

/** Patterns as they stand behind `#`, `%` and `/`. */
const aPattern = fc.constantFrom(
  'X',
  '*X',
  'X*',
  '?',
  'a',
  '[a-m]',
  '[!X]',
  '*',
  'm?',
  '"X"',
  "'*'",
  '\\X',
  'k*',
  '*k',
  '[Xk]',
  '?(a)',
  ' ',
  '\\*',
)

interface Words {
  readonly word: string
  readonly plain: string
  readonly expansion: string
  readonly number: string
  readonly subscript: string
}

/** `command` is what may stand in a substitution. */
export function wordsWith(command: Arbitrary<string>): {
  readonly word: Arbitrary<string>
  /** Without braces and patterns: what may be assigned. */
  readonly plain: Arbitrary<string>
  readonly number: Arbitrary<string>
  readonly subscript: Arbitrary<string>
} {
  const { word, plain, number, subscript } = fc.letrec<Words>((tie: LetrecTypedTie<Words>) => {
    const plain: Arbitrary<string> = fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      aLiteral,
      tie('expansion'),
      tie('expansion').map((text) => `"${text}"`),
      fc.tuple(tie('plain'), tie('plain')).map((parts) => parts.join('')),
      fc.tuple(aLiteral, tie('expansion')).map(([one, other]) => `${one}"${other}"`),
    )
    const parameter = fc.oneof(
      { weight: 6, arbitrary: aName },
      fc.constantFrom('1', '2', '@', '*', '#'),
      fc.tuple(anArray, fc.constantFrom('0', '1', '-1', '@', '*', 'n', 'n-1')).map(([name, at]) => `${name}[${at}]`),
      tie('subscript').map((at) => `a[${at}]`),
      fc.constantFrom('m[k]', 'm[j]', 'm[@]', 'm[$x]'),
    )
    const operation = fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      fc.tuple(fc.constantFrom(':-', '-', ':=', '=', ':+', '+'), tie('plain')).map((parts) => parts.join('')),
      fc.tuple(fc.constantFrom('#', '##', '%', '%%'), aPattern).map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom('/', '//', '/#', '/%'), aPattern, fc.constantFrom('', '/', '/k', '/&', '/"$y"'))
        .map((parts) => parts.join('')),
      fc.constantFrom('^', '^^', ',', ',,', '^^[a-m]', ',,M', '@U', '@L', '@u', '@Q', '@E', '@P', '@A', '@a', '@K'),
      fc
        .tuple(
          fc.constantFrom(':0', ':1', ': -2', ':(-3)', ':n', ':n+1', ':1-1'),
          fc.constantFrom('', ':1', ':2', ':-1', ':n'),
        )
        .map((parts) => parts.join('')),
    )
    const expansion: Arbitrary<string> = fc.oneof(
      { depthSize: 'small' },
      aName.map((name) => `$${name}`),
      aName.map((name) => `\${${name}}`),
      fc.constantFrom(
        '$1',
        '$2',
        '$@',
        '$*',
        '$#',
        '${!x}',
        '${!y}',
        '${#x}',
        '${#a[@]}',
        '${!a[@]}',
        '${!m[@]}',
        '${!x*}',
      ),
      fc.tuple(parameter, operation).map(([name, rest]) => `\${${name}${rest}}`),
      fc.tuple(parameter, operation).map(([name, rest]) => `\${${name}${rest}}`),
      command.map((text) => `$(${text})`),
      command.map((text) => `\`${text.replace(/[\\`]/g, String.raw`\$&`)}\``).filter((text) => text.length < 60),
      tie('number').map((text) => `$((${text}))`),
      tie('number').map((text) => `$[${text}]`),
      fc.constantFrom(
        '$(<a.txt)',
        '$(echo mark)',
        '$(printf %s to ol)',
        '$(printf "%02d" 7)',
        '$(echo)',
        '$(echo -n kit)',
      ),
    )
    const number: Arbitrary<string> = fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        '0',
        '1',
        '2',
        '07',
        '0x1f',
        '2#101',
        '10',
        'n',
        'i',
        'x',
        '$n',
        '$x',
        '${n}',
        'a[0]',
        'n++',
        '--n',
        '!n',
        '~1',
      ),
      fc
        .tuple(
          tie('number'),
          fc.constantFrom(
            '+',
            '-',
            '*',
            '/',
            '%',
            '**',
            '<<',
            '>>',
            '<',
            '>',
            '==',
            '!=',
            '&',
            '|',
            '^',
            '&&',
            '||',
            ',',
          ),
          tie('number'),
        )
        .map(([left, operator, right]) => `${left} ${operator} ${right}`),
      tie('number').map((text) => `(${text})`),
      fc.tuple(tie('number'), tie('number'), tie('number')).map(([a, b, c]) => `${a} ? ${b} : ${c}`),
      fc
        .tuple(fc.constantFrom('n', 'i', 'x'), fc.constantFrom('=', '+=', '*=', '|='), tie('number'))
        .map((p) => p.join('')),
      command.map((text) => `$(${text}; echo 1)`),
      tie('subscript').map((text) => `a[${text}]`),
    )
    const subscript: Arbitrary<string> = fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('0', '1', '2', 'n', '-1', '$n', 'x'),
      command.map((text) => `$(${text}; echo 0)`),
      tie('number'),
    )
    const word: Arbitrary<string> = fc.oneof(
      { weight: 5, arbitrary: plain },
      fc.tuple(tie('plain'), tie('plain')).map(([one, other]) => `{${one},${other}}`),
      fc.tuple(aLiteral, tie('plain')).map(([one, other]) => `k{${one},${other}}q`),
      fc.constantFrom(
        '{1..3}',
        '{a..c}',
        '{03..1}',
        'p{1..5..2}',
        '{c..a..2}',
        '{x,{y,z}}',
        '{a',
        'a}',
        '{}',
        '{a}',
        '"{a,b}"',
        '{a\\,b,c}',
        '~',
        '~/k',
        '~+',
        '"~"',
        '*.txt',
        '?.txt',
        '[ab].txt',
        'no*such',
        '@(a|b).txt',
        'one/*',
        '"*"',
        '\\*',
        'a\\\nb',
      ),
    )
    return { word, plain, expansion, number, subscript }
  })
  return { word, plain, number, subscript }
}
