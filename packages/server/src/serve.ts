import { join } from 'node:path'
import type { Logger } from 'pino'
import { isIP } from 'node:net'
import { messageOf, UserError } from '@holdpoint/engine'
import { textOf, type Database } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { keyFile, openDatabase } from './commands/open.ts'
import { buildApp } from './http/app.ts'
import { openLog } from './log.ts'
import { keepHouse, rollUp } from './jobs/jobs.ts'
import { signDays } from './heads/days.ts'
import { writeDays } from './heads/files.ts'
import { signingKey, type SigningKey } from './heads/key.ts'
import { startMetrics, type Metrics } from './metrics/metrics.ts'
import { enrolCommand } from './machines/enrol.ts'
import { makeLink } from './people/links.ts'
import { openOidc, type Oidc } from './people/oidc.ts'
import { oidcSettings, type OidcOptions } from './people/oidc-options.ts'

export interface ServeOptions extends OidcOptions {
  readonly data: string
  readonly database?: string | undefined
  readonly port: string
  readonly host: string
  readonly publicUrl?: string
  readonly team: string
  readonly retention: string
  readonly version: string
  readonly proxy?: readonly string[]
  /** The file of the key that signs the heads of each day. */
  readonly key?: string
  /** A folder for the signed heads of each day. */
  readonly heads?: string
  readonly machineLimit?: number
  readonly addressLimit?: number
  /** `silent` for tests. */
  readonly logLevel?: string
}

export interface Server {
  readonly url: string
  /** Lets one administrator in, once. */
  readonly link: string
  /** Adds the first machine, once; absent when there is one. */
  readonly enrol: string | undefined
  readonly database: string
  /** Ends when running requests have been answered. */
  close(): Promise<void>
}

const LINK_MS = 3_600_000
const ROLL_UP_MS = 10_000
/** A stop waits this long for running requests. */
const STOP_MS = 20_000
const STOP_LOOK_MS = 100
const HOUSE_MS = 3_600_000
const SIGN_MS = 600_000
const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** Starts a server, and brings the database up to date first. */
export async function serve(options: ServeOptions): Promise<Server> {
  const [port, days] = [
    numberIn('--port', options.port, 0, 65_535),
    numberIn('--retention', options.retention, 1, 3_650),
  ]
  const given = options.publicUrl === undefined ? undefined : publicUrl(options.publicUrl)
  if (given === undefined && !LOOPBACK.includes(options.host))
    throw new UserError('--host opens the server to the network; say with --public-url https://… how it is reached.')
  const settings = oidcSettings(options)
  const unknown = options.proxy?.find((text) => !isNetwork(text))
  if (unknown !== undefined)
    throw new UserError(`--proxy is an address or a network such as 10.0.0.0/8, not \`${unknown}\`.`)
  const key = signingKey(options.key ?? keyFile(options.data))
  const log = openLog(options.logLevel)
  const metrics = await startMetrics({
    env: process.env,
    version: options.version,
    onProblem: (problem) => log.warn({ problem }, 'the collector did not take the figures'),
  })
  const database = metrics.measured(await openDatabase(options, (err) => log.warn({ err }, 'lost a connection')))
  metrics.watch(database)
  try {
    await migrate(database)
    await keepHouse(database, Date.now(), days)
    return await listen(options, database, log, {
      port,
      days,
      given,
      metrics,
      key,
      oidc: settings && openOidc(settings),
    })
  } catch (error) {
    await metrics.close()
    await database.close()
    throw error
  }
}

interface Prepared {
  readonly port: number
  readonly days: number
  readonly given: URL | undefined
  readonly oidc: Oidc | undefined
  readonly metrics: Metrics
  readonly key: SigningKey
}

async function listen(
  options: ServeOptions,
  database: Database,
  log: Logger,
  { port, days, given, oidc, metrics, key }: Prepared,
): Promise<Server> {
  let [url, isReady] = [given ?? new URL(`http://127.0.0.1:${port}`), true]
  const team = await teamName(database, options.team)
  const app = await buildApp({
    database,
    team,
    version: options.version,
    publicUrl: () => url,
    page: join(import.meta.dirname, 'page'),
    now: Date.now,
    logger: log,
    isReady: () => isReady,
    metrics,
    ...(oidc !== undefined && { oidc }),
    ...(options.proxy !== undefined && { proxies: options.proxy }),
    ...(options.machineLimit !== undefined && { machineLimit: options.machineLimit }),
    ...(options.addressLimit !== undefined && { addressLimit: options.addressLimit }),
  })
  const address = await app.listen({ port, host: options.host }).catch((error: unknown) => {
    throw new UserError(`cannot listen on ${options.host}:${port}: ${messageOf(error)}. Try another --port.`)
  })
  url = given ?? new URL(address.replace('[::1]', 'localhost'))
  const signNow = async (): Promise<void> => {
    const signed = await signDays(database, key, team, Date.now())
    if (options.heads !== undefined) writeDays(options.heads, signed)
  }
  await signNow()
  const jobs = [
    every(ROLL_UP_MS, () => rollUp(database), log),
    every(HOUSE_MS, () => keepHouse(database, Date.now(), days), log),
    every(SIGN_MS, signNow, log),
  ]
  const link = await makeLink(database, { purpose: 'admin', lifeMs: LINK_MS }, Date.now())
  // The provider may be down when the server starts; machines must be able to send all the same.
  oidc
    ?.check()
    .catch((error: unknown) => log.warn({ problem: messageOf(error) }, 'the identity provider cannot be used'))
  log.info({ url: url.origin, database: database.kind }, 'listening')
  return {
    url: url.origin,
    link: `${url.origin}/open#${link}`,
    enrol: await firstEnrolment(database, url),
    database: database.kind === 'pglite' ? `the embedded database in ${options.data}` : 'PostgreSQL',
    async close() {
      isReady = false
      await Promise.all(jobs.map((stop) => stop()))
      // A connection that has been answered is idle again, and would otherwise be kept for its next request.
      const idle = setInterval(() => app.server.closeIdleConnections(), STOP_LOOK_MS)
      const late = setTimeout(() => app.server.closeAllConnections(), STOP_MS)
      await app.close()
      clearInterval(idle)
      clearTimeout(late)
      await metrics.close()
      await database.close()
    },
  }
}

async function firstEnrolment(database: Database, url: URL): Promise<string | undefined> {
  const { rows } = await database.query('SELECT 1 FROM machines LIMIT 1')
  if (rows.length > 0) return undefined
  return enrolCommand(url, await makeLink(database, { purpose: 'enrol', lifeMs: LINK_MS }, Date.now()))
}

/** The name is kept, so that every copy shows the same one. */
async function teamName(database: Database, wanted: string): Promise<string> {
  const { rows } = await database.query(
    `INSERT INTO facts (name, value) VALUES ('team', $1) ON CONFLICT (name) DO UPDATE SET value = facts.value RETURNING value`,
    [wanted.slice(0, 100)],
  )
  return textOf(rows[0]?.['value'])
}

/** Runs a job again and again, never twice at once; returns how to stop it. */
function every(ms: number, job: () => Promise<unknown>, log: Logger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = job()
      .catch((err: unknown) => log.error({ err }, 'a job failed'))
      .finally(() => (isBusy = false))
  }, ms)
  return async () => {
    clearInterval(timer)
    await running
  }
}

function numberIn(option: string, text: string, least: number, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UserError(`${option} is a number from ${least} to ${most}.`)
}

function publicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))) return url
  throw new UserError('--public-url is an https address; http is for this machine alone.')
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  const most = family === 4 ? 32 : 128
  return family !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}
