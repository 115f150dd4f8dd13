import { shown, UNKNOWN, type FileEffect } from '../../../core/effects.ts'
import { ask, deny, type Facts, type Finding, type Rule } from './finding.ts'
import { isAboveOwn, isHome, isOwn, isPattern, systemPlace, wholeOf } from './places.ts'

/** What would be gone for good. */
export const deletions: Rule = ({ files }, facts) =>
  files.filter(({ op, recursive }) => op === 'delete' && recursive).flatMap((effect) => judge(effect, facts))

function judge(effect: FileEffect, facts: Facts): readonly Finding[] {
  const { path, real, force, run } = effect
  const isMove = run !== undefined && /^g?mv$/.test(run.program)
  const target = wholeOf(path)
  const data = { path: shown(path) }
  for (const place of new Set([target, wholeOf(real)])) {
    const found = whole(place, data, facts)
    if (found !== undefined) return [force || isMove || found.id === 'root' || found.id === 'home' ? found : { ...found, decision: 'ask' }]
  }
  if (isMove) return []
  if (/(?:^|\/)\.git$/.test(target)) return [deny('repository', data)]
  if (!force) return []
  if (path.startsWith(UNKNOWN)) return [ask('unknown-target', data)]
  if (run?.via.includes('find -exec') === true) return [ask('search', data)]
  if (!isOwn(path, facts) || !isOwn(real, facts)) return [ask('outside', data)]
  return path.includes(`/${UNKNOWN}`) && isParentUnsafe(path) ? [ask('unknown-target', data)] : []
}

function whole(place: string, data: { readonly path: string }, facts: Facts): Finding | undefined {
  const isScratch = facts.scratch.includes(place)
  if (systemPlace(place) !== undefined) return isScratch && data.path.endsWith('*') ? undefined : deny('root', data)
  if (isHome(place, facts)) return deny('home', data)
  if (isAboveOwn(place, facts)) return isPattern(data.path) || data.path.endsWith('*') ? ask('project', data) : deny('project', data)
  return undefined
}

/** `/x/$NAME` with an empty NAME is `/x/`: fine where `/x` is somebody's own, not where everything lives. */
const isParentUnsafe = (path: string): boolean => path.slice(0, path.indexOf(`/${UNKNOWN}`)).split('/').length <= 2
