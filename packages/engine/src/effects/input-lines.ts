import type { ToolCall } from '../event.ts'
import { languageNamed, shapeOf, unwrapped, type CodeLanguage } from './input-languages.ts'
import { partsOf, type Field, type Line, type Part } from './input-parts.ts'
import { namedCommand } from './input-named.ts'
import { natureOf, wordsOf, type ToolNature } from './input-tool.ts'

/**
 * Everything that the input of a tool without a description would run, as command lines for the shell reader: code as
 * `python3 -c …`, SQL as `psql -c …`, a list of arguments as its words.
 *
 * What counts is the key, then the tool, then the shape of the text:
 *  1. a key that means a command (`cmd`, `argv`), code or SQL is read as that by any tool;
 *  2. a tool that runs things (`start_process`, `send_keys` of tmux) has every text read that is not plainly prose;
 *  3. elsewhere a key that means text for people (`body`, `note`, `query` of a search) is left alone, whatever it quotes;
 *  4. under any other key a text is read when it looks like nothing but a command line; that is a guess (`maybe`).
 */
export interface Lines {
  readonly lines: readonly Line[]
  /** Why not everything was read. */
  readonly doubts: readonly string[]
}

const COMMAND =
  /(?:^| )(?:commands?|cmds?|cmd ?line|command ?line|argv|exec|execute|run|entrypoint|one ?liner|shell|bash|sh)$/
const CODE =
  /(?:^| )(?:code|scripts?|source|snippets?|function|expression|python|javascript|js|ruby|perl|cell|eval|program)$/
const SQL = /(?:^| )(?:sql|statements?|stmts?|ddl|dml|queries|sql ?query)$|^sql /
/** Text for people, in every tool. */
const PROSE =
  /(?:^| )(?:title|description|explanation|reason|labels?|names?|comments?|notes?|prompt|thoughts?|questions?|answers?|summary|subject|instructions?|topic|observations?|insight|ids?|urls?|tags?|findings?|plan|goal|purpose|step|patterns?|regex|repl|filter|exclude|ignore|selector|element|role|email|old (?:str|string|text)|new (?:str|string|text|source))$/
/** Text for people, unless the tool runs what it is given. */
const TEXT =
  /(?:^| )(?:text|texts|contents?|body|messages?|markdown|html|data|values?|input|stdin|payload|query|q|search|phrase|keys?|lines?|string|items?|elements?|cells|rows|properties|filepath|file|arguments|args|params|parameters|jql|logql|expr)$/
const DATABASE_TEXT = /(?:^| )(?:query|q|text|input|body|operation|pipeline)$/

const PROGRAM = /(?:^| )(?:program|executable|binary|bin|exe|command|cmd|file|process)$/
const ARGUMENTS = /^(?:args|arguments|argv|params|parameters|flags|options)$/
const LANGUAGE = /^(?:language|lang|interpreter|runtime|kernel|kernel name|syntax|shell|type)$/
const STDIN = /^(?:stdin|input|script)$/
const DIRECTORY = /^(?:cwd|work ?dir|working ?dir|working ?directory|directory|dir|chdir|repo ?path)$/

const MAX_LINES = 400
const MAX_SIZE = 2 << 20

export function linesOf(tool: ToolCall): Lines {
  const nature = natureOf(tool)
  const { parts, over } = partsOf(tool)
  const doubts = new Set(over ? ['Its input is larger or deeper than is read.'] : [])
  const [top] = parts
  const lines: Line[] = [...namedCommand(nature, top?.fields ?? [], directoryOf(top))]
  let size = 0
  for (const part of parts) {
    for (const line of linesIn(part, nature, (doubt) => doubts.add(doubt))) {
      size += line.text.length
      if (lines.length >= MAX_LINES || size > MAX_SIZE) {
        return { lines, doubts: [...doubts, 'Its input carries more commands than are read.'] }
      }
      const cwd = line.cwd ?? directoryOf(part) ?? directoryOf(top)
      lines.push(cwd === undefined ? line : { ...line, cwd })
    }
  }
  return { lines, doubts: [...doubts] }
}

const keyOf = ({ key }: Field): string => wordsOf(key).join(' ')
const textAt = (part: Part | undefined, pattern: RegExp): string | undefined => {
  const value = part?.fields.find((field) => typeof field.value === 'string' && pattern.test(keyOf(field)))?.value
  return typeof value === 'string' ? value : undefined
}
const directoryOf = (part: Part | undefined): string | undefined => textAt(part, DIRECTORY)

function linesIn(part: Part, nature: ToolNature, doubt: (text: string) => void): readonly Line[] {
  const declared = languageNamed(textAt(part, LANGUAGE) ?? '')
  const joined = withArguments(part)
  if (joined !== undefined) return [{ text: joined, maybe: false }]
  return part.fields.flatMap((field): readonly Line[] => {
    const key = keyOf(field)
    const { value } = field
    if (typeof value === 'boolean' || field.key.startsWith('env.') || LANGUAGE.test(key) || DIRECTORY.test(key))
      return []
    if (typeof value !== 'string') return listed(key, value, nature, declared, doubt)
    return read(key, value, nature, declared, doubt).map((line) =>
      COMMAND.test(key) ? { ...line, text: surrounded(line.text, part) } : line,
    )
  })
}

/** `{"program": "rm", "args": ["-rf", "~"]}`. */
function withArguments(part: Part): string | undefined {
  const args = part.fields.find((field) => ARGUMENTS.test(keyOf(field)) && typeof field.value !== 'boolean')?.value
  const program = textAt(part, PROGRAM)
  if (program === undefined || args === undefined || typeof args === 'boolean') return undefined
  return surrounded(`${program} ${typeof args === 'string' ? args : args.map(word).join(' ')}`, part)
}

/** With its variables in front and its standard input behind. */
function surrounded(command: string, part: Part): string {
  const stdin = textAt(part, STDIN)
  const env = part.fields.flatMap(({ key, value }) => {
    const name = /^env\.([A-Za-z_]\w*)$/.exec(key)?.[1]
    return name === undefined || typeof value !== 'string' ? [] : [`export ${name}=${quoted(value)}; `]
  })
  return `${env.join('')}${command}${stdin === undefined ? '' : ` <<< ${quoted(stdin)}`}`
}

/** A list is one command with its arguments, or several commands: `["rm", "-rf", "/"]`, `["npm ci", "npm test"]`. */
function listed(
  key: string,
  values: readonly string[],
  nature: ToolNature,
  declared: CodeLanguage | undefined,
  doubt: (text: string) => void,
): readonly Line[] {
  const isSeveral = /\s/.test(values[0]?.trim() ?? '') || key.endsWith('s')
  const each = isSeveral || !COMMAND.test(key) ? values.flatMap((text) => read(key, text, nature, declared, doubt)) : []
  const isArgv = !isSeveral || values.every((text) => !/\s/.test(text))
  if (!isArgv || (PROSE.test(key) && !COMMAND.test(key)) || (TEXT.test(key) && !nature.runs)) return each
  const text = values.map(word).join(' ')
  const isCertain = COMMAND.test(key)
  return isCertain || looksLikeCommand(text) ? [...each, { text, maybe: !isCertain }] : each
}

function read(
  key: string,
  text: string,
  nature: ToolNature,
  declared: CodeLanguage | undefined,
  doubt: (text: string) => void,
): readonly Line[] {
  if (text.trim() === '') return []
  const { code, language = declared } = unwrapped(text)
  const isCommand = COMMAND.test(key)
  if (isCommand && nature.queries) return [sql(code), { text: code, maybe: false }]
  if (isCommand) return inLanguage(code, language ?? 'shell', nature, doubt)
  if (SQL.test(key) || language === 'sql') return PROSE.test(key) ? [] : [sql(code)]
  if (nature.queries && (CODE.test(key) || DATABASE_TEXT.test(key))) return [sql(code)]
  if (key === 'query' && nature.runs && SQL_START.test(code)) return [sql(code)]
  if (CODE.test(key) && !nature.inspects)
    return asCode(code, language ?? (isShellByDefault(key, code, nature) ? 'shell' : undefined), nature, doubt)
  if (PROSE.test(key) || nature.inspects) return []
  if (language !== undefined && (nature.runs || !TEXT.test(key))) return inLanguage(code, language, nature, doubt)
  if (TEXT.test(key) && declared !== undefined && nature.all.length > 0)
    return inLanguage(code, declared, nature, doubt)
  if (nature.runs && !nature.browses) return asCode(code, undefined, nature, doubt)
  if (TEXT.test(key)) return []
  return guessed(code, nature)
}

/** A script is one of the shell's, unless the tool or its text says otherwise. */
const isShellByDefault = (key: string, code: string, nature: ToolNature): boolean =>
  /scripts?$/.test(key) && !nature.browses && ofTool(nature) === undefined && shapeOf(code) === undefined

/** Code whose language may have to be found out. */
function asCode(
  code: string,
  language: CodeLanguage | undefined,
  nature: ToolNature,
  doubt: (text: string) => void,
): readonly Line[] {
  const known = language ?? (nature.browses ? 'javascript' : undefined) ?? ofTool(nature)
  if (known !== undefined) {
    const other = known !== 'shell' && looksLikeCommand(code) ? [{ text: code, maybe: true }] : []
    return [...inLanguage(code, known, nature, doubt), ...other]
  }
  const shape = shapeOf(code)
  if (shape !== undefined) return inLanguage(code, shape, nature, doubt).map((line) => ({ ...line, maybe: true }))
  if (!nature.runs) return guessed(code, nature)
  if (code.length > MAX_TRIED) {
    doubt('It runs a long text in a language that nothing names.')
    return []
  }
  // It runs in a language that nothing names: each is tried, and what only another one understands says nothing.
  return TRIED.flatMap((each) => inLanguage(code, each, nature, doubt)).map((line) => ({ ...line, maybe: true }))
}

/** Each language parses the whole text, so longer ones are not tried. */
const MAX_TRIED = 1 << 14

const TRIED: readonly CodeLanguage[] = ['shell', 'python', 'javascript', 'ruby', 'perl', 'php']

const ofTool = ({ all }: ToolNature): CodeLanguage | undefined =>
  all.map(languageNamed).find((language) => language !== undefined && language !== 'unread' && language !== 'sql')

function guessed(text: string, nature: ToolNature): readonly Line[] {
  if (looksLikeCommand(text)) return [{ text, maybe: true }]
  const shape = text.length <= MAX_GUESS ? shapeOf(text) : undefined
  return shape === undefined
    ? []
    : inLanguage(text, shape, nature, () => undefined).map((line) => ({ ...line, maybe: true }))
}

const MAX_GUESS = 1 << 16

/** Code of a page that names nothing of Node cannot leave the page. */
const OF_NODE = /\brequire\s*\(|\bprocess\s*[.[]|child_process|\bimport\s*[({'"*\w]|\bDeno\b|\bBun\b|node:/

const RUNNERS: Readonly<Record<Exclude<CodeLanguage, 'shell' | 'sql' | 'unread'>, string>> = {
  python: 'python3 -c',
  javascript: 'node -e',
  ruby: 'ruby -e',
  perl: 'perl -e',
  php: 'php -r',
  lua: 'lua -e',
  r: 'Rscript -e',
  applescript: 'osascript -e',
  powershell: 'pwsh -Command',
}

function inLanguage(
  code: string,
  language: CodeLanguage,
  nature: ToolNature,
  doubt: (text: string) => void,
): readonly Line[] {
  if (language === 'unread') {
    if (nature.runs) doubt('Its code is in a language that is not read.')
    return []
  }
  if (language === 'shell') return [{ text: code, maybe: false }]
  if (language === 'sql') return [sql(code)]
  if (language === 'javascript' && nature.browses && !OF_NODE.test(code)) return []
  const escapes = language === 'python' ? shellIn(code) : []
  const plain = language === 'python' ? withoutEscapes(code) : code.replace(/^\s*<\?php\b|\?>\s*$/g, '')
  return [...escapes, { text: `${RUNNERS[language]} ${quoted(plain)}`, maybe: false }]
}

/** A notebook runs lines behind `!` in a shell, and whole cells behind `%%bash`. */
function shellIn(code: string): readonly Line[] {
  const cell = /^\s*%%(?:bash|sh|zsh|script\b.*|system|sx)[^\n]*\n/.exec(code)
  if (cell !== null) return [{ text: code.slice(cell[0].length), maybe: false }]
  return code.includes('!') || code.includes('%')
    ? code.split('\n').flatMap((line) => {
        const command = /^\s*(?:\w+\s*=\s*)?(?:!!?|%(?:sx|system)\s)(.+)$/.exec(line)?.[1]
        return command === undefined ? [] : [{ text: command, maybe: false }]
      })
    : []
}

const withoutEscapes = (code: string): string =>
  /^[ \t]*[!%]/m.test(code)
    ? code
        .split('\n')
        .filter((line) => !/^\s*[!%]/.test(line))
        .join('\n')
    : code

const SQL_START = /^\s*(?:drop|truncate|delete|alter|insert|update|create|select|with|begin|merge|grant)\s/i
const sql = (text: string): Line => ({ text: `psql -c ${quoted(text)}`, maybe: false })

/** Programs whose name at the start of a text makes it a command line, and not a sentence. */
const COMMON =
  /^(?:sudo|doas|env|nohup|time|rm|mv|cp|ln|dd|cat|chmod|chown|chgrp|shred|truncate|tee|mkfs(?:\.\w+)?|wipefs|fdisk|parted|find|xargs|sed|awk|git|curl|wget|nc|ncat|socat|ssh|scp|rsync|bash|sh|zsh|dash|fish|python[\d.]*|node|perl|ruby|php|docker|podman|kubectl|helm|terraform|tofu|aws|gcloud|az|gh|npm|npx|pnpm|yarn|pip3?|crontab|systemctl|kill|killall|pkill|shutdown|reboot|halt|poweroff|mount|umount|iptables|eval|exec|source|export|holdpoint|psql|mysql|redis-cli|mongosh?|base64|tar|unlink|rmdir)$/

export function looksLikeCommand(given: string): boolean {
  const text = given.trim()
  if (text.length > MAX_GUESS || text.length < 3) return false
  const [first = '', ...rest] = text.split(/\s+/, 60)
  const program = first.replace(/^(?:\/[\w.-]+)*\//, '')
  if (!COMMON.test(program) || rest.length === 0) return /^\S*:\(\)\s*\{/.test(text)
  const isMarked = rest.some((each) => /^(?:-\w|--\w|[/~.$|&<>'"*])/.test(each) || /[;|>]$/.test(each))
  // A sentence has several plain words in a row.
  return isMarked && !/(?:^|\s)(?:[a-z]{2,}\s+){3}[a-z]{2,}(?=[\s,.]|$)/.test(` ${rest.join(' ')}`)
}

export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
/** A tool may hand its words to a shell, so that `~` and `*` keep their meaning. */
export const word = (text: string): string => (/^[\w@%+=:,./~*?-]+$/.test(text) ? text : quoted(text))
