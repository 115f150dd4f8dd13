import { onTestFinished } from 'vitest'
import { dispatch, registryOf } from '../../../packages/runtime/src/dispatch.ts'
import type { Hook } from '../../../packages/engine/src/hook.ts'
import type { LlmProvider } from '../../../packages/engine/src/services.ts'
import { temporaryDirectory } from '../../../packages/testing/src/repository.ts'
import { NO_OTHERS } from './in-process.ts'
import { llmServer, type Behaviour, type LlmServer, type ReceivedCall } from './llm-servers.ts'
import { answerOf, spoolIn, type HookAnswer, type SpoolLine } from './sandbox.ts'

/** The user's own configuration in a home. */
export const USER_CONFIG = '.config/holdpoint/holdpoint.yml'

export const DUMMY_KEYS = { ANTHROPIC_API_KEY: 'dummy-a', OPENAI_API_KEY: 'dummy-o', GEMINI_API_KEY: 'dummy-g' }

export const PROVIDERS: readonly LlmProvider[] = ['anthropic', 'openai', 'google']

/** For what several tests share: `afterAll`. */
type AtTheEnd = (clean: () => void | Promise<void>) => void

export type Own = Readonly<Record<string, unknown>>

export interface EvaluatorWorld {
  readonly home: string
  readonly project: string
  write(files: Readonly<Record<string, string>>): void
  ask(event: string, input?: Readonly<Record<string, unknown>>): Promise<HookAnswer>
  spool(): readonly SpoolLine[]
}

/** The engine with evaluators from the user's configuration, and other hooks of the test. */
export function anEvaluatorWorld(
  own: Readonly<Record<string, Own>>,
  {
    hooks = [],
    env = DUMMY_KEYS,
    atTheEnd = onTestFinished,
  }: {
    readonly hooks?: readonly Hook[]
    readonly env?: Readonly<Record<string, string>>
    readonly atTheEnd?: AtTheEnd
  } = {},
): EvaluatorWorld {
  const home = temporaryDirectory()
  const { path: project, write, dispose } = temporaryDirectory()
  atTheEnd(home.dispose)
  atTheEnd(dispose)
  home.write({ [USER_CONFIG]: JSON.stringify({ own, llm: { providers: PROVIDERS } }) })
  const registry = registryOf(hooks, NO_OTHERS)
  return {
    home: home.path,
    project,
    write,
    async ask(event, input = {}) {
      const { exitCode, stdout, stderr } = await dispatch(
        [event],
        { session_id: 's1', cwd: project, ...input },
        { env: { PATH: process.env['PATH'], HOME: home.path, ...env }, cwd: project, registry },
      )
      return answerOf({ code: exitCode, signal: null, stdout, stderr })
    },
    spool: () => spoolIn(home.path),
  }
}

export async function aModel(
  provider: LlmProvider,
  behaviour: Behaviour | ((call: ReceivedCall) => Behaviour),
  atTheEnd: AtTheEnd = onTestFinished,
): Promise<LlmServer> {
  const server = await llmServer(provider, (call) => (typeof behaviour === 'function' ? behaviour(call) : behaviour))
  atTheEnd(() => server.close())
  return server
}

/** The fields of an answer that the host reads about a tool call. */
export const outputOf = ({ json }: HookAnswer): Readonly<Record<string, unknown>> =>
  (json['hookSpecificOutput'] ?? {}) as Readonly<Record<string, unknown>>

export const bash = (command: string): { readonly tool_name: string; readonly tool_input: object } => ({
  tool_name: 'Bash',
  tool_input: { command },
})
