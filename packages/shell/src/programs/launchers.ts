import { isKnown } from '../effects.ts'
import type { Context } from '../read/context.ts'
import type { Spec } from '../read/options.ts'
import type { Argument } from '../read/reader.ts'
import { derived, EMPTY, unknown, type Value, joinAll } from '../words/value.ts'
import type { Programs } from './program.ts'

/** xargs gives the program what it reads, after its own arguments or in place of a mark. */
function xargs(context: Context): Value | void {
  const { values, places, has } = context.options({
    short: 'IEdLnPsaRSJ',
    attached: 'ile',
    long: [
      'replace',
      'delimiter',
      'max-lines',
      'max-args',
      'max-procs',
      'max-chars',
      'arg-file',
      'eof',
      'process-slot-var',
    ],
    stopAtFirst: true,
  })
  const template = context.args.slice(places[0] ?? context.args.length)
  const [file] = values('a', 'arg-file')
  const stdin = file === undefined ? context.stdin : context.read(file)
  const mark = values('I', 'J', 'replace')[0] ?? (has('i', 'replace') ? '{}' : undefined)
  const separator = has('0', 'null') ? '\0' : values('d', 'delimiter').length > 0 ? '\n' : undefined
  const split = (at: RegExp | string): readonly Argument[] =>
    stdin.text
      .split(separator ?? at)
      .filter((text) => text !== '')
      .map((text) => ({ text, from: stdin.from }))
  if (template.length === 0) return derived(context.name, [stdin])
  if (mark === undefined || mark === '') return context.start([...template, ...split(/\s+/)], { stdin: EMPTY })
  const outputs = split('\n').map(({ text: line }) =>
    context.start(
      template.map((arg) =>
        arg.text.includes(mark) ? { text: arg.text.replaceAll(mark, line), from: stdin.from } : arg,
      ),
      { stdin: EMPTY },
    ),
  )
  return joinAll([EMPTY, ...outputs])
}

const PARALLEL: Spec = {
  short: 'jaCdDEILNnPsSX',
  long: 'jobs arg-file colsep delay delimiter env halt header joblog load max-args max-chars max-lines max-procs memfree nice progress-file results retries return sshlogin sshloginfile tempdir timeout tmpdir trim wd workdir transferfile basefile shuf-seed tagstring trc ungroup-by'.split(
    ' ',
  ),
  stopAtFirst: true,
}

/** GNU parallel: a command template, then `:::` and its inputs; without a template each input is a command. */
function parallel(context: Context): Value | void {
  const { has, places } = context.options(PARALLEL)
  if (has('dry-run', 'dryrun', 'version', 'help')) return undefined
  const words = context.args.slice(places[0] ?? context.args.length)
  const marks = words.flatMap(({ text }, index) => (/^:::?:?\+?$/.test(text) ? [index] : []))
  const [split = words.length] = marks
  const template = words.slice(0, split)
  const groups = groupsOf(words.slice(split))
  const given: readonly Value[] = marks.length === 0 ? [lineOf(context)] : groups.flat().slice(0, 100)
  for (const [index, input] of (given.length === 0 ? [EMPTY] : given).entries()) {
    if (template.length === 0) context.shell(input, { via: 'parallel', stdin: EMPTY })
    else {
      const hasMark = template.some(({ text }) => /\{[^}\s]*\}/.test(text))
      const fill = (written: (text: string) => string): readonly string[] => {
        const filled = template.map(({ text }) =>
          text
            .replace(/\{(\d+)[^}\s]*\}/g, (_, number: string) => written(nth(groups, Number(number), index, input)))
            .replace(/\{[.#%/]{0,3}\}/g, () => written(input.text)),
        )
        return hasMark ? filled : [...filled, written(input.text)]
      }
      // What parallel runs is read by a shell once more, which takes its words apart; what was meant is judged too.
      const asMeant = fill((text) => text).map(quoted)
      for (const text of new Set([fill(quoted).join(' '), asMeant.join(' ')]))
        context.shell({ text, from: input.from }, { via: 'parallel', stdin: EMPTY, quoted: true })
    }
  }
}

/** `::: a b ::: c`: two lists. */
function groupsOf(words: readonly Value[]): readonly (readonly Value[])[] {
  const groups: Value[][] = []
  for (const word of words) {
    if (/^:::?:?\+?$/.test(word.text)) groups.push([])
    else groups.at(-1)?.push(word)
  }
  return groups
}

const nth = (groups: readonly (readonly Value[])[], number: number, index: number, input: Value): string => {
  const group = groups[number - 1] ?? []
  return (group[index % Math.max(group.length, 1)] ?? input).text
}

const quoted = (text: string): string =>
  /^[\w./:=@%+,{}*?~\uFFFC-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const lineOf = ({ stdin }: Context): Value =>
  isKnown(stdin.text) ? { text: stdin.text.trim(), from: stdin.from } : unknown(stdin.from)

/** What bwrap's options take: a source and a place, or a place alone. */
const PLACES = /^--(?:(?:ro-|dev-)?bind(?:-try|-data)?|file|symlink|bind-fd|ro-bind-fd|overlay)$/
const PLACE = /^--(?:tmpfs|dir|dev|proc|mqueue|tmp-overlay|ro-overlay|remount-ro)$/
const ONE_VALUE =
  /^--(?:chdir|unsetenv|uid|gid|hostname|lock-file|sync-fd|args|argv0|seccomp|cap-add|cap-drop|perms|size|chmod)$/

/** Runs a program that sees other files in the places it names. */
function sandbox(context: Context): Value | void {
  const { texts } = context
  let at = 0
  for (; texts[at]?.startsWith('--') === true && texts[at] !== '--'; at++) {
    const word = texts[at] ?? ''
    const place = PLACES.test(word) ? texts[at + 2] : PLACE.test(word) ? texts[at + 1] : undefined
    const isSame = PLACES.test(word) && texts[at + 1] === place
    if (place !== undefined && !isSame) context.remove(place, { maybe: true })
    at += PLACES.test(word) || word === '--setenv' ? 2 : PLACE.test(word) || ONE_VALUE.test(word) ? 1 : 0
  }
  return context.start(context.args.slice(texts[at] === '--' ? at + 1 : at))
}

/** Programs that start others more than once, later, elsewhere, or out of a line of text. */

export const launchers: Programs = {
  xargs,
  gxargs: xargs,
  parallel,
  env_parallel: parallel,
  bwrap: sandbox,
}
