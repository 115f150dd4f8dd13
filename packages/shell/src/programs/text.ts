import { isKnown, UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import type { Spec } from '../read/options.ts'
import { decoded, derived, joinAll, known, origins, unknown, type Value } from '../words/value.ts'
import { filtered } from './filters.ts'
import type { Program, Programs } from './program.ts'
import { runCode } from './code.ts'
import { narrowed } from './readers.ts'
import { insertedBy, substituted } from './edits.ts'
import { runScript } from './scripts.ts'

function cat(context: Context): Value {
  const { rest, given } = context.options()
  const inputs =
    rest.length === 0 ? [context.stdin] : rest.map((path) => (path === '-' ? context.stdin : context.read(path)))
  // `-n` and its kind print more than what is read.
  return given.every((name) => name === 'u') ? joinAll(inputs) : derived(context.name, inputs)
}

/** `base64 -d` and its kin: what is known in the command can be decoded here. */
function decoder(
  encoding: 'base64' | 'hex' | 'base32',
  spec: Spec,
  isDecoding: (options: ReturnType<Context['options']>) => boolean,
): Program {
  return (context) => {
    const options = context.options(spec)
    const inputs = options.rest
      .slice(0, 1)
      .filter((path) => path !== '-')
      .concat(options.values('i', 'in', 'input'))
    const input = inputs[0] === undefined ? context.stdin : context.read(inputs[0])
    for (const path of options.values('o', 'out', 'output'))
      context.write(path, unknown(isDecoding(options) ? decoded(input.from) : input.from))
    const [, target] = encoding === 'hex' ? options.rest : []
    if (target !== undefined) context.write(target, unknown(decoded(input.from)))
    if (!isDecoding(options)) return derived(context.name, [input])
    const text = encoding !== 'base32' && isKnown(input.text) ? decode(input.text, encoding) : undefined
    const result = text === undefined ? derived(context.name, [input]) : { text, from: input.from }
    return { ...result, from: decoded(result.from) }
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
  const made = text === undefined ? derived(context.name, [content]) : { text, from: content.from }
  const result: Value = decodes ? { ...made, from: decoded(made.from) } : made
  if (output !== undefined) context.write(output, result)
  if (texts[0] === 's_client')
    context.net(option('-connect') ?? unknown().text, { twoWay: true, sends: context.stdin.from })
  return result
}

/** Text that was turned into other text; its result is not known, and its source could not be read. */
const transformed: Program = (context) => {
  const { stdin, name } = context
  const result = filtered(name, stdin, context.options()) ?? derived(name, [stdin])
  return isKnown(stdin.text) ? { ...result, from: decoded(result.from) } : result
}

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
  for (const path of values('f', 'file')) runScript(context, known(path), [], 'sed')
  const paths = hasScript ? rest : others
  const read = paths.map((path) => context.read(path))
  const program = hasScript ? scripts.join('\n') : (first ?? '')
  if (inPlace) for (const path of paths) context.edit(path, insertedBy(program), (text) => substituted(text, program))
  hidden(context, program)
  // Several -e are one program.
  runCode(context, 'sed', program, [])
  return selected(derived(context.name, paths.length > 0 ? read : [context.stdin]), first ?? scripts.join('\n'))
}

/** `sed -n /x/p`, `awk /x/`: lines with a pattern, or others too. */
function selected(result: Value, program: string): Value {
  const pattern = /\/((?:\\.|[^/\\])+)\//.exec(program)?.[1]
  if (pattern === undefined || result.from.lists.length === 0) return result
  const { lists } = narrowed(result, pattern).from
  return { ...result, from: { ...result.from, lists: [...new Set([...result.from.lists, ...lists])] } }
}

/** Nothing of the program is written out, or a part of it comes from an unread source. */
function hidden(context: Context, program: string): void {
  if (isKnown(program)) return
  const from = origins(context.args.filter(({ text }) => !isKnown(text)).map((arg) => arg.from))
  if (program.trim() === UNKNOWN || from.network || from.decoded) context.code(context.name, from)
}

function awk(context: Context): Value {
  const { values, rest, has } = context.options({
    short: 'Fvfiel',
    long: ['field-separator', 'assign', 'file', 'source', 'include', 'load'],
  })
  for (const path of values('f', 'file', 'i', 'include').filter((name) => name !== 'inplace'))
    runScript(context, known(path), [], 'awk')
  const [program = '', ...paths] = has('f', 'file') ? ['', ...rest] : rest
  const sources = [program, ...values('e', 'source')].filter((text) => text !== '')
  for (const source of sources) hidden(context, source)
  const read = paths.filter((path) => !/^\w+=/.test(path)).map((path) => context.read(path))
  const outputs = [runCode(context, 'awk', sources.join('\n'), [...values('v', 'assign'), ...paths])]
  if (values('i', 'include').includes('inplace'))
    for (const path of paths) context.write(path, unknown(), { force: true })
  return selected(derived(context.name, [context.stdin, ...read, ...outputs]), sources.join('\n'))
}

const print =
  (text: (context: Context) => string): Program =>
  (context) => ({ text: `${text(context)}\n`, from: origins(context.args.map(({ from }) => from)) })

/** The directory of something listed is the one above it. */
const directory: Program = (context) => {
  const [path = ''] = context.texts
  const { lists, ...from } = origins(context.args.map((arg) => arg.from))
  const text = path.replace(/\/+[^/]*$/, '') || (path.startsWith('/') ? '/' : '.')
  const above = lists.map((place) => place.slice(0, Math.max(1, place.lastIndexOf('/'))))
  return { text: `${isKnown(path) || path.includes('/') ? text : UNKNOWN}\n`, from: { ...from, lists: above } }
}

/** split and csplit write pieces of what they read, under names that count up. */
function pieces(context: Context): void {
  const isPattern = context.name.endsWith('csplit')
  const { rest, values } = context.options({
    short: isPattern ? 'fbn' : 'abCdlntx',
    long: [
      'prefix',
      'suffix-format',
      'digits',
      'bytes',
      'lines',
      'number',
      'filter',
      'additional-suffix',
      'suffix-length',
    ],
  })
  const [input = '-', given] = rest
  const content = derived(context.name, [input === '-' ? context.stdin : context.read(input)])
  for (const command of values('filter')) context.shell(known(command), { stdin: content })
  const prefix = isPattern ? (values('f', 'prefix')[0] ?? 'xx') : (given ?? 'x')
  const ends = isPattern ? ['00', '01', '02'] : ['aa', 'ab', 'ac', '00', '01', '02']
  for (const end of [...ends, UNKNOWN])
    context.replace(`${prefix}${end}${values('additional-suffix')[0] ?? ''}`, content)
}

export const text: Programs = {
  split: pieces,
  gsplit: pieces,
  csplit: pieces,
  gcsplit: pieces,
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
    const options = context.options({ short: 'fsw' })
    const [input, output] = options.rest
    const content = input === undefined ? context.stdin : context.read(input)
    const result = filtered('uniq', content, options) ?? derived(context.name, [content])
    if (output !== undefined) context.replace(output, result)
    return result
  },
  base64: decoder('base64', { short: 'wbio' }, ({ has }) => has('d', 'D', 'decode')),
  gbase64: decoder('base64', { short: 'wbio' }, ({ has }) => has('d', 'D', 'decode')),
  base32: decoder('base32', { short: 'w' }, ({ has }) => has('d', 'D', 'decode')),
  basenc: decoder('base32', { short: 'w' }, ({ has }) => has('d', 'decode')),
  uudecode: decoder('base32', { short: 'o' }, () => true),
  xxd: decoder('hex', { short: 'clsogn' }, ({ has }) => has('r', 'revert')),
  openssl,
  dirname: directory,
  basename: print(({ options }) => {
    const { rest, has } = options({ short: 's', long: ['suffix'] })
    const names = has('a', 'multiple', 's', 'suffix') ? rest : rest.slice(0, 1)
    return names.map((path) => path.replace(/\/+$/, '').split('/').at(-1) ?? '').join('\n')
  }),
  realpath: print(({ options, path }) =>
    options({ long: ['relative-to', 'relative-base'] })
      .rest.map(path)
      .join('\n'),
  ),
  readlink: print(({ options, path }) => options().rest.map(path).join('\n')),
  whoami: () => unknown(),
  mktemp(context) {
    const { rest, values, has } = context.options({ short: 'p', attached: 't', long: ['tmpdir', 'suffix'] })
    const [template] = rest
    const folder = values('p', 'tmpdir')[0] ?? (template === undefined || has('t', 'tmpdir') ? '/tmp' : '.')
    const path = template?.startsWith('/') === true ? template : `${folder}/${template ?? 'tmp.XXX'}`
    const made = path.replace(/X{3,}/, unknown().text)
    if (template !== undefined && !has('u', 'dry-run')) context.make(made)
    return known(`${made}\n`)
  },
}
