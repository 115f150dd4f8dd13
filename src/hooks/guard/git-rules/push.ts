import { ANY, isKnown, type GitEffect } from '../../../core/effects.ts'
import { isFalse, type GitConfig } from '../../../core/git-config.ts'
import { globMatcher } from '../../../core/glob.ts'
import { gitArguments } from '../../../core/git-grammar.ts'
import { isOn, valueOf, type GitArguments, type GitWord } from '../../../core/git-options.ts'
import type { GitState } from '../../../core/services.ts'

/** One branch that a push changes. */
export interface PushTarget {
  /** Its name on the other side; `*` for all of them, undefined when it cannot be told. */
  readonly branch: string | undefined
  /** Its history is replaced without looking. */
  readonly forced: boolean
  readonly deleted: boolean
  /** The refspec it was written as. */
  readonly word?: GitWord
}

export interface Push {
  readonly given: GitArguments
  /** `--force` or `-f`, which holds for all targets. */
  readonly force: boolean
  readonly targets: readonly PushTarget[]
  /** Deletes what is not here: `--prune`, `--mirror`. */
  readonly prunes: boolean
}

/** What `git push` would change; undefined when it is something else, or only looks. */
export function pushOf(effect: GitEffect, repository: GitState | undefined, config: GitConfig): Push | undefined {
  if (effect.command !== 'push' && effect.command !== 'send-pack') return undefined
  const given = gitArguments(effect.command, effect.args)
  if (given.help || isOn(given, 'dry-run')) return undefined
  const force = isOn(given, 'force')
  const mirror = isOn(given, 'mirror')
  const [remote, ...refs] = wordsIn(given, effect.args)
  const setting = (key: string): string | undefined => effect.config[key] ?? config.get(key)?.at(-1)
  const explicit = refs.map((word) => targetOf(word, force, isOn(given, 'delete'), repository?.branch))
  const targets =
    explicit.length > 0 ? explicit : implied(given, remote?.text, repository?.branch, force || mirror, setting)
  return { given, force, targets, prunes: mirror || isOn(given, 'prune') }
}

/** Refspecs may also stand after `--`. */
const wordsIn = ({ words, paths }: GitArguments, args: readonly string[]): readonly GitWord[] => [
  ...words,
  ...paths.map((text, index) => ({ text, at: args.length - paths.length + index })),
]

/** `+source:destination`; without a destination it has the name of the source. */
function targetOf(word: GitWord, force: boolean, deletes: boolean, current: string | undefined): PushTarget {
  const plus = word.text.startsWith('+')
  const text = plus ? word.text.slice(1) : word.text
  const split = text.indexOf(':')
  const source = split === -1 ? text : text.slice(0, split)
  const written = split === -1 ? source : text.slice(split + 1)
  // Git refuses a plus in front of the destination, but whoever writes it means it.
  const destination = written.replace(/^\+/, '')
  const forced = force || plus || destination !== written
  return {
    branch: destination === '' && source === '' ? '*' : branchNamed(destination || source, current),
    forced,
    deleted: deletes || (split === 0 && destination !== ''),
    word,
  }
}

function branchNamed(written: string, current: string | undefined): string | undefined {
  const ref = written.replaceAll(ANY, '*')
  if (!isKnown(ref)) return undefined
  if (ref === 'HEAD' || ref === '@') return current !== undefined && isKnown(current) ? current : undefined
  return ref.replace(/^(?:refs\/)?heads\//, '')
}

/** Without a refspec, options and configuration say what is pushed. */
function implied(
  given: GitArguments,
  named: string | undefined,
  current: string | undefined,
  force: boolean,
  setting: (key: string) => string | undefined,
): readonly PushTarget[] {
  const target = (branch: string | undefined, forced = force): PushTarget => ({ branch, forced, deleted: false })
  if (isOn(given, 'all', 'branches', 'mirror')) return [target('*')]
  if (isOn(given, 'tags')) return []
  const branch = current !== undefined && isKnown(current) ? current : undefined
  const own = (key: string): string | undefined =>
    branch === undefined ? undefined : setting(`branch.${branch.toLowerCase()}.${key}`)
  const remote =
    named ?? valueOf(given, 'repo') ?? own('pushremote') ?? setting('remote.pushdefault') ?? own('remote') ?? 'origin'
  const mirrored = setting(`remote.${remote.toLowerCase()}.mirror`)
  if (mirrored !== undefined && !isFalse(mirrored)) return [target('*', true)]
  const refspec = setting(`remote.${remote.toLowerCase()}.push`)
  if (refspec !== undefined)
    return [targetOf({ text: refspec, at: -1 }, force, false, branch)].map(({ word: _, ...rest }) => rest)
  const mode = setting('push.default')?.toLowerCase()
  if (mode === 'matching') return [target('*')]
  const merge = mode === 'upstream' || mode === 'tracking' ? own('merge') : undefined
  return [target(merge === undefined ? branch : branchNamed(merge, branch))]
}

/** Whether a branch is one of those that names and patterns such as `release/*` protect; a refspec may hold a `*`, too. */
export const isProtected = (branch: string, protect: readonly string[]): boolean =>
  protect.some((pattern) => globMatcher(pattern)(branch) || globMatcher(branch.replaceAll('*', '**'))(pattern))
