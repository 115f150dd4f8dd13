import { ahead, blanks, copy, replace, Unreadable, write, type Source } from './source.ts'
import { word } from './words.ts'

const OPERATOR = /(\d+|\{[A-Za-z_]\w*\})?(<<<|<<-?|<>|<&|&>>[!|]?|&>[!|]?|>>&[!|]?|>&[!|]?|>>[!|]?|>[!|]?|<)/y

/** `>! file`, `3< file`, `<<END`; false where none stands. `>!` and `>>|` write over what is there. */
export function redirection(source: Source): boolean {
  if (ahead(source, /[<>]\(|<\d*-\d*>/y) !== null) return false
  const found = ahead(source, OPERATOR)
  if (found === null) return false
  const [whole, descriptor = '', operator = ''] = found
  if (operator === '<<' || operator === '<<-') {
    source.at += whole.length
    blanks(source)
    write(source, `${descriptor}<<< `)
    announce(source, operator === '<<-')
    return true
  }
  const plain = BASH[operator]
  if (plain === undefined) copy(source, whole.length)
  else replace(source, whole.length, `${descriptor}${plain} `)
  blanks(source)
  if (!word(source)) throw new Unreadable('>')
  return true
}

const BASH: Readonly<Record<string, string>> = {
  '>!': '>',
  '>>!': '>>',
  '>>|': '>>',
  '>&!': '&>',
  '>&|': '&>',
  '&>!': '&>',
  '&>|': '&>',
  '>>&': '&>>',
  '>>&!': '&>>',
  '>>&|': '&>>',
  '&>>!': '&>>',
  '&>>|': '&>>',
}

/** A here-document: its text is put here as soon as the line ends. */
function announce(source: Source, indented: boolean): void {
  const found = ahead(source, /(?:[^ \t\n'"\\;&|<>()]|\\.|'[^']*'|"[^"]*")+/y)
  if (found === null) throw new Unreadable('<<')
  source.at += found[0].length
  const piece = { text: '""' }
  source.out.push(piece)
  const end = found[0].replace(/['"\\]/g, '')
  source.heredocs.push({ end, quoted: end !== found[0], indented, piece })
}
