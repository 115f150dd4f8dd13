import { buildApp, type AppOptions } from '../../../packages/server/src/http/app.ts'
import { migrate } from '../../../packages/server/src/database/migrate.ts'
import { makePartitions } from '../../../packages/server/src/database/partitions.ts'
import { openPglite } from '../../../packages/server/src/database/pglite.ts'
import type { Database } from '../../../packages/server/src/database/database.ts'
import { makeLink } from '../../../packages/server/src/people/links.ts'
import { signIn } from '../../../packages/server/src/people/sign-ins.ts'
import { personOf } from '../../../packages/server/src/people/people.ts'
import type { Role } from '../../../packages/server/src/people/roles.ts'
import { call, newKeyPair, PATHS, type Caller, type Level } from '../../../packages/runtime/src/fleet/index.ts'
import { onTestFinished } from 'vitest'
import { randomUUID } from 'node:crypto'

/** One for all tests: it takes a second to start. */
let shared: Promise<Database> | undefined

export async function aDatabase(): Promise<Database> {
  shared ??= openPglite().then(async (database) => {
    await migrate(database)
    await makePartitions(database, Date.now())
    return database
  })
  return shared
}

export interface Team {
  readonly url: string
  readonly database: Database
  /** The time that the server believes in. */
  readonly clock: { now: number | undefined }
  enrol(options?: { readonly level?: Level; readonly name?: string; readonly fingerprint?: string }): Promise<Caller>
  /** What a browser of a person with this role sends. */
  person(role: Role): Promise<Record<string, string>>
  app: Awaited<ReturnType<typeof buildApp>>
}

let serial = 0

/** A team server on loopback, over the shared database. */
export async function aTeam(
  options: {
    readonly machineLimit?: number
    readonly signInLimit?: number
    readonly port?: number
    readonly page?: string
    readonly publicUrl?: string
    readonly oidc?: AppOptions['oidc']
    readonly metrics?: AppOptions['metrics']
    readonly logger?: AppOptions['logger']
    readonly database?: Database
    readonly until?: (end: () => Promise<void>) => void
  } = {},
): Promise<Team> {
  const database = options.database ?? (await aDatabase())
  const clock: Team['clock'] = { now: undefined }
  let url = new URL('http://127.0.0.1:1')
  const app = await buildApp({
    database,
    team: 'Test team',
    version: '0.0.0',
    publicUrl: () => (options.publicUrl === undefined ? url : new URL(options.publicUrl)),
    page: options.page ?? '/nonexistent',
    now: () => clock.now ?? Date.now(),
    isReady: () => true,
    addressLimit: 100_000,
    ...(options.machineLimit !== undefined && { machineLimit: options.machineLimit }),
    ...(options.signInLimit !== undefined && { signInLimit: options.signInLimit }),
    ...(options.metrics !== undefined && { metrics: options.metrics }),
    ...(options.oidc !== undefined && { oidc: options.oidc }),
    ...(options.logger !== undefined && { logger: options.logger }),
  })
  url = new URL(await app.listen({ port: options.port ?? 0, host: '127.0.0.1' }))
  ;(options.until ?? onTestFinished)(() => app.close())
  return {
    url: url.origin,
    database,
    clock,
    app,
    async enrol({ level = 'full', name = `machine ${++serial}`, fingerprint } = {}) {
      const keys = newKeyPair()
      const token = await makeLink(database, { purpose: 'enrol', lifeMs: 60_000 }, Date.now())
      const own = fingerprint ?? Buffer.from(`${process.pid} ${++serial}`.padEnd(16, 'x').slice(0, 16)).toString('hex')
      const body = { token, publicKey: keys.publicKey, name, fingerprint: own, level, version: '1.0.0' }
      const answer = await call(
        { server: url.origin, machine: 'new', privateKey: keys.privateKey },
        'POST',
        PATHS.enrol,
        body,
      )
      if (answer.kind !== 'ok') throw new Error(answer.problem)
      const { machine } = answer.body as { machine: string }
      return { server: url.origin, machine, privateKey: keys.privateKey }
    },
    async person(role) {
      const email = `${role}-${++serial}-${process.pid}@example.com`
      const { rows } = await database.query(
        `INSERT INTO people (id, email, name, role, created_at) VALUES ($1, $2, $1, $3, 0) RETURNING *`,
        [randomUUID(), email, role],
      )
      const person = personOf(rows[0] ?? {})
      const { secret, csrf } = await signIn(database, person, Date.now())
      return { cookie: `holdpoint_team=${secret}`, 'x-csrf': csrf, host: url.host }
    },
  }
}
