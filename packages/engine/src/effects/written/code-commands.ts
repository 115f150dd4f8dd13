import { escapesIn } from '@holdpoint/shell'
import { type FileReader, type FoundCommand, quoted, throughShell } from './command-text.ts'
import { parsed } from './json-commands.ts'

/** Files that are code: the whole text goes to its interpreter. */

/** A git hook or an `.envrc`: a shell's, unless its first line names another program. */
export const shellCommands: FileReader = (text) => {
  const program = /^#!\s*(\S.*)/.exec(text)?.[1]
  return [{ text: throughShell(text, program), line: 1 }]
}

export const pythonCommands: FileReader = (text) => [{ text: `python3 -c ${quoted(text)}`, line: 1 }]

export const nodeCommands: FileReader = (text) => [{ text: `node -e ${quoted(text)}`, line: 1 }]

/** `sh 'x'` of rake is a method that Ruby itself does not have. */
export const rubyCommands: FileReader = (text) => [
  { text: `ruby -e ${quoted(text)}`, line: 1 },
  ...Array.from(text.matchAll(/^\s*sh\s*\(?\s*(['"])(.+?)\1/gm), ([, , command = '']) => ({ text: command })),
  ...escapesIn(text).flatMap((line) => (text.includes(line) ? [{ text: line }] : [])),
]

/** Cells of code: Python, `!command`, and cells that begin with `%%bash`. A piece is one cell. */
export const notebookCommands: FileReader = (text, { isPiece }) => {
  if (isPiece) return cell(text)
  const value = parsed(text)
  const cells: unknown = typeof value === 'object' && value !== null && 'cells' in value ? value.cells : []
  return (Array.isArray(cells) ? cells : []).flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const { cell_type: type, source } = one as Readonly<Record<string, unknown>>
    const lines = Array.isArray(source) ? source.map(String).join('') : source
    return type === 'code' && typeof lines === 'string' ? cell(lines) : []
  })
}

function cell(text: string): readonly FoundCommand[] {
  const [, magic, rest = ''] = /^\s*%%(bash|sh|script|system|!)[^\n]*\n([^]*)$/.exec(text) ?? []
  if (magic !== undefined) return [{ text: rest }]
  if (/^\s*%%\w/.test(text)) return []
  const shell = Array.from(
    text.matchAll(/^\s*(?:\w+\s*=\s*)?(?:!{1,2}|%(?:sx|system)\s)(.+)$/gm),
    ([, line = '']) => line,
  )
  const python = text.replace(/^\s*(?:\w+\s*=\s*)?[!%?].*$/gm, '')
  return [...shell.map((line) => ({ text: line })), { text: `python3 -c ${quoted(python)}` }]
}
