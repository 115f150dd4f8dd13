import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { MAX_BODY } from '@holdpoint/runtime/fleet'
import type { Database } from '../database/database.ts'
import { Refused } from '../failure.ts'
import { checkOrigin } from './origin.ts'
import { machineRoutes } from './machine-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { personRoutes } from './person-routes.ts'

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
  readonly isReady: () => boolean
}

const ADDRESS_LIMIT = 6_000
/** Only these may say whose request they pass on; with an https address there is always a proxy in front. */
const PROXIES = 'loopback, linklocal, uniquelocal'
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
    trustProxy: options.publicUrl().protocol === 'https:' ? PROXIES : false,
    // A slow client keeps a connection, not the server.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    forceCloseConnections: true,
  })
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
  app.setErrorHandler((error, request, reply) => fail(error, request, reply))
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ error: 'there is nothing at this address' }))
  healthRoutes(app, options)
  machineRoutes(app, options)
  personRoutes(app, options)
  pageRoutes(app, options)
  return app
}

/** A balancer that is refused an answer would take the server out of service. */
const UNLIMITED = { config: { rateLimit: false } }

function healthRoutes(app: FastifyInstance, { database, isReady }: AppOptions): void {
  app.get('/healthz', UNLIMITED, () => ({ ok: true }))
  app.get('/readyz', UNLIMITED, async (_, reply) => {
    const isUp = await database.query('SELECT 1').then(
      () => isReady(),
      () => false,
    )
    return reply.code(isUp ? 200 : 503).send({ ok: isUp })
  })
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
