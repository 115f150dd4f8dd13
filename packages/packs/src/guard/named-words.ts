import { type Budget, type FileEffect, type Run, absolutePath } from '@holdpoint/shell'

/** The argument of a program that names a file; empty when no argument spells it out. */
export function wordFor({ path, run }: FileEffect, budget: Budget): string {
  return run === undefined ? '' : (wordsOf(run, budget).get(path) ?? '')
}

/** Indexed once per run: a program may have thousands of arguments, and callers may look up each of them. */
function wordsOf(run: Run, budget: Budget): ReadonlyMap<string, string> {
  const known = cache.get(run)
  if (known !== undefined) return known
  budget.spend(run.args.length)
  const words = new Map<string, string>()
  for (const arg of run.args) {
    const path = absolutePath(arg, run.cwd)
    if (!words.has(path)) words.set(path, arg)
  }
  cache.set(run, words)
  return words
}

const cache = new WeakMap<Run, ReadonlyMap<string, string>>()
