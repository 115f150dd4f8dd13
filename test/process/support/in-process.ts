import * as v from 'valibot'
import { dispatch, registryOf, type DispatchOptions } from '../../../packages/runtime/src/dispatch.ts'
import type { EventKind } from '../../../packages/engine/src/event.ts'
import type { Answer } from '../../../packages/engine/src/host.ts'
import { defineHook, type Hook, type HookContext, type HookMeta } from '../../../packages/engine/src/hook.ts'
import { unsigned } from '../../../packages/engine/src/lib/signature.ts'
import type { Verdict } from '../../../packages/engine/src/verdict.ts'
import { answerOf, spoolIn, type HookAnswer, type SpoolLine } from './sandbox.ts'
import { aDirectory } from './temporary.ts'
import type { Registry } from '../../../packages/packs/src/registry.ts'

/** Built-in hooks that are always on have their own tests. */
export const NO_OTHERS: Registry = { catalogue: [], load: (id) => Promise.reject(new Error(`no hook ${id}`)) }

type Options = HookMeta<object, EventKind, 'said'>
type Run = (context: HookContext<object, EventKind, 'said'>) => Verdict | Promise<Verdict>

/** A hook with one message, `said`, that consists of its `text`. */
export const fakeHook = (meta: Pick<Options, 'id' | 'on'> & Partial<Options>, run: Run): Hook =>
  defineHook({
    meta: {
      summary: 'Stands in for a hook that we do not have yet.',
      role: 'gate',
      onError: 'open',
      timeoutMs: 10_000,
      enabledBy: 'recommended',
      aliases: [],
      options: v.strictObject({}),
      messages: { said: { what: '{text}', why: '', fix: '' } },
      ...meta,
    },
    run,
  })

export interface Dispatcher {
  readonly home: string
  readonly project: string
  write(files: Readonly<Record<string, string>>): void
  ask(words: string | readonly string[], input?: Readonly<Record<string, unknown>>): Promise<HookAnswer>
  /** For the one event whose answer is not JSON. */
  askForText(words: string, input?: Readonly<Record<string, unknown>>): Promise<string>
  spool(): readonly SpoolLine[]
}

/** The engine with hooks of the test's own, in a home and a project of their own. */
export function aDispatcher(hooks: readonly Hook[], config = '', options: DispatchOptions = {}): Dispatcher {
  const home = aDirectory().path
  const { path: project, write } = aDirectory()
  if (config !== '') write({ 'holdpoint.yml': config })
  const registry = registryOf(hooks, NO_OTHERS)
  const send = (words: string | readonly string[], input: object): Promise<Answer> =>
    dispatch(
      [words].flat(),
      { session_id: 's1', cwd: project, ...(words === 'PreToolUse' && { tool_name: 'Read' }), ...input },
      { env: { HOME: home }, cwd: project, registry, ...options },
    )
  return {
    home,
    project,
    write,
    async ask(words, input = {}) {
      const { exitCode, stdout, stderr } = await send(words, input)
      return answerOf({ code: exitCode, signal: null, stdout, stderr })
    },
    askForText: async (words, input = {}) => unsigned((await send(words, input)).stdout),
    spool: () => spoolIn(home),
  }
}
