import { messageOf, type Env } from '@holdpoint/engine'
import type { TrustPlace } from '../trust-store.ts'
import { build } from './build.ts'
import { builtFile, readBuilt, writeBuilt, type BuiltModule, type ModuleMeta } from './built.ts'
import type { Task } from './channel.ts'
import { describe } from './describe.ts'
import { inWorker } from './thread.ts'
import { readSources, type HookTree } from './tree.ts'

export interface Approved {
  readonly tree: HookTree
  /** The description of each hook, by name. */
  readonly hooks: Readonly<Record<string, ModuleMeta>>
  /** Why a hook could not be built or is invalid, by name. */
  readonly problems: Readonly<Record<string, string>>
}

const DESCRIBE_MS = 10_000
const NO_TREE: HookTree = { files: [], digest: '', hooks: {} }

/** Builds hooks from the current sources, reads their descriptions, and stores both under the digest of the sources. */
export async function buildHooks(
  names: readonly string[],
  { root, directory }: TrustPlace,
  env: Env,
): Promise<Approved> {
  if (names.length === 0) return { tree: NO_TREE, hooks: {}, problems: {} }
  const { tree, texts } = readSources(root)
  const file = builtFile(directory, tree.digest)
  const hooks: Record<string, ModuleMeta> = {}
  const problems: Record<string, string> = {}
  // Some hooks of the same sources may have been trusted before.
  const built: Record<string, BuiltModule> = { ...readBuilt(file) }
  for (const name of names) {
    try {
      const source = tree.hooks[name]
      if (source === undefined) throw new Error('its file is gone')
      Object.assign(built, build(texts, source))
      writeBuilt(directory, tree.digest, built)
      hooks[name] = await ask({ kind: 'describe', built: file, name, file: source, root }, env)
    } catch (error) {
      problems[name] = messageOf(error)
    }
  }
  return { tree, hooks, problems }
}

/** Runs the hook's top-level code: the user has just approved it. */
async function ask(task: Task, env: Env): Promise<ModuleMeta> {
  const json = await inWorker(task, { env, signal: AbortSignal.timeout(DESCRIBE_MS) })
  const { meta, options } = JSON.parse(json) as { readonly meta?: unknown; readonly options?: unknown }
  const found = describe(task.name, meta, options)
  if (typeof found === 'string') throw new Error(`${task.file}: ${found}.`)
  return found
}
