import { gitArguments } from '../../git/git-grammar.ts'
import { isOn, valueOf, valuesOf, wordsOf, type GitArguments } from '../../git/git-options.ts'
import { pathOf, reads, shownFiles, writes, type GitFileReader } from './paths.ts'

/** Options of diffs that print names or numbers, and nothing of what is in the files. */
const NO_CONTENT = ['stat', 'numstat', 'shortstat', 'name-only', 'name-status', 'summary', 'check', 'quiet', 'dirstat']

const showsContent = (given: GitArguments): boolean => isOn(given, 'patch', 'u') || !isOn(given, ...NO_CONTENT)

/** Not a range of commits, and not a file of some commit. */
const mayBePath = (word: string): boolean => !/\.\.|:/.test(word) || word.startsWith('..')

const diff: GitFileReader = (args, place) => {
  const given = gitArguments('diff', args)
  const words = given.words.map(({ text }) => text)
  const named = showsContent(given) ? [...words.filter(mayBePath), ...given.paths] : []
  return [...writes([valueOf(given, 'output')], place), ...reads(named, place), ...shownFiles(words, place)]
}

const messageFile =
  (command: string): GitFileReader =>
  (args, place) => {
    const given = gitArguments(command, args)
    return reads([...valuesOf(given, 'file'), ...valuesOf(given, 'template')], place)
  }

const storedPasswords: GitFileReader = (_args, { home }) =>
  home === undefined ? [] : [{ op: 'read', path: `${home}/.git-credentials` }]

/** Commands that show what is in files, or take it up. */
export const SHOWING: Readonly<Record<string, GitFileReader>> = {
  add: (args, place) => {
    const given = gitArguments('add', args)
    const named = wordsOf(given).filter((path) => pathOf(path, place) !== place.base)
    return given.help || isOn(given, 'dry-run') ? [] : reads(named, place)
  },
  archive: (args, place) => {
    const given = gitArguments('archive', args)
    const named = [...wordsOf(given).slice(1), ...valuesOf(given, 'add-file')]
    return [...writes([valueOf(given, 'output')], place), ...reads(named, place)]
  },
  blame: (args, place) => reads(wordsOf(gitArguments('log', args)).slice(-1), place),
  bundle: (args, place) => {
    const [sub, file] = wordsOf(gitArguments('bundle', args))
    return sub === 'create' ? writes([file], place) : reads(file === undefined ? [] : [file], place)
  },
  'cat-file': (args, place) => shownFiles(wordsOf(gitArguments('cat-file', args)), place),
  commit: messageFile('commit'),
  credential: storedPasswords,
  'credential-store': storedPasswords,
  diff,
  'diff-files': diff,
  'diff-index': diff,
  grep: (args, place) => {
    const given = gitArguments('grep', args)
    const words = given.words.map(({ text }) => text)
    const named = isOn(given, 'e', 'f') ? words : words.slice(1)
    return reads([...named, ...given.paths, ...valuesOf(given, 'f')], place)
  },
  'hash-object': (args, place) => reads(wordsOf(gitArguments('hash-object', args)), place),
  log: (args, place) => {
    const given = gitArguments('log', args)
    const lines = valuesOf(given, 'L').map((range) => range.slice(range.lastIndexOf(':') + 1))
    const named = isOn(given, 'patch', 'u') ? wordsOf(given).filter(mayBePath) : []
    return [...writes([valueOf(given, 'output')], place), ...reads([...named, ...lines], place)]
  },
  merge: messageFile('merge'),
  notes: messageFile('tag'),
  'send-email': (args, place) => reads(wordsOf(gitArguments('send-email', args)), place),
  show: (args, place) => {
    const given = gitArguments('log', args)
    const written = writes([valueOf(given, 'output')], place)
    return [...written, ...shownFiles(wordsOf(given), place), ...reads(given.paths, place)]
  },
  tag: messageFile('tag'),
}
