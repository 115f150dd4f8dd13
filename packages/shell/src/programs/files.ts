import { ANY, isKnown, ONE } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { exactText } from '../read/redirect.ts'
import { derived, NOWHERE, origins, unknown, type Value } from '../words/value.ts'
import { homeOf } from '../state/variables.ts'
import { runCode } from './code.ts'
import { unpack } from './archives.ts'
import { addedBy } from './edits.ts'
import type { Programs } from './program.ts'

/** Programs that make, change, move and remove files. */

/** The names that were there are gone. The first word may be code of Perl that makes the new ones. */
function renames(context: Context): Value | void {
  const { rest, values } = context.options({ short: 'eE' })
  const [rule = '', ...paths] = [...values('e', 'E'), ...rest]
  for (const path of paths) context.remove(path, { movedTo: context.path(path) })
  return /^(?:s|y|tr)\W[^;`]*$/.test(rule) || !/[(;`"'\s]/.test(rule)
    ? undefined
    : runCode(context, 'perl', rule, paths)
}

function remove(context: Context): void {
  const { has, rest } = context.options({
    flags: [
      'recursive',
      'force',
      'interactive',
      'one-file-system',
      'no-preserve-root',
      'preserve-root',
      'dir',
      'verbose',
    ],
    attached: '',
  })
  // Case does not matter where names are mistyped on purpose: `-FR` is no option of rm, but it has no other meaning.
  const recursive = has('r', 'R', 'recursive')
  const force = has('f', 'F', 'force')
  for (const path of rest) context.remove(path, { recursive, force })
}

function copy(context: Context): void {
  const moves = context.name.endsWith('mv')
  const { has, values, rest } = context.options({
    short: context.name.endsWith('install') ? 'gmotSB' : 'tS',
    long: ['target-directory', 'suffix', 'mode', 'owner', 'group'],
    flags: [
      'recursive',
      'archive',
      'directory',
      'force',
      'no-target-directory',
      'parents',
      'link',
      'symbolic-link',
      'update',
      'verbose',
    ],
  })
  if (context.name.endsWith('install') && has('d', 'directory')) return rest.forEach((path) => context.make(path))
  const [directory] = values('t', 'target-directory')
  const sources = directory === undefined ? rest.slice(0, -1) : rest
  const target = directory ?? rest.at(-1)
  if (target === undefined) return
  const recursive = has('r', 'R', 'a', 'recursive', 'archive')
  const modes = context.name.endsWith('install') ? values('m', 'mode') : []
  const intoDirectory =
    directory !== undefined ||
    sources.length > 1 ||
    target.endsWith('/') ||
    target === '.' ||
    target === '..' ||
    isDirectory(context, target)
  for (const source of sources) {
    const name = source.replace(/\/+$/, '').split('/').at(-1) ?? ''
    const path = intoDirectory ? `${target}/${name}` : target
    context.copy(source, path, { moves, recursive })
    for (const mode of modes) context.mode(path, mode)
  }
}

const isDirectory = ({ reader, path }: Context, text: string): boolean =>
  isKnown(text) && reader.world.list(path(text)).length > 0

function link(context: Context): void {
  const { rest, values, has } = context.options({ short: 'tS', long: ['target-directory', 'suffix'] })
  const [directory] = values('t', 'target-directory')
  const [target, given] = rest
  if (target === undefined) return
  const name = target.split('/').at(-1) ?? ''
  const path = directory !== undefined ? `${directory}/${name}` : (given ?? name)
  // A symbolic link's target is relative to the link itself.
  const isSymbolic = has('s', 'symbolic')
  const base = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'
  const real = context.path(isSymbolic && !target.startsWith('/') ? `${base}/${target}` : target)
  const content = context.read(real, { op: isSymbolic ? 'list' : 'read' })
  // In the place of a directory, and not in it.
  if (has('f', 'force') && has('n', 'T', 'no-dereference', 'no-target-directory')) context.remove(path, { force: true })
  context.replace(
    path,
    { text: content.text, from: origins([content.from, { ...NOWHERE, files: [real] }]) },
    { force: has('f', 'force') },
  )
  context.state.links.set(context.path(path), real)
}

function dd(context: Context): Value | void {
  const given = new Map(
    context.texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  )
  // bash expands `of=~/x` like an assignment.
  const place = (name: string): string | undefined => given.get(name)?.replace(/^~(?=\/)/, homeOf(context.reader.world))
  const [input, output] = [place('if'), place('of')]
  const whole = input === undefined ? context.stdin : context.read(input)
  const isPart = ['skip', 'iseek', 'seek', 'count', 'conv', 'cbs'].some((name) => given.has(name))
  const content = isPart ? derived('dd', [whole]) : whole
  if (output === undefined) return content
  context.write(output, content, { force: true })
}

function permissions(context: Context, spec: { readonly long?: readonly string[]; readonly short?: string }): void {
  // `chmod -x file`: a mode that looks like an option.
  const isMode = (text: string): boolean =>
    (context.name === 'chattr' ? /^[-+=][a-zA-Z]+$/ : /^-[rwxXst]+$/).test(text) && text !== '-R'
  const first = context.texts.findIndex((text) => isMode(text) || !text.startsWith('-'))
  const args = context.texts.filter((_, index) => index !== first)
  const mode = context.texts[first] ?? ''
  const recursive = args.some(
    (text) => /^-[a-zA-Z]*R/.test(text) || (text.length > 3 && '--recursive'.startsWith(text)),
  )
  const reference = args.some((text) => (spec.long ?? []).some((name) => text.startsWith(`--${name}`)))
  const paths = args.filter((text) => !text.startsWith('-') || text === '-')
  for (const path of reference ? [mode, ...paths] : paths) context.mode(path, mode, recursive)
}

export const files: Programs = {
  rm: remove,
  grm: remove,
  unlink: remove,
  rmdir: (context) => {
    for (const path of context.options({ long: [], flags: ['parents', 'ignore-fail-on-non-empty', 'verbose'] }).rest)
      context.remove(path)
  },
  shred(context) {
    const { rest } = context.options({
      short: 'ns',
      attached: 'u',
      long: ['iterations', 'size', 'random-source'],
      flags: ['remove', 'force', 'zero', 'verbose', 'exact'],
    })
    for (const path of rest) {
      context.write(path, unknown(NOWHERE), { force: true })
      // What is overwritten is as lost as what is deleted, and more so.
      context.remove(path, { force: true, recursive: true })
      context.system('destroy-storage', path)
    }
  },
  cp: copy,
  gcp: copy,
  mv: copy,
  gmv: copy,
  install: copy,
  ginstall: copy,
  ln: link,
  link,
  mkdir(context) {
    for (const path of context.options({ short: 'm', long: ['mode'] }).rest) context.make(path)
  },
  touch(context) {
    // Existing contents are kept.
    for (const path of context.options({ short: 'rtd', long: ['reference', 'date', 'time'] }).rest) context.make(path)
  },
  mkfifo: (context) => context.options({ short: 'm', long: ['mode'] }).rest.forEach((path) => context.write(path)),
  truncate(context) {
    for (const path of context.options({ short: 'sr', long: ['size', 'reference'] }).rest)
      context.write(path, unknown(NOWHERE), { force: true })
  },
  fallocate: (context) =>
    context.options({ short: 'lo', long: ['length', 'offset'] }).rest.forEach((path) => context.write(path)),
  tee(context) {
    const { rest, has } = context.options({ flags: ['append', 'ignore-interrupts'] })
    for (const path of rest) {
      if (has('a', 'append')) context.append(path, context.stdin)
      else context.replace(path, context.stdin)
    }
    return context.stdin
  },
  sponge: (context) => context.options().rest.forEach((path) => context.write(path, context.stdin)),
  dd,
  chmod: (context) => permissions(context, { long: ['reference'] }),
  chown: (context) => permissions(context, { long: ['reference', 'from'] }),
  chgrp: (context) => permissions(context, { long: ['reference'] }),
  chflags: (context) => permissions(context, {}),
  chattr: (context) => permissions(context, { short: 'vp' }),
  setfacl(context) {
    const { values, rest, has } = context.options({ short: 'mxMX', long: ['modify', 'remove'] })
    for (const path of rest) context.mode(path, values('m', 'modify', 'x', 'remove').join(','), has('R', 'recursive'))
  },
  xattr(context) {
    const { rest, has } = context.options({ short: 'w' })
    if (has('w', 'd', 'c')) for (const path of rest.slice(-1)) context.mode(path, 'xattr')
  },
  patch(context) {
    const { values, rest } = context.options({
      short: 'bBdDFgiopPrVxYz',
      long: ['input', 'output', 'directory', 'strip'],
    })
    const inputs = [...values('i', 'input'), ...rest.slice(1)]
    const read = inputs.length === 0 ? [context.stdin] : inputs.map((path) => context.read(path))
    const texts = read.map((one) => exactText(one, context.reader.world))
    const patches = texts.filter((one) => one !== undefined)
    const isKnownPatch = patches.length === texts.length
    const named = patches.flatMap((text) =>
      Array.from(text.matchAll(/^\+\+\+ (?:b\/)?(\S+)/gm), ([, path = '']) => path),
    )
    const directory = values('d', 'directory').at(-1)
    const isUnread = rest.length === 0 && named.length === 0
    for (const path of [...values('o', 'output'), ...(rest.length > 0 ? rest.slice(0, 1) : named)])
      context.edit(
        directory === undefined || path.startsWith('/') ? path : `${directory}/${path}`,
        isKnownPatch ? patches.map(addedBy).join('\n') : undefined,
      )
    if (isUnread) unpack(context, directory, unknown())
  },
  split(context) {
    const { rest, has } = context.options({ short: 'abClnt', long: ['lines', 'bytes', 'number', 'suffix-length'] })
    const [input = '-', prefix = 'x'] = rest
    const content = input === '-' ? context.stdin : context.read(input)
    // Each part is taken for the whole, of which it may be any piece.
    for (const ending of has('d', 'numeric-suffixes') ? ['00', '01', '02'] : ['aa', 'ab', 'ac'])
      context.replace(prefix + ending, content)
  },
  rename: renames,
  prename: renames,
  'file-rename': renames,
  mmv(context) {
    const [from, to] = context.options().rest.map((path) => path.replaceAll('*', ANY).replaceAll('?', ONE))
    if (from !== undefined) context.remove(from)
    if (to !== undefined) context.write(to.replace(/#[lu]?\d/g, ANY))
  },
}
