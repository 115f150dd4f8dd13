import { ANY, ONE, UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { derived, EMPTY, listing, known, type Value } from '../words/value.ts'
import { filtered } from './filters.ts'
import type { Arguments, Spec } from '../read/options.ts'
import { described, type Program, type Programs } from './program.ts'

/** Programs that search in files. Which options take a value, so that the rest are files. */
interface Reads extends Spec {
  /** The first argument is a pattern or a program, unless one of these options gives it. */
  readonly pattern?: readonly string[]
  /** Options that name files to read. */
  readonly from?: readonly string[]
}

const GREP: Reads = {
  short: 'efmABCdD',
  long: [
    'regexp',
    'file',
    'max-count',
    'after-context',
    'before-context',
    'context',
    'include',
    'exclude',
    'exclude-dir',
    'exclude-from',
    'color',
    'label',
    'binary-files',
    'directories',
  ],
  pattern: ['e', 'f', 'regexp', 'file'],
  from: ['f', 'file', 'exclude-from'],
}

const SEARCHERS: Readonly<Record<string, Reads>> = {
  ...Object.fromEntries(
    'grep egrep fgrep ggrep rgrep zegrep zfgrep bzgrep xzgrep zstdgrep ugrep pcregrep pcre2grep agrep'
      .split(' ')
      .map((name) => [name, GREP]),
  ),
  rg: {
    short: 'efmABCgtTjEMdr',
    long: [
      'regexp',
      'file',
      'max-count',
      'after-context',
      'before-context',
      'context',
      'glob',
      'iglob',
      'type',
      'type-not',
      'threads',
      'encoding',
      'max-columns',
      'max-depth',
      'replace',
      'sort',
      'sortr',
      'color',
      'colors',
      'pre',
      'pre-glob',
      'engine',
      'type-add',
      'ignore-file',
      'max-filesize',
    ],
    pattern: ['e', 'f', 'regexp', 'file', 'files', 'type-list'],
    from: ['f', 'file'],
  },
  ag: { short: 'ABCGmp', pattern: ['g'] },
  ack: { short: 'ABCm', pattern: ['f', 'g'] },
  zgrep: { short: 'efmABC', pattern: ['e', 'f'] },
}

function reader({ pattern, from = [], ...spec }: Reads): Program {
  return (context) => {
    const options = context.options(spec)
    const { rest, values, has } = options
    const hasPattern = pattern !== undefined && !has(...pattern)
    const paths = [...rest.slice(hasPattern ? 1 : 0).filter((path) => path !== '-'), ...values(...from)]
    const recursive =
      has('r', 'R', 'recursive', 'dereference-recursive') ||
      (/^(?:rg|ag|ack)$/.test(context.name) && pattern !== undefined)
    for (const text of values('pre', 'hostname-bin', 'view', 'filter')) context.shell(known(text), { stdin: EMPTY })
    const isQuiet = has('q', 'quiet', 'c', 'count', 'l', 'L', 'files-with-matches', 'files-without-match', 'files')
    const named = recursive && !isQuiet ? namedOnly(paths, options) : []
    const how = { recursive, ...(isQuiet && !has('files') && { facts: true as const }) }
    const read = [...paths, ...named].map((path) => context.read(path, how))
    const isPiped = paths.length === 0 || rest.includes('-')
    const inputs = isPiped ? [context.stdin, ...read] : read
    const [only] = inputs
    const result =
      (inputs.length === 1 && only !== undefined ? filtered(context.name, only, options) : undefined) ??
      derived(context.name, inputs)
    if (hasPattern && isPiped && isSearch(context.name) && !has('v', 'invert-match'))
      return narrowed(result, rest[0] ?? '')
    if (pattern !== undefined && has(...NAMES_ONLY)) return listing(context.name, searched(context, paths, options))
    return result
  }
}

/** `rg -g '.env*'`, `grep -r --include=.env`: files of these names, and no others. */
function namedOnly(paths: readonly string[], { values }: Arguments): readonly string[] {
  const names = values('include', 'g', 'glob', 'iglob').filter(
    (name) => name.startsWith('.') || /\.(?:pem|key)$/.test(name),
  )
  return (paths.length === 0 ? ['.'] : paths).flatMap((path) => names.map((name) => `${path}/${marked(name)}`))
}

const isSearch = (name: string): boolean => /^(?:[a-z2]*grep|rg|ag|ack)$/.test(name)

const NAMES_ONLY = ['l', 'L', 'files-with-matches', 'files-without-match', 'files', 'g']

/** Files that a search may name: its operands, or anything below them. */
function searched(context: Context, paths: readonly string[], { has, values }: Arguments): readonly string[] {
  const isDeep = has('r', 'R', 'recursive', 'dereference-recursive') || /^(?:rg|ag|ack)$/.test(context.name)
  const names = values('include', 'g', 'glob', 'iglob').filter((name) => !name.startsWith('!'))
  const below = (place: string): readonly string[] =>
    names.length === 0
      ? [`${place}/${UNKNOWN}`]
      : names.map(marked).flatMap((name) => [`${place}/${name}`, `${place}/${UNKNOWN}/${name}`])
  return (paths.length === 0 ? ['.'] : paths).flatMap((path) => {
    const place = context.path(path)
    if (!isDeep) return [place]
    return place === context.state.cwd ? below(place) : [place, ...below(place)]
  })
}

/** A listing of which only lines with a pattern are left: what was open about a name is less so. */
export function narrowed(listed: Value, pattern: string): Value {
  const literal = pattern.replace(/^\^|\$$/g, '').replace(/\\(.)/g, '$1')
  if (!/^[\w./-]{2,}$/.test(literal)) return listed
  // An unescaped dot is any character, and nearly always meant as a dot.
  const loose = pattern.replace(/^\^|\$$/g, '').replace(/\\(.)|\./g, (_, char?: string) => char ?? ONE)
  const end = pattern.endsWith('$') ? '' : UNKNOWN
  const lists = listed.from.lists.flatMap((place) => {
    const [, kind = ''] = OPEN.exec(place) ?? []
    if (kind === '') return [place]
    const before = place.slice(0, place.lastIndexOf('/') + 1)
    // `ls` prints no hidden names, `ls -a` does.
    const start = kind === ANY ? ANY : kind.startsWith('.') ? `.${UNKNOWN}` : UNKNOWN
    const below = kind === UNKNOWN ? [`${UNKNOWN}/${literal}`] : []
    return [literal, ...below, `${start}${literal}${end}`, `${start}${loose}${end}`].map((name) => before + name)
  })
  return { ...listed, from: { ...listed.from, lists: [...new Set(lists)] } }
}

/** Nothing of the name is known. */
const OPEN = new RegExp(`/(\\.?[${UNKNOWN}${ANY}])$`)

const marked = (name: string): string =>
  name
    .replace(/^\*\*\//, '')
    .replaceAll('*', ANY)
    .replaceAll('?', ONE)

export const readers: Programs = described(SEARCHERS, reader)
