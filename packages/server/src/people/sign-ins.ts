import { textOf, type Sql } from '../database/database.ts'
import type { Person } from '../api.ts'
import { digestOf, newSecret } from './links.ts'
import { personOf } from './people.ts'

const LIFE_MS = 12 * 3_600_000

export interface SignIn {
  /** The value of the cookie; new at every sign-in, so that a value planted before is worth nothing. */
  readonly secret: string
  /** What a request that changes something has to repeat. */
  readonly csrf: string
}

export interface SignedIn {
  readonly person: Person
  readonly csrf: string
}

export async function signIn(sql: Sql, person: Person, now: number): Promise<SignIn> {
  const [secret, csrf] = [newSecret(), newSecret()]
  await sql.query('INSERT INTO sign_ins (digest, person, csrf, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)', [
    digestOf(secret),
    person.id,
    csrf,
    now,
    now + LIFE_MS,
  ])
  return { secret, csrf }
}

export async function whoIs(sql: Sql, secret: string, now: number): Promise<SignedIn | undefined> {
  const { rows } = await sql.query(
    `SELECT people.*, sign_ins.csrf FROM sign_ins JOIN people ON people.id = sign_ins.person
     WHERE digest = $1 AND expires_at > $2 AND disabled_at IS NULL`,
    [digestOf(secret), now],
  )
  const [row] = rows
  return row === undefined ? undefined : { person: personOf(row), csrf: textOf(row['csrf']) }
}

export async function signOut(sql: Sql, secret: string): Promise<void> {
  await sql.query('DELETE FROM sign_ins WHERE digest = $1', [digestOf(secret)])
}
