import { arithmetic, brace, endOfBrace, endOfParens, parenthesis } from './brackets.ts'
import { loopForm, parameterForm, redirectionForm, simpleForm } from './forms.ts'
import {
  ahead,
  closeLevel,
  endWord,
  inside,
  inWord,
  levelOf,
  nextCommand,
  openLevel,
  put,
  startScan,
  wordOf,
  type ZshScan,
} from './scan.ts'

/**
 * The same command as zsh reads it, written so that bash reads it too; undefined where the two agree. The agent's shell
 * is often zsh, and a few characters mean more there: `{rm x}`, `=rm x`, `for i (1) rm x`, `echo >! file`. Quoted text
 * stays as it is. The body of a loop or a function in a short form is put behind it: what it does counts, not how often.
 */
export function asZsh(text: string): string | undefined {
  if (!MAY_DIFFER.test(text)) return undefined
  const result = rewritten(startScan(text))
  return result === text ? undefined : result
}

const MAY_DIFFER = /[{}()]|\brepeat\s|[>&][!|]|=\w|=\.|\$[=~^(]|\$\w+\[|:[htraAP]\b/

/** Deeper than this is no hand-written command. */
const MAX_DEPTH = 60

function rewritten(scan: ZshScan): string {
  while (scan.at < scan.text.length) {
    if (scan.levels.length > MAX_DEPTH) return scan.text
    if (levelOf(scan).kind === 'quotes') inQuotes(scan)
    else inCommands(scan)
  }
  return scan.out.join('')
}

function inQuotes(scan: ZshScan): void {
  const two = scan.text.slice(scan.at, scan.at + 2)
  if (two.startsWith('\\')) return put(scan, 2)
  if (two.startsWith('"')) {
    put(scan, 1)
    return closeLevel(scan)
  }
  if (two === '$(' && scan.text[scan.at + 2] !== '(') return inside(scan, 2, 'parens')
  if (two.startsWith('`')) return inside(scan, 1, 'backquotes')
  const form = two === '${' ? parameterForm(scan.text, scan.at) : simpleForm(scan.text, scan.at)
  if (two.startsWith('$') && form !== undefined) return put(scan, form.length, form.written)
  put(scan, ahead(scan, /[^"\\$`]+/y)?.[0].length ?? 1)
}

function inCommands(scan: ZshScan): void {
  const char = scan.text[scan.at] ?? ''
  const isBetween = levelOf(scan).word === undefined
  if (/\s/.test(char)) return space(scan, char)
  if (char === '#' && isBetween) return put(scan, ahead(scan, /[^\n]*/y)?.[0].length ?? 1)
  if (char === '\\') return inWord(scan, 2)
  if (char === "'") return inWord(scan, ahead(scan, /'[^']*'?/y)?.[0].length ?? 1)
  if (char === '"') {
    inWord(scan, 1)
    return openLevel(scan, 'quotes')
  }
  if (char === '$') return dollar(scan)
  if (char === '`') return backquote(scan)
  if (char === '<' || char === '>' || ahead(scan, /&>/y) !== null) return redirection(scan)
  if (char === ';' || char === '&' || char === '|') {
    nextCommand(scan)
    return put(scan, 1)
  }
  if (scan.closed && ahead(scan, /always(?=\s*\{)/y) !== null) {
    put(scan, 'always'.length, ';')
    return nextCommand(scan)
  }
  if (char === '(') return parenthesis(scan)
  if (char === ')') return endOfParens(scan)
  if (char === '{') return brace(scan)
  if (char === '}') return endOfBrace(scan)
  if (char === '=') return equals(scan)
  if (isBetween && levelOf(scan).start) return firstWord(scan)
  plain(scan)
}

function plain(scan: ZshScan): void {
  inWord(scan, ahead(scan, /[^\s'"\\$`<>;&|(){}=#]+/y)?.[0].length ?? 1)
}

function space(scan: ZshScan, char: string): void {
  if (char !== '\n') {
    endWord(scan)
    return put(scan, 1)
  }
  nextCommand(scan)
  put(scan, 1)
  for (const end of scan.ends.splice(0)) {
    let line: string
    do {
      line = ahead(scan, /[^\n]*\n?/y)?.[0] ?? ''
      put(scan, line.length)
    } while (line !== '' && line.trim() !== end)
  }
}

function backquote(scan: ZshScan): void {
  if (levelOf(scan).kind !== 'backquotes') {
    levelOf(scan).word ??= scan.out.length
    return inside(scan, 1, 'backquotes')
  }
  put(scan, 1)
  closeLevel(scan)
}

function dollar(scan: ZshScan): void {
  const next = scan.text[scan.at + 1] ?? ''
  if (next === "'") return inWord(scan, ahead(scan, /\$'(?:[^'\\]|\\.)*'?/sy)?.[0].length ?? 1)
  if (ahead(scan, /\$\(\(/y) !== null) return arithmetic(scan, 1)
  levelOf(scan).word ??= scan.out.length
  if (next === '(') return inside(scan, 2, 'parens')
  const form = next === '{' ? parameterForm(scan.text, scan.at) : simpleForm(scan.text, scan.at)
  if (form !== undefined) return inWord(scan, form.length, form.written)
  if (next === '{') levelOf(scan).braces += 1
  put(scan, next === '{' ? 2 : (ahead(scan, /\$\w*/y)?.[0].length ?? 1))
}

function redirection(scan: ZshScan): void {
  endWord(scan)
  const heredoc = ahead(scan, /<<-?\s*(['"]?)([\w.-]+)\1/y)
  if (heredoc !== null && scan.text[scan.at + 2] !== '<') {
    scan.ends.push(heredoc[2] ?? '')
    return put(scan, heredoc[0].length)
  }
  if (ahead(scan, /[<>]\(/y) !== null) return inside(scan, 2, 'parens')
  const { length, written } = redirectionForm(scan.text, scan.at)
  put(scan, length, written)
}

/** `=rm` is the path of rm, `=(cmd)` a file with its output. */
function equals(scan: ZshScan): void {
  const word = wordOf(scan)
  if (word === '' && ahead(scan, /=\(/y) !== null) {
    levelOf(scan).word = scan.out.length
    return inside(scan, 2, 'parens', '<(')
  }
  if (word === '' && ahead(scan, /=[A-Za-z_./]/y) !== null) return put(scan, 1, '')
  if (/^[A-Za-z_]\w*$/.test(word) && ahead(scan, /==[A-Za-z_./]/y) !== null) return inWord(scan, 2, '=')
  inWord(scan, 1)
}

function firstWord(scan: ZshScan): void {
  const form = loopForm(scan.text, scan.at)
  if (form !== undefined) {
    put(scan, form.length, form.written)
    return nextCommand(scan)
  }
  const test = ahead(scan, /\[\[\s.*?(?:\s\]\](?=[\s;&|)]|$)|$)/sy)
  if (test !== null) {
    inWord(scan, test[0].length)
    scan.conditionEnd = scan.out.length
    return
  }
  if (ahead(scan, /end(?=\s|;|$)/y) !== null) return inWord(scan, 3, ':')
  plain(scan)
}
