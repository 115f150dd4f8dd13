import * as v from 'valibot'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messageOf } from '@holdpoint/engine'
import { Refused } from '../failure.ts'
import { admit, type Refusal } from '../people/admit.ts'
import { digestOf, useLink } from '../people/links.ts'
import type { Flow, Oidc } from '../people/oidc.ts'
import { joinWithPassword, personByPassword, theAdministrator } from '../people/people.ts'
import { signIn, signOut } from '../people/sign-ins.ts'
import type { Entry, Me, Person } from '../api.ts'
import type { Access } from './access.ts'
import type { AppOptions } from './app.ts'
import { cookieSettings, flowCookie, sessionCookie } from './cookies.ts'
import { checked } from './read-request.ts'

const MINUTE_MS = 60_000
const FLOW_SECONDS = 600
/** Per address of the network, in a minute. */
const ADDRESS_LIMIT = 20
/** Per account, wherever the tries come from. */
const ACCOUNT_LIMIT = 10

/** How people come in and out. Every way in makes a new session and ends the one that the browser brought. */
export function signInRoutes(app: FastifyInstance, access: Access, options: AppOptions): void {
  const { database, now, publicUrl, oidc } = options
  const limit = { rateLimit: { max: options.signInLimit ?? ADDRESS_LIMIT, timeWindow: MINUTE_MS } }
  const accountLimit = app.createRateLimit({
    max: ACCOUNT_LIMIT,
    timeWindow: MINUTE_MS,
    keyGenerator: ({ body }) =>
      `account ${digestOf(
        String((body as { email?: unknown }).email)
          .trim()
          .toLowerCase(),
      )}`,
  })

  async function letIn(person: Person, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const name = sessionCookie(publicUrl())
    const before = request.cookies[name]
    if (before !== undefined) await signOut(database, before)
    const { secret } = await signIn(database, person, now())
    void reply.setCookie(name, secret, cookieSettings(publicUrl()))
  }
  const ok = { ok: true } as const

  access.open('GET /api/entry', (): Entry => ({ oidc: oidc !== undefined }))
  access.open(
    'POST /api/open',
    async (request, reply) => {
      const { key } = checked(request.body, { key: v.string() })
      const link = await useLink(database, key, 'admin', now())
      if (link === undefined)
        throw new Refused(401, 'this link was used or has expired; restart the server for a new one')
      await letIn(await theAdministrator(database, now()), request, reply)
      return ok
    },
    limit,
  )
  access.open(
    'POST /api/sign-in',
    async (request, reply) => {
      const { email, password } = checked(request.body, { email: v.string(), password: v.string() })
      const used = await accountLimit(request)
      if (!used.isAllowed && used.isExceeded)
        throw new Refused(429, 'too many tries for this address; wait a minute', { reason: 'rate' })
      const person = await personByPassword(database, email, password)
      if (person === undefined) throw new Refused(401, 'the address or the password is wrong', { reason: 'password' })
      await letIn(person, request, reply)
      return ok
    },
    limit,
  )
  access.open(
    'POST /api/join',
    async (request, reply) => {
      const given = checked(request.body, { key: v.string(), name: v.string(), password: v.string() })
      const person = await database.transaction(async (sql) => {
        const link = await useLink(sql, given.key, 'join', now())
        if (link?.email === undefined) throw new Refused(401, 'this invitation was used or has expired')
        return joinWithPassword(sql, { email: link.email, role: link.role ?? 'viewer' }, given, now())
      })
      await letIn(person, request, reply)
      return ok
    },
    limit,
  )
  access.person('POST /api/sign-out', async (request, _, reply) => {
    const name = sessionCookie(publicUrl())
    await signOut(database, request.cookies[name] ?? '')
    return reply.clearCookie(name, cookieSettings(publicUrl())).send(ok)
  })
  access.person('GET /api/me', (_, { person, csrf }): Me => ({
    person,
    csrf,
    team: options.team,
    version: options.version,
  }))

  access.open('GET /api/oidc/start', (_, reply) => start(used(oidc), options, reply), limit)
  access.open(
    'GET /sign-in/oidc',
    async (request, reply) => {
      const flow = flowIn(request.cookies[flowCookie(publicUrl())])
      void reply.clearCookie(flowCookie(publicUrl()), cookieSettings(publicUrl(), 'lax'))
      if (flow === undefined) return back(reply, 'stale')
      const came = await arrive(used(oidc), flow, request, options)
      if (typeof came === 'string') return back(reply, came)
      await letIn(came, request, reply)
      return reply.redirect('/', 303)
    },
    limit,
  )
}

const RETURN_PATH = '/sign-in/oidc'

function used(oidc: Oidc | undefined): Oidc {
  if (oidc === undefined) throw new Refused(404, 'this server has no identity provider; start it with --oidc-issuer')
  return oidc
}

/** The page has the words: no text of an address is ever shown. */
const back = (reply: FastifyReply, problem: Refusal | 'stale' | 'provider'): FastifyReply =>
  reply.redirect(`/sign-in?problem=${problem}`, 303)

async function start(oidc: Oidc, { publicUrl }: AppOptions, reply: FastifyReply): Promise<FastifyReply> {
  try {
    const { url, flow } = await oidc.begin(new URL(RETURN_PATH, publicUrl()))
    const settings = { ...cookieSettings(publicUrl(), 'lax'), maxAge: FLOW_SECONDS }
    const value = [flow.state, flow.nonce, flow.verifier].join('.')
    return reply.setCookie(flowCookie(publicUrl()), value, settings).redirect(url.href, 303)
  } catch (error) {
    reply.log.error({ problem: problemOf(error) }, 'the identity provider cannot be used')
    return back(reply, 'provider')
  }
}

function flowIn(cookie: string | undefined): Flow | undefined {
  const [state, nonce, verifier, ...more] = (cookie ?? '').split('.')
  if (state === undefined || nonce === undefined || verifier === undefined || more.length > 0) return undefined
  return { state, nonce, verifier }
}

async function arrive(
  oidc: Oidc,
  flow: Flow,
  request: FastifyRequest,
  { database, now, publicUrl }: AppOptions,
): Promise<Person | Refusal | 'provider'> {
  const arrived = new URL(RETURN_PATH, publicUrl())
  arrived.search = new URL(request.url, publicUrl()).search
  try {
    const admission = await admit(database, await oidc.finish(arrived, flow), oidc.settings, now())
    if ('person' in admission) return admission.person
    request.log.warn({ refusal: admission.refusal }, 'a sign-in was refused')
    return admission.refusal
  } catch (error) {
    request.log.error({ problem: problemOf(error) }, 'a sign-in by the identity provider failed')
    return 'provider'
  }
}

/** Only the kind and the text of an error: its cause can carry tokens. */
const problemOf = (error: unknown): string => {
  const { code = '', error: said = '' } = error as { code?: string; error?: string }
  return [messageOf(error), code, said]
    .filter((text) => text !== '')
    .join(', ')
    .slice(0, 300)
}
