import { isSignedBy } from '@holdpoint/runtime/fleet'
import { textIfAny, textOf, type Sql } from '../database/database.ts'
import { Refused } from '../failure.ts'

/** How far a machine's clock may be off; a replay is remembered for as long. */
export const CLOCK_MS = 10 * 60_000

export interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly machine: string
  readonly time: string
  readonly nonce: string
  readonly signature: string
  /** As it came, still compressed. */
  readonly body: Uint8Array
}

export interface Machine {
  readonly id: string
  readonly name: string
}

/** The machine that signed a request. Throws when it is unknown, revoked, late, or has sent the request before. */
export async function authenticate(sql: Sql, request: SignedRequest, now: number): Promise<Machine> {
  const { rows } = await sql.query('SELECT name, public_key, revoked_at FROM machines WHERE id = $1', [request.machine])
  const [row] = rows
  // One text for an unknown machine and a wrong signature: it does not reveal which machines exist.
  if (row === undefined || !isSignedBy(textOf(row['public_key']), request, request.body, request.signature))
    throw new Refused(401, 'the signature is not of a machine of this team', { reason: 'signature' })
  checkTime(request, now)
  if (textIfAny(row['revoked_at']) !== undefined || typeof row['revoked_at'] === 'number')
    throw new Refused(403, 'this machine was removed from the team; enrol it again', {
      revoked: true,
      reason: 'revoked',
    })
  const added = await sql.query('INSERT INTO nonces (machine, nonce, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    request.machine,
    request.nonce,
    now,
  ])
  if (added.count !== 1) throw new Refused(401, 'this request was sent before', { reason: 'replay' })
  return { id: request.machine, name: textOf(row['name']) }
}

/** A machine with a wrong clock learns the time, and only after it has proved who it is. */
export function checkTime({ time }: Pick<SignedRequest, 'time'>, now: number): void {
  if (!/^\d{1,15}$/.test(time) || Math.abs(Number(time) - now) > CLOCK_MS)
    throw new Refused(401, 'the clock of this machine is wrong', { serverTime: now, reason: 'clock' })
}
