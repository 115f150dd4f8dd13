import { hookNamed, messageOf, UserError } from '@holdpoint/engine'
import { addSnooze, endSnoozes, MAX_SNOOZE_MS, snoozesIn, type DoorWorld, type Snooze } from '@holdpoint/runtime'
import { isProbing, plain } from '@holdpoint/runtime/audit'
import { doorOf } from './allow.ts'
import { auditPlace, readAudit } from './audit.ts'
import { print, printJson } from './output.ts'
import { requirePerson, requireTypedWord, screenFor } from './person.ts'
import { configurationOf, projectRoot } from './project.ts'

interface SnoozeOptions {
  readonly project?: string
  readonly json?: boolean
  readonly list?: boolean
  readonly end?: boolean
  /** True without an id: the session that is active now. */
  readonly session?: string | true
}

/** Switches one hook off for a time. */
export async function snooze(
  named: string | undefined,
  time: string | undefined,
  options: SnoozeOptions,
): Promise<void> {
  const root = projectRoot(options.project)
  const world = doorOf(root)
  if (options.end === true) return end(named, world, options)
  if (named === undefined || options.list === true) return list(snoozesIn(world), options)
  if (time === undefined && options.session === undefined)
    throw new UserError(`give a duration: \`holdpoint snooze ${named} 30m\`, or add --session.`)
  const ms = time === undefined ? MAX_SNOOZE_MS : spanOf(time)
  const screen = screenFor(options.json)
  await requirePerson({ what: 'snooze a hook', id: named, world }, screen)
  const hook = await snoozable(named, root)
  const session = options.session === undefined ? undefined : await sessionOf(options.session, options.project)
  const how = `${session === undefined ? '' : `in session ${session} `}${time === undefined ? 'until the session ends' : `for ${time}`}`
  await requireTypedWord(`switch ${hook} off ${how}`, screen)
  const added = recorded(hook, ms, session, world)
  if (options.json === true) return printJson(added)
  print(`${hook} is off ${whenOver(added)}. End it sooner with \`holdpoint snooze --end ${hook}\`.`)
}

function recorded(hook: string, ms: number, session: string | undefined, world: DoorWorld): Snooze {
  try {
    return addSnooze(hook, ms, session, world)
  } catch (error) {
    throw new UserError(`${hook} stays on, because the snooze cannot be recorded: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000 }

function spanOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([mh])$/.exec(text) ?? []
  const ms = Number(count ?? Number.NaN) * (UNITS[unit] ?? 0)
  if (!(ms > 0)) throw new UserError(`\`${text}\` is not a duration. Use 30m or 2h, at most 24h.`)
  if (ms > MAX_SNOOZE_MS)
    throw new UserError(`\`${text}\` is more than 24h. To turn a hook off permanently, edit your holdpoint.yml.`)
  return ms
}

/** The id of a hook or rule that the user may switch off. */
async function snoozable(named: string, root: string): Promise<string> {
  const { settings, catalogue, resolved } = await configurationOf(root)
  const rule = settings.own?.rules.find(({ id }) => id === named)
  const entry = rule === undefined ? hookNamed(named, catalogue) : undefined
  const id = rule?.id ?? entry?.id ?? named
  if (entry?.enabledBy === 'always') throw new UserError(`${id} is always on and cannot be snoozed.`)
  const level = resolved.find((each) => each.id === id)?.level
  const isManaged = rule?.layer === 'managed' || entry?.ownLayer === 'managed' || level?.origin.startsWith('managed')
  if (isManaged === true) throw new UserError(`${id} is set by the managed configuration and cannot be snoozed.`)
  if (rule === undefined && level?.value === 'off') throw new UserError(`${id} is off already.`)
  return id
}

const ACTIVE_MS = 3600_000

/** A terminal does not say which session is meant, so there must be only one. */
async function sessionOf(given: string | true, project: string | undefined): Promise<string> {
  if (given !== true) return given
  const since = Date.now() - ACTIVE_MS
  const found = (await readAudit(auditPlace(project), ({ store }) => store.activity({ since }))) ?? []
  const sessions = found.filter((one) => !isProbing(one) && one.session !== 'unknown').map(({ session }) => session)
  const [only, ...more] = sessions
  if (only === undefined) throw new UserError('no session was active in the last hour. Name one: --session <id>.')
  if (more.length > 0)
    throw new UserError(`several sessions were active in the last hour. Name one: --session ${sessions.join(' | ')}`)
  return only
}

function list(snoozes: readonly Snooze[], { json }: SnoozeOptions): void {
  if (json === true) return printJson(snoozes)
  if (snoozes.length === 0) return print('No hook is snoozed here.')
  for (const one of snoozes) print(plain(snoozeLine(one)))
}

export const snoozeLine = (one: Snooze): string => `${one.hook} is off ${whenOver(one)}`

const whenOver = ({ until, session }: Snooze): string =>
  `until ${new Date(until).toLocaleString('sv-SE').slice(0, 16)}${session === undefined ? '' : `, or until session ${session} ends`}`

function end(named: string | undefined, world: DoorWorld, { json }: SnoozeOptions): void {
  const ended = endSnoozes(named, world)
  if (ended.length === 0 && named !== undefined)
    throw new UserError(`${named} is not snoozed here. \`holdpoint snooze --list\` shows what is.`)
  if (json === true) return printJson(ended)
  if (ended.length === 0) print('No hook is snoozed here.')
  for (const { hook } of ended) print(`${hook} is on again.`)
}
