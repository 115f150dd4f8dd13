/** The header of a source file, and the decisions it names. */

interface Style {
  readonly files: RegExp
  readonly header: RegExp
  /** Template of a header. */
  readonly template: string
}

const BLOCK =
  '/**\n * @file [name]\n * @description [what this file does]\n * @rationale [why it is the way it is]\n */'
const C_BLOCK = '/**\n * @file [name]\n * @brief [what this file does]\n * @rationale [why it is the way it is]\n */'
/** A line comment with text; one that only draws a line does not count. */
const SLASHES = String.raw`\/\/+\s*\w`
const HASH = String.raw`#+\s*\w`

const STYLES: readonly Style[] = [
  {
    files: /\.py$/,
    header: new RegExp(`^(?:[rRuU]?"""|[rRuU]?'''|${HASH})`),
    template: '"""[Module description: purpose and rationale]"""',
  },
  { files: /\.(?:ts|tsx|js|jsx)$/, header: new RegExp(`^(?:/\\*\\*?|${SLASHES})`), template: BLOCK },
  { files: /\.(?:c|cpp|h|hpp)$/, header: new RegExp(`^(?:/\\*\\*?|${SLASHES})`), template: C_BLOCK },
  { files: /\.(?:cs|java|kt|swift)$/, header: new RegExp(`^(?:/\\*\\*?|${SLASHES})`), template: BLOCK },
  {
    files: /\.go$/,
    header: new RegExp(`^(?:/\\*|${SLASHES})`),
    template: '// Package [name] provides [what, and why it is the way it is].',
  },
  {
    files: /\.rs$/,
    header: new RegExp(`^(?:/\\*|//[!/]|${SLASHES})`),
    template: '//! [What this module does]\n//!\n//! [Why it is the way it is]',
  },
  {
    files: /\.(?:sh|bash|zsh|rb)$/,
    header: new RegExp(`^(?:=begin|${HASH})`),
    template: '# [What this script does]\n# [Why it is the way it is]',
  },
  { files: /\.php$/, header: new RegExp(`^(?:/\\*\\*?|${SLASHES}|${HASH})`), template: BLOCK },
]

const styleOf = (path: string): Style | undefined => STYLES.find(({ files }) => files.test(path))

/** Whether the first relevant line is a comment about the file. */
export function hasHeader(text: string, path: string): boolean {
  const style = styleOf(path)
  return style === undefined || style.header.test(firstLine(text, path))
}

export const headerTemplate = (path: string): string => styleOf(path)?.template ?? '// [What this file does, and why]'

/** Blank lines, the shebang, directives and the PHP opening tag may precede the header. */
function firstLine(text: string, path: string): string {
  const head = text.slice(0, MAX_HEAD).replace(/^\uFEFF/, '')
  const lines = head.split('\n').map((line) => line.trim())
  const isPreamble = (line: string, index: number): boolean =>
    line === '' ||
    (index === 0 && line.startsWith('#!')) ||
    /^(['"])use [a-z]+\1;?$/.test(line) ||
    (path.endsWith('.py') && /^#.*coding[:=]/.test(line)) ||
    (path.endsWith('.php') && line.startsWith('<?'))
  return lines.find((line, index) => !isPreamble(line, index)) ?? ''
}

/** Further down it is no header. */
const MAX_HEAD = 10_000

/** `@decision` in a comment block, or `# DECISION: …` and `// DECISION(…)` in a line. */
export const hasDecision = (text: string): boolean => /@decision\b|(?:#|\/\/)\s*DECISION\s*[:(]/.test(text)

export const decisionTemplate = (path: string): string => {
  const mark = /\.(?:py|sh|bash|zsh|rb)$/.test(path) ? '#' : '//'
  return [
    `${mark} @decision DEC-COMPONENT-001`,
    `${mark} @title [what was decided]`,
    `${mark} @status accepted`,
    `${mark} @rationale [why this way, and not another]`,
  ].join('\n')
}
