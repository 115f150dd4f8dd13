import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '@holdpoint/engine'
import { areCompiledSettingsSound, BUILD, explainConfiguration, SETTINGS_EDITED, VERSION } from '@holdpoint/runtime'
import { decodeLine, hasAudit, withAudit, type Store } from '@holdpoint/runtime/audit'
import { ask, daemonAddress, isSafe } from '@holdpoint/runtime/daemon'
import {
  call,
  callerOf,
  PATHS,
  projectName,
  readShipState,
  ship,
  type Enrolment,
  type Heartbeat,
  type ProjectLife,
  type ShipResult,
} from '@holdpoint/runtime/fleet'
import { isDirectory, isTrusted, lostLines, placeOf, stateHome, type Place } from '@holdpoint/runtime/system'
import { builtIn } from '@holdpoint/packs'
import { transcriptHome } from '@holdpoint/runtime'

/** How many entries tell which agents work here. */
const LATEST = 50
/** How long a heartbeat tells of settings that were edited and have been compiled again. */
const EDITED_MS = 10 * 60_000

export interface FleetProject {
  readonly root: string
  readonly place: Place
}

export interface Flushed extends ShipResult {
  readonly root: string
  readonly project: string
}

/** The given projects, and all that were sent before. */
export function fleetProjects(roots: readonly string[]): readonly FleetProject[] {
  const home = stateHome(process.env)
  const known = (attempt(() => readdirSync(home)) ?? []).flatMap((key) => {
    const directory = join(home, key)
    const root = readShipState(directory)?.root
    return root === undefined ? [] : [{ root, place: { key, directory } }]
  })
  const given = roots.map((root) => ({ root, place: placeOf(root, process.env) }))
  const others = known.filter(({ place }) => !given.some((one) => one.place.key === place.key))
  return [...given, ...others].filter(({ place }) => hasAudit(place.directory) && isTrusted(place, process.env))
}

/** Sends what waits, and then says what is active here. */
export async function flush(
  enrolment: Enrolment,
  projects: readonly FleetProject[],
  { deadline, patient }: { readonly deadline: number; readonly patient: boolean },
): Promise<{ readonly flushed: readonly Flushed[]; readonly problem?: string }> {
  const flushed: Flushed[] = []
  const lives: ProjectLife[] = []
  for (const { root, place } of projects) {
    const { directory } = place
    await withAudit(directory, { now: new Date() }, async ({ store }) => {
      const project = readShipState(directory)?.project ?? (await projectName(root, process.env))
      const options = { store, directory, root, project, enrolment, now: Date.now, deadline, patient }
      flushed.push({ root, project, ...(await ship(options)) })
      lives.push(await lifeOf(store, root, place, project))
    })
  }
  const answer = await call(callerOf(enrolment), 'POST', PATHS.heartbeat, await heartbeat(enrolment, projects, lives))
  return answer.kind === 'ok' ? { flushed } : { flushed, problem: answer.problem }
}

export async function heartbeat(
  { level }: Pick<Enrolment, 'level'>,
  projects: readonly FleetProject[],
  lives: readonly ProjectLife[],
): Promise<Heartbeat> {
  const address = daemonAddress(process.env, BUILD)
  const answer = isSafe(address) ? await ask(address.socket, ['status'], '', 1_000) : undefined
  const now = Date.now()
  return {
    version: VERSION,
    build: BUILD,
    level,
    at: now,
    daemon: answer === undefined ? 'absent' : 'running',
    lost: projects.reduce((sum, { place }) => sum + (lostLines(process.env, place.key, now)?.count ?? 0), 0),
    projects: lives,
  }
}

export async function lifeOf(store: Store, root: string, { directory }: Place, project: string): Promise<ProjectLife> {
  const { epoch, anchor, head } = await store.state()
  const latest = await store.query({ limit: LATEST, notProbe: true })
  const [last] = latest
  const shipped = readShipState(directory)
  const lastWorkAt = workedAt(root)
  // The project may have been deleted since; its audit is still sent.
  const policy = isDirectory(root) ? await policyOf(root) : { hooks: [], policy: '', drift: false }
  const hosts = new Set(latest.flatMap(({ line }) => decodeLine(line)?.host ?? []))
  return {
    chain: { project, epoch },
    anchor,
    head,
    shipped: shipped?.epoch === epoch ? shipped.sequence : anchor.sequence,
    ...(last?.at !== undefined && { lastEventAt: last.at }),
    ...(lastWorkAt !== undefined && { lastWorkAt }),
    hosts: [...hosts],
    ...policy,
    drift: policy.drift || (await wereSettingsEdited(store)),
  }
}

/** An event that finds edited settings compiles them again; the heartbeat must still tell. */
async function wereSettingsEdited(store: Store): Promise<boolean> {
  const troubles = await store.query({ trouble: true, since: Date.now() - EDITED_MS, limit: LATEST })
  return troubles.some(({ line }) => decodeLine(line)?.error?.includes(SETTINGS_EDITED) === true)
}

async function policyOf(root: string): Promise<Pick<ProjectLife, 'hooks' | 'policy' | 'drift'>> {
  const world = { env: process.env, registry: builtIn, build: BUILD }
  const { settings } = await explainConfiguration(root, world)
  const active = Object.entries(settings.hooks).filter(([, { level }]) => level !== 'off')
  return {
    hooks: active.map(([id]) => id).slice(0, 500),
    policy: settings.digest,
    drift: !(await areCompiledSettingsSound(root, world)),
  }
}

/** When Claude Code last wrote to a transcript of this project; it names their folder after the project's path. */
function workedAt(root: string): number | undefined {
  const home = transcriptHome(process.env)
  if (home === undefined) return undefined
  const folder = join(home, root.replaceAll(/[^A-Za-z0-9]/g, '-'))
  const names = (attempt(() => readdirSync(folder)) ?? []).filter((name) => name.endsWith('.jsonl'))
  const times = names.flatMap((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? [])
  return times.length === 0 ? undefined : Math.round(times.reduce((latest, time) => Math.max(latest, time)))
}
