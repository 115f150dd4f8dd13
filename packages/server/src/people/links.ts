import { createHash, randomBytes } from 'node:crypto'
import { textIfAny, type Row, type Sql } from '../database/database.ts'
import { isRole, type Role } from './roles.ts'

/** `admin`: makes the first administrator, or lets one in again. `join`: an invitation. `enrol`: for one machine. */
export type Purpose = 'admin' | 'join' | 'enrol'

export interface NewLink {
  readonly purpose: Purpose
  readonly lifeMs: number
  readonly email?: string
  readonly role?: Role
  readonly label?: string
  readonly by?: string
}

export interface UsedLink {
  readonly email: string | undefined
  readonly role: Role | undefined
  readonly label: string | undefined
}

/** Only the digest is stored, so that a copy of the database opens nothing. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** It is an argument of a command, so it must not look like an option. */
export function newSecret(): string {
  const secret = randomBytes(24).toString('base64url')
  return secret.startsWith('-') ? newSecret() : secret
}

export async function makeLink(sql: Sql, link: NewLink, now: number): Promise<string> {
  const secret = newSecret()
  const { purpose, lifeMs, email = null, role = null, label = null, by = null } = link
  await sql.query(
    `INSERT INTO links (digest, purpose, email, role, label, created_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [digestOf(secret), purpose, email, role, label, by, now, now + lifeMs],
  )
  return secret
}

/** Uses a secret up: of any number of calls at once, one gets it. */
export async function useLink(sql: Sql, secret: string, purpose: Purpose, now: number): Promise<UsedLink | undefined> {
  const { rows } = await sql.query(
    `UPDATE links SET used_at = $3 WHERE digest = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
     RETURNING email, role, label`,
    [digestOf(secret), purpose, now],
  )
  return rows[0] === undefined ? undefined : usedOf(rows[0])
}

/** Uses up the invitation of an address that an identity provider has verified. */
export async function useInvitation(sql: Sql, email: string, now: number): Promise<UsedLink | undefined> {
  const { rows } = await sql.query(
    `UPDATE links SET used_at = $2 WHERE digest = (
       SELECT digest FROM links WHERE purpose = 'join' AND email = $1 AND used_at IS NULL AND expires_at > $2
       ORDER BY created_at DESC LIMIT 1 FOR UPDATE)
     RETURNING email, role, label`,
    [email, now],
  )
  return rows[0] === undefined ? undefined : usedOf(rows[0])
}

const usedOf = (row: Row): UsedLink => ({
  email: textIfAny(row['email']),
  role: isRole(row['role']) ? row['role'] : undefined,
  label: textIfAny(row['label']),
})
