import { ANY, ONE, shown, UNKNOWN, type FileEffect, type Origin, foldPath } from '@holdpoint/shell'
import { ask, deny, ifSure, type Facts, type CatastropheFinding, type Rule } from './finding.ts'
import { riskOf, shownTarget } from '../shown-target.ts'
import { isAboveOwn, isCache, isHome, isOwn, isPattern, systemPlace, wholeOf } from './places.ts'

/** Irreversible deletions. */
export const deletions: Rule = ({ files }, facts) =>
  // The git hooks check what git does to its own files.
  files
    .filter(({ run }) => run?.program !== 'git')
    .flatMap((effect) =>
      ifSure(!effect.maybe, [...(effect.op === 'delete' ? deleted(effect, facts) : []), ...insideRepository(effect)]),
    )

const deleted = (effect: FileEffect, facts: Facts): readonly CatastropheFinding[] => [
  ...(effect.recursive ? judge(effect, facts) : everyFile(effect, facts)),
  ...(effect.namedBy === undefined ? [] : named(effect, effect.namedBy, facts)),
]

/** `rm ~/*`: the directories stay, and every file in it is gone. */
export function everyFile(effect: FileEffect, facts: Facts): readonly CatastropheFinding[] {
  const { path, real } = effect
  const isMeant = (place: string): boolean =>
    place !== wholeOf(place) &&
    !facts.scratch.includes(wholeOf(place)) &&
    (systemPlace(wholeOf(place)) !== undefined || isHome(wholeOf(place), facts))
  return isMeant(path) || isMeant(real) ? [ask('search', { path: shownTarget(effect) })] : []
}

/** Targets whose names the command takes from a listing, a file or another program. */
function named(effect: FileEffect, from: Origin, facts: Facts): readonly CatastropheFinding[] {
  const { path, recursive, force, movedTo } = effect
  const data = { path: shownTarget(effect) }
  const [directory, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
  if (movedTo !== undefined)
    return name === UNKNOWN && directory.startsWith('/') && isHome(directory, facts) ? [ask('search', data)] : []
  if (path.startsWith(UNKNOWN)) return isMadeUp(from) ? [ask('search', data)] : []
  if (from.lists.length === 0) return []
  // Whatever a search finds in a cache is made again.
  if (isCache(path.replaceAll(ANY_MARK, 'x'), facts)) return []
  if (!isOwn(path, facts)) return [ask('search', data)]
  if (isAboveOwn(path, facts)) return [ask('project', data)]
  // Removing trees by an exact name, such as `__pycache__`, is routine; a pattern may match more than intended.
  const isOpen = name.includes(UNKNOWN) || (isPattern(name) && path.includes(`/${UNKNOWN}`))
  return recursive && force && isOpen ? [ask('search', data)] : []
}

const ANY_MARK = new RegExp(`[${UNKNOWN}${ANY}${ONE}]`, 'g')

/** Whether the name comes from a list, a file, a program or the network, not only from an unset variable or a number. */
const isMadeUp = ({ lists, files, programs, network }: Origin): boolean =>
  network || lists.length > 0 || files.length > 0 || programs.some((program) => !NAMING.test(program))

/** Variables, numbers, and programs that print the name of the file they have just made. */
const NAMING = /^(?:[$(]|(?:npm|pnpm|yarn) pack\b|mktemp\b|tempfile\b)/

function judge(effect: FileEffect, facts: Facts): readonly CatastropheFinding[] {
  const { path, real, force, movedTo } = effect
  const moves = movedTo !== undefined
  const target = wholeOf(path)
  const data = { path: shownTarget(effect) }
  const unknown = ask('unknown-target', { ...data, risk: riskOf(effect) })
  // Names that a list or a program gives are judged as such.
  if (force && path.startsWith(UNKNOWN))
    return moves || (effect.namedBy !== undefined && isMadeUp(effect.namedBy)) ? [] : [unknown]
  for (const place of new Set([target, wholeOf(real)])) {
    const found = whole(place, effect, facts)
    // Without -f, rm asks before it deletes protected files; for system directories and homes that is not enough.
    if (found?.id === 'project' && isRenaming(effect, facts)) continue
    if (found !== undefined && (force || found.id !== 'project')) return [found]
  }
  if (/(?:^|\/)\.git$/.test(foldPath(target))) return [moves ? ask('repository', data) : deny('repository', data)]
  if (moves) return []
  if (!force) return []
  if ([path, real].some((place) => !isOwn(place, facts) && !isCache(place, facts))) return [ask('outside', data)]
  return path.includes(`/${UNKNOWN}`) && isParentUnsafe(path) ? [unknown] : []
}

/** Names in the project get other names in the project: `for f in *; do mv "$f" …`. The project itself stays where it is. */
const isRenaming = ({ path, movedTo, namedBy, run }: FileEffect, facts: Facts): boolean =>
  movedTo !== undefined &&
  (isPattern(path) || namedBy !== undefined || /^(?:find -exec|xargs)$/.test(run?.via.at(-1) ?? '')) &&
  (movedTo.startsWith(UNKNOWN) || isOwn(movedTo, facts))

function whole(place: string, effect: FileEffect, facts: Facts): CatastropheFinding | undefined {
  const data = { path: shownTarget(effect) }
  const isEveryName = shown(effect.path).endsWith('*')
  if (systemPlace(place) !== undefined)
    return isEveryName && facts.scratch.includes(place) ? undefined : deny('root', { ...data, role: roleOf(place) })
  if (isHome(place, facts)) return deny('home', data)
  if (isAboveOwn(place, facts)) return isEveryName ? ask('project', data) : deny('project', data)
  return undefined
}

const roleOf = (place: string): string => (place === '/' ? 'the whole system' : 'a system directory')

/** Git's internal files. Writes to hooks and configuration have their own message because git executes them. */
function insideRepository(effect: FileEffect): readonly CatastropheFinding[] {
  const { op, path, recursive, run, maybe } = effect
  if (maybe || run?.program === 'git' || (op !== 'delete' && op !== 'write')) return []
  const folded = foldPath(path)
  const inside =
    /\/\.git\/(?:refs|objects|packed-refs|worktrees|head|index|logs|hooks|config|modules|[\uFFFC\uE0F0])(?:\/|$)/.test(
      folded,
    )
  if (op === 'write' && RUN_BY_GIT.test(folded)) return [ask('git-runs', { path: shownTarget(effect) })]
  return inside || (op === 'delete' && !recursive && folded.endsWith('/.git'))
    ? [ask('repository', { path: shownTarget(effect) })]
    : []
}

/** Git runs the hooks in there, and the programs that its configuration names; a bare repository has no `/.git/`. */
const RUN_BY_GIT = /\.git\/(?:.*\/)?(?:hooks\/[^/]+|config(?:\.worktree)?)$|\/\.gitconfig$|\/\.config\/git\/config$/

/** `/x/$NAME` with an empty NAME is `/x/`: harmless in the user's own directories, not in system directories. */
const isParentUnsafe = (path: string): boolean => path.slice(0, path.indexOf(`/${UNKNOWN}`)).split('/').length <= 2
