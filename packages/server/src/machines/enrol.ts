import { randomUUID } from 'node:crypto'
import { isSignedBy, type Enrolled } from '@holdpoint/runtime/fleet'
import { raise } from '../alarms.ts'
import { textIfAny, textOf, type Database } from '../database/database.ts'
import { Refused } from '../failure.ts'
import { useLink } from '../people/links.ts'
import { checkTime, type SignedRequest } from './authenticate.ts'
import type { CheckedEnrolment } from './shape.ts'

/** What a user runs on the machine. */
export const enrolCommand = (server: URL, token: string): string =>
  `npx holdpoint fleet enrol ${server.origin} ${token}`

/** Takes a machine into the team: the token is used up, and the request is signed by the key it brings. */
export async function enrol(
  database: Database,
  request: SignedRequest,
  wanted: CheckedEnrolment,
  team: string,
  now: number,
): Promise<Enrolled> {
  if (!isSignedBy(wanted.publicKey, request, request.body, request.signature))
    throw new Refused(401, 'the request is not signed by the key in it')
  checkTime(request, now)
  return database.transaction(async (sql) => {
    const link = await useLink(sql, wanted.token, 'enrol', now)
    if (link === undefined) throw new Refused(403, 'this token was used, has expired, or never existed')
    const machine = randomUUID()
    const before = await sql.query(
      'SELECT id, name FROM machines WHERE fingerprint = $1 AND revoked_at IS NULL ORDER BY enrolled_at DESC LIMIT 1',
      [wanted.fingerprint],
    )
    await sql.query(
      `INSERT INTO machines (id, name, public_key, fingerprint, level, label, enrolled_at, seen_at, version)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
      [
        machine,
        wanted.name,
        wanted.publicKey,
        wanted.fingerprint,
        wanted.level,
        link.label ?? null,
        now,
        wanted.version,
      ],
    )
    const known = textIfAny(before.rows[0]?.['id'])
    if (known !== undefined)
      await raise(
        sql,
        {
          kind: 'enrolled-again',
          subject: known,
          machine: known,
          text: `${textOf(before.rows[0]?.['name'])} was enrolled a second time, as ${wanted.name}. Remove the one that is no longer used.`,
        },
        now,
      )
    return { machine, team }
  })
}
