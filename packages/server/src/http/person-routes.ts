import * as v from 'valibot'
import type { FastifyInstance } from 'fastify'
import { closeAlarm, listAlarms } from '../alarms.ts'
import { Refused } from '../failure.ts'
import { enrolCommand } from '../machines/enrol.ts'
import { eraseMachine, revokeMachine } from '../machines/remove.ts'
import { makeLink } from '../people/links.ts'
import { erasePerson } from '../people/erase.ts'
import { ADMINISTRATOR, disablePerson, listPeople, plain } from '../people/people.ts'
import { ROLES } from '../people/roles.ts'
import { decisions } from '../reads/decisions.ts'
import { listMachines, machinePage } from '../reads/machines.ts'
import { overview } from '../reads/overview.ts'
import { sessions } from '../reads/sessions.ts'
import type { Access } from './access.ts'
import type { AppOptions } from './app.ts'
import { exportRoute, headsRoute } from './export-route.ts'
import type { Intake } from './intake.ts'
import { openLive } from './live.ts'
import { checked, idOf, queryOf, rangeOf } from './read-request.ts'

const DAY_MS = 24 * 3_600_000

/** What people read. */
export function readRoutes(app: FastifyInstance, access: Access, options: AppOptions, intake: Intake): void {
  const { database, now } = options
  const live = openLive(options, intake)
  // Before the server waits for its connections: these would never end by themselves.
  app.addHook('preClose', async () => live.close())

  access.person('GET /api/overview', async (request) => {
    const { since, until } = rangeOf(request, now())
    return overview(database, since, until)
  })
  access.person('GET /api/decisions', async (request) => {
    const { cursor, machine, project, decision, tool, hook, session, q: text } = queryOf(request)
    const { since, until } = rangeOf(request, now())
    return decisions(database, { since, until, cursor, machine, project, decision, tool, hook, session, text })
  })
  access.person('GET /api/sessions', async (request) => {
    const { since, until } = rangeOf(request, now())
    return { sessions: await sessions(database, since, until, queryOf(request)['machine']) }
  })
  access.person('GET /api/machines', async () => ({ machines: await listMachines(database), now: now() }))
  access.person('GET /api/machines/:id', async (request) => {
    const page = await machinePage(database, idOf(request), now())
    if (page === undefined) throw new Refused(404, 'there is no such machine')
    return page
  })
  access.person('GET /api/alarms', async () => ({ alarms: await listAlarms(database) }))
  access.person('GET /api/people', async () => ({ people: await listPeople(database) }))
  access.person('GET /api/live', (_, __, reply) => live.join(reply))
  access.person('GET /api/export', (request, _, reply) =>
    exportRoute(database, queryOf(request), rangeOf(request, now()), options.version, reply),
  )
  access.person('GET /api/heads', (_, __, reply) => headsRoute(database, reply))
}

/** What administrators change. */
export function changeRoutes(access: Access, { database, now, publicUrl }: AppOptions): void {
  access.person('POST /api/alarms/:id/close', async (request, { person }) => {
    const id = idOf(request)
    return done(/^\d{1,15}$/.test(id) && (await closeAlarm(database, Number(id), person.email, now())))
  })
  access.person('POST /api/people/:id/disable', async (request, { person }) => {
    if (idOf(request) === person.id) throw new Refused(400, 'you cannot disable yourself')
    return done(await disablePerson(database, idOf(request), now()))
  })
  access.person('POST /api/people/:id/erase', async (request, { person }) => {
    if (idOf(request) === person.id) throw new Refused(400, 'you cannot erase yourself')
    return done(await erasePerson(database, idOf(request), now()))
  })
  access.person('POST /api/invitations', async (request, { person }) => {
    const { email, role } = checked(request.body, { email: v.string(), role: v.picklist(ROLES) })
    if (plain(email) === ADMINISTRATOR) throw new Refused(400, 'this address belongs to the administrator link')
    const link = { purpose: 'join', lifeMs: 7 * DAY_MS, email: plain(email), role, by: person.id } as const
    return { url: `${publicUrl().origin}/join#${await makeLink(database, link, now())}` }
  })
  access.person('POST /api/enrolments', async (request, { person }) => {
    const { label } = checked(request.body, { label: v.pipe(v.string(), v.maxLength(100)) })
    const link = { purpose: 'enrol', lifeMs: DAY_MS, label: label.replaceAll('\0', ''), by: person.id } as const
    const token = await makeLink(database, link, now())
    return { token, command: enrolCommand(publicUrl(), token) }
  })
  access.person('POST /api/machines/:id/revoke', async (request) =>
    done(await revokeMachine(database, idOf(request), now())),
  )
  access.person('POST /api/machines/:id/erase', async (request) =>
    done(await eraseMachine(database, idOf(request), now())),
  )
}

function done(happened: boolean): { readonly ok: true } {
  if (!happened) throw new Refused(404, 'there is no such thing, or it was done before')
  return { ok: true }
}
