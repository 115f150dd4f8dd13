import type { BackgroundJob, JobWorld, RecordResult } from '@holdpoint/engine'
import { epochOf, harnessFile } from '../../shared/harness-state.ts'
import { UPDATE_STATUS, updateText, type UpdateResult, type UpdateStatus } from '../update-status.ts'

/** Fetches, compares, and applies updates that need no decision. No hook waits for it. */

export interface UpdateRequest {
  readonly checkout: string
  /** The project whose session gets the report. */
  readonly root: string
}

const LOCK = '.update-check.lock'
const FETCH_MS = 60_000
const GIT_MS = 15_000
const REMOTE = 'refs/remotes/origin/main'

export const job: BackgroundJob = {
  startAt: (_data, requestedAt) => requestedAt,
  async perform(data, world, signal) {
    const request = requestIn(data)
    if (request === undefined) return () => undefined
    const lock = harnessFile(request.root, LOCK)
    // Another updater, such as the harness script, is running; two concurrent merges would conflict.
    if (isHeld(lock, world)) return () => undefined
    try {
      const started = (pid: number): void => world.files.write(lock, `${pid}\n`)
      const outcome = await update(request.checkout, started, world, signal)
      return outcome === undefined ? () => undefined : recordOf(request, outcome, world)
    } finally {
      world.files.remove(lock)
    }
  },
}

function isHeld(lock: string, { files, isAlive }: JobWorld): boolean {
  const pid = /^\s*(\d{1,10})\s*$/.exec(files.read(lock, { maxBytes: 100 }) ?? '')?.[1]
  return pid !== undefined && Number(pid) > 1 && isAlive(Number(pid))
}

function requestIn(data: unknown): UpdateRequest | undefined {
  const { checkout, root } = (data ?? {}) as Partial<Record<keyof UpdateRequest, unknown>>
  return typeof checkout === 'string' && typeof root === 'string' ? { checkout, root } : undefined
}

interface Outcome extends Omit<UpdateStatus, 'status'> {
  readonly result: UpdateResult
}

const recordOf =
  ({ root }: UpdateRequest, { result, ...update }: Outcome, world: JobWorld): RecordResult =>
  () =>
    world.files.write(harnessFile(root, UPDATE_STATUS), updateText(result, update, epochOf(world.now())))

/** Undefined when the check failed, for example without a network. */
async function update(
  checkout: string,
  started: (pid: number) => void,
  world: JobWorld,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const git: Git = async (args, limitMs = GIT_MS) => {
    const { exitCode, output } = await world.watch('git', [...SAFE, ...args], {
      cwd: checkout,
      env: { GIT_TERMINAL_PROMPT: '0' },
      limitMs,
      signal,
      started,
    })
    return exitCode === 0 ? output.trim() : undefined
  }
  const fetched = await git(['fetch', '--quiet', '--no-tags', 'origin', `+refs/heads/main:${REMOTE}`], FETCH_MS)
  const count = fetched === undefined ? undefined : await git(['rev-list', '--count', `HEAD..${REMOTE}`])
  if (count === undefined || !/^\d+$/.test(count)) return undefined
  const [local, remote] = [await versionAt('HEAD', git), await versionAt(REMOTE, git)]
  const summary = (await git(['log', '-1', '--format=%s', REMOTE])) ?? ''
  const result = count === '0' ? 'up-to-date' : await apply(majorOf(local), majorOf(remote), git)
  return { result, local, remote, count: Number(count), summary }
}

/** Git hooks of the checkout are not run, and a slow connection is aborted. */
const SAFE = ['-c', 'core.hooksPath=/dev/null', '-c', 'http.lowSpeedLimit=1000', '-c', 'http.lowSpeedTime=5']

type Git = (args: readonly string[], limitMs?: number) => Promise<string | undefined>

/** Fast-forward only, on main, in a clean tree: nothing can be lost or left half done. */
async function apply(local: string, remote: string, git: Git): Promise<UpdateResult> {
  if (local !== remote) return 'breaking'
  const branch = await git(['symbolic-ref', '--short', 'HEAD'])
  const changes = await git(['status', '--porcelain', '--untracked-files=no'])
  if (branch !== 'main' || changes !== '') return 'available'
  return (await git(['merge', '--quiet', '--ff-only', REMOTE])) === undefined ? 'conflict' : 'updated'
}

const UNKNOWN = '0.0.0'

/** From a file `VERSION`, else from `package.json`. */
async function versionAt(commit: string, git: Git): Promise<string> {
  const plain = await git(['show', `${commit}:VERSION`])
  const found = plain ?? (await git(['show', `${commit}:package.json`]))
  return /\b\d{1,6}\.\d{1,6}\.\d{1,6}\b/.exec(plain ?? versionField(found ?? ''))?.[0] ?? UNKNOWN
}

const versionField = (text: string): string => /"version"\s*:\s*"([^"]{1,60})"/.exec(text)?.[1] ?? ''

const majorOf = (version: string): string => version.split('.')[0] ?? ''
