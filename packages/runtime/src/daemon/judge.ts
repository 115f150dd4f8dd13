import { messageOf, safeName, type Env } from '@holdpoint/engine'
import { NOT_UTF8, parseInput, REPLACEMENT } from '../read-input.ts'
import type { Reply } from '../answer.ts'
import type { Aside } from './aside/aside.ts'
import type { Given, Settled } from './aside/messages.ts'
import { attachedAs } from './client/attach.ts'
import { UNKNOWN_SESSION, type Surroundings, type WireAnswer } from './client/wire.ts'
import { ownEnvironment } from '../own-environment.ts'
import { isDirectory, realPath } from '../system/files/read.ts'
import { REENTRY_VARIABLE } from '../system/process/reentry.ts'
import type { Session, Sessions } from './sessions.ts'
import { replyTo, type SharedWorld } from './world.ts'

export type Judged =
  | (WireAnswer & { readonly root: string | undefined; after(): void })
  /** The client has to answer the event without the daemon. The daemon has done nothing yet. */
  | { readonly declined: string }

/** An event as a client sends it. */
export interface Asked {
  readonly event: string
  readonly scope: string
  readonly body: string
  /** The client's own, with the first event of a session. */
  readonly surroundings?: Surroundings | undefined
  /** For a host that calls the daemon by HTTP and has no fallback: the environment for an unknown session. */
  readonly fallbackEnv?: Env
  /** Why the body differs from what was sent. */
  readonly problem?: string | undefined
  /** The token of the hook whose child the host is. A shell client with a token does not ask the daemon. */
  readonly parent?: string | undefined
}

export type Judge = (asked: Asked) => Promise<Judged>

/** Hooks use variables that the host sets for these events only, and keep the environment for the whole session. */
const NEED_SURROUNDINGS = ['SessionStart', 'Setup']

/**
 * These stay silent beside a plugin from the host's command line, which only a process that the host started can see.
 * That process answers the first event, and brings the session when it is the one that answers.
 */
const DEPENDS_ON_PLUGINS = ['local', 'project']

/** Larger ones are judged aside. Reading takes milliseconds for each KB, and others wait meanwhile. */
const LARGE = 32 << 10
const NOT_JUDGED = 'it is very large, and the process that judged it has ended'

/** Answers an event exactly as the command `holdpoint hook <event> --from <scope>` of that session would. */
export function openJudge(sessions: Sessions, world: SharedWorld, aside?: Aside): Judge {
  return async ({ event, scope, body, surroundings, fallbackEnv, problem: given, parent = '' }) => {
    if (surroundings === undefined && NEED_SURROUNDINGS.includes(event)) return { declined: UNKNOWN_SESSION }
    const { payload, problem } = inputOf(body, given)
    // A client that can start the program passes it the original bytes, which a text has lost.
    if (fallbackEnv === undefined && (problem !== undefined || body.includes(REPLACEMENT)))
      return { declined: problem ?? NOT_UTF8 }
    const name = attachedAs(scope, sessionIn(payload))
    if (surroundings !== undefined && DEPENDS_ON_PLUGINS.includes(scope) && sessions.get(name) === undefined)
      return { declined: UNKNOWN_SESSION }
    const session = surroundings === undefined ? sessions.get(name) : attached(name, surroundings, sessions)
    if (typeof session === 'string') return { declined: session }
    const known = session?.env ?? fallbackEnv
    if (known === undefined) return { declined: UNKNOWN_SESSION }
    const env = parent === '' ? known : { ...known, [REENTRY_VARIABLE]: parent }
    const asked: Given = { event, scope, payload, env, cwd: session?.cwd ?? '/', ignored: session?.ignored }
    if (aside !== undefined && problem === undefined && body.length > LARGE) {
      const settled = await aside(asked)
      if (settled !== undefined && settled !== 'busy') return told(settled)
      if (fallbackEnv === undefined) return { declined: 'a large event' }
      // This process must not try what another one died of.
      if (settled === undefined) return told(await replyTo(asked, world, NOT_JUDGED))
    }
    return told(await replyTo(asked, world, problem))
  }
}

/** An error of the command itself is reported by the program. Code 2 is an answer. */
function told(reply: Settled | Reply): Judged {
  const { stdout, stderr, exitCode } = reply
  if (exitCode === 1) return { declined: stderr }
  const [root, after] = 'after' in reply ? [reply.event?.root, reply.after] : [reply.root, () => undefined]
  return { stdout, stderr, exitCode, root, after }
}

/** The session for this event, with the variables that the host has set for this event only; or why it is refused. */
function attached(name: string, { cwd: given, env: received }: Surroundings, sessions: Sessions): Session | string {
  const cwd = realPath(given)
  if (!isDirectory(cwd)) return 'the working directory is gone'
  const env = { ...received }
  const ignored = ownEnvironment(env, env['CLAUDE_PROJECT_DIR'] ?? cwd)
  const session = { session: name, cwd, env, ignored }
  return sessions.attach(session) ?? session
}

function inputOf(body: string, problem: string | undefined): { readonly payload?: unknown; readonly problem?: string } {
  if (problem !== undefined) return { problem }
  try {
    return { payload: parseInput(body) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Names that agents have for the id of a session. */
const SESSION_FIELDS = ['session_id', 'sessionId', 'conversation_id', 'taskId']

function sessionIn(payload: unknown): string {
  const fields = (payload ?? {}) as Readonly<Record<string, unknown>>
  const id = SESSION_FIELDS.map((field) => fields[field]).find((value) => typeof value === 'string')
  return typeof id === 'string' ? safeName(id) : ''
}
