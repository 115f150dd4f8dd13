import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { MAX_BODY } from '@holdpoint/runtime/fleet'
import type { Database } from '../database/database.ts'
import { Refused } from '../failure.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Oidc } from '../people/oidc.ts'
import { accessTo, checkRoute, type Access } from './access.ts'
import { watchIntake, type Intake } from './intake.ts'
import { checkOrigin } from './origin.ts'
import { machineRoutes } from './machine-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { changeRoutes, readRoutes } from './person-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'

export interface AppOptions {
  readonly database: Database
  readonly team: string
  readonly version: string
  /** Where browsers and machines reach this server. */
  readonly publicUrl: () => URL
  /** The directory of the built pages. */
  readonly page: string
  readonly now: () => number
  readonly logger?: FastifyBaseLogger | false
  /** Requests of one machine, and of one address, in a minute. */
  readonly machineLimit?: number
  readonly addressLimit?: number
  /** Tries to sign in from one address in a minute. */
  readonly signInLimit?: number
  readonly isReady: () => boolean
  readonly metrics?: Metrics
  /** How people sign in without a password of this server. */
  readonly oidc?: Oidc
  /** Addresses and networks of proxies in front; what they say about the client's address counts. */
  readonly proxies?: readonly string[]
}

const ADDRESS_LIMIT = 6_000
/** Only these may say whose request they pass on; with an https address there is always a proxy in front. */
const PROXIES = ['loopback', 'linklocal', 'uniquelocal']
const CONTENT_SECURITY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

/** Every route of the server. It keeps nothing in memory that another copy would need. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { logger = false } = options
  const app = fastify({
    ...(logger === false ? { logger: false } : { loggerInstance: logger }),
    bodyLimit: MAX_BODY,
    // A slow client keeps a connection, not the server.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    // A request that runs while the server stops is answered first.
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    trustProxy: [...(options.publicUrl().protocol === 'https:' ? PROXIES : []), ...(options.proxies ?? [])],
  })
  app.addHook('onRoute', ({ method, url, config }) => checkRoute(method, url, config))
  await app.register(helmet, {
    contentSecurityPolicy: CONTENT_SECURITY,
    crossOriginEmbedderPolicy: true,
    strictTransportSecurity: options.publicUrl().protocol === 'https:',
  })
  await app.register(cookie)
  await app.register(rateLimit, { global: true, max: options.addressLimit ?? ADDRESS_LIMIT, timeWindow: 60_000 })
  app.addContentTypeParser('application/vnd.holdpoint+gzip', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    checkOrigin(request, options.publicUrl())
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) =>
    options.metrics?.request(`${method} ${routeOptions.url ?? ''}`, statusCode, elapsedTime),
  )
  app.setErrorHandler((error, request, reply) => {
    const answer = fail(error, request, reply)
    options.metrics?.refused(reasonOf(error, answer.statusCode))
    return answer
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ error: 'there is nothing at this address' }))
  const access = accessTo(app, options)
  const intake = watchIntake(app)
  healthRoutes(access, options, intake)
  machineRoutes(app, access, options)
  signInRoutes(app, access, options)
  readRoutes(app, access, options, intake)
  changeRoutes(access, options)
  pageRoutes(app, options)
  return app
}

/** A balancer that is refused an answer would take the server out of service. */
const UNLIMITED = { rateLimit: false }

function healthRoutes(access: Access, { database, isReady }: AppOptions, { isLate }: Intake): void {
  access.open('GET /healthz', () => ({ ok: true }), UNLIMITED)
  access.open(
    'GET /readyz',
    async (_, reply) => {
      const isUp = await database.query('SELECT 1').then(
        () => isReady(),
        () => false,
      )
      // A server that cannot write now can still show its pages.
      return reply.code(isUp ? 200 : 503).send({ ok: isUp, writes: isUp && !isLate() })
    },
    UNLIMITED,
  )
}

/** What the database says when it cannot write now; the machine keeps its lines and tries again. */
const UNAVAILABLE = /^(?:53|57|08|25006|40|55P03)/

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refused) return reply.code(error.status).send({ error: error.message, ...error.more })
  const { statusCode = 500, code = '', message } = error as { statusCode?: number; code?: string; message: string }
  if (statusCode < 500) return reply.code(statusCode).send({ error: message.slice(0, 200) })
  request.log.error({ err: error }, 'request failed')
  const isLate = UNAVAILABLE.test(code) || /^(?:E[A-Z]+)$/.test(code) || /timeout|terminated|Connection/i.test(message)
  if (isLate) return reply.code(503).header('retry-after', '30').send({ error: 'the database is not available now' })
  return reply.code(500).send({ error: 'an error in holdpoint-server; its log says more' })
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'shape',
  404: 'missing',
  413: 'size',
  415: 'type',
  421: 'host name',
  429: 'rate',
  503: 'database',
}

/** One of a few words, for the figures. */
function reasonOf(error: unknown, status: number): string {
  const more = error instanceof Refused ? error.more : {}
  if (typeof more['reason'] === 'string') return more['reason']
  if (status === 409) return more['fork'] === true ? 'fork' : 'behind'
  return REASONS[status] ?? (status < 500 ? 'not allowed' : 'error')
}
