import { ANY } from '../../effects.ts'
import {
  checkoutOverwrites,
  cleanRemoves,
  resetMode,
  restoreOverwrites,
  rmRemoves,
  switchDiscards,
} from '../../git/git-calls.ts'
import { isFalse } from '../../git/git-config.ts'
import { gitArguments } from '../../git/git-grammar.ts'
import { isOn, valueOf, valuesOf, wordsOf } from '../../git/git-options.ts'
import {
  everything,
  overwrites,
  pathOf,
  plain,
  reads,
  writes,
  type GitFile,
  type GitFileReader,
  type GitPlace,
} from './paths.ts'
import { patchedFiles } from './patch.ts'
import { actsEverywhere, actsHere } from './programs.ts'
import { SHOWING } from './shown.ts'

const patch =
  (command: string): GitFileReader =>
  (args, place) => {
    const given = gitArguments(command, args)
    const names = wordsOf(given)
    if (given.help || isOn(given, 'abort', 'quit', 'continue', 'skip')) return []
    const sources = names.length === 0 ? ['-'] : names
    const texts = sources.map((name) => (name === '-' ? place.stdin : place.read(plain(name, place))))
    const onlyLooks = isOn(given, 'check', 'stat', 'numstat', 'summary', 'cached') && !isOn(given, 'apply')
    const strip = Number.parseInt(valueOf(given, 'p') ?? '1', 10)
    const below = { ...place, base: plain(valueOf(given, 'directory') ?? '.', place) }
    const changed = onlyLooks ? [] : texts.flatMap((text) => patchedFiles(text ?? '', strip))
    return [...reads(names, place), ...changed.map(({ op, path }) => ({ op, path: plain(path, below) }))]
  }

/** The default name of a clone: the last part of its address. */
const nameIn = (url: string): string =>
  url
    .replace(/\/+$/, '')
    .replace(/\/?\.git$/, '')
    .replace(/^.*[/:]/, '')

const tree = (path: string, place: GitPlace): readonly GitFile[] =>
  path === '' ? [] : [{ op: 'write', path: plain(path, place), recursive: true }]

const config: GitFileReader = (args, place) => {
  const given = gitArguments('config', args)
  const [sub = '', ...rest] = wordsOf(given)
  const verbs = ['add', 'edit', 'replace-all', 'set', 'unset', 'unset-all', 'rename-section', 'remove-section']
  const changes = isOn(given, ...verbs) || verbs.includes(sub) || (rest.length > 0 && sub !== 'get')
  const named = valuesOf(given, 'file')
  const [key = '', value = ''] = verbs.includes(sub) ? rest : [sub, ...rest]
  if (changes && isOn(given, 'global', 'system') && actsEverywhere(key, value))
    return [{ op: 'write', path: isOn(given, 'system') ? '/etc/gitconfig' : `${place.home ?? '/root'}/.gitconfig` }]
  if (changes && named.length === 0 && actsHere(key, value, place.base))
    return [{ op: 'write', path: plain('.git/config', place) }]
  return changes ? writes(named, place) : reads(named, place)
}

const mv: GitFileReader = (args, place) => {
  const given = gitArguments('mv', args)
  const words = wordsOf(given)
  if (given.help || isOn(given, 'dry-run') || words.length < 2) return []
  const moved = words
    .slice(0, -1)
    .map((path): GitFile => ({ op: 'delete', path: pathOf(path, place), recursive: true }))
  const target: GitFile = { op: 'write', path: plain(words.at(-1) ?? '', place), force: isOn(given, 'force') }
  return [...moved, { ...target, recursive: true }]
}

const submodule: GitFileReader = (args, place) => {
  const [sub, ...words] = wordsOf(gitArguments('submodule', args))
  if (sub === 'add') return tree(words[1] ?? nameIn(words[0] ?? ''), place)
  return sub === 'deinit' ? words.map((name) => ({ op: 'delete', path: pathOf(name, place), recursive: true })) : []
}

const worktree: GitFileReader = (args, place) => {
  const given = gitArguments('worktree', args)
  const [sub, path = '', target = ''] = wordsOf(given)
  if (given.help || path === '') return []
  if (sub === 'add') return tree(path, place)
  const gone: GitFile = { op: 'delete', path: plain(path, place), recursive: true, force: isOn(given, 'force') }
  if (sub === 'remove') return [gone]
  return sub === 'move' ? [gone, ...tree(target, place)] : []
}

/** Commands that change files in a work tree, or write them elsewhere. */
const CHANGING: Readonly<Record<string, GitFileReader>> = {
  am: patch('am'),
  apply: patch('apply'),
  checkout: (args, place) => {
    const exists = (word: string): boolean => place.exists(plain(word, place))
    return overwrites(checkoutOverwrites(args, exists), place)
  },
  'checkout-index': (args, place) => {
    const given = gitArguments('checkout-index', args)
    const prefix = valueOf(given, 'prefix')
    if (prefix !== undefined) return tree(prefix, place)
    return isOn(given, 'all') ? everything(place) : writes(wordsOf(given), place)
  },
  clean: (args, place) => {
    const removal = cleanRemoves(args, !isFalse(place.config['clean.requireforce']))
    if (removal === undefined) return []
    const paths = removal.paths.length === 0 ? ['.'] : removal.paths
    return paths.map((path) => ({ op: 'delete', path: pathOf(path, place), recursive: true, force: true }))
  },
  clone: (args, place) => {
    const [url = '', directory = nameIn(url)] = wordsOf(gitArguments('clone', args))
    return tree(directory, place)
  },
  config,
  'fast-export': (args, place) => writes(valuesOf(gitArguments('fast-export', args), 'export-marks'), place),
  'fast-import': (args, place) => writes(valuesOf(gitArguments('fast-import', args), 'export-marks'), place),
  'format-patch': (args, place) => {
    const given = gitArguments('format-patch', args)
    const directory = plain(valueOf(given, 'output-directory') ?? '.', place)
    return given.help || isOn(given, 'stdout') ? [] : [{ op: 'write', path: `${directory}/${ANY}.patch` }]
  },
  init: (args, place) => {
    const [directory = '.'] = wordsOf(gitArguments('init', args))
    return tree(`${directory}/.git`, place)
  },
  mv,
  'read-tree': (args, place) => (isOn(gitArguments('read-tree', args), 'u') ? everything(place) : []),
  reset: (args, place) => (resetMode(args) === 'hard' ? everything(place) : []),
  restore: (args, place) => overwrites(restoreOverwrites(args), place),
  rm: (args, place) => {
    const removal = rmRemoves(args)
    if (removal === undefined) return []
    const { paths, recursive, force } = removal
    return paths.map((path) => ({ op: 'delete', path: pathOf(path, place), recursive, force }))
  },
  stash: (args, place) => {
    const given = gitArguments('stash', args)
    const [sub = 'push', ...rest] = given.words.map(({ text }) => text)
    const paths = sub === 'push' ? [...rest, ...given.paths] : []
    return overwrites({ paths, more: false, everything: false }, place)
  },
  submodule,
  switch: (args, place) => (switchDiscards(args) ? everything(place) : []),
  worktree,
}

export function filesOf(command: string, args: readonly string[], place: GitPlace): readonly GitFile[] {
  const table = Object.hasOwn(CHANGING, command) ? CHANGING : SHOWING
  return Object.hasOwn(table, command) ? (table[command]?.(args, place) ?? []) : []
}
