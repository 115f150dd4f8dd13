import * as v from 'valibot'
import {
  isKnown,
  type Effects,
  type GitEffect,
  switchedTo,
  gitArguments,
  wordsOf,
  absolutePath,
  isWithin,
} from '@holdpoint/shell'
import { defineHook, type GitState, type Services } from '@holdpoint/engine'
import { isMeta, isSource, touchedFiles, type Touched } from '../touched.ts'

export default defineHook({
  meta: {
    id: 'quality/branch-guard',
    summary: 'Block changes to source on the main branch. Work happens on a branch or in a worktree.',
    on: ['tool.before'],
    tools: ['write', 'edit', 'shell'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 230,
    aliases: ['branch-guard.sh', 'harness/branch-guard'],
    options: v.strictObject({
      protect: v.optional(
        v.pipe(
          v.array(v.pipe(v.string(), v.minLength(1))),
          v.description('Branches on which changes to source are blocked.'),
        ),
        ['main', 'master'],
      ),
    }),
    stricter: { protect: 'more' },
    messages: {
      protected: {
        what: 'the repository of {path} is on `{branch}`.',
        why: 'Unfinished work does not belong on the branch that all work starts from.',
        fix: 'Create a branch: `git switch -c <name>`, or a worktree: `git worktree add .worktrees/<name> -b <name>`.',
      },
    },
  },
  async run({ event, options, services, pass, deny }) {
    const touched = await touchedFiles(event, services)
    const sources = touched.filter((file) => isSource(file) && !isMeta(file, services))
    if (sources.length === 0) return pass
    const effects = await services.effects(event)
    for (const file of sources) {
      const branch = branchAt(file, effects, services)
      if (branch !== undefined && options.protect.includes(branch)) {
        return deny('protected', { path: file.relative, branch })
      }
    }
    return pass
  },
})

/** The branch a file is written on; undefined when there is none, or when the guard does not apply. */
function branchAt(file: Touched, { git }: Effects, { files }: Services): string | undefined {
  const { repository } = file
  // Without a commit there is nothing to branch off, and an open merge must be finished on its branch.
  if (repository === undefined || repository.unborn || repository.merging) return undefined
  const earlier = git.filter((call) => isBefore(call, file))
  if (earlier.some((call) => addsTreeAround(call, file.path))) return undefined
  let { branch } = repository
  for (const call of earlier.filter(({ directory }) => isIn(directory, repository))) {
    const { command, args, directory } = call
    if (command !== 'checkout' && command !== 'switch') continue
    const exists = (word: string): boolean => files.stat(absolutePath(word, directory)) !== undefined
    const switched = switchedTo(command, args, exists)
    if (switched !== undefined) branch = switched.branch
  }
  return branch !== undefined && isKnown(branch) ? branch : undefined
}

/** Whether a git call of the same command comes before the file is written. */
function isBefore({ run }: GitEffect, { effect }: Touched): boolean {
  const own = effect.run?.span?.start
  return effect.run !== undefined && (own === undefined || run.span === undefined || run.span.start < own)
}

const isIn = (directory: string, { root }: GitState): boolean => !isKnown(directory) || isWithin(directory, root)

/** `git worktree add here && …`: the tree that will be there is not on disk yet. */
function addsTreeAround({ command, args, directory }: GitEffect, path: string): boolean {
  if (command !== 'worktree') return false
  const [sub, place] = wordsOf(gitArguments('worktree', args))
  return sub === 'add' && place !== undefined && isWithin(path, absolutePath(place, directory))
}
