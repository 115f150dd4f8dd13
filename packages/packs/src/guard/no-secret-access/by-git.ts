import { type GitEffect, absolutePath } from '@holdpoint/shell'

/** Commands of git that print the content of the files they are given. */
const PRINTING = ['annotate', 'difftool', 'format-patch']
/** Options whose value is text and no path. */
const WITH_TEXT = /^(-[SGLnm]|--(grep|author|committer|format|pretty|since|until|after|before|message))$/

/** Paths whose content a git command prints, those in older commits included. */
export function printedByGit({ command, args, directory }: GitEffect): readonly string[] {
  if (!PRINTING.includes(command)) return []
  const from = args.indexOf('--')
  const words = args.filter((arg, index) => !arg.startsWith('-') && !WITH_TEXT.test(args[index - 1] ?? ''))
  const paths = command === 'grep' ? (from === -1 ? [] : args.slice(from + 1)) : words
  return paths.map((word) => absolutePath(word.replace(/^[^:/]*:(\.\/)?/, ''), directory))
}

/** Paths that a git command makes a part of history. */
export function addedByGit({ command, args, directory }: GitEffect): readonly string[] {
  if (command === 'commit')
    return args.slice(args.indexOf('--') + 1 || args.length).map((arg) => absolutePath(arg, directory))
  if (command !== 'add' && command !== 'stage') return []
  return args.filter((arg) => !arg.startsWith('-')).map((arg) => absolutePath(arg, directory))
}
