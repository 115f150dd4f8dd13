import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OwnHook } from '@holdpoint/engine'
import {
  compile,
  layerFiles,
  type Compiled,
  type LayerFile,
  type Own,
  type Problem,
  type Settings,
} from '@holdpoint/engine/policy'
import { parseYaml } from '@holdpoint/engine/yaml'
import { readText, statOf, placeOf } from '@holdpoint/runtime/system'
import { knownModules } from '@holdpoint/runtime/custom'
import { jobs, builtIn } from '@holdpoint/packs'
import type { Coverable } from './coverage.ts'
import { openTrust, type Trust } from './trust.ts'

/** What is tested: the project's own file and hooks, without the user's; or the user's own file. */
export interface Policy {
  readonly root: string
  /** `user`: the folder of the user's own configuration is tested, which holds in every project. */
  readonly layer: TestedLayer
  /** Files and folders of the project that are copied to each test, relative to it. */
  readonly files: readonly string[]
  /** The configuration that is copied, when it is not the project's. */
  readonly config?: string
  readonly trust: Trust
  /** Hooks that are not started: they answer in the background and decide nothing. */
  readonly leftOut: readonly string[]
  readonly problems: readonly Problem[]
  /** Every rule and hook that a test may name. */
  readonly known: readonly string[]
  readonly coverable: readonly Coverable[]
}

type TestedLayer = 'project' | 'user'

export interface Project {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A directory of the run. */
  readonly place: string
}

export const CONFIG = 'holdpoint.yml'
const HOOKS = '.holdpoint/hooks'
/** Built-in hooks that start work which continues after the event. */
const IN_BACKGROUND = Object.keys(jobs)
const NOTHING: Own = { hooks: [], rules: [] }

/** `copy`: what test files ask for. `trustsAll`: hooks run even when the project does not trust them. */
export async function readPolicy(project: Project, copy: readonly string[], trustsAll: boolean): Promise<Policy> {
  const { root, env, place } = project
  const { directory } = placeOf(root, env)
  const layer = layerOf(root, env)
  const file = { name: layer, path: join(root, CONFIG) }
  const { own = NOTHING } = (await compiled(root, file, directory, [])).settings
  const leftOut = [...IN_BACKGROUND, ...own.hooks.filter(isAsync).map(({ entry }) => entry.id)]
  const written = withoutAsync((await compiled(root, file, directory, leftOut)).settings)
  const isChosen = (entry: { readonly trust: string }): boolean => trustsAll || entry.trust === 'granted'
  const trust = await openTrust({ settings: written, root, env, directory, shelf: join(place, 'trust'), isChosen })
  // A hook in a file is loaded, and its metadata read, only when it is trusted.
  const { settings, problems, catalogue } = await compiled(root, file, trust.directory, leftOut)
  const named = [CONFIG, HOOKS, ...trust.files, ...copy].filter((name) => statOf(join(root, name)) !== undefined)
  return {
    root,
    layer,
    files: [...new Set(named)],
    trust,
    leftOut,
    problems,
    known: catalogue.map(({ id }) => id),
    coverable: coverableIn(settings),
  }
}

const withoutAsync = ({ own = NOTHING, ...settings }: Settings): Settings => ({
  ...settings,
  own: { hooks: own.hooks.filter((hook) => !isAsync(hook)), rules: own.rules },
})

const isAsync = ({ definition }: OwnHook): boolean => definition.type === 'command' && definition.async === true

/** The state in which each test runs: trust covers exactly that. */
const compiled = (root: string, file: LayerFile, directory: string, leftOut: readonly string[]): Promise<Compiled> =>
  compile([file], switchedOff(leftOut), builtIn, {}, knownModules(root, directory))

const layerOf = (root: string, env: Project['env']): TestedLayer =>
  layerFiles(root, env).some(({ name, path }) => name === 'user' && path === join(root, CONFIG)) ? 'user' : 'project'

export const switchedOff = (ids: readonly string[]): Readonly<Record<string, string>> => ({
  HOLDPOINT_OFF: ids.join(','),
})

function coverableIn({ own = NOTHING, hooks }: Settings): readonly Coverable[] {
  const rules = own.rules.map(({ id, rule }) => ({
    id,
    branches: [
      ...(rule.unless === undefined ? [] : ['unless']),
      ...(rule.escalate === undefined ? [] : [`escalate to ${rule.escalate.to}`]),
    ],
  }))
  const others = own.hooks.filter(
    (hook) => hook.definition.type !== 'rules' && !isAsync(hook) && hooks[hook.entry.id]?.level !== 'off',
  )
  return [...rules, ...others.map(({ entry }) => ({ id: entry.id, branches: [] }))]
}

/**
 * The same policy with rules that have no exceptions; undefined when there are none. Where such a rule matches and the
 * real one does not, its exception was needed.
 */
export async function withoutExceptions(policy: Policy, { root, env, place }: Project): Promise<Policy | undefined> {
  if (!policy.coverable.some(({ branches }) => branches.includes('unless'))) return undefined
  const { value } = parseYaml(readText(join(root, CONFIG)) ?? '', CONFIG)
  const written = value as { readonly rules?: Readonly<Record<string, object>> }
  const rules = Object.entries(written.rules ?? {}).map(([name, rule]) => [name, { ...rule, unless: undefined }])
  const config = join(place, CONFIG)
  // JSON is valid YAML.
  writeFileSync(config, JSON.stringify({ ...written, rules: Object.fromEntries(rules) }))
  const { directory } = policy.trust
  const file = { name: policy.layer, path: config }
  const settings = withoutAsync((await compiled(root, file, directory, policy.leftOut)).settings)
  const isChosen = ({ item }: { readonly item: { readonly id: string } }): boolean => policy.trust.trusted.has(item.id)
  const trust = await openTrust({ settings, root, env, directory, shelf: join(place, 'trust-plain'), isChosen })
  return { ...policy, config, trust }
}
