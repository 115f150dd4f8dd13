import { UNKNOWN } from '../effects.ts'

/** A value that a program is given, and the option or name in front of it. */
export interface GivenWord {
  /** Without dashes, `camelCase` taken apart: `on-change`; empty for an argument of its own. */
  readonly option: string
  readonly value: string
  /** Which argument it is, or is a part of. */
  readonly index: number
}

/** Options by their form alone: `--name value`, `--name=value`, `-o/path`, `NAME=value`. A value may be an argument too. */
export function givenWords(texts: readonly string[]): readonly GivenWord[] {
  let before = ''
  let isOver = false
  return texts.flatMap((text, index): readonly GivenWord[] => {
    const option = before
    before = ''
    if (text === '--') isOver = true
    if (isOver || !/^-+\w/.test(text)) {
      const [, name, value] = /^([A-Za-z_][\w.:-]*)=(.+)$/s.exec(text) ?? []
      if (name === undefined || value === undefined) return text === '' ? [] : [{ option, value: text, index }]
      return [
        { option, value: text, index },
        { option: plainName(name), value, index },
      ]
    }
    const [, long, inline] = /^-+([\w.:-]+?)=(.*)$/s.exec(text) ?? []
    if (long !== undefined && inline !== undefined) return [{ option: plainName(long), value: inline, index }]
    // `-o/path`, `-C~/x`, `-p'a b'`: a letter and its value in one.
    const [, letter, attached] = /^-(\w)([~./@].*|\S*\s.*)$/s.exec(text) ?? []
    if (letter !== undefined && attached !== undefined) return [{ option: letter, value: attached, index }]
    before = plainName(text.replace(/^-+/, ''))
    return []
  })
}

export const plainName = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll(/[_.:]+/g, '-')
    .toLowerCase()

const partsOf = (name: string): readonly string[] => name.split('-')

const hasPart = (names: string): ((option: string) => boolean) => {
  const set = new Set(names.split(' '))
  return (option) => option !== '' && partsOf(option).some((part) => set.has(part))
}

/** The value of such an option is written to. */
export const isOutput = hasPart(
  'o out output outfile outdir outputdir outputfile dest destination destdir target save write into export log logfile dump of to install',
)

/** The value of such an option is run. */
export const isRunner = hasPart(
  'tunnels invoke exec execute command commands cmd cmds run shell sh hook hooks pre post before after on then script eval program prog pager editor viewer filter pipe action trigger callback do prepare cleanup setup teardown conclude helper wrapper launcher runner opener handler askpass preprocessor precmd postcmd prerun postrun preexec postexec onchange onsuccess onerror execcmd proxycommand localcommand remotecommand ex',
)

/** The value of such an option is for people, or is looked for. */
export const isProse = hasPart(
  'm msg message title body description desc comment comments note notes reason subject summary text name label labels prompt query question pattern grep search regex regexp match caption content annotation annotations changelog topic header tag tags help about',
)

/** The value of such an option is shown to others. */
export const isMessage = hasPart(
  'm msg message title body description comment note notes text subject summary content caption',
)

/** `--base=/`, `--delimiter /`: a part of an address, or a sign, and no directory. */
export const isNoPlace = hasPart(
  'base url uri route routes prefix endpoint delimiter delim separator sep fs mountpoint basename basepath publicpath href api',
)

/** Paths that a value may hold: itself, `@file`, `file://`, `src=/a,dst=/b`, `/a:/b`. Only what is written like one. */
export function pathsIn(value: string, home: string): readonly string[] {
  if (value.length > MAX_VALUE || value.includes('\n')) return []
  const local = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(value)?.[1]
  if (local !== undefined) return [local]
  if (value.includes('://')) return []
  const pieces = /[,:=]/.test(value) ? value.split(/[,:="']/).slice(0, MAX_PIECES) : []
  // The end of an expression such as `/^a::/` is no directory.
  const paths = pieces.filter((piece, index) => PATH.test(piece) && piece !== value && (piece !== '/' || index === 0))
  return [value.replace(/^@/, ''), ...paths].map((path) =>
    path === '~' || path.startsWith('~/') ? home + path.slice(1) : path,
  )
}

const MAX_VALUE = 4096
const MAX_PIECES = 16
const PATH = new RegExp(`^(?:~?/|~$|\\.{1,2}/|${UNKNOWN})`)
