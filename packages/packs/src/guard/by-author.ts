import type { Effects, Run } from '@holdpoint/shell'

/** What a call does itself, and what scripts do that were there before it. */
export function byAuthor(effects: Effects): { readonly typed: Effects; readonly own?: Effects } {
  const { runs, files, git, net, code, system } = effects
  const hasOwn = runs.some(isOwn) || [files, git, net, code, system].some((all) => all.some(({ run }) => isOwn(run)))
  if (!hasOwn) return { typed: effects }
  const typed = partOf(effects, (run) => !isOwn(run))
  return { typed, own: { ...partOf(effects, isOwn), printed: [], doubts: [] } }
}

const isOwn = (run: Run | undefined): boolean => run?.own === true

/** The part of the effects that certain programs have. */
export function partOf(effects: Effects, isWanted: (run: Run | undefined) => boolean): Effects {
  const some = <T extends { readonly run?: Run }>(all: readonly T[]): readonly T[] =>
    all.filter(({ run }) => isWanted(run))
  return {
    runs: effects.runs.filter(isWanted),
    files: some(effects.files),
    git: some(effects.git),
    net: some(effects.net),
    code: some(effects.code),
    system: some(effects.system),
    printed: effects.printed,
    doubts: effects.doubts,
  }
}
