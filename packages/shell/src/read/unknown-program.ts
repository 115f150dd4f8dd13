import { isKnown } from '../effects.ts'
import { isWithin } from '../paths.ts'
import { mayRunInside } from '../programs/inside.ts'
import { isProgramName } from '../programs/programs.ts'
import { inBranch } from '../state/state.ts'
import { homeOf } from '../state/variables.ts'
import { escapesIn } from '../programs/escapes.ts'
import { attempt, isCommandLine, isScript } from './attempt.ts'
import { commandTexts, fragments, settingTexts } from './command-texts.ts'
import type { Context } from './context.ts'
import { givenWords, isNoPlace, isOutput, isProse, isRunner, pathsIn, type GivenWord } from './given-words.ts'
import { mayRunFile } from './given-files.ts'

/** A program that nobody has described may do anything with what it is given: run it, write it, delete it, read it. */
export function mayUse(context: Context): undefined {
  const { args, texts } = context
  // `vagrant halt`: a word of its own.
  const starts = args.length === 1 ? [] : args.flatMap(({ text }, index) => (isProgram(text) ? [index] : []))
  const [start = -1] = starts
  // `perf stat rm x`: the first of them may be a word of its own, too.
  for (const from of starts.slice(0, MAX_STARTS)) mayStart(context, from)
  const words = givenWords(texts)
  mayTouch(context, words, start)
  mayRead(context)
  mayRunInside(context)
  mayState(context, words)
  mayRegister(context, words)
  mayConfigure(context)
  mayRun(
    context,
    words.filter((word) => isRunner(word.option) || !isForPeople(context, word)),
  )
}

/**
 * A program that is described, except for some of its words: those may be a command. An option that is named like one
 * that runs its value does so, whoever has it.
 */
export function mayRunWords(
  context: Context,
  open: 'all' | 'options' | undefined,
  loose: ReadonlySet<number> = new Set(),
): void {
  const { texts, args, name } = context
  if (SAYING.test(name)) return
  const words = givenWords(texts)
  mayRun(
    context,
    words.filter((word) => {
      if (word.option.length > 2 && isRunner(word.option)) return true
      if (loose.has(word.index)) return !isForPeople(context, word)
      return open !== undefined && (open === 'all' || word.option !== '') && !isForPeople(context, word)
    }),
  )
  const tried = words.filter(({ option, index }) => open === 'all' || loose.has(index) || (open && option !== ''))
  for (const { value } of tried)
    for (const path of pathsIn(value, homeOf(context.reader.world))) mayRunFile(context, path)
  if (open !== 'all') return
  mayRead(context)
  // `npm explore x -- rm y`, `ip netns exec x rm y`
  const at = Math.max(
    texts.indexOf('--'),
    texts.findIndex((text) => /^(?:exec|cmd|run|chdir|env|unshare)$/.test(text)),
  )
  const start = at < 0 ? -1 : args.findIndex(({ text }, index) => index > at && isProgram(text))
  if (start > 0) mayStart(context, start)
}

const SAYING = /^(?:echo|printf|print|git|gh|holdpoint)$/
const RUNNABLE = /^[\w./+-]+$/
const MAX_NESTED = 20
const MAX_STARTS = 3

function mayStart(context: Context, from: number): void {
  const { args, state, name, call } = context
  if (call.place.via.length < MAX_NESTED)
    inBranch(state, () => context.start(args.slice(from), { maybe: true, via: name || '…' }))
}

const isProgram = (text: string): boolean => RUNNABLE.test(text) && isKnown(text) && isProgramName(baseName(text))

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

/** Files that it is given. What its name or an option says it does to them counts. */
function mayTouch(context: Context, words: readonly GivenWord[], start: number): void {
  const { texts } = context
  const home = homeOf(context.reader.world)
  const deletes = deletesBy(context)
  const isReading = !deletes && READING_VERB.test(verbOf(context))
  for (const { option, value, index } of words) {
    for (const path of pathsIn(value, home)) {
      // `../..` is some directory of the project's surroundings; deleting it is judged all the same.
      if (path === '' || path === '-' || (!deletes && /^(?:\.\.\/?)+$/.test(path))) continue
      // What the program behind it does with the home directory is read there.
      const isElsewhere = isNoPlace(option) || (start > 0 && index >= start) || (isReading && !isOutput(option))
      if (isElsewhere && isWithin(home, context.path(path))) continue
      mayRunFile(context, path)
      if (deletes) context.remove(path, { maybe: true, recursive: true, force: true })
      else if (isOutput(option) || FETCHING.test(texts[index - 1] ?? '')) context.make(path, { maybe: true })
      else context.read(path, { maybe: true })
    }
  }
}

/** `vercel env pull .env.local`: the file is what it fetches to. */
const FETCHING = /^(?:pull|download)$/

/** `rimraf`, `trash-put`, `wipe-it`, `foo purge`: what it deletes is what it is given. */
function deletesBy(context: Context): boolean {
  const { name, texts } = context
  return (
    name.split(/[-_.]/).some((part) => DELETING.test(part)) ||
    DELETING_VERB.test(verbOf(context)) ||
    texts.some((text) => /^--(?:delete|wipe|erase|destroy|remove-all)$/.test(text))
  )
}

const verbOf = ({ texts }: Context): string => texts.find((text) => !text.startsWith('-')) ?? ''

/** `borg create`, `foo scan`: they look at what they are given, or save it elsewhere. */
const READING_VERB =
  /^(?:create|backup|archive|snapshot|verify|check|list|ls|info|status|scan|index|stats?|show|analy[sz]e|report|search|find|tree|view|count|size|diff)$/

const DELETING =
  /^(?:rm|rmrf|rimraf|del|delete\w*|wipe\w*|purge\w*|nuke\w*|erase\w*|shred\w*|destroy\w*|trash|unlink|clean(?:all|up)?|remove\w*|scrub|obliterate|srm)$/
const DELETING_VERB = /^(?:rm|rmdir|del|delete|remove|wipe|purge|nuke|erase|destroy|unlink|shred|trash)$/

/** Text on its input may be a script: every line of it runs a program we know, or some lines start one by a mark. */
function mayRead(context: Context): void {
  const { text } = context.stdin
  if (!isKnown(text) || text.trim() === '' || text.length > MAX_SCRIPT) return
  attempt(context, text, isScript)
  for (const line of [...escapesIn(text), ...settingTexts(text), ...inside(text)]) attempt(context, line, isCommandLine)
}

function mayRun(context: Context, words: readonly GivenWord[]): void {
  for (const { value, option } of words) {
    if (!isKnown(value) || value.length > MAX_SCRIPT) continue
    const isOne = !value.includes('\n') || isRunner(option)
    for (const text of commandTexts(value)) attempt(context, text, isOne ? isCommandLine : isScript)
  }
}

const MAX_SCRIPT = 1 << 16

/** `x --command 'drop table t'`: a statement for some database, which every one of them takes under such a name. */
function mayState(context: Context, words: readonly GivenWord[]): void {
  if (context.texts.includes('--local')) return
  for (const { option, value } of words)
    if (STATEMENT.test(value) && (STATING.test(option) || option === '')) context.system('sql', value)
}

/** `./config.sh --url … --token …`, `x register --token …`, `x service install`: a server elsewhere, or a boot, starts it. */
function mayRegister(context: Context, words: readonly GivenWord[]): void {
  const [verb = '', next = ''] = context.texts.filter((text) => !text.startsWith('-'))
  const has = (names: RegExp): boolean => words.some(({ option }) => names.test(option))
  const isAgent = has(/^(?:[a-z-]*token|pat|secret|authkey|auth-key|join-key)$/)
  const isJoined =
    /^(?:register|enrol|enroll|join)$/.test(verb) ||
    (has(/^(?:url|server|instance)$/) && /config|agent|runner/.test(context.name))
  const isService = /^services?$/.test(verb)
    ? /^(?:install|enable)$/.test(next)
    : /^(?:service-install|install-service)$/.test(verb)
  const isScript = /^svc(?:\.sh)?$/.test(context.name) && verb === 'install'
  if ((isAgent && isJoined) || isService || isScript) context.system('schedule', context.name)
}

/** `x config set registry …`: where a program gets what it runs, and whom it trusts. */
function mayConfigure(context: Context): void {
  const words = context.texts.filter((text) => !text.startsWith('-'))
  if (
    /^(?:config|settings?)$/.test(words[0] ?? '') &&
    words.slice(1, 4).some((word) => SOURCE.test(word)) &&
    words.length > 2
  )
    context.system('settings', words.join(' '))
}

const SOURCE =
  /^(?:[\w-]+[.:])*(?:registry|registries|index[-_]url|mirror|(?:https?[-_])?proxy|strict[-_]?ssl|ssl[-_]?verify|ca[-_]?(?:file|cert|bundle)|script[-_]shell)(?:[.=].*)?$/i

const STATEMENT =
  /^\s*(?:drop\s+(?:table|database|schema|keyspace|view|index)|truncate\s|delete\s+from\s|alter\s+table\s|update\s+\S+\s+set\s)/i
const STATING = /^(?:c|e|q|s|command|cmd|execute|exec|eval|query|query-string|sql|statement|stmt)$/

/** Marks of a markup that runs lines of its own: a script that is no line of it is not taken for one. */
const inside = (text: string): readonly string[] => (/[{<]|^\s*[.@]/m.test(text) ? fragments(text) : [])

/** A title, a note, a name of a test, a prompt: what is quoted there is not run. */
function isForPeople({ name, texts }: Context, { option, value }: GivenWord): boolean {
  if (isProse(option) || /^[\w+.-]+:\/\/\S*$/.test(value)) return true
  if (TESTING.test(name) && /^[a-z]$|test-name|grep/.test(option)) return true
  return texts.slice(0, 4).some((text) => ABOUT_TEXT.test(text))
}

const TESTING = /test|jest|mocha|^ava$|^tap$|playwright|cypress|rspec|phpunit|karma|^nose/
const ABOUT_TEXT =
  /^(?:issues?|prs?|mrs?|tickets?|comments?|notes?|messages?|msg|cards?|story|epic|bug|chat|prompt|ask|search|query|say|send|post|commit|release|announce|tweet|reply|explain|describe|check|parse|lint|validate|translate)$/
