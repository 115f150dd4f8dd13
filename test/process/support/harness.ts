import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dispatch, registryOf } from '../../../packages/runtime/src/dispatch.ts'
import type { Hook } from '../../../packages/engine/src/hook.ts'
import { unsigned } from '../../../packages/engine/src/lib/signature.ts'
import type { RepositoryOptions } from '../../../packages/testing/src/repository.ts'
import { answerOf, type HookAnswer } from './sandbox.ts'
import { aDirectory, aRepository } from './temporary.ts'

/** Hooks of the harness in a project whose files the test can read afterwards. Starts no process but git. */

type Json = Readonly<Record<string, unknown>>

export interface Harness {
  readonly project: string
  readonly home: string
  write(files: Readonly<Record<string, string>>): void
  git(...args: readonly string[]): string
  /** A file of the project; undefined when it does not exist. */
  read(name: string): string | undefined
  /** One of the files in `.claude`. */
  state(name: string): string | undefined
  /** `holdpoint hook <words>` */
  ask(words: string | readonly string[], input?: Json): Promise<HookAnswer>
  /** The context for the model. */
  context(words: string | readonly string[], input?: Json): Promise<string>
  /** For the one event whose answer is not JSON. */
  text(words: string | readonly string[], input?: Json): Promise<string>
  readonly env: Record<string, string | undefined>
}

interface Options {
  readonly git?: RepositoryOptions | false
  readonly now?: () => Date
  readonly env?: Readonly<Record<string, string>>
  readonly config?: string
}

/** These hooks and no others, all of them on. */
export function aHarness(hooks: readonly Hook[], options: Options = {}): Harness {
  const home = aDirectory().path
  const project = options.git === false ? aDirectory() : aRepository(options.git)
  project.write({ 'holdpoint.yml': options.config ?? 'presets: [all]\n', '.gitignore': 'holdpoint.yml\n.gitignore\n' })
  const registry = registryOf(hooks, { catalogue: [], load: (id) => Promise.reject(new Error(`no hook ${id}`)) })
  const env: Record<string, string | undefined> = { HOME: home, TMPDIR: home, ...options.env }
  const send = (words: string | readonly string[], input: Json): ReturnType<typeof dispatch> =>
    dispatch(
      [words].flat(),
      { session_id: 's1', cwd: project.path, ...input },
      { env, cwd: project.path, registry, ...(options.now !== undefined && { now: options.now }) },
    )
  const read = (name: string): string | undefined => {
    const path = join(project.path, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  const ask: Harness['ask'] = async (words, input = {}) => {
    const { exitCode, stdout, stderr } = await send(words, input)
    return answerOf({ code: exitCode, signal: null, stdout, stderr })
  }
  return {
    project: project.path,
    home,
    env,
    write: project.write,
    git: project.git,
    read,
    state: (name) => read(`.claude/${name}`),
    ask,
    async context(words, input) {
      const { json } = await ask(words, input)
      const output = json['hookSpecificOutput'] as Readonly<Record<string, string>> | undefined
      return output?.['additionalContext'] ?? ''
    },
    text: async (words, input = {}) => unsigned((await send(words, input)).stdout),
  }
}
