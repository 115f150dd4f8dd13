import { isKnown, UNKNOWN, type Origin } from '../effects.ts'
import type { Context, Start } from '../read/context.ts'
import { givenWords, isOutput, pathsIn } from '../read/given-words.ts'
import type { Argument } from '../read/reader.ts'
import { homeOf } from '../state/variables.ts'
import {
  derived,
  EMPTY,
  fromNetwork,
  isConnected,
  joinAll,
  known,
  origins,
  unknown,
  withoutSecrets,
  type Value,
} from '../words/value.ts'
import { runCode } from './code.ts'
import { setBy, typedInto } from './edits.ts'
import { touchedIn } from './escape-files.ts'
import { commandOfSetting, escapesIn, onlyComputes } from './escapes.ts'
import { readListed } from './listed.ts'
import type { Program } from './program.ts'
import { isOwnFile } from './own-code.ts'
import { printed } from './printed-by-roles.ts'
import { filesIn, isAddress, isFileOfPackage, isRemote } from './places.ts'
import {
  doneBy,
  isOperandFile,
  isRest,
  place,
  type Change,
  type Placed,
  type Placing,
  type Role,
  type RoleLanguage,
  type Roles,
} from './roles.ts'
import { inAddress, isData } from './requests.ts'
import { contentsOf, isUnseen, runScript, scriptContent } from './scripts.ts'

/** What a program does whose options and operands are described by their roles. */
export const performer =
  (roles: Roles): Program =>
  (context) =>
    perform(context, roles, context.args, context.name)

function perform(
  context: Context,
  roles: Roles,
  args: readonly Argument[],
  via: string,
  before: ReadonlySet<Change> = new Set(),
): Value | undefined {
  const texts = args.map(({ text }) => text)
  if (texts.length === 1 && /^--(?:help|version)$/.test(texts[0] ?? '')) return derived(context.name, [])
  const own = place(roles, texts)
  const placing = { ...own, changes: new Set([...before, ...own.changes]) }
  const home = homeOf(context.reader.world)
  const words = placing.placed.map((one): Word => ({ ...one, ...valueAt(args, one, home) }))
  const { command } = placing
  return inside(context, words, () => {
    const call: RoleCall = { context, roles, args, via, words, placing }
    const early = act(call)
    if (command === undefined || placing.changes.has('nothing')) return early
    const rest = args.slice(command.at + 1)
    return perform(context, command.roles, rest, `${via} ${command.name}`.trim(), placing.changes) ?? early
  })
}

type Word = Placed & Value

interface RoleCall {
  readonly context: Context
  readonly roles: Roles
  readonly args: readonly Argument[]
  readonly via: string
  readonly words: readonly Word[]
  readonly placing: Placing
}

/** A part of a word came from where the word came from. Programs expand `--out=~/x`, which a shell leaves alone. */
function valueAt(args: readonly Argument[], { at, text, role }: Placed, home: string): Value {
  const from = args[at]?.from ?? EMPTY.from
  return { text: FILES.has(role) ? text.replace(/^"(.*)"$/s, '$1').replace(/^~(?=\/)/, home) : text, from }
}

const FILES: ReadonlySet<Role> = new Set<Role>([
  'read',
  'list',
  'patterns',
  'write',
  'edit',
  'make',
  'device',
  'open',
  'delete',
  'remove',
  'send',
  'from',
  'to',
  'page',
  'tidy',
  'look',
  'package',
])

/** Works in the directory that an option names. */
function inside<T>(context: Context, words: readonly Word[], body: () => T): T {
  const { state } = context
  const before = state.cwd
  for (const { role, text } of words) if (role === 'enter') state.cwd = context.path(text)
  const result = body()
  state.cwd = before
  return result
}

/** First what it reads, then what it starts, then what it makes of that. */
function act(call: RoleCall): Value | undefined {
  const { context, roles, words, placing } = call
  if (placing.changes.has('nothing')) return derived(context.name, [])
  if (placing.given.some((option) => option.change === 'unsafe'))
    context.doubt('code', `\`${context.name}\`, whose input may run anything`)
  const changed = operandChange(placing)
  const roleOf = (word: Word): Role => (changed !== undefined && isOperandFile(word) ? changed : word.role)
  const inputs = words.flatMap((word) => readBy(call, roleOf(word), word))
  const takesInput = roles.stdin !== 'none' && (inputs.length === 0 || words.some(({ text }) => text === '-'))
  const stdin = takesInput && isConnected(context.stdin) ? [context.stdin] : []
  const result = printed(context, roles, placing, [...stdin, ...inputs])
  const outputs = words.flatMap((word) => start(call, word) ?? [])
  readInput(call)
  for (const word of words) change(call, roleOf(word), word, result)
  talk(call, result.from)
  for (const what of doneBy(roles, placing)) context.system(what, outputs.length > 0 ? context.name : objectOf(call))
  mayTouchRest(call)
  // Out of nothing: the caller names the program and its first word.
  const isNew = inputs.length + stdin.length === 0 && roles.prints === undefined
  if (outputs.length === 0) return isNew ? undefined : result
  return joinAll(inputs.length === 0 ? outputs : [result, ...outputs])
}

/** What it does that to. */
function objectOf({ words, args, placing }: RoleCall): string {
  if (placing.changes.has('runs')) return 'shell'
  const operands = words.filter(({ option }) => option === undefined)
  return (operands.length > 0 ? operands : args).map(({ text }) => text).join(' ')
}

/** Words and options without a description may name files, as those of an unknown program do. */
function mayTouchRest({ context, placing, words, args }: RoleCall): void {
  const { command } = placing
  const end = command === undefined ? args.length : command.name === '' ? command.at + 1 : command.at
  const covered = new Set(words.map(({ at }) => at))
  if (words.some(({ role }) => isRest(role))) return
  const texts = args.slice(0, end).map(({ text }) => text)
  if (covered.size === texts.length) return
  for (const { option, value, index } of givenWords(texts)) {
    if (covered.has(index)) continue
    for (const path of pathsIn(value, homeOf(context.reader.world))) {
      if (path === '' || path === '-') continue
      if (isOutput(option)) context.make(path, { maybe: true })
      else context.read(path, { maybe: true })
    }
  }
}

function operandChange({ changes }: Placing): Role | undefined {
  for (const change of ['look', 'remove', 'delete', 'edit', 'tidy', 'write', 'read'] as const)
    if (changes.has(change)) return change
  return undefined
}

function readBy({ context, roles }: RoleCall, role: Role, { text, option }: Word): readonly Value[] {
  if (text === '-') return []
  if (role === 'from' && isRemote(text)) return [unknown(fromNetwork)]
  const isFact = roles.prints === 'facts' && role === 'read' && option === undefined
  if (READ.has(role)) return filesIn(text).map((path) => context.read(path, isFact ? { facts: true } : {}))
  if (role === 'page') return isAddress(text) ? [unknown(fromNetwork)] : filesIn(text).map((path) => context.read(path))
  if (role === 'package') return isFileOfPackage(text) ? filesIn(text).map((path) => context.read(path)) : []
  // What a listing names is read by the thousand, and little of it is shown.
  if (role === 'look' || role === 'tidy')
    return isKnown(text) ? filesIn(text).map((path) => context.read(path, { maybe: true })) : []
  if (role !== 'list') return []
  const list = context.read(text)
  return [list, ...(isKnown(list.text) ? readListed(context, list) : [])]
}

const READ: ReadonlySet<Role> = new Set(['read', 'config', 'edit', 'open', 'send', 'from', 'patterns'])

function change({ context, roles, words }: RoleCall, role: Role, { text, from }: Word, result: Value): void {
  if (text === '-' || text === '') return
  // `-o '|cmd'`: what it writes goes to a program.
  if ((role === 'write' || role === 'open') && /^\s*(?:[|!]|%pipe%)\s*\S/.test(text))
    return void context.shell({ text: commandIn(text), from })
  if (role === 'write') context.write(text, result)
  else if (role === 'tidy') context.write(text, result, { force: true, maybe: !isKnown(text) })
  else if (role === 'to' && !isRemote(text)) context.write(text, result, { recursive: true })
  else if (role === 'open') {
    const typed = roles.stdin === 'code' && isConnected(context.stdin) ? [context.stdin] : []
    const commands = [...words.filter(isCode), ...typed]
    const put = commands.filter((one) => isKnown(one.text)).map((one) => typedInto(one.text))
    if (commands.length > 0)
      context.edit(text, put.length < commands.length || put.includes(undefined) ? undefined : put.join('\n'))
  } else if (role === 'edit') {
    const put = setBy(context.name, context.texts.join('\n'))
    context.write(text, put === '' ? result : { ...result, or: [result, known(put)] }, { force: true })
  } else if (role === 'make') context.make(text)
  else if (role === 'device' && (text.startsWith('/dev/') || text.includes(UNKNOWN))) context.system('format', text)
  else if (role === 'device') context.write(text, result, { force: true })
  else if (role === 'delete') context.remove(text, { force: true })
  else if (role === 'remove') context.remove(text, { force: true, recursive: true })
}

const isCode = ({ role }: Word): boolean => role === 'code' || role === 'file'

/** What it prints, where what it starts says so. */
function start({ context, roles, args, via, words }: RoleCall, word: Word): Value | undefined {
  const how: Start = { via: word.option === undefined ? via : `${via} ${word.option}` }
  if (word.role === 'shell') return context.shell({ text: commandIn(word.text), from: word.from }, how)
  if (word.role === 'argv') return runArguments(context, restOf(args, word), how)
  if (word.role === 'bash') return context.start([known('bash'), ...restOf(args, word)], how)
  if (word.role === 'program') return startProgram(context, args, word, words, how)
  if (word.role === 'line') {
    const rest = restOf(args, word)
    if (rest.length > 1) context.start(rest, how)
    return context.shell(joinAll(rest.flatMap((one, index) => (index === 0 ? [one] : [known(' '), one]))), how)
  }
  if (word.role === 'script') void runScript(context, word, [])
  else if (word.role === 'code') runText(context, roles.language, word, words)
  else if (word.role === 'file') runFile(context, roles.language, word, words)
  else if (word.role === 'load') load(context, word)
  else if (word.role === 'setting') {
    const command = commandOfSetting(word.text)
    if (command !== undefined) context.shell({ text: commandIn(command), from: word.from }, how)
  }
  return undefined
}

/** `|cmd`, `exec:cmd`: marks in front of a command that is no part of it. `cmd,-a,b`: commas instead of spaces. */
function commandIn(text: string): string {
  const bare = text.replace(/^\s*(?:\|{1,2}-?|!|%pipe%|exec[:=])\s*/i, '')
  return /^[\w./+-]+(?:,[^\s,]+)*,-[^\s,]*(?:,[^\s,]+)*$/.test(bare) ? bare.replaceAll(',', ' ') : bare
}

function restOf(args: readonly Argument[], word: Word): readonly Argument[] {
  const first = args[word.at]
  const isPart = first !== undefined && first.text !== word.text
  return isPart ? [{ text: word.text, from: word.from }, ...args.slice(word.at + 1)] : args.slice(word.at)
}

/** Its arguments are everything behind `--`, or behind the option that names it; the first word may be for the starter. */
function startProgram(
  context: Context,
  args: readonly Argument[],
  program: Word,
  words: readonly Word[],
  how: Start,
): Value {
  const mark = args.findIndex(({ text }) => text === '--')
  const first = words.find(({ option, at }) => option === undefined && at > program.at)?.at
  if (mark < 0 && first !== undefined) context.start([program, ...args.slice(first + 1)], how)
  return context.start([program, ...args.slice((mark >= 0 ? mark : program.at) + 1)], how)
}

/** `NAME=value` in front of the program is for its environment. */
function runArguments(context: Context, argv: readonly Argument[], how: Start): Value | undefined {
  const env = new Map(context.env)
  const first = argv.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text))
  for (const { text, from } of argv.slice(0, Math.max(first, 0))) {
    const at = text.indexOf('=')
    env.set(text.slice(0, at), { text: text.slice(at + 1), from })
  }
  const [program, ...rest] = first < 0 ? [] : argv.slice(first)
  if (program === undefined) return undefined
  // A program and its arguments in one word: many take it apart, and no program has such a name.
  if (rest.length === 0 && /\S\s+\S/.test(program.text)) return context.shell(program, { ...how, env })
  return context.start([program, ...rest], { ...how, env })
}

function runText(context: Context, language: RoleLanguage | undefined, code: Value, words: readonly Word[] = []): void {
  if (!isKnown(code.text) || code.from.network || code.from.decoded) context.code(context.name, code.from)
  if (language === 'shell') return void context.shell(code)
  if (language === 'sql') context.system('sql', code.text)
  if (language === 'commands' || language === 'sql' || language === 'unread' || language === undefined) {
    const lines = escapesIn(code.text)
    const maybe = language !== 'commands' && !(language === 'sql' && STARTS.test(code.text))
    for (const line of lines) context.shell({ text: line, from: code.from }, { maybe })
    touch(context, code)
    if (language === 'unread' && isKnown(code.text) && !onlyComputes(code.text))
      context.doubt('code', `code for \`${context.name}\``)
    return
  }
  const operands = words.filter(({ option, role }) => option === undefined && role !== 'code').map(({ text }) => text)
  runCode(context, language, code.text, operands)
}

/** Files that the text names to be read, written or deleted. Programs resolve `~` in them without a shell. */
function touch(context: Context, { text, from }: Value): void {
  for (const { op, path: written } of touchedIn(text)) {
    const path = written.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, homeOf(context.reader.world))
    if (op === 'read') context.read(path)
    else if (op === 'write') context.write(path, unknown(from), { force: true })
    else context.remove(path, { force: true, recursive: true })
  }
}

/** Statements of databases that start a program for certain. */
const STARTS = /\b(?:to|from)\s+program\b|\bxp_cmdshell\b|^\s*(?:\\!|\.(?:shell|system)\b)/im

/** A script in the program's own language: by content where it is known. */
function runFile(context: Context, language: RoleLanguage | undefined, { text }: Word, words: readonly Word[]): void {
  if (text === '-') return
  if (language === 'shell') return void runScript(context, known(text), [])
  context.read(text)
  for (const content of contentsOf(context, scriptContent(context, text))) {
    if (isKnown(content.text)) runText(context, asFile(context, language, text), content, words)
    else if (
      language === 'sql' ? content.from.network || content.from.decoded : isUnseen(context, known(text), content)
    )
      context.code(context.name, content.from)
  }
}

/** A script of the project in a language that Holdpoint does not parse is the project's own code; one this command wrote is not. */
const asFile = ({ state, path }: Context, language: RoleLanguage | undefined, file: string): RoleLanguage | undefined =>
  language === 'unread' && !state.files.has(path(file)) ? undefined : language

function readInput({ context, roles, words }: RoleCall): void {
  const { stdin } = context
  if (!isConnected(stdin)) return
  if (roles.stdin === 'list') readListed(context, stdin)
  if (roles.stdin === 'shell') for (const one of contentsOf(context, stdin)) context.shell(one, { stdin: EMPTY })
  if (roles.stdin !== 'code' || words.some((word) => isCode(word) && word.text !== '-')) return
  for (const one of contentsOf(context, stdin)) {
    // Data for a database is no code until it says so.
    if (isKnown(one.text) || roles.language !== 'sql' || one.from.network) runText(context, roles.language, one)
  }
}

/** A library from a place of the system is a part of it, and a script of the project is the project's own code. */
function load(context: Context, word: Word): void {
  const text = word.text.replace(/^[\w.-]+=(?=.)/, '')
  const path = context.path(text)
  if (!text.includes('/') && !word.from.unknown && !/\.(?:so|dll|dylib|node|jar|wasm)\b/.test(text)) return
  if (/^\/(?:usr|lib|lib64|opt|System|Library)\//.test(path) && !context.state.files.has(path)) return
  context.read(text)
  if (!NATIVE.test(text) && isOwnFile(context, path)) return
  context.doubt('code', `\`${text}\`, which \`${context.name}\` loads`)
}

const NATIVE = /\.(?:so|dll|dylib|node|wasm)(?:\.[\d.]+)?$/i

function talk({ context, roles, words }: RoleCall, data: Origin): void {
  const targets = words.filter(({ role, text }) => role === 'url' || (role === 'page' && isAddress(text)))
  const copies = words.filter(({ role, text }) => (role === 'from' || role === 'to') && isRemote(text))
  for (const { role, text } of copies) context.net(text, { ...(role === 'to' && { sends: data }) })
  for (const word of words)
    if (word.role === 'lookup' && isData(word)) context.net(word.text, { sends: word.from, twoWay: true })
  const sent = words
    .filter(({ role }) => role === 'send' || role === 'say')
    .map((word) => (LOGIN.test(word.option ?? '') ? { ...word, ...withoutSecrets(word) } : word))
  if (targets.length === 0 && sent.length === 0) return
  const hasInput = roles.stdin !== 'none' && roles.stdin !== undefined && isConnected(context.stdin)
  const input = hasInput ? [context.stdin.from] : []
  const named = targets.map(inAddress).filter(isData)
  const sends =
    sent.length + input.length + named.length === 0
      ? undefined
      : origins([data, ...input, ...[...sent, ...named].map(({ from }) => from)])
  for (const { text } of targets.length === 0 ? [{ text: UNKNOWN }] : targets)
    context.net(text, { ...(sends !== undefined && { sends }) })
}

/** `-u name -p password`: what a program logs in with. */
const LOGIN = /^--?(?:u|p|user(?:name)?|pass(?:word)?|token|key|auth|otp)$/
