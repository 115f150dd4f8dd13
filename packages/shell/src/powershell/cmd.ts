import { UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { homeOf } from '../state/variables.ts'
import { EMPTY, known, unknown, type Value } from '../words/value.ts'
import { posixPath } from './paths.ts'

/** What a line of cmd.exe does, said by the programs that do the same. */
export function runCmd(context: Context, source: string): Value {
  const { state, reader } = context
  if (!reader.step(source.length)) return unknown()
  const { cwd } = state
  const home = homeOf(reader.world)
  const expanded = source
    .replaceAll(/\^(.)/g, '$1')
    .replaceAll(/%(\w+)%/g, (_, name: string) => VARIABLES.get(name.toLowerCase())?.(home, cwd) ?? UNKNOWN)
  let piped: Value = EMPTY
  for (const [, text = '', sign = ''] of expanded.matchAll(/((?:"[^"]*(?:"|$)|[^"&|\r\n])+)([&|]{0,2})/g)) {
    const printed = runLine(context, text, piped)
    piped = sign === '|' ? printed : EMPTY
  }
  state.cwd = cwd
  return EMPTY
}

const VARIABLES: ReadonlyMap<string, (home: string, cwd: string) => string> = new Map(
  Object.entries({
    userprofile: (home) => home,
    homepath: (home) => home,
    cd: (_, cwd) => cwd,
    systemroot: () => '/c/Windows',
    systemdrive: () => '/c',
    comspec: () => 'cmd',
  }),
)

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
  if (command === 'for' || command === 'if') {
    const at =
      command === 'for'
        ? words.indexOf('do') + 1
        : words.findIndex((word, index) => index > 1 && PROGRAMS.has(word.toLowerCase()))
    return at > 0 ? runWords(words.slice(at), start, context) : EMPTY
  }
  if (command === 'start' || command === 'call')
    return runWords(
      rest.filter((word) => !word.startsWith('/')),
      start,
      context,
    )
  if (command === 'echo') return known(`${rest.join(' ')}\n`)
  if (command === 'format') context.system('format', rest[0] ?? '')
  const program = PROGRAMS.get(command)
  if (program === undefined) return start([besides(context, name), ...rest])
  const switches = rest.filter((word) => /^\/\w/.test(word) && word.length <= 3).map((word) => word.toLowerCase())
  const paths = rest.filter((word) => !/^\/\w{1,2}$/.test(word)).map((word) => posixPath(word))
  return start([...program(switches.includes('/s')), ...paths])
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
    xcopy: () => ['cp', '-r'],
    robocopy: () => ['cp', '-r'],
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
