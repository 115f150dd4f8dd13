import * as v from 'valibot'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { closeAlarm, listAlarms } from '../alarms.ts'
import { Refused } from '../failure.ts'
import { eraseMachine, revokeMachine } from '../machines/remove.ts'
import { makeLink, useLink } from '../people/links.ts'
import {
  disablePerson,
  joinWithPassword,
  listPeople,
  personByPassword,
  plain,
  theAdministrator,
} from '../people/people.ts'
import { MAY_CALL, ROLES } from '../people/roles.ts'
import { signIn, signOut, whoIs, type SignedIn } from '../people/sign-ins.ts'
import { decisions } from '../reads/decisions.ts'
import { listMachines, machinePage } from '../reads/machines.ts'
import { overview } from '../reads/overview.ts'
import { sessions } from '../reads/sessions.ts'
import type { Me, Person } from '../api.ts'
import type { AppOptions } from './app.ts'
import { exportRoute } from './export-route.ts'
import { openLive } from './live.ts'

const COOKIE = 'holdpoint_team'
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
const SIGN_IN_LIMIT = { rateLimit: { max: 20, timeWindow: 60_000 } }

type Handler = (request: FastifyRequest, signedIn: SignedIn, reply: FastifyReply) => unknown

/** What people call: in a browser, with a cookie. Changes repeat the token of their sign-in as well. */
export function personRoutes(app: FastifyInstance, options: AppOptions): void {
  const { database, now, publicUrl } = options
  const live = openLive(options)
  app.addHook('onClose', () => live.close())

  async function letIn(person: Person, reply: FastifyReply): Promise<FastifyReply> {
    const { secret } = await signIn(database, person, now())
    const secure = publicUrl().protocol === 'https:'
    void reply.setCookie(COOKIE, secret, { path: '/', httpOnly: true, sameSite: 'strict', secure })
    return reply.send({ ok: true })
  }

  /** The table of roles decides; an endpoint without a row does not exist. */
  function allow(method: 'GET' | 'POST', path: string, handle: Handler): void {
    const roles = MAY_CALL[`${method} ${path}`] ?? []
    app.route({
      method,
      url: path,
      async handler(request, reply) {
        const signedIn = await whoIs(database, request.cookies[COOKIE] ?? '', now())
        if (signedIn === undefined) throw new Refused(401, 'sign in first')
        if (!roles.includes(signedIn.person.role)) throw new Refused(403, 'only an administrator may do this')
        if (method === 'POST' && request.headers['x-csrf'] !== signedIn.csrf)
          throw new Refused(403, 'this did not come from the page; load it again')
        return handle(request, signedIn, reply)
      },
    })
  }

  app.post('/api/open', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const { key } = checked(request.body, { key: v.string() })
    const link = await useLink(database, key, 'admin', now())
    if (link === undefined)
      throw new Refused(401, 'this link was used or has expired; restart the server for a new one')
    return letIn(await theAdministrator(database, now()), reply)
  })
  app.post('/api/sign-in', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const { email, password } = checked(request.body, { email: v.string(), password: v.string() })
    const person = await personByPassword(database, email, password)
    if (person === undefined) throw new Refused(401, 'the address or the password is wrong')
    return letIn(person, reply)
  })
  app.post('/api/join', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const given = checked(request.body, { key: v.string(), name: v.string(), password: v.string() })
    const person = await database.transaction(async (sql) => {
      const link = await useLink(sql, given.key, 'join', now())
      if (link?.email === undefined) throw new Refused(401, 'this invitation was used or has expired')
      return joinWithPassword(sql, { email: link.email, role: link.role ?? 'viewer' }, given, now())
    })
    return letIn(person, reply)
  })

  allow('POST', '/api/sign-out', async (request, _, reply) => {
    await signOut(database, request.cookies[COOKIE] ?? '')
    return reply.clearCookie(COOKIE, { path: '/' }).send({ ok: true })
  })
  allow('GET', '/api/me', (_, { person, csrf }): Me => ({ person, csrf, team: options.team, version: options.version }))
  allow('GET', '/api/overview', async (request) => {
    const { since, until } = periodOf(request, now())
    return overview(database, since, until)
  })
  allow('GET', '/api/decisions', async (request) => {
    const { cursor, machine, project, decision, tool, hook, session, q: text } = queryOf(request)
    const { since, until } = periodOf(request, now())
    return decisions(database, { since, until, cursor, machine, project, decision, tool, hook, session, text })
  })
  allow('GET', '/api/sessions', async (request) => {
    const { since, until } = periodOf(request, now())
    return { sessions: await sessions(database, since, until, queryOf(request)['machine']) }
  })
  allow('GET', '/api/machines', async () => ({ machines: await listMachines(database), now: now() }))
  allow('GET', '/api/machines/:id', async (request) => {
    const page = await machinePage(database, idOf(request), now())
    if (page === undefined) throw new Refused(404, 'there is no such machine')
    return page
  })
  allow('GET', '/api/alarms', async () => ({ alarms: await listAlarms(database) }))
  allow('GET', '/api/live', (_, __, reply) => live.join(reply))
  allow('GET', '/api/export', (request, _, reply) =>
    exportRoute(database, queryOf(request), periodOf(request, now()), reply),
  )

  allow('POST', '/api/alarms/:id/close', async (request, { person }) => {
    const id = idOf(request)
    return done(/^\d{1,15}$/.test(id) && (await closeAlarm(database, Number(id), person.email, now())))
  })
  allow('GET', '/api/people', async () => ({ people: await listPeople(database) }))
  allow('POST', '/api/people/:id/disable', async (request, { person }) => {
    if (idOf(request) === person.id) throw new Refused(400, 'you cannot disable yourself')
    return done(await disablePerson(database, idOf(request), now()))
  })
  allow('POST', '/api/invitations', async (request, { person }) => {
    const { email, role } = checked(request.body, { email: v.string(), role: v.picklist(ROLES) })
    const link = { purpose: 'join', lifeMs: WEEK_MS, email: plain(email), role, by: person.id } as const
    return { url: `${publicUrl().origin}/join#${await makeLink(database, link, now())}` }
  })
  allow('POST', '/api/enrolments', async (request, { person }) => {
    const { label } = checked(request.body, { label: v.pipe(v.string(), v.maxLength(100)) })
    const token = await makeLink(database, { purpose: 'enrol', lifeMs: 24 * HOUR_MS, label, by: person.id }, now())
    return { token, command: `npx holdpoint fleet enrol ${publicUrl().origin} ${token}` }
  })
  allow('POST', '/api/machines/:id/revoke', async (request) =>
    done(await revokeMachine(database, idOf(request), now())),
  )
  allow('POST', '/api/machines/:id/erase', async (request) => done(await eraseMachine(database, idOf(request), now())))
}

function done(happened: boolean): { readonly ok: true } {
  if (!happened) throw new Refused(404, 'there is no such thing, or it was done before')
  return { ok: true }
}

function checked<T extends v.ObjectEntries>(body: unknown, entries: T): v.InferOutput<v.ObjectSchema<T, undefined>> {
  const result = v.safeParse(v.object(entries), body)
  if (!result.success)
    throw new Refused(400, `${v.getDotPath(result.issues[0]) ?? 'body'}: ${result.issues[0].message}`)
  return result.output
}

const idOf = ({ params }: FastifyRequest): string => String((params as { id?: unknown }).id).slice(0, 100)

function queryOf({ query }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const texts = Object.entries(query as Record<string, unknown>).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  )
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value).replaceAll('\0', '').slice(0, 300)]))
}

/** Milliseconds since 1970; the last 7 days unless said. */
function periodOf(request: FastifyRequest, now: number): { readonly since: number; readonly until: number } {
  const { since, until } = queryOf(request)
  const time = (text: string | undefined, otherwise: number): number => {
    if (text === undefined) return otherwise
    if (!/^\d{1,15}$/.test(text)) throw new Refused(400, 'times are milliseconds since 1970')
    return Number(text)
  }
  return { since: time(since, now - WEEK_MS), until: time(until, now + HOUR_MS) }
}
