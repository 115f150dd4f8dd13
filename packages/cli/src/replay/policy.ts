import { readFileSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { messageOf, UserError, isOfRepository, type Env } from '@holdpoint/engine'
import { explainConfiguration } from '@holdpoint/runtime'
import {
  compile,
  type Compiled,
  layerFiles,
  presetNames,
  showProblem,
  withLoosening,
  type Settings,
} from '@holdpoint/engine/policy'
import type { Registry } from '@holdpoint/packs'

/** The policy to replay: the one in force in a project, a file instead of the project's, or presets alone. */
export type PolicySource =
  | { readonly kind: 'in force'; readonly root: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'presets'; readonly names: readonly string[] }

export interface Policy {
  /** Its name in the report. */
  readonly name: string
  readonly settings: Settings
}

/**
 * A candidate replaces everything the project configures. The machine's and the user's layers stay, because they would
 * stay in force too. A candidate with a mistake is refused: its result would be meaningless.
 */
export async function openPolicy(source: PolicySource, env: Env, registry: Registry): Promise<Policy> {
  const compiled = await compiledFrom(source, env, registry)
  const [problem] = compiled.problems
  if (problem !== undefined && source.kind !== 'in force') throw new UserError(showProblem(problem))
  // A candidate is replayed as if trusted, so that the report shows all of its effects.
  const settings = source.kind === 'file' ? withLoosening(compiled.settings) : compiled.settings
  return { name: nameOf(source), settings }
}

function compiledFrom(source: PolicySource, env: Env, registry: Registry): Promise<Compiled> {
  switch (source.kind) {
    case 'in force':
      return explainConfiguration(source.root, { env, registry })
    case 'file': {
      const path = readable(source.path)
      return compile([...aboveProjects(env), { name: 'project', path }], withoutSwitches(env), registry)
    }
    case 'presets':
      return compile(
        aboveProjects(env),
        { ...withoutSwitches(env), HOLDPOINT_PRESETS: knownPresets(source.names, registry).join(',') },
        registry,
      )
  }
}

const aboveProjects = (env: Env): ReturnType<typeof layerFiles> =>
  layerFiles('/', env).filter(({ name }) => !isOfRepository(name))

const withoutSwitches = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('HOLDPOINT_')))

/** A missing file would be an empty policy. */
function readable(path: string): string {
  try {
    readFileSync(path)
    return resolve(path)
  } catch (error) {
    throw new UserError(`the policy ${path} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

function knownPresets(names: readonly string[], { catalogue }: Registry): readonly string[] {
  const known = presetNames(catalogue)
  const wrong = names.find((name) => !known.includes(name))
  if (wrong !== undefined) throw new UserError(`unknown preset \`${wrong}\`. Presets: ${known.join(', ')}.`)
  if (names.length === 0) throw new UserError(`name a preset: ${known.join(', ')}.`)
  return names
}

/** Presets, or a file: a name with a file extension or a directory in it. */
export function policyNamed(text: string): PolicySource {
  const isFile = /\.ya?ml$/i.test(text) || text.includes('/') || isAbsolute(text)
  return isFile ? { kind: 'file', path: text } : { kind: 'presets', names: namesIn([text]) }
}

export const namesIn = (lists: readonly string[]): readonly string[] =>
  lists.flatMap((list) => list.split(',')).map((name) => name.trim())

function nameOf(source: PolicySource): string {
  if (source.kind === 'in force') return 'in use here'
  return source.kind === 'file' ? source.path : `preset ${source.names.join(' + ')}`
}
