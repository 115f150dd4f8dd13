import { shown, UNKNOWN, type FileEffect } from '../../../core/effects.ts'
import { foldPath } from '../../../core/fold.ts'
import { ask, deny, type Facts, type Finding, type Rule } from './finding.ts'
import { isAboveOwn, isHome, isOwn, isPattern, systemPlace, wholeOf } from './places.ts'

/** What would be gone for good. */
export const deletions: Rule = ({ files }, facts) =>
  // What git does to its own is for the hooks on git.
  files
    .filter(({ run }) => run?.program !== 'git')
    .flatMap((effect) => [
      ...(effect.op === 'delete' && effect.recursive ? judge(effect, facts) : []),
      ...insideRepository(effect),
    ])

function judge(effect: FileEffect, facts: Facts): readonly Finding[] {
  const { path, real, force, run } = effect
  const isMove = run !== undefined && /^g?mv$/.test(run.program)
  const target = wholeOf(path)
  const data = { path: shown(path) }
  if (force && path.startsWith(UNKNOWN)) return [ask('unknown-target', data)]
  for (const place of new Set([target, wholeOf(real)])) {
    const found = whole(place, data, facts)
    // Without -f, rm asks for what is protected; for the machine and a home that is not enough.
    if (found !== undefined && (force || isMove || found.id !== 'project')) return [found]
  }
  if (isMove) return []
  if (/(?:^|\/)\.git$/.test(foldPath(target))) return [deny('repository', data)]
  if (!force) return []
  if (run?.via.includes('find -exec') === true) return [ask('search', data)]
  if (!isOwn(path, facts) || !isOwn(real, facts)) return [ask('outside', data)]
  return path.includes(`/${UNKNOWN}`) && isParentUnsafe(path) ? [ask('unknown-target', data)] : []
}

function whole(place: string, data: { readonly path: string }, facts: Facts): Finding | undefined {
  const isScratch = facts.scratch.includes(place)
  if (systemPlace(place) !== undefined) return isScratch && data.path.endsWith('*') ? undefined : deny('root', data)
  if (isHome(place, facts)) return deny('home', data)
  if (isAboveOwn(place, facts))
    return isPattern(data.path) || data.path.endsWith('*') ? ask('project', data) : deny('project', data)
  return undefined
}

/** What git keeps of the history; its hooks and configuration run by themselves. */
function insideRepository({ op, path, recursive, run, maybe }: FileEffect): readonly Finding[] {
  if (maybe || run === undefined || run.program === 'git' || (op !== 'delete' && op !== 'write')) return []
  const folded = foldPath(path)
  const inside = /\/\.git\/(?:refs|objects|packed-refs|worktrees|head|index|logs|hooks|config|modules)(?:\/|$)/.test(
    folded,
  )
  return inside || (op === 'delete' && !recursive && folded.endsWith('/.git'))
    ? [ask('repository', { path: shown(path) })]
    : []
}

/** `/x/$NAME` with an empty NAME is `/x/`: fine where `/x` is somebody's own, not where everything lives. */
const isParentUnsafe = (path: string): boolean => path.slice(0, path.indexOf(`/${UNKNOWN}`)).split('/').length <= 2
