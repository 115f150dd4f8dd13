import { isKnown, UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { readArguments } from '../read/options.ts'
import { derived, fromFile, isConnected, known, NOWHERE, unknown, type Value } from '../words/value.ts'
import { readListed, within } from './listed.ts'
import { described, type Program, type Programs } from './program.ts'

export const compressors = described(
  {
    gzip: 'gz',
    pigz: 'gz',
    bzip2: 'bz2',
    pbzip2: 'bz2',
    xz: 'xz',
    zstd: 'zst',
    lz4: 'lz4',
    lzma: 'lzma',
    compress: 'Z',
    brotli: 'br',
  },
  compress,
)

/** Programs that pack and unpack. */

const TAR_LONG =
  'file directory files-from exclude exclude-from use-compress-program to-command checkpoint-action rsh-command info-script new-volume-script transform xform strip-components owner group mode mtime listed-incremental rmt-command'.split(
    ' ',
  )

function tar(context: Context): Value | void {
  const extra = lookUp(context, 'TAR_OPTIONS')
    .split(/\s+/)
    .filter((word) => word !== '')
  const [first = '', ...others] = context.texts
  const words =
    first !== '' && !first.startsWith('-') && /^[a-zA-Z]+$/.test(first) ? [`-${first}`, ...others] : context.texts
  const { values, rest, has } = readArguments([...extra, ...words], {
    short: 'bCfFgHIKLNTVX',
    long: TAR_LONG,
    flags: TAR_FLAGS,
  })
  for (const command of [
    ...values('I', 'use-compress-program'),
    ...values('to-command', 'rsh-command', 'info-script', 'F', 'new-volume-script'),
  ])
    context.shell(known(command), { via: 'tar' })
  for (const action of values('checkpoint-action'))
    if (action.startsWith('exec=')) context.shell(known(action.slice(5)), { via: 'tar' })
  const directory = values('C', 'directory').at(-1)
  const inDirectory = (path: string): string => within(directory, path)
  const archive = values('f', 'file').at(-1) ?? lookUp(context, 'TAPE')
  const isRemote = /^[^/]+:/.test(archive)
  if (has('c', 'create', 'r', 'append', 'u', 'update')) {
    const read = rest.map((path) => context.read(inDirectory(path), { recursive: true }))
    for (const path of values('X', 'exclude-from')) read.push(context.read(path))
    for (const path of values('T', 'files-from')) {
      const list = path === '-' ? context.stdin : context.read(path)
      read.push(list, ...(isKnown(list.text) ? readListed(context, list, directory) : []))
    }
    // Their names are in the archive, whatever is known of their content.
    for (const path of rest) read.push(unknown(fromFile(context.path(inDirectory(path)))))
    if (has('remove-files'))
      for (const path of rest) context.remove(inDirectory(path), { recursive: true, force: true })
    const content = derived(context.name, read)
    if (isRemote) context.net(archive, { sends: content.from })
    else if (archive !== '' && archive !== '-') context.write(archive, content)
    return content
  }
  if (isRemote) context.net(archive)
  const source = archive === '' || archive === '-' || isRemote ? context.stdin : context.read(archive)
  if (has('x', 'extract', 'get') && !has('O', 'to-stdout')) {
    const content = derived(context.name, [source])
    unpack(context, has('P', 'absolute-names') ? '/' : directory, content)
    for (const change of values('transform', 'xform')) unpackRenamed(context, change, content)
    return undefined
  }
  return derived(context.name, [source])
}

/** `s,^,/etc/,`: a change of the names puts them elsewhere. */
function unpackRenamed(context: Context, change: string, content: Value): void {
  const [, , target = ''] = /^s(.)(?:(?!\1).)*\1((?:(?!\1).)*)\1/.exec(change) ?? []
  if (/^(?:\/|~|\.\.\/)/.test(target)) unpack(context, target.replace(/\/[^/]*$/, '') || '/', content)
}

/** Its letters say what it does: `-i` unpacks here, `-p` copies into a directory, `-o` packs what its input names. */
function cpio(context: Context): Value | void {
  const { has, values, rest } = context.options({
    short: 'EFIODCHRM',
    long: [
      'file',
      'directory',
      'pattern-file',
      'rsh-command',
      'rename-batch-file',
      'format',
      'owner',
      'io-size',
      'message',
    ],
    flags: ['extract', 'create', 'pass-through', 'list', 'to-stdout'],
  })
  for (const command of values('rsh-command')) context.shell(known(command), { via: 'cpio' })
  const directory = values('D', 'directory').at(-1)
  const archive = values('F', 'I', 'O', 'file').at(-1)
  if (has('t', 'list', 'to-stdout'))
    return derived(context.name, [archive === undefined ? context.stdin : context.read(archive)])
  if (has('i', 'extract')) unpack(context, directory, archive === undefined ? context.stdin : context.read(archive))
  else if (has('p', 'pass-through')) unpack(context, rest.at(-1), packed(context, directory))
  else {
    const content = packed(context, directory)
    if (archive !== undefined) context.write(archive, content)
    return archive === undefined ? content : undefined
  }
  return undefined
}

/** The files that its input names. */
const packed = (context: Context, directory?: string): Value =>
  derived(
    context.name,
    isConnected(context.stdin) ? [context.stdin, ...readListed(context, context.stdin, directory)] : [],
  )

/** `-r` unpacks, `-rw` copies into the last word. */
function pax(context: Context): Value | void {
  const { has, values, rest } = context.options({ short: 'fopsxbBEGUT' })
  const archive = values('f').at(-1)
  const written = (paths: readonly string[]): Value =>
    paths.length === 0
      ? packed(context)
      : derived(
          context.name,
          paths.map((path) => context.read(path, { recursive: true })),
        )
  if (has('r') && has('w')) {
    unpack(context, rest.at(-1), written(rest.slice(0, -1)))
    return undefined
  }
  if (has('w')) {
    const content = written(rest)
    if (archive !== undefined) context.write(archive, content)
    return archive === undefined ? content : undefined
  }
  const source = archive === undefined ? context.stdin : context.read(archive)
  if (!has('r')) return derived(context.name, [source])
  unpack(context, undefined, source)
  for (const change of values('s')) unpackRenamed(context, `s${change}`, source)
  return undefined
}

/** `unrar x a.rar /target/`. */
function unrar(context: Context): void {
  const [verb = '', archive, ...rest] = context.options({ short: 'pw' }).rest
  if (archive === undefined) return
  context.read(archive)
  const target = rest.findLast((path) => path.endsWith('/'))
  if (/^[ex]$/.test(verb)) unpack(context, target, unknown(NOWHERE))
}

/** Files of any name in a directory; in the root, all of the machine. */
export function unpack(context: Context, given: string | undefined, content: Value): void {
  const directory = given ?? '.'
  const isRoot = context.path(directory) === '/'
  context.write(isRoot ? '/' : `${directory}/${UNKNOWN}`, content, { recursive: true })
}

const TAR_FLAGS =
  'create extract list append update get delete diff verbose gzip remove-files to-stdout absolute-names'.split(' ')

const lookUp = ({ env, state }: Context, name: string): string =>
  env.get(name)?.text ??
  state.variables
    .get(name)
    ?.values.map(({ text }) => text)
    .join(' ') ??
  ''

function compress(ending: string): Program {
  return (context) => {
    const { rest, has, values } = context.options({
      short: 'STqDo',
      long: ['suffix', 'threads', 'output'],
      flags: FLAGS,
    })
    if (rest.length === 0) return derived(context.name, [context.stdin])
    const read = rest.map((path) => ({ path, content: context.read(path) }))
    const all = derived(
      context.name,
      read.map(({ content }) => content),
    )
    const targets = values('o', 'output')
    for (const path of targets) context.write(path, all)
    if (targets.length > 0 || has('c', 'stdout', 'to-stdout', 't', 'test', 'l', 'list')) return all
    const recursive = has('r', 'recursive')
    // Some leave what they pack where it is, unless an option says otherwise.
    const isKept = KEEPS.has(context.name) ? !has('rm', 'j') : has('k', 'keep')
    for (const { path, content } of read) {
      const made = has('d', 'decompress') ? path.replace(/\.[^./]+$/, '') : `${path}.${ending}`
      context.write(recursive ? path : made, derived(context.name, [content]), { recursive })
      if (!isKept) context.remove(path, { recursive, force: true, ...(!recursive && { movedTo: context.path(made) }) })
    }
    return undefined
  }
}

const KEEPS: ReadonlySet<string> = new Set(['zstd', 'lz4', 'brotli'])
const FLAGS = ['keep', 'rm', 'recursive', 'decompress', 'stdout', 'to-stdout', 'test', 'list', 'force']

/** The original is deleted once it is in the archive. */
const takeAway = (context: Context, path: string, recursive: boolean): void =>
  context.remove(path, { recursive, force: true })

function expandFiles(context: Context): Value | void {
  const { rest, has } = context.options({ short: 'ST' })
  if (rest.length === 0) return derived(context.name, [context.stdin])
  const read = rest.map((path) => ({ path, content: context.read(path) }))
  if (has('c', 'stdout', 't', 'test', 'l', 'list'))
    return derived(
      context.name,
      read.map(({ content }) => content),
    )
  for (const { path, content } of read) context.write(path.replace(/\.[^./]+$/, ''), derived(context.name, [content]))
}

function sevenZip(context: Context): void {
  const [verb = '', archive, ...paths] = context.options().rest
  if (archive === undefined) return
  if (/^[aum]$/.test(verb)) {
    const read = paths.map((path) => context.read(path, { recursive: true }))
    const isMove = verb === 'm' || context.texts.some((text) => text === '-sdel' || text === '-df')
    if (isMove) for (const path of paths) takeAway(context, path, true)
    context.write(archive, derived(context.name, read))
  } else context.read(archive)
  const directory = context.texts.find((text) => /^-o./.test(text))?.slice(2)
  if (/^[ex]$/.test(verb)) unpack(context, directory, unknown(NOWHERE))
}

export const archives: Programs = {
  tar,
  gtar: tar,
  bsdtar: tar,
  gunzip: expandFiles,
  bunzip2: expandFiles,
  unxz: expandFiles,
  unzstd: expandFiles,
  zip(context) {
    const { rest, has, values } = context.options({ short: 'PbnOtxi', flags: ['move', 'recurse-paths'] })
    const [archive, ...operands] = rest
    const paths = [...operands, ...values('i')]
    const read = paths.map((path) => context.read(path, { recursive: true }))
    if (has('m', 'move')) for (const path of paths) takeAway(context, path, true)
    const content = derived(context.name, read)
    if (archive === undefined || archive === '-') return content
    context.write(archive, content)
    return undefined
  },
  unzip(context) {
    const { rest, values, has } = context.options({ short: 'dPx' })
    const [archive] = rest
    if (archive === undefined) return undefined
    const content = context.read(archive)
    if (has('l', 'v', 'z', 't', 'Z')) return undefined
    if (has('p', 'c')) return derived(context.name, [content])
    unpack(context, values('d')[0], derived(context.name, [content]))
    return undefined
  },
  '7z': sevenZip,
  '7za': sevenZip,
  '7zr': sevenZip,
  rar: sevenZip,
  cpio,
  pax,
  unrar,
}
