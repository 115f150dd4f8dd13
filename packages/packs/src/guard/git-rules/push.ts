import {
  ANY,
  isKnown,
  type GitEffect,
  isFalse,
  type GitConfig,
  gitArguments,
  isOn,
  valueOf,
  type GitArguments,
  type GitWord,
} from '@holdpoint/shell'
import { globMatcher, type GitState } from '@holdpoint/engine'

/** One branch that a push changes. */
export interface PushTarget {
  /** Its name on the remote; `*` for all branches, undefined when it is unknown. */
  readonly branch: string | undefined
  /** Its history is overwritten without a check. */
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
  /** Deletes remote branches that do not exist locally: `--prune`, `--mirror`. */
  readonly prunes: boolean
}

/** What `git push` would change; undefined for other calls and for a dry run. */
export function pushOf(effect: GitEffect, repository: GitState | undefined, config: GitConfig): Push | undefined {
  if (effect.command !== 'push' && effect.command !== 'send-pack') return undefined
  const given = gitArguments(effect.command, effect.args)
  if (given.help || isOn(given, 'dry-run')) return undefined
  const force = isOn(given, 'force')
  const current = known(repository?.branch)
  const [named, ...refs] = wordsIn(given, effect.args)
  const settings = (key: string): readonly string[] => {
    const value = effect.config[key]
    return value === undefined ? (config.get(key) ?? []) : [value]
  }
  const remote = remoteOf(given, named?.text, current, settings)
  const explicit = refs.map((word) => targetOf(word, force, isOn(given, 'delete'), current))
  const targets =
    explicit.length > 0
      ? explicit.map((target) => configured(target, settings(`remote.${remote}.push`), current))
      : implied(given, remote, current, force, settings)
  return { given, force, targets, prunes: isOn(given, 'mirror', 'prune') }
}

const known = (branch: string | undefined): string | undefined =>
  branch !== undefined && isKnown(branch) ? branch : undefined

type Settings = (key: string) => readonly string[]

/** Configuration keys are lower case here. */
function remoteOf(
  given: GitArguments,
  named: string | undefined,
  current: string | undefined,
  settings: Settings,
): string {
  const own = (key: string): string | undefined => settings(`branch.${current?.toLowerCase()}.${key}`).at(-1)
  const remote =
    named ?? valueOf(given, 'repo') ?? own('pushremote') ?? settings('remote.pushdefault').at(-1) ?? own('remote')
  return (remote ?? 'origin').toLowerCase()
}

/** Refspecs may also follow `--`. */
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
  // Git refuses a plus in front of the destination, but it still shows the intent to force.
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
  return ref === 'HEAD' || ref === '@' ? current : ref.replace(/^(?:refs\/)?heads\//, '')
}

/** A branch named alone goes where the remote's own refspecs send it, with force if they say so. */
function configured(target: PushTarget, refspecs: readonly string[], current: string | undefined): PushTarget {
  const { branch, word } = target
  if (branch === undefined || target.deleted || word?.text.includes(':') === true) return target
  for (const refspec of refspecs) {
    const [source = '', destination = source] = refspec.replace(/^\+/, '').split(':')
    const pattern = branchNamed(source, current) ?? ''
    if (!globMatcher(pattern.replaceAll('*', '**'))(branch)) continue
    const end = branchNamed(destination, current)
    return {
      ...target,
      branch: end?.includes('*') === true ? branch : end,
      forced: target.forced || refspec.startsWith('+'),
    }
  }
  return target
}

/** Without a refspec, options and configuration decide what is pushed. */
function implied(
  given: GitArguments,
  remote: string,
  current: string | undefined,
  force: boolean,
  settings: Settings,
): readonly PushTarget[] {
  const target = (branch: string | undefined, forced = force): PushTarget => ({ branch, forced, deleted: false })
  if (isOn(given, 'mirror')) return [target('*', true)]
  if (isOn(given, 'all', 'branches')) return [target('*')]
  if (isOn(given, 'tags')) return []
  const mirrored = settings(`remote.${remote}.mirror`).at(-1)
  if (mirrored !== undefined && !isFalse(mirrored)) return [target('*', true)]
  const refspecs = settings(`remote.${remote}.push`)
  if (refspecs.length > 0) {
    return refspecs.map((text) => targetOf({ text, at: -1 }, force, false, current)).map(({ word: _, ...rest }) => rest)
  }
  const mode = settings('push.default').at(-1)?.toLowerCase()
  if (mode === 'matching') return [target('*')]
  const follows = mode === 'upstream' || mode === 'tracking'
  const merge = follows ? settings(`branch.${current?.toLowerCase()}.merge`).at(-1) : undefined
  return [target(merge === undefined ? current : branchNamed(merge, current))]
}

/** Whether a branch is one of those that names and patterns such as `release/*` protect; a refspec may hold a `*`, too. */
export const isProtected = (branch: string, protect: readonly string[]): boolean =>
  protect.some((pattern) => globMatcher(pattern)(branch) || globMatcher(branch.replaceAll('*', '**'))(pattern))
