import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../failure.ts'
import { digestOf } from '../people/links.ts'
import { isEndpoint, mayCall, type CallerKind, type Endpoint } from '../people/roles.ts'
import { whoIs, type SignedIn } from '../people/sign-ins.ts'
import type { Machine } from '../machines/authenticate.ts'
import type { AppOptions } from './app.ts'
import { sessionCookie } from './cookies.ts'

type Open = (request: FastifyRequest, reply: FastifyReply) => unknown
type ByPerson = (request: FastifyRequest, signedIn: SignedIn, reply: FastifyReply) => unknown
type ByMachine = (request: FastifyRequest, machine: Machine) => unknown

/** Each adds a route whose callers come from the table `MAY_CALL`. */
export interface Access {
  open(endpoint: Endpoint, handle: Open, config?: object): void
  person(endpoint: Endpoint, handle: ByPerson): void
  machine(
    endpoint: Endpoint,
    who: (request: FastifyRequest) => Promise<Machine>,
    handle: ByMachine,
    config?: object,
  ): void
}

export function accessTo(app: FastifyInstance, { database, now, publicUrl }: AppOptions): Access {
  const add = (endpoint: Endpoint, handler: Open, config: object = {}): void => {
    const [method = '', url = ''] = endpoint.split(' ')
    app.route({ method, url, config, handler })
  }
  return {
    open(endpoint, handle, config) {
      demand('none', endpoint)
      add(endpoint, handle, config)
    },
    person(endpoint, handle) {
      demand('admin', endpoint)
      add(endpoint, async (request, reply) => {
        const signedIn = await whoIs(database, request.cookies[sessionCookie(publicUrl())] ?? '', now())
        if (signedIn === undefined) throw new Refused(401, 'sign in first', { reason: 'not signed in' })
        if (!mayCall(signedIn.person.role, endpoint))
          throw new Refused(403, 'your role does not allow this; ask an administrator', { reason: 'role' })
        if (request.method !== 'GET' && !isSame(String(request.headers['x-csrf']), signedIn.csrf))
          throw new Refused(403, 'this did not come from the page; load it again', { reason: 'csrf' })
        return handle(request, signedIn, reply)
      })
    },
    machine(endpoint, who, handle, config) {
      demand('machine', endpoint)
      add(endpoint, async (request) => handle(request, await who(request)), config)
    },
  }
}

function demand(caller: CallerKind, endpoint: Endpoint): void {
  if (!mayCall(caller, endpoint)) throw new Error(`MAY_CALL does not allow ${endpoint} to ${caller}`)
}

/** Digests, so that the time of the comparison says nothing about the token. */
const isSame = (given: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(token)))

/** Called for every route at start. Files of the pages are for anyone and name themselves. */
export function checkRoute(method: string | readonly string[], url: string, config: object | undefined): void {
  if (config !== undefined && 'isPage' in config) return
  for (const one of [method].flat())
    if (!isEndpoint(`${one} ${url}`)) throw new Error(`the route ${one} ${url} has no row in MAY_CALL`)
}
