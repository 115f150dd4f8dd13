import { ANY, isKnown, ONE, UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { readArguments } from '../read/options.ts'
import { lookUp } from '../state/variables.ts'
import { ELSEWHERE, EMPTY, listing, origins, unknown, type Value } from '../words/value.ts'
import { sameProgram, type Program, type Programs } from './program.ts'

/** Programs that read names, sizes and states, not contents. */

const lister: Program = (context) => {
  const { rest, has, values } = context.options({
    short: 'ILTwct',
    long: ['format', 'printf', 'color', 'time-style', 'sort', 'max-depth', 'exclude', 'files0-from', 'exclude-from'],
  })
  for (const path of rest) context.list(path)
  for (const path of values('files0-from', 'exclude-from')) context.read(path)
  const isDeep = has('R', 'recursive') || /^(?:tree|du|ncdu)$/.test(context.name)
  const isItself = has('d', 'directory') || /^(?:stat|namei|lsattr|getfacl)$/.test(context.name)
  const names = isDeep ? [UNKNOWN] : has('a', 'A', 'all', 'almost-all') ? [ANY, `.${ANY}`] : [ANY]
  const places = (rest.length === 0 ? ['.'] : rest).flatMap((path) => {
    const place = context.path(path)
    const isDirectory = path === '.' || (isKnown(place) && context.reader.world.list(place).length > 0)
    // `*.pub` names files.
    const isFile = /[\uE0F0\uE0F1][^/]*\.\w+$/.test(place)
    const below = isItself || isFile ? [] : names.map((name) => `${place}/${name}`)
    return isDirectory && !isItself ? below : [place, ...below]
  })
  return listing(context.name, places)
}

const MAX_NAMES = 100

const NOTHING =
  'cal uptime uname id groups who w last nproc free vmstat iostat top htop ps pgrep pstree jobs tty stty tput clear reset sleep seq yes expr factor apropos whatis tldr lsof lscpu lsusb lspci df mount printenv locale getconf sync true findmnt netstat ss arp dmesg sw_vers system_profiler ioreg pbpaste pbcopy say notify-send cowsay fortune toilet'

export const informational = sameProgram(NOTHING, () => unknown())
export const listers = sameProgram('ls gls dir vdir exa eza lsd tree stat du ncdu namei lsattr getfacl', lister)

export const looking: Programs = {
  // Names of disks.
  ...sameProgram('lsblk blkid', (context) => listing(context.name, [`/dev/${UNKNOWN}`])),
  yes: ({ args }) => args[0] ?? { ...EMPTY, text: 'y\n' },
  printenv(context) {
    const names = context.texts.filter((text) => !text.startsWith('-'))
    if (names.length === 0) context.read('/proc/self/environ')
    const { state, reader } = context
    const values = names.flatMap((name) => lookUp(state, reader.world, name) ?? [])
    return unknown(origins([{ ...ELSEWHERE, programs: ['printenv'] }, ...values.map(({ from }) => from)]))
  },
  // What it is given names variables; what it prints are their values.
  envsubst(context) {
    const { state, reader, stdin } = context
    const names = [...stdin.text.matchAll(/\$\{?([A-Z_][A-Z0-9_]*)/gi)].map(([, name = '']) => name)
    const values = names.slice(0, MAX_NAMES).flatMap((name) => lookUp(state, reader.world, name) ?? [])
    return unknown(origins([stdin.from, { ...ELSEWHERE, programs: ['envsubst'] }, ...values.map(({ from }) => from)]))
  },
  whereis: () => unknown(),
  fd,
  fdfind: fd,
  locate: indexed,
  plocate: indexed,
  mlocate: indexed,
  mdfind: indexed,
}

/** fd finds names below directories, and runs a program for each result, like find. */
function fd(context: Context): Value {
  const at = context.texts.findIndex((text) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text))
  const { rest, values, has } = readArguments(at < 0 ? context.texts : context.texts.slice(0, at), {
    short: 'tedEScjo',
    long: ['type', 'extension', 'max-depth', 'min-depth', 'exclude', 'size', 'changed-within', 'search-path', 'owner'],
  })
  const [pattern = '', ...given] = rest
  const roots = [...given, ...values('search-path')]
  const names = [
    ...values('e', 'extension').map((ending) => `${ANY}.${ending}`),
    ...(pattern === '' || pattern === '.' ? [] : [nameFrom(pattern, has('g', 'glob'))]),
  ]
  const found = (roots.length === 0 ? ['.'] : roots).flatMap((root) =>
    names.length === 0
      ? [`${root}/${UNKNOWN}`]
      : names.flatMap((name) => [`${root}/${name}`, `${root}/${UNKNOWN}/${name}`]),
  )
  const result = listing(context.name, found.map(context.path))
  if (at < 0) return result
  const words = context.args.slice(at + 1)
  const hasMark = words.some(({ text }) => text.includes('{'))
  const filled = words.map((word) => ({ text: word.text.replaceAll('{}', UNKNOWN), from: result.from }))
  context.start(hasMark ? filled : [...words, result], { stdin: EMPTY })
  return result
}

/** A pattern of fd is a regular expression that a name holds, unless it is said to be a glob. */
function nameFrom(pattern: string, isGlob: boolean): string {
  if (isGlob) return marked(pattern).replace(/\[.*/, ANY)
  const literal = pattern
    .replace(/^\^|\$$/g, '')
    .replace(/\\(.)/g, '$1')
    .replace(/[*+?()[\]|{}].*/, UNKNOWN)
  return `${pattern.startsWith('^') ? '' : UNKNOWN}${literal}${pattern.endsWith('$') ? '' : UNKNOWN}`
}

/** locate and mdfind know every file of the machine. */
function indexed(context: Context): Value {
  const { rest } = context.options({ short: 'dln', long: ['database', 'limit', 'onlyin', 'name'] })
  return listing(
    context.name,
    rest.flatMap((name) => [`/${UNKNOWN}/${marked(name)}`, `/${UNKNOWN}${marked(name)}${UNKNOWN}`]),
  )
}

const marked = (name: string): string => name.replaceAll('*', ANY).replaceAll('?', ONE)
