import { isRunner } from '../read/given-words.ts'

/**
 * Ways out of a program's own language into a shell: `:!cmd` of editors, `\! cmd` and `.shell cmd` of databases,
 * `shell cmd` of debuggers, `system("cmd")` of everything that can be programmed. Found by shape, because every
 * program that has one of them spells it in one of these ways.
 */

/** A whole line that hands its rest to a shell. */
const LINES: readonly RegExp[] = [
  // Editors, pagers, mail and file transfer: `:!x`, `:silent !x`, `:r !x`, `:%!x`, `1,5w !x`, `~!x`.
  /^[\s:'"]*(?:(?:sil(?:ent)?!?|tab|vert(?:ical)?|verb(?:ose)?|exe(?:cute)?|normal!?|autocmd\s+\S+\s+\S+|r(?:ead)?|w(?:rite)?|[gv]\/[^/]*\/|[\d,.$%]+(?![\d,.$%]))[\s:'"]*)*[~]?!{1,2}\s*(.+)$/,
  /^[\s:]*(?:te(?:rm(?:inal)?)?|make|grep)!?\s+(?:\+\+\S+\s+)*(.+)$/,
  // Databases: `\! x`, `\o | x`, `.shell x`, `.once | x`, `system x`.
  /^\s*\\!\s*(.+)$/,
  /^\s*\\(?:o|g|gx|w|s|i|copy\b.*?(?:to|from)\s+program)\s*['"|]+\s*(.+)$/i,
  /^\s*\.(?:shell|system|sh)\s+(.+)$/,
  /^\s*\.(?:once|output|import|read|log|excel)\s+(?:--?\w+\s+)*\|\s*(.+)$/,
  /^\s*\.(?:once|output|import|read|log|excel)\s+(?:--?\w+\s+)*["']\|\s*([^"']+)/,
  // Debuggers and command interpreters: `shell x`, `platform shell x`, `exec x`, `spawn x`, `run-shell x`.
  /^[\s:]*(?:(?:platform|target)\s+)?(?:shell|shell-escape|system|sh|exec|execute|spawn|ho(?:st)?|pager|\\setenv\s+\w+|run-shell|if-shell|pipe|process\s+launch\s+--|lcmd|!)\s+(?:-\w+\s+)*(.+)$/,
  // Into a program: `| x`, `~| x`; out of one: `source "x|"`.
  /^\s*source\s+["']?([^|]+)\|["']?\s*$/,
  /^\s*~?\|{1,2}-?\s*(.+)$/,
]

/** A call that hands a text to a shell, or a list of words to the system. */
const CALLS =
  /(?:\b(?:system|systemlist|popen\w*|exec\w*|spawn\w*|shell(?:_exec|escape|-command\w*)?|passthru|os\.execute|os\.system|io\.popen|subprocess\.\w+|call-process\w*|start-process\w*|async-shell-command|make-process|process|run\w*|cmd|unix|edit|local|\$EXEC|launch|program|xp_cmdshell|jobstart|termopen|feedkeys|write18|immediate\\write18|evaluate|eval)\b|[|!`]|%x|\$EXEC)[([{`'",\s]{0,20}(['"`])((?:\\.|(?!\1).)*)\1((?:[,\s]{1,20}['"`][^'"`]*['"`])*)/gi

/** In brackets, behind a mark: `execute(x)`, `reload:x`, `esyscmd(\`x')`, `\\write18{x}`, `%pipe%x`, `'< x'`, `%sh{x}`. */
const BRACKETS: readonly RegExp[] = [
  /\b(?:execute(?:-silent|-multi)?|reload(?:-sync)?|become|transform(?:-\w+)?|preview|e?syscmd)\s*\(\s*[`'"[]{0,2}([^)'`"\]]+)/gi,
  /:(?:execute(?:-silent)?|reload(?:-sync)?|become|preview):([^\n]+)/gi,
  /(?:write18|%sh|%x)\s*\{([^}]+)\}/gi,
  /%pipe%([^)\n]+)/gi,
  /\\set\s+\w+\s+`([^`\n]+)`/g,
  /\{sys\d?:([^}\n]+)\}/g,
  /["']\s*<\s*([^"'<\n]*\s[^"'\n]*)["']/g,
]

/** What each of the long patterns needs. Most texts have neither. */
const QUOTE = /['"`]/
const MARK = /[({:%\\<]/

/** Everything in a text of commands that might go to a shell, as lines of shell. */
export function escapesIn(text: string): readonly string[] {
  if (text.length > MAX_TEXT) return []
  const found: string[] = []
  for (const line of text.split(/\n/)) {
    const parts = [line, ...(line.includes('|') ? line.split(/\s\|\s*(?=:|!)/) : [])]
    for (const part of line.includes(';') ? [...parts, ...line.split(/;\s*/).slice(0, MAX_FOUND)] : parts)
      for (const pattern of LINES) {
        const rest = pattern.exec(part)?.[1]
        if (rest !== undefined && rest.trim() !== '') found.push(unquoted(rest.trim()))
      }
  }
  for (const [, setting = ''] of text.matchAll(/^\s*set\s+(\w+\s*=.+)$/gm)) {
    const command = commandOfSetting(setting)
    if (command !== undefined) found.push(command)
  }
  for (const [, quote = '', first = '', others = ''] of QUOTE.test(text) ? text.matchAll(CALLS) : []) {
    const words = [first, ...[...others.matchAll(/['"`]([^'"`]*)['"`]/g)].map(([, word = '']) => word)]
    const plain =
      quote === "'"
        ? words
        : words.map((word) => word.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char)))
    const [head = ''] = plain
    found.push(/\s/.test(head) ? head : plain.map(asWord).join(' '))
  }
  for (const pattern of MARK.test(text) ? BRACKETS : [])
    for (const [, line = ''] of text.matchAll(pattern)) found.push(line)
  // Macros: `%(cmd)`.
  for (const [, command = ''] of text.matchAll(/%\(([^()\n]{3,2000})\)/g)) found.push(command)
  for (const [, quoted = ''] of text.matchAll(/\b(?:to|from)\s+program\s+'((?:[^']|'')*)'/gi))
    found.push(quoted.replaceAll("''", "'"))
  return [...new Set(found)].slice(0, MAX_FOUND)
}

/** `ProxyCommand=x`, `ui.editor x`, `alias.st=!x`, `hooks.pre="x"`, `diff=["x", "y"]`: what it names to be run. */
export function commandOfSetting(setting: string): string | undefined {
  const [, key = '', value = ''] = /^\s*([\w.:/-]+)\s*[=\s]\s*(.+)$/s.exec(setting) ?? []
  if (value === '' || /^(?:none|true|false|yes|no|ask|auto|\d+)$/i.test(value)) return undefined
  const name = key
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll(/[_.:/]/g, '-')
    .toLowerCase()
  const isNamed =
    isRunner(name) ||
    /(?:^|-)(?:alias|aliases|rsh|ssh|difftool|mergetool|textconv|linker|compiler|cc|cxx|executable)(?:-|$)/.test(name)
  if (!isNamed && !value.startsWith('!')) return undefined
  const words = /^\[(.*)\]$/s.exec(value)?.[1]
  return words === undefined ? unquoted(value) : words.replace(/(["'])\s*,\s*(["'])/g, '$1 $2')
}

/** A word of a list stays one word of the line. */
export const asWord = (text: string): string =>
  /^[\w./:=@%+,~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Longer texts are scripts; they are read by a reader of their own or not at all. */
const MAX_TEXT = 1 << 16
const MAX_FOUND = 64

/** `"rm -rf x"` as a whole. */
function unquoted(text: string): string {
  const [, quote = '', inner = ''] = /^(['"])(.*)\1$/s.exec(text) ?? []
  return quote !== '' && !inner.includes(quote) ? inner : text
}

/** Words without which code of any language can neither start a program, nor change a file, nor send anything. */
const ACTS =
  /system|exec|spawn|popen|process|shell|launch|command|\brun|\bsh\b|cmd|\brm|unlink|delet|remove|erase|rename|mov|copy(?!instr\b)|write|writ|save|open|file|dir|path|chmod|chown|symlink|link|truncate|socket|connect|http|url|fetch|download|net|eval|load|require|import|include|use\b|dlopen|ffi|call|\bdo\b|`|[|]/i

/** Code of a language that Holdpoint does not parse that only computes and prints. */
export const onlyComputes = (code: string): boolean => code.length < 4096 && !ACTS.test(code)
