/** The literals and comments of a language; enough to separate its code from them. */

export interface Quote {
  /** Sticky; matches the opening delimiter, prefix included. */
  readonly open: RegExp
  readonly close: string | ((opening: string) => string)
  /** It may span several lines. */
  readonly lines?: true
  /** Sticky; sequences that are literal: an escaped quote, a doubled brace. */
  readonly skip?: RegExp | ((opening: string) => RegExp | undefined)
  /** Sticky; start of an interpolation. One that ends in a bracket extends to its partner; any other is complete. */
  readonly hole?: RegExp | ((opening: string) => RegExp | undefined)
}

export interface Language {
  readonly name: string
  readonly files: RegExp
  readonly line: readonly string[]
  readonly block?: readonly [string, string]
  readonly quotes: readonly Quote[]
  /** A slash may begin a regular expression. */
  readonly patterns?: true
  /** Which files may have markup in their code. */
  readonly markup?: RegExp
}

const ESCAPE = /\\[\s\S]/y
const SINGLE: Quote = { open: /'/y, close: "'", skip: ESCAPE }
const DOUBLE: Quote = { open: /"/y, close: '"', skip: ESCAPE }
const TRIPLE: Quote = { open: /"""/y, close: '"""', lines: true, skip: ESCAPE }
/** A quote around one character; a lifetime or a label has no closing quote. */
const CHARACTER: Quote = { open: /'(?=(?:\\[^\n]{1,10}|[^'\\\n]{1,2})')/y, close: "'", skip: ESCAPE }
const BACKTICK: Quote = { open: /`/y, close: '`', lines: true }

const DOLLAR = /\$\{|\$[A-Za-z_]\w*/y

/** `f"…"`, and not `r"…"`. */
const isFormat = (opening: string): boolean => /^[^'"]*[fFtT]/.test(opening)
const PYTHON_TEXT: Pick<Quote, 'close' | 'skip' | 'hole'> = {
  close: (opening) => opening.replace(/^[A-Za-z]+/, ''),
  skip: (opening) => (isFormat(opening) ? /\\[\s\S]|\{\{|\}\}/y : ESCAPE),
  hole: (opening) => (isFormat(opening) ? /\{/y : undefined),
}

export const LANGUAGES: readonly Language[] = [
  {
    name: 'javascript',
    files: /\.(?:[cm]?[jt]s|[jt]sx)$/,
    line: ['//'],
    block: ['/*', '*/'],
    quotes: [SINGLE, DOUBLE, { ...BACKTICK, skip: ESCAPE, hole: /\$\{/y }],
    patterns: true,
    markup: /\.(?:[jt]sx|js)$/,
  },
  {
    name: 'python',
    files: /\.pyi?$/,
    line: ['#'],
    quotes: [
      { ...PYTHON_TEXT, open: /[rRbBfFuUtT]{0,2}(?:"""|''')/y, lines: true },
      { ...PYTHON_TEXT, open: /[rRbBfFuUtT]{0,2}["']/y },
    ],
  },
  { name: 'go', files: /\.go$/, line: ['//'], block: ['/*', '*/'], quotes: [DOUBLE, CHARACTER, BACKTICK] },
  {
    name: 'rust',
    files: /\.rs$/,
    line: ['//'],
    block: ['/*', '*/'],
    quotes: [
      { open: /b?r#{0,8}"/y, close: (opening) => `"${opening.replace(/[^#]/g, '')}`, lines: true },
      { ...DOUBLE, lines: true },
      CHARACTER,
    ],
  },
  {
    name: 'kotlin',
    files: /\.(?:kts?|scala)$/,
    line: ['//'],
    block: ['/*', '*/'],
    quotes: [{ ...TRIPLE, hole: DOLLAR }, { ...DOUBLE, hole: DOLLAR }, CHARACTER],
  },
  {
    name: 'csharp',
    files: /\.cs$/,
    line: ['//'],
    block: ['/*', '*/'],
    quotes: [
      { open: /\$@?"|@\$"/y, close: '"', lines: true, skip: /\\[\s\S]|\{\{|\}\}|""/y, hole: /\{/y },
      { open: /@"/y, close: '"', lines: true, skip: /""/y },
      DOUBLE,
      CHARACTER,
    ],
  },
  {
    name: 'swift',
    files: /\.swift$/,
    line: ['//'],
    block: ['/*', '*/'],
    quotes: [
      { ...TRIPLE, hole: /\\\(/y, skip: /\\[^(]/y },
      { ...DOUBLE, hole: /\\\(/y, skip: /\\[^(]/y },
    ],
  },
  {
    name: 'php',
    files: /\.php$/,
    line: ['//', '#'],
    block: ['/*', '*/'],
    quotes: [
      { ...SINGLE, lines: true },
      { ...DOUBLE, lines: true, hole: /\{(?=\$)|\$\{|\$[A-Za-z_]\w*/y },
    ],
  },
  {
    name: 'ruby',
    files: /\.rb$/,
    line: ['#'],
    quotes: [
      { ...SINGLE, lines: true },
      { ...DOUBLE, lines: true, hole: /#\{/y },
      { ...BACKTICK, skip: ESCAPE, hole: /#\{/y },
    ],
  },
  {
    name: 'c',
    files: /\.(?:java|c|cc|cpp|h|hpp|m|dart)$/,
    line: ['//'],
    block: ['/*', '*/'],
    quotes: [TRIPLE, DOUBLE, CHARACTER],
  },
]

export const languageOf = (path: string): Language | undefined => LANGUAGES.find(({ files }) => files.test(path))
