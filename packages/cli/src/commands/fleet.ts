import { hostname } from 'node:os'
import { isObject, UserError } from '@holdpoint/engine'
import { AGENT_MARKS, VERSION } from '@holdpoint/runtime'
import { ago, withAudit, type Store } from '@holdpoint/runtime/audit'
import {
  batchOf,
  call,
  callerOf,
  fingerprint,
  LEVELS,
  newKeyPair,
  PATHS,
  projectName,
  readEnrolment,
  readShipState,
  removeEnrolment,
  verifyWithServer,
  writeEnrolment,
  type Enrolment,
  type EnrolRequest,
  type FleetVerification,
  type Level,
} from '@holdpoint/runtime/fleet'
import { auditPlace, readAudit } from './audit.ts'
import { fleetProjects, flush, heartbeat, lifeOf } from './fleet-projects.ts'
import { colours, facts, print, printJson } from './output.ts'
import { projectRoot } from './project.ts'

interface FleetOptions {
  readonly project?: string
  readonly json?: boolean
}

interface EnrolOptions extends FleetOptions {
  readonly level: string
  readonly name?: string
  readonly yes?: boolean
}

const SAMPLE = 3
const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  figures: 'counts per hour, tool, hook and session; no command, no file, no reason',
  notable: 'counts, and the whole audit line of every decision other than pass',
  full: 'every audit line',
}

/** Shows what would leave the machine, asks, and only then sends anything. */
export async function fleetEnrol(url: string, token: string, options: EnrolOptions): Promise<void> {
  refuseAgents('add this machine to a team')
  const server = serverOf(url)
  const level = levelOf(options.level)
  const before = readEnrolment(process.env)
  if (options.json !== true) await showSample(server, level, options)
  if (options.yes !== true) await confirmed(`Add this machine to the team at ${server}?`, options)

  const { publicKey, privateKey } = newKeyPair()
  const name = (options.name ?? hostname()).slice(0, 100)
  const request: EnrolRequest = { token, publicKey, name, fingerprint: fingerprint(), level, version: VERSION }
  const answer = await call({ server, machine: 'new', privateKey }, 'POST', PATHS.enrol, request)
  if (answer.kind !== 'ok') throw new UserError(`this machine was not enrolled: ${answer.problem}.`)
  const { machine, team } = isObject(answer.body) ? answer.body : {}
  if (typeof machine !== 'string' || typeof team !== 'string')
    throw new UserError(`${server} is not a Holdpoint team server, or an incompatible version.`)
  // The old server learns that the machine is gone, before its key is.
  if (before !== undefined) await call(callerOf(before), 'POST', PATHS.leave, { to: server })
  const enrolment: Enrolment = { server, machine, team, name, level, privateKey, enrolledAt: Date.now() }
  writeEnrolment(process.env, enrolment)
  const projects = fleetProjects([projectRoot(options.project)])
  const { flushed, problem } = await flush(enrolment, projects, { deadline: Date.now() + 30_000, patient: false })
  const sent = flushed.reduce((sum, one) => sum + one.sent, 0)
  if (options.json === true) return printJson({ machine, team, server, level, sent, problem })
  print(`${colours.green('✓')} This machine belongs to ${team} now. It sends ${LEVEL_WORDS[level]}.`)
  print(`  ${decided(sent)} sent. The daemon sends new ones every minute; without it: holdpoint fleet flush`)
  if (problem !== undefined) print(`${colours.yellow('!')} ${problem}`)
}

async function showSample(server: string, level: Level, options: FleetOptions): Promise<void> {
  const place = auditPlace(options.project)
  const sample = await readAudit(place, ({ store }) => sampleOf(store, level, place))
  print(`${colours.bold(`What leaves this machine, at level ${level}`)}: ${LEVEL_WORDS[level]}.`)
  print(`It goes to ${server}, once a minute while an agent works. Nothing has been sent yet.\n`)
  if (sample === undefined) return print('There is no decision in this project yet to show as a sample.\n')
  print(`A batch (the latest ${sample.batch.count} decisions here):\n${JSON.stringify(sample.batch, null, 2)}\n`)
  print(`A heartbeat:\n${JSON.stringify(sample.beat, null, 2)}\n`)
  print('A hash proves a line to a reader who has it, and reveals nothing else.\n')
}

async function sampleOf(store: Store, level: Level, place: ReturnType<typeof auditPlace>) {
  const { root } = place
  const project = await projectName(root, process.env)
  const { epoch, anchor, head } = await store.state()
  const from = Math.max(anchor.sequence, head.sequence - SAMPLE)
  const [before] = from > anchor.sequence ? await store.page(from - 1, 1) : [anchor]
  const entries = await store.page(from, SAMPLE)
  const batch = batchOf({ project, epoch }, level, { sequence: from, hash: before?.hash ?? '' }, entries)
  const life = await lifeOf(store, root, place, project)
  return { batch, beat: await heartbeat({ level }, [{ root, place }], [life]) }
}

export async function fleetStatus({ project, json }: FleetOptions): Promise<void> {
  const enrolment = readEnrolment(process.env)
  if (enrolment === undefined) {
    if (json === true) return printJson({ enrolled: false })
    return print('This machine belongs to no team. Add it with: holdpoint fleet enrol <url> <token>')
  }
  const { privateKey: _, ...shown } = enrolment
  const rows = await Promise.all(
    fleetProjects([projectRoot(project)]).map(async ({ root, place }) => {
      const state = readShipState(place.directory)
      const { epoch, head } = await withAudit(place.directory, { now: new Date() }, ({ store }) => store.state())
      const shipped = state?.epoch === epoch && state.machine === enrolment.machine ? state.sequence : 0
      return { root, project: state?.project, decisions: head.sequence, waiting: head.sequence - shipped, ...state }
    }),
  )
  if (json === true) return printJson({ enrolled: true, ...shown, projects: rows })
  print(
    facts([
      ['team', `${enrolment.team} at ${enrolment.server}`],
      ['machine', `${enrolment.name} (${enrolment.machine})`],
      ['level', `${enrolment.level}: ${LEVEL_WORDS[enrolment.level]}`],
    ]),
  )
  for (const { root, waiting, at, problem, forkAt } of rows) {
    const when = at === undefined ? 'never sent' : `last sent ${ago(at, new Date())}`
    print(`\n${root}\n  ${waiting === 0 ? 'everything is sent' : `${decided(waiting)} waiting`}, ${when}`)
    if (problem !== undefined) print(`  ${colours.yellow('!')} ${problem}`)
    if (forkAt !== undefined) print(`  ${colours.red('✗')} ${forked(forkAt)}`)
  }
}

export async function fleetFlush(
  roots: readonly string[],
  options: FleetOptions & { readonly wait: string; readonly background?: boolean },
): Promise<void> {
  const deadline = Date.now() + waitOf(options.wait)
  const enrolment = readEnrolment(process.env)
  if (enrolment === undefined) {
    if (options.background === true) return
    throw new UserError('this machine belongs to no team. Add it with: holdpoint fleet enrol <url> <token>')
  }
  const given = roots.length > 0 ? roots.map((root) => projectRoot(root)) : [projectRoot(options.project)]
  const patient = options.background === true
  const { flushed, problem } = await flush(enrolment, fleetProjects(given), { deadline, patient })
  const left = flushed.reduce((sum, one) => sum + one.left, 0)
  const first = problem ?? flushed.find((one) => one.problem !== undefined)?.problem
  const fork = flushed.find((one) => one.forkAt !== undefined)
  if (left > 0 || first !== undefined || fork !== undefined) process.exitCode = 1
  if (options.background === true) return
  if (options.json === true) return printJson({ flushed, problem })
  print(`${decided(flushed.reduce((sum, one) => sum + one.sent, 0))} sent, ${left} left`)
  if (first !== undefined) print(`${colours.yellow('!')} ${first}`)
  if (fork?.forkAt !== undefined) print(`${colours.red('✗')} ${fork.root}: ${forked(fork.forkAt)}`)
}

/** Exit code 1 when the local audit is not the one that was sent. */
export async function fleetVerify(options: FleetOptions): Promise<void> {
  const found = await compareWithServer(options.project)
  if (options.json === true) return printJson(found)
  printComparison(found)
}

/** Compares a project's audit with the server's copy, and sets the exit code. */
export async function compareWithServer(project: string | undefined): Promise<FleetVerification> {
  const enrolment = readEnrolment(process.env)
  if (enrolment === undefined)
    throw new UserError('this machine belongs to no team, so there is nothing to compare with.')
  const place = auditPlace(project)
  const name = readShipState(place.directory)?.project ?? (await projectName(place.root, process.env))
  const found = await readAudit(place, ({ store }) => verifyWithServer(store, name, enrolment))
  if (found?.ok === false) process.exitCode = 1
  return found ?? { ok: true, compared: 0, missing: 0 }
}

export function printComparison({ ok, compared, differs, missing, problem }: FleetVerification): void {
  const bad = (text: string): void => print(`${colours.red('✗')} ${text}`)
  if (problem !== undefined) bad(problem)
  if (differs !== undefined) bad(`Entry ${differs.sequence} (${differs.id ?? 'no id'}) is not the one that was sent.`)
  if (missing > 0) bad(`${missing} entries that the server has are gone here.`)
  if (ok) print(`${colours.green('✓')} ${compared} entries are the ones that the server has`)
}

export async function fleetLeave(options: FleetOptions & { readonly yes?: boolean }): Promise<void> {
  refuseAgents('remove this machine from its team')
  const enrolment = readEnrolment(process.env)
  if (enrolment === undefined) return print('This machine belongs to no team.')
  if (options.yes !== true) await confirmed(`Remove this machine from ${enrolment.team}?`, options)
  const answer = await call(callerOf(enrolment), 'POST', PATHS.leave, {})
  removeEnrolment(process.env)
  if (options.json === true) return printJson({ left: enrolment.team, told: answer.kind === 'ok' })
  print(`This machine no longer belongs to ${enrolment.team}; its key is deleted.`)
  if (answer.kind !== 'ok') print(`${colours.yellow('!')} The server was not told: ${answer.problem}`)
}

const decided = (count: number): string => `${count} ${count === 1 ? 'decision' : 'decisions'}`

const forked = (at: number): string =>
  `The server has another entry ${at} than this audit, so nothing more is sent. Find out why: holdpoint fleet verify`

function refuseAgents(what: string): void {
  if (AGENT_MARKS.every((name) => (process.env[name] ?? '') === '')) return
  throw new UserError(`only you can ${what}, and an agent is running this. Run it in a terminal of your own.`)
}

async function confirmed(message: string, { json }: FleetOptions): Promise<void> {
  if (json === true || !process.stdin.isTTY || !process.stdout.isTTY)
    throw new UserError('this is not a terminal, so there is no question. Read the sample, then add --yes.')
  const { confirm } = await import('@clack/prompts')
  if ((await confirm({ message, initialValue: false })) !== true) throw new UserError('nothing was changed.')
}

function levelOf(text: string): Level {
  const level = LEVELS.find((one) => one === text)
  if (level === undefined) throw new UserError(`--level is one of ${LEVELS.join(', ')}.`)
  return level
}

/** Without TLS everyone on the way can read; only this machine itself is not on a way. */
function serverOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url?.protocol === 'https:' || isHere) return url?.origin ?? ''
  throw new UserError(`\`${text}\` is no https address. http is for a server on this machine alone.`)
}

function waitOf(text: string): number {
  const [, amount, unit] = /^(\d{1,5})(s|m)$/.exec(text) ?? []
  if (amount === undefined) throw new UserError(`\`${text}\` is no time; use 10s or 2m.`)
  return Number(amount) * (unit === 'm' ? 60_000 : 1_000)
}
