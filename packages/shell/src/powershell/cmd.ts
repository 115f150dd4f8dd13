import { ANY, isKnown, ONE, UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { homeOf } from '../state/variables.ts'
import { EMPTY, known, unknown, type Value } from '../words/value.ts'
import { argumentPath, posixPath } from './paths.ts'
import { placeNamed } from './variables.ts'

/** What a line of cmd.exe does, said by the programs that do the same. */
export function runCmd(context: Context, source: string): Value {
  const { state, reader } = context
  if (!reader.step(source.length)) return unknown()
  const { cwd } = state
  const home = homeOf(reader.world)
  const set = new Map<string, string>()
  const expand = (text: string): string =>
    text.replaceAll(
      /%(\w+)%|!(\w+)!/g,
      (_, name: string | undefined, late = '') =>
        set.get((name ?? late).toLowerCase()) ?? placeNamed(name ?? late, home, cwd) ?? UNKNOWN,
    )
  let piped: Value = EMPTY
  const plain = source.replaceAll(/\^(.)/g, '$1')
  for (const [, text = '', sign = ''] of plain.matchAll(/((?:"[^"]*(?:"|$)|[^"&|\r\n])+)([&|]{0,2})/g)) {
    const line = expand(text)
    const [, name, value] = /^\s*@?set\s+"?(\w+)=([^"]*)/i.exec(line) ?? []
    if (name !== undefined && value !== undefined) set.set(name.toLowerCase(), value)
    const printed = name === undefined ? runLine(context, line, piped) : EMPTY
    piped = sign === '|' ? printed : EMPTY
  }
  state.cwd = cwd
  return EMPTY
}

function runLine(context: Context, text: string, stdin: Value): Value {
  const targets: string[] = []
  const plain = text.replaceAll(/\d?>{1,2}\s*("[^"]*"|[^\s>]+)/g, (_, target: string) => {
    if (!target.startsWith('&')) targets.push(posixPath(unquoted(target)))
    return ' '
  })
  const words = (plain.match(/(?:"[^"]*(?:"|$)|[^\s()"@])+/g) ?? []).map((word) => unquoted(word))
  const start = (argv: readonly string[], input = stdin): Value =>
    context.start(
      argv.map((word) => known(word)),
      { stdin: input },
    )
  const printed = runWords(words, start, context)
  for (const target of targets) if (target !== '/dev/null') start(['tee', target], printed)
  return printed
}

const unquoted = (word: string): string => word.replaceAll('"', '')

type Start = (argv: readonly string[]) => Value

function runWords(words: readonly string[], start: Start, context: Context): Value {
  const [name = '', ...rest] = words
  const command = name.toLowerCase().replace(/\.exe$/, '')
  if (name === '') return EMPTY
  // `if exist x del x`, `for %f in (*) do del %f`: what may run is what follows the condition.
  if (command === 'if') return runWords(words.slice(behindCondition(words)), start, context)
  if (command === 'for') return runLoop(words, start, context)
  if (command === 'start' || command === 'call')
    return runWords(
      rest.slice(
        Math.max(
          0,
          rest.findIndex((word) => word !== '' && !word.startsWith('/')),
        ),
      ),
      start,
      context,
    )
  if (command === 'echo') return known(`${rest.join(' ')}\n`)
  if (command === 'format') context.system('format', rest[0] ?? '')
  const batch = /\.(?:bat|cmd)$/i.test(name) ? context.state.files.get(context.path(posixPath(name))) : undefined
  if (batch !== undefined && isKnown(batch.text)) return runCmd(context, batch.text)
  const program = PROGRAMS.get(command)
  if (program === undefined) return start([besides(context, name), ...rest.map((word) => argumentPath(word))])
  const switches = rest.filter((word) => /^\/\w/.test(word) && word.length <= 3).map((word) => word.toLowerCase())
  const paths = rest.filter((word) => !/^\/\w{1,2}$/.test(word)).map((word) => pattern(posixPath(word)))
  return start([...program(switches.includes('/s')), ...paths])
}

/** `for %i in (a b) do …`: its commands with each of the values, and with an unknown one for what a command prints. */
function runLoop(words: readonly string[], start: Start, context: Context): Value {
  const [from, to] = [/^in$/i, /^do$/i].map((word) => words.findIndex((one) => word.test(one)))
  if (from === undefined || to === undefined || to < 0) return EMPTY
  const variable = /^%{1,2}(\w)$/.exec(words[from - 1] ?? '')?.[1]
  const body = words.slice(to + 1)
  const isComputed = words.slice(1, from).some((word) => /^\/[fl]$/i.test(word))
  const root = words[words.findIndex((word) => /^\/r$/i.test(word)) + 1] ?? ''
  const isBelow = root !== '' && words.some((word) => /^\/r$/i.test(word)) && !root.startsWith('%')
  const listed = words.slice(from + 1, to)
  if (isComputed && listed[0]?.startsWith("'") === true)
    runWords(
      listed.map((word) => word.replaceAll(/^'|'$/g, '')),
      start,
      context,
    )
  const items = isComputed ? [UNKNOWN] : isBelow ? listed.map((item) => `${root}\\${item}`) : listed
  const mark = new RegExp(`%{1,2}(?:~[a-z]*)?${variable ?? '\\0'}(?!\\w)`, 'gi')
  let printed = EMPTY
  for (const item of (items.length > 0 ? items : [UNKNOWN]).slice(0, MAX_ITEMS)) {
    if (!context.reader.step(body.length)) return unknown()
    printed = runWords(
      body.map((word) => word.replaceAll(mark, () => item)),
      start,
      context,
    )
  }
  return printed
}

const MAX_ITEMS = 50

const pattern = (path: string): string => path.replaceAll('*', ANY).replaceAll('?', ONE)

/** Where the command of `if /i not exist x …`, `if a==b …` and `if a EQU b …` begins. */
function behindCondition(words: readonly string[]): number {
  let at = 1
  while (/^(?:\/i|not)$/i.test(words[at] ?? '')) at++
  if (/^(?:exist|defined|errorlevel)$/i.test(words[at] ?? '')) return at + 2
  return (words[at] ?? '').includes('==') ? at + 1 : at + 3
}

/** cmd looks for a program in the working directory first. */
const besides = (context: Context, name: string): string =>
  context.state.files.has(context.path(posixPath(name))) ? `./${posixPath(name)}` : name

const PROGRAMS: ReadonlyMap<string, (isRecursive: boolean) => readonly string[]> = new Map(
  Object.entries({
    del: (isRecursive) => ['rm', isRecursive ? '-rf' : '-f'],
    erase: (isRecursive) => ['rm', isRecursive ? '-rf' : '-f'],
    rd: (isRecursive) => (isRecursive ? ['rm', '-rf'] : ['rmdir']),
    rmdir: (isRecursive) => (isRecursive ? ['rm', '-rf'] : ['rmdir']),
    type: () => ['cat'],
    more: () => ['cat'],
    copy: () => ['cp'],
    move: () => ['mv'],
    ren: () => ['mv'],
    rename: () => ['mv'],
    md: () => ['mkdir', '-p'],
    mkdir: () => ['mkdir', '-p'],
    dir: () => ['ls'],
    cd: () => ['cd'],
    chdir: () => ['cd'],
  }),
)
