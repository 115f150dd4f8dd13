import { messageOf, safeName, type Env } from '@holdpoint/engine'
import { hookCommand } from '../hook-command.ts'
import { NOT_UTF8, parseInput, REPLACEMENT } from '../read-input.ts'
import type { World } from '../compose.ts'
import { attachedAs } from './client/attach.ts'
import { REENTRY_VARIABLE } from '../system/process/reentry.ts'
import type { Sessions } from './sessions.ts'

export type Judged =
  | { readonly answer: string; readonly notes: string; readonly root: string | undefined; after(): void }
  /** The client has to answer the event without the daemon. The daemon has done nothing yet. */
  | { readonly declined: string }

/** An event as a client sends it. */
export interface Asked {
  readonly event: string
  readonly scope: string
  readonly body: string
  /** For a host that calls the daemon by HTTP and has no fallback: the environment for an unknown session. */
  readonly fallbackEnv?: Env
  /** Why the body differs from what was sent. */
  readonly problem?: string | undefined
  /** The token of the hook whose child the host is. A shell client with a token does not ask the daemon. */
  readonly parent?: string | undefined
}

export type Judge = (asked: Asked) => Promise<Judged>

/** These need the environment of their own process, or answer by exit code. */
const BY_COMMAND_ONLY = ['SessionStart', 'Setup', 'TeammateIdle']

/** Answers an event exactly as the command `holdpoint hook <event> --from <scope>` of that session would. */
export function openJudge(sessions: Sessions, world: Omit<World, 'env' | 'cwd'>): Judge {
  return async ({ event, scope, body, fallbackEnv, problem, parent = '' }) => {
    if (BY_COMMAND_ONLY.includes(event)) return { declined: `${event} is answered by a command` }
    const input = inputOf(body, problem)
    // A client that can start the program passes it the original bytes, which a text has lost.
    if (fallbackEnv === undefined && (input.problem !== undefined || body.includes(REPLACEMENT)))
      return { declined: input.problem ?? NOT_UTF8 }
    const session = sessions.get(attachedAs(scope, sessionIn(input.payload)))
    const env = session?.env ?? fallbackEnv
    if (env === undefined) return { declined: 'the session is not known' }
    const read = (): unknown => {
      if (input.problem !== undefined) throw new Error(input.problem)
      return input.payload
    }
    const reply = await hookCommand([event, '--from', scope], read, {
      ...world,
      env: parent === '' ? env : { ...env, [REENTRY_VARIABLE]: parent },
      cwd: session?.cwd ?? '/',
    })
    if (reply.exitCode !== 0) return { declined: reply.stderr }
    return { answer: reply.stdout, notes: reply.stderr, root: reply.event?.root, after: reply.after }
  }
}

function inputOf(body: string, problem: string | undefined): { readonly payload?: unknown; readonly problem?: string } {
  if (problem !== undefined) return { problem }
  try {
    return { payload: parseInput(body) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

function sessionIn(payload: unknown): string {
  const { session_id: id } = (payload ?? {}) as { session_id?: unknown }
  return typeof id === 'string' ? safeName(id) : ''
}
