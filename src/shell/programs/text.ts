import { isKnown } from '../../core/effects.ts'
import type { Context } from '../context.ts'
import type { Spec } from '../options.ts'
import { decoded, EMPTY, join, known, origins, unknown, type Value } from '../value.ts'
import type { Program, Programs } from './program.ts'
import { runCode } from './code.ts'

/** Programs that read files and print something. Which options take a value, so that the rest are files. */
interface Reads extends Spec {
  /** The first argument is a pattern or a program, unless one of these options gives it. */
  readonly pattern?: readonly string[]
  /** Options that name files to read, and files to write. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
}

const READERS: Readonly<Record<string, Reads>> = {
  head: { short: 'nc', long: ['lines', 'bytes'] },
  tail: { short: 'nc', long: ['lines', 'bytes', 'pid', 'sleep-interval'] },
  less: { short: 'bDhjkoOpPtTxyz#', from: ['k', 'lesskey-file'], to: ['o', 'O', 'log-file'] },
  more: { short: 'n' },
  most: {},
  bat: {
    short: 'lrHmt',
    long: ['language', 'line-range', 'style', 'theme', 'paging', 'pager', 'highlight-line', 'wrap', 'tabs'],
  },
  batcat: { short: 'lrHmt', long: ['language', 'line-range', 'style', 'theme', 'paging'] },
  strings: { short: 'nteT', long: ['bytes', 'radix', 'encoding'] },
  od: { short: 'AjNtwS', long: ['address-radix', 'skip-bytes', 'read-bytes', 'format'] },
  hexdump: { short: 'efns' },
  hd: { short: 'efns' },
  nl: { short: 'bdfhilnpsvw' },
  pr: { short: 'DehilnNoOsSwW' },
  fmt: { short: 'wgp' },
  fold: { short: 'w' },
  column: { short: 'cosnNHRTWt' },
  sort: {
    short: 'kottST',
    long: [
      'key',
      'output',
      'field-separator',
      'buffer-size',
      'temporary-directory',
      'parallel',
      'files0-from',
      'compress-program',
    ],
    to: ['o', 'output'],
    from: ['files0-from'],
  },
  cut: { short: 'bcdf', long: ['bytes', 'characters', 'delimiter', 'fields', 'output-delimiter'] },
  paste: { short: 'd' },
  join: { short: '12aejotv' },
  comm: {},
  cmp: { short: 'in' },
  diff: {
    short: 'CUFILWxXS',
    long: ['context', 'unified', 'label', 'exclude', 'exclude-from', 'width', 'to-file', 'from-file'],
  },
  colordiff: { short: 'CUFILWxX' },
  diff3: {},
  sdiff: { short: 'ow', to: ['o', 'output'] },
  wc: { long: ['files0-from'] },
  file: { short: 'fmFeP' },
  md5sum: {},
  sha1sum: {},
  sha256sum: {},
  sha512sum: {},
  shasum: { short: 'a' },
  md5: { short: 's' },
  cksum: { short: 'a' },
  b2sum: { short: 'l' },
  sum: {},
  grep: {
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
  },
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
  jq: {
    short: 'fL',
    long: ['from-file', 'arg', 'argjson', 'slurpfile', 'rawfile', 'args', 'jsonargs', 'indent'],
    pattern: ['f', 'from-file'],
    from: ['f', 'from-file'],
  },
  gojq: { short: 'fL', pattern: ['f'] },
  xmllint: { long: ['xpath', 'schema', 'output'], to: ['output'] },
  look: { pattern: [] },
  iconv: { short: 'fto', long: ['from-code', 'to-code', 'output'], to: ['o', 'output'] },
  tac: { short: 's' },
  rev: {},
  expand: { short: 't' },
  unexpand: { short: 't' },
  tsort: {},
  shuf: { short: 'einor', to: ['o', 'output'] },
  nm: {},
  objdump: { short: 'bmMjE' },
  readelf: {},
  ldd: {},
  zcat: {},
  gzcat: {},
  bzcat: {},
  xzcat: {},
  zless: {},
  view: {},
  mdcat: {},
  glow: {},
  pdftotext: {},
  exiftool: {},
  sqlformat: {},
  dot: { short: 'oTKGNE', to: ['o'] },
}

function reader({ pattern, from = [], to = [], ...spec }: Reads): Program {
  return (context) => {
    const { rest, values, has } = context.options(spec)
    const hasPattern = pattern !== undefined && !has(...pattern)
    const paths = [...rest.slice(hasPattern ? 1 : 0).filter((path) => path !== '-'), ...values(...from)]
    const recursive =
      has('r', 'R', 'recursive', 'dereference-recursive') ||
      (/^(?:rg|ag|ack)$/.test(context.name) && pattern !== undefined)
    const read = paths.map((path) => context.read(path, { recursive }))
    for (const path of values(...to))
      context.write(path, unknown(origins([context.stdin.from, ...read.map((value) => value.from)])))
    if (context.name === 'rg') for (const text of values('pre')) context.start([known(text), unknown()])
    return paths.length > 0 || values(...to).length > 0
      ? unknown(origins(read.map((value) => value.from)))
      : unknown(context.stdin.from)
  }
}

function cat(context: Context): Value {
  const { rest } = context.options()
  if (rest.length === 0) return context.stdin
  return join(EMPTY, ...rest.map((path) => (path === '-' ? context.stdin : context.read(path))))
}

/** `base64 -d` and its kin: what is known in the command can be decoded here. */
function decoder(
  encoding: 'base64' | 'hex' | 'base32',
  spec: Spec,
  isDecoding: (options: ReturnType<Context['options']>) => boolean,
): Program {
  return (context) => {
    const options = context.options(spec)
    const inputs = options.rest.filter((path) => path !== '-').concat(options.values('i', 'in', 'input'))
    const input = inputs[0] === undefined ? context.stdin : context.read(inputs[0])
    for (const path of options.values('o', 'out', 'output'))
      context.write(path, unknown(isDecoding(options) ? decoded(input.from) : input.from))
    if (!isDecoding(options)) return unknown(input.from)
    const text = encoding !== 'base32' && isKnown(input.text) ? decode(input.text, encoding) : undefined
    return text === undefined ? unknown(decoded(input.from)) : { text, from: decoded(input.from) }
  }
}

function decode(text: string, encoding: 'base64' | 'hex'): string | undefined {
  const compact = text.replace(/\s+/g, '')
  const isPlausible = encoding === 'hex' ? /^[0-9a-fA-F]*$/.test(compact) : /^[A-Za-z0-9+/_=-]*$/.test(compact)
  return isPlausible ? Buffer.from(compact, encoding).toString('utf8') : undefined
}

function openssl(context: Context): Value {
  const { texts } = context
  const option = (name: string): string | undefined => texts[texts.indexOf(name) + 1 || texts.length]
  const [input, output] = [option('-in'), option('-out')]
  const content = input === undefined ? context.stdin : context.read(input)
  const decodes = texts.includes('-d')
  const isBase64 = texts.includes('base64') || texts.includes('-base64') || texts.includes('-a')
  const isText =
    decodes && isBase64 && !texts.some((text) => /^-?(?:aes|des|bf|camellia)/.test(text)) && isKnown(content.text)
  const text = isText ? decode(content.text, 'base64') : undefined
  const result: Value = { text: text ?? unknown().text, from: decodes ? decoded(content.from) : content.from }
  if (output !== undefined) context.write(output, result)
  if (texts[0] === 's_client')
    context.net(option('-connect') ?? unknown().text, { twoWay: true, sends: context.stdin.from })
  return result
}

/** Text that was turned into other text; what it says now is not known, and somebody did not want it to be read before. */
const transformed: Program = ({ stdin }) => unknown(isKnown(stdin.text) ? decoded(stdin.from) : stdin.from)

function sed(context: Context): Value | void {
  const { values, rest, has } = context.options({
    short: 'efl',
    attached: 'iI',
    long: ['expression', 'file', 'line-length'],
    flags: ['in-place', 'quiet', 'silent', 'regexp-extended', 'null-data'],
  })
  const scripts = values('e', 'expression')
  const hasScript = scripts.length > 0 || has('f', 'file')
  const [first, ...others] = rest
  const inPlace = has('i', 'I', 'in-place')
  for (const path of values('f', 'file')) context.read(path)
  const paths = hasScript ? rest : others
  const read = paths.map((path) => context.read(path))
  if (inPlace) for (const path of paths) context.write(path, unknown(), { force: true })
  for (const script of hasScript ? scripts : [first ?? '']) runCode(context, 'sed', script, [])
  return unknown(origins([context.stdin.from, ...read.map((value) => value.from)]))
}

function awk(context: Context): Value {
  const { values, rest, has } = context.options({
    short: 'Fvfiel',
    long: ['field-separator', 'assign', 'file', 'source', 'include', 'load'],
  })
  for (const path of values('f', 'file')) context.read(path)
  const [program = '', ...paths] = has('f', 'file') ? ['', ...rest] : rest
  const sources = [program, ...values('e', 'source')].filter((text) => text !== '')
  const read = paths.filter((path) => !/^\w+=/.test(path)).map((path) => context.read(path))
  const outputs = sources.map((source) => runCode(context, 'awk', source, paths))
  return unknown(origins([context.stdin.from, ...[...read, ...outputs].map((value) => value.from)]))
}

const print =
  (text: (context: Context) => string): Program =>
  (context) =>
    known(`${text(context)}\n`)

export const text: Programs = {
  ...Object.fromEntries(Object.entries(READERS).map(([name, spec]) => [name, reader(spec)])),
  ...Object.fromEntries(['egrep', 'fgrep', 'ggrep', 'zegrep'].map((name) => [name, reader(READERS['grep'] ?? {})])),
  cat,
  gcat: cat,
  sed,
  gsed: sed,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  tr: transformed,
  rot13: transformed,
  uniq(context) {
    const [input, output] = context.options({ short: 'fsw' }).rest
    const content = input === undefined ? context.stdin : context.read(input)
    if (output !== undefined) context.write(output, content)
    return unknown(content.from)
  },
  base64: decoder('base64', { short: 'wbio' }, ({ has }) => has('d', 'D', 'decode')),
  gbase64: decoder('base64', { short: 'wbio' }, ({ has }) => has('d', 'D', 'decode')),
  base32: decoder('base32', { short: 'w' }, ({ has }) => has('d', 'D', 'decode')),
  basenc: decoder('base32', { short: 'w' }, ({ has }) => has('d', 'decode')),
  uudecode: decoder('base32', { short: 'o' }, () => true),
  xxd: decoder('hex', { short: 'clsogn' }, ({ has }) => has('r', 'revert')),
  openssl,
  gpg(context) {
    const { values, rest, has } = context.options({
      short: 'oru',
      long: ['output', 'recipient', 'local-user', 'passphrase', 'passphrase-file', 'homedir'],
    })
    const content = rest[0] === undefined ? context.stdin : context.read(rest[0])
    const result = unknown(has('d', 'decrypt') ? decoded(content.from) : content.from)
    for (const path of values('o', 'output')) context.write(path, result)
    return result
  },
  dirname: print(
    ({ texts }) => (texts[0] ?? '').replace(/\/+[^/]*$/, '') || (texts[0]?.startsWith('/') === true ? '/' : '.'),
  ),
  basename: print(({ texts }) => (texts[0] ?? '').replace(/\/+$/, '').split('/').at(-1) ?? ''),
  realpath: print(({ options, path }) => path(options({ long: ['relative-to', 'relative-base'] }).rest[0] ?? '')),
  readlink: print(({ options, path }) => path(options().rest[0] ?? '')),
  whoami: () => unknown(),
  mktemp: print(
    ({ options }) =>
      `${options({ short: 'pt', long: ['tmpdir', 'suffix'] }).values('p', 'tmpdir')[0] ?? '/tmp'}/tmp.${unknown().text}`,
  ),
}
