import { UNKNOWN } from '../../../effects.ts'
import type { Rule, Rules } from '../../evaluate/machine.ts'
import { LOCAL, plainText, textValue, unknownWith } from '../../evaluate/values.ts'
import {
  changesMode,
  changesOwner,
  contentOf,
  copies,
  deletes,
  flatten,
  forEachArgument,
  gives,
  goesTo,
  harmless,
  links,
  lists,
  moves,
  touches,
} from '../../rules/builders.ts'
import { feedsSelf, openPath } from '../../rules/opening.ts'
import { emitRun, emitShell } from '../../rules/running.ts'
import { globs } from '../../rules/texts.ts'
import { orTopic } from './topic.ts'

/** `open(F, ">", path)`, `open(F, ">path")`, `open(F, "command |")`, `open(F, "-|", command, …)`; the parser took `F` off. */
const opensFile: Rule = (call) => {
  const [first, ...rest] = call.args
  const text = plainText(first)
  // `>&F` is another name for a handle that is open already.
  if (/^\s*\+?[<>]+&/.test(text)) return undefined
  if (rest.length > 0) {
    if (!text.includes('|')) return openPath(call, rest[0], textValue(text.replace(/:.*/s, '')))
    return flatten(rest).length > 1 ? emitRun(call, flatten(rest)) : emitShell(call, rest[0])
  }
  const command = /^\s*\|(.*)$|^(.*)\|\s*$/s.exec(text)
  if (command !== null) return emitShell(call, textValue((command[1] ?? command[2] ?? '').trim()))
  const mode = /^\s*\+?[<>]{0,2}/.exec(text)?.[0].trim() ?? ''
  const path = text.trim().slice(mode.length).trim()
  const unclear = mode === '' && path.startsWith(UNKNOWN)
  return openPath(call, textValue(path), textValue(unclear ? UNKNOWN : mode === '' ? '<' : mode))
}

/** The first argument is where to print; nothing means the terminal. */
const prints: Rule = (call) => {
  const [handle, ...rest] = call.args
  if (handle?.kind === 'thing') handle.feed?.(flatten(rest).map(contentOf).join(''))
  return undefined
}

const chmods: Rule = (call) => {
  const [mode = unknownWith(0), ...paths] = flatten(call.args)
  for (const path of paths) changesMode(0, 1)({ ...call, args: [path, mode] })
  return undefined
}
const chowns: Rule = (call) => {
  const [user = unknownWith(0), group = unknownWith(0), ...paths] = flatten(call.args)
  for (const path of paths) changesOwner(0, 1, 2)({ ...call, args: [path, user, group] })
  return undefined
}

const removesTree = forEachArgument(deletes(0, true))

export const perlFiles = (): Rules => ({
  unlink: orTopic(forEachArgument(deletes(0))),
  rmdir: orTopic(forEachArgument(deletes(0))),
  rmtree: removesTree,
  remove_tree: removesTree,
  rename: moves(0, 1),
  copy: copies(0, 1),
  cp: copies(0, 1),
  move: moves(0, 1),
  mv: moves(0, 1),
  mkdir: touches(0),
  mkpath: forEachArgument(touches(0)),
  make_path: forEachArgument(touches(0)),
  chmod: chmods,
  chown: chowns,
  symlink: links(0, 1),
  link: links(0, 1),
  truncate: touches(0),
  utime: forEachArgument(touches(0), 2),
  opendir: lists(0),
  // File::Find: what a function does to each name below.
  find: lists(1, { recursive: true }),
  finddepth: lists(1, { recursive: true }),
  readdir: gives(() => unknownWith(LOCAL)),
  readline: gives(() => unknownWith(LOCAL)),
  open: opensFile,
  sysopen: (call) => openPath(call, call.args[0], call.args[1]),
  'IO::File.new': (call) => openPath(call, call.args[0], call.args[1]),
  write_file: (call) => openPath(call, call.args[0], textValue('w')),
  read_file: (call) => openPath(call, call.args[0], undefined),
  print: prints,
  'file#print': feedsSelf(0),
  'file#printf': feedsSelf(0),
  'file#say': feedsSelf(0),
  close: harmless,
  binmode: harmless,
  flock: harmless,
  seek: harmless,
  eof: harmless,
  fileno: harmless,
  glob: globs(0, { home: true }),
  chdir: goesTo(0),
})
