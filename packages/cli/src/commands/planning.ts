import { text } from 'node:stream/consumers'
import { resolve } from 'node:path'
import { UserError } from '@holdpoint/engine'
import { parseInput, acquireLock, lockedSince, releaseLock, type Claim, planningServices } from '@holdpoint/runtime'
import { plain, ago } from '@holdpoint/runtime/audit'
import { files } from '@holdpoint/runtime/system'
import { isOwner, readLock, readConfig, featureDirectory, overview, type Where } from '@holdpoint/packs'
import { print, printJson } from './output.ts'
import { showOverview } from './planning-status.ts'
import { projectRoot } from './project.ts'

interface PlanningOptions {
  readonly project?: string
  readonly feature?: string
  readonly session?: string
  readonly takeOver?: boolean
  readonly json?: boolean
}

export async function planningStatus(options: PlanningOptions): Promise<void> {
  const where = await whereOf(options)
  const found = await overview(where, planningServices(where.root, process.env))
  const since = found.feature === undefined ? undefined : lockedSince(found.feature, found.lock)
  if (options.json === true) {
    const { config, lock, ...rest } = found
    const { isOn: _, ...settings } = config
    return printJson({ ...rest, config: settings, lock: { ...lock, since: since?.toISOString() } })
  }
  showOverview(found, where, since, new Date())
}

/** Exit code 0: this session holds the lock. 1: another session holds it, or there is nothing to lock. */
export async function lockAcquire(options: PlanningOptions): Promise<void> {
  const { claim, where } = await claimOf(options)
  const { staleHours } = await readConfig(where.root, planningServices(where.root, process.env))
  const result = acquireLock(claim, staleHours * 3_600_000, options.takeOver === true)
  const { directory, session } = claim
  if (options.json === true) printJson({ directory, session, result: result.is })
  if (result.is !== 'refused') {
    if (options.json === true) return
    const words = { new: 'acquired', own: 'already held', 'taken over': 'taken over' }[result.is]
    return print(`Planning lock of ${plain(directory)} ${words} by session ${plain(session)}.`)
  }
  const who = whose(result.lock)
  const hint = result.isStale
    ? 'It is stale. Add --take-over to replace it.'
    : `It is younger than ${staleHours} h and counts as in use. The user can remove .planning.lock.`
  throw new UserError(`the planning lock of ${plain(directory)} ${who}. ${hint}`)
}

/** Exit code 0: this session no longer holds the lock. 1: it never did. */
export async function lockRelease(options: PlanningOptions): Promise<void> {
  const { claim } = await claimOf(options)
  const { directory, session } = claim
  const result = releaseLock(claim)
  if (options.json === true) printJson({ directory, session, result })
  if (result === 'foreign' || result === 'corrupt') {
    throw new UserError(
      `the planning lock of ${plain(directory)} ${whose(readLock(directory, files))}. It was not released.`,
    )
  }
  if (options.json === true) return
  print(result === 'free' ? 'There is no planning lock.' : `Planning lock of ${plain(directory)} released.`)
}

/** Exit code 0: ours, or free. 1: another session holds it, or the holder is unknown. */
export async function lockStatus(options: PlanningOptions): Promise<void> {
  const where = await whereOf(options)
  const directory = directoryOf(where)
  const lock = readLock(directory, files)
  const since = lock.is === 'free' ? undefined : lockedSince(directory, lock)
  const isOurs = lock.is === 'held' && (lock.session === undefined || isSame(lock.session, where.session))
  if (lock.is !== 'free' && !isOurs) process.exitCode = 1
  if (options.json === true) return printJson({ directory, ...lock, since: since?.toISOString(), isOurs })
  const age = since === undefined ? '' : `, ${ago(since.getTime(), new Date())}`
  print(`The planning lock of ${plain(directory)} ${whose(lock)}${isOurs ? ' (this session)' : ''}${age}.`)
}

const isSame = (owner: string, session: string | undefined): boolean => session !== undefined && isOwner(owner, session)

function whose(lock: ReturnType<typeof readLock>): string {
  if (lock.is === 'free') return 'is free'
  if (lock.is === 'corrupt') return `cannot be read: ${lock.why}`
  return lock.session === undefined ? 'is held without a session' : `is held by session ${plain(lock.session)}`
}

async function whereOf({ project, feature, session }: PlanningOptions): Promise<Where> {
  const root = projectRoot(project)
  const cwd = project === undefined ? process.cwd() : root
  const named = session === '-' ? await sessionFromStdin() : session
  const { CLAUDE_CODE_SESSION_ID: code, CLAUDE_SESSION_ID: older } = process.env
  return {
    root,
    cwd,
    feature: feature === undefined ? undefined : resolve(cwd, feature),
    session: [named, code, older].find((id) => id !== undefined && id !== ''),
  }
}

async function claimOf(options: PlanningOptions): Promise<{ readonly claim: Claim; readonly where: Where }> {
  const where = await whereOf(options)
  if (where.session === undefined) {
    throw new UserError('the session is unknown. Give --session <id>, or set CLAUDE_CODE_SESSION_ID.')
  }
  const claim = { directory: directoryOf(where), session: where.session, now: new Date(), env: process.env }
  return { claim, where }
}

function directoryOf(where: Where): string {
  const found = where.feature ?? featureDirectory(where, planningServices(where.root, process.env))
  if (found !== undefined) return found
  throw new UserError(
    'no feature directory: the branch is not feature/<name>. Give --feature <dir>, or set PLANNING_FEATURE_DIR.',
  )
}

/** An event of the agent, as hooks get it. */
async function sessionFromStdin(): Promise<string | undefined> {
  let event: unknown
  try {
    event = parseInput(await text(process.stdin))
  } catch {
    throw new UserError('--session - needs an event as JSON on stdin.')
  }
  const id = (event as { session_id?: unknown } | null)?.session_id
  return typeof id === 'string' ? id : undefined
}
