import {
  ANY,
  ONE,
  UNKNOWN,
  type Effects,
  type FileEffect,
  type Run,
  unclassified,
  type Objection,
} from '@holdpoint/shell'
import { EVERYDAY } from '../../shared/secret-paths.ts'

/** These print metadata of files, never their content. */
const TELLS_NO_TEXT =
  /^(?:ls|stat|file|du|df|wc|basename|dirname|readlink|realpath|test|\[|md5sum|sha\d+sum|shasum|cksum|tree|find|fd|git|cd)$/

/**
 * Files whose names are known only at run time (`… | xargs cat`, `cat $(…)`) may hold passwords, unless the program
 * that lists them lists only sources.
 */
export function unclearReads({ files, runs }: Pick<Effects, 'files' | 'runs'>): readonly Objection[] {
  const unclear = files.find(isUnclear)
  if (unclear === undefined) return []
  // A program that receives the list does not produce it.
  const listers = runs.filter(
    ({ program, args, via }) =>
      Object.hasOwn(LISTERS, program) && !args.some((arg) => arg.includes(UNKNOWN)) && !via.includes('find -exec'),
  )
  const isNarrow = listers.length > 0 && listers.every((run) => LISTERS[run.program]?.(run) === true)
  return isNarrow ? [] : [unclassified(`\`${unclear.run?.program ?? ''}\` reads files that are unknown until it runs.`)]
}

const isUnclear = ({ op, path, maybe, run, namedBy }: FileEffect): boolean =>
  op === 'read' &&
  !maybe &&
  run !== undefined &&
  !TELLS_NO_TEXT.test(run.program) &&
  (namedBy !== undefined || path.includes(UNKNOWN) || HIDDEN.test(path)) &&
  !isSourcePattern(path)

/** `.*`: all hidden files. */
const HIDDEN = new RegExp(`/\\.[${ANY}${ONE}][^/]*$`)

/** Whether what they list are sources, or files that git knows. */
const LISTERS: Readonly<Record<string, (run: Run) => boolean>> = {
  find: ({ args }) => {
    const names = args.filter((_, at) => /^-i?name$/.test(args[at - 1] ?? '') && !isNegated(args, at - 1))
    const branches = args.filter((word) => word === '-o' || word === '-or' || word === ',').length
    return names.length > branches && names.every(isSourcePattern)
  },
  fd: ({ args }) => !args.some((word) => /^(?:-[a-zA-Z]*[HIu]|--(?:hidden|no-ignore|unrestricted).*)/.test(word)),
  rg: ({ args }) => !args.some((word) => /^(?:-[a-zA-Z]*[u.]|--(?:hidden|no-ignore|unrestricted).*)/.test(word)),
  grep: ({ args }) => {
    const included = args.flatMap((word) => /^--include=(.*)$/.exec(word)?.[1] ?? [])
    return included.length > 0 && included.every(isSourcePattern)
  },
  ls: ({ args }) => {
    const paths = args.filter((word) => !word.startsWith('-'))
    return paths.length > 0 && paths.every(isSourcePattern)
  },
  git: ({ args }) =>
    /^(?:ls-files|diff|show|grep|log|ls-tree|diff-tree)$/.test(args[0] ?? '') &&
    !args.some((word) => /^(?:-[a-z]*[oi]|--(?:others|ignored|no-index|untracked).*)$/.test(word)),
}

const isNegated = (args: readonly string[], at: number): boolean => /^(?:!|-not)$/.test(args[at - 1] ?? '')

const STARS = new RegExp(`[*${ANY}${ONE}${UNKNOWN}]`, 'g')
const isSource = (path: string): boolean => EVERYDAY.test(path.slice(path.lastIndexOf('/') + 1))
const isSourcePattern = (pattern: string): boolean => isSource(pattern.replace(STARS, 'x'))
