import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { attempt, isObject } from '@holdpoint/engine'
import { HEADERS, MAX_TEXT, PATHS } from '@holdpoint/runtime/fleet'
import { raise } from '../alarms.ts'
import { Refused } from '../failure.ts'
import { authenticate, type Machine, type SignedRequest } from '../machines/authenticate.ts'
import { enrol } from '../machines/enrol.ts'
import { takeHeartbeat } from '../machines/heartbeat.ts'
import { revokeMachine } from '../machines/remove.ts'
import { segmentsAfter } from '../machines/segments.ts'
import { checkBatch, checkChain, checkEnrolment, checkHeartbeat } from '../machines/shape.ts'
import { appendBatch } from '../machines/ship.ts'
import type { Access } from './access.ts'
import type { AppOptions } from './app.ts'

const MACHINE_LIMIT = 600
const MINUTE_MS = 60_000
/** Of one address, before the signature is known: an office of 10,000 machines sends 20,000 requests a minute. */
const OFFICE = { rateLimit: { max: 60_000, timeWindow: MINUTE_MS } }
const unzip = promisify(gunzip)

/** What machines call. Who calls is known by the signature alone. */
export function machineRoutes(
  app: FastifyInstance,
  access: Access,
  { database, team, now, metrics, machineLimit = MACHINE_LIMIT }: AppOptions,
): void {
  const limit = app.createRateLimit({
    max: machineLimit,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `machine ${signedOf(request).machine}`,
  })
  /** Counted after the signature is known to be right, so that a machine cannot use up another machine's share. */
  const machineOf = async (request: FastifyRequest): Promise<Machine> => {
    const machine = await authenticate(database, signedOf(request), now())
    const used = await limit(request)
    if (!used.isAllowed && used.isExceeded)
      throw new Refused(429, 'too many requests from this machine', { reason: 'rate' })
    return machine
  }

  access.open(`POST ${PATHS.enrol}`, async (request) => {
    const wanted = checkEnrolment(await contentOf(request))
    return enrol(database, signedOf(request), wanted, team, now())
  })
  access.machine(
    `POST ${PATHS.ship}`,
    machineOf,
    async (request, machine) => {
      const batch = checkBatch(await contentOf(request))
      const shipped = await appendBatch(database, machine, batch, now())
      metrics?.batch(batch.level, batch.count)
      return shipped
    },
    OFFICE,
  )
  access.machine(
    `POST ${PATHS.heartbeat}`,
    machineOf,
    async (request, machine) => {
      const beat = checkHeartbeat(await contentOf(request))
      await takeHeartbeat(database, machine, beat, beat.at - now(), now())
      return { ok: true }
    },
    OFFICE,
  )
  access.machine(
    `GET ${PATHS.segments}`,
    machineOf,
    async (request, machine) => ({
      segments: await segmentsAfter(database, machine.id, checkChain(request.query)),
    }),
    OFFICE,
  )
  access.machine(`POST ${PATHS.leave}`, machineOf, async (request, machine) => {
    const content = await contentOf(request)
    const to = isObject(content) && typeof content['to'] === 'string' ? printable(content['to']) : ''
    await revokeMachine(database, machine.id, now())
    const text = to === '' ? `${machine.name} left the team.` : `${machine.name} was enrolled elsewhere: ${to}`
    await raise(database, { kind: 'moved', subject: machine.id, machine: machine.id, text }, now())
    return { ok: true }
  })
}

const printable = (text: string): string => text.replace(/\p{Cc}/gu, '').slice(0, 200)

function signedOf({ method, url, headers, body }: FastifyRequest): SignedRequest {
  const header = (name: string): string => {
    const value = headers[name]
    return typeof value === 'string' ? value.slice(0, 300) : ''
  }
  const nonce = header(HEADERS.nonce)
  if (!/^[0-9a-f]{32}$/.test(nonce)) throw new Refused(401, 'the request is not signed', { reason: 'signature' })
  return {
    method,
    path: url,
    machine: header(HEADERS.machine),
    time: header(HEADERS.time),
    nonce,
    signature: header(HEADERS.signature),
    body: body instanceof Uint8Array ? body : new Uint8Array(),
  }
}

/** Unpacked only after the signature was checked, and never to more than the limit. */
async function contentOf({ body }: FastifyRequest): Promise<unknown> {
  if (!(body instanceof Uint8Array)) throw new Refused(415, 'the body must be compressed with gzip')
  const text = await unzip(body, { maxOutputLength: MAX_TEXT }).catch((error: unknown) => {
    const isHuge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw isHuge ? new Refused(413, 'the body is too large') : new Refused(400, 'the body is not valid gzip')
  })
  if (!isUtf8(text)) throw new Refused(400, 'the body is not valid UTF-8')
  const content: unknown = attempt(() => JSON.parse(text.toString('utf8')))
  if (content === undefined) throw new Refused(400, 'the body is not valid JSON')
  return content
}
