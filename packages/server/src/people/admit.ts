import type { Database, Sql } from '../database/database.ts'
import type { Person } from '../api.ts'
import { useInvitation } from './links.ts'
import type { Identity, OidcSettings } from './oidc.ts'
import { addPerson, ADMINISTRATOR, connectPerson, personAt, personBySubject, plain, setRole } from './people.ts'
import { ROLES, type Role } from './roles.ts'

export const REFUSALS = ['disabled', 'no-email', 'unverified', 'other-account', 'not-invited', 'no-group'] as const
export type Refusal = (typeof REFUSALS)[number]

export type Admission = { readonly person: Person } | { readonly refusal: Refusal }

/**
 * Decides who comes in with an identity of the provider. An address connects it to a person or an invitation once, and
 * only when the provider has verified it; after that the subject counts, not the address.
 */
export async function admit(
  database: Database,
  identity: Identity,
  settings: Pick<OidcSettings, 'groups' | 'domains'>,
  now: number,
): Promise<Admission> {
  const byGroups = settings.groups.length === 0 ? undefined : highest(identity, settings.groups)
  if (settings.groups.length > 0 && byGroups === undefined) return { refusal: 'no-group' }
  return database.transaction(async (sql) => {
    const known = await personBySubject(sql, identity.subject)
    const found =
      known === undefined ? await connect(sql, identity, byGroups, settings.domains, now) : { person: known }
    if ('refusal' in found) return found
    if (found.person.disabledAt !== undefined) return { refusal: 'disabled' }
    if (byGroups === undefined || found.person.role === byGroups) return found
    await setRole(sql, found.person.id, byGroups)
    return { person: { ...found.person, role: byGroups } }
  })
}

async function connect(
  sql: Sql,
  { subject, email, isVerified, name }: Identity,
  byGroups: Role | undefined,
  domains: readonly string[],
  now: number,
): Promise<Admission> {
  if (email === undefined) return { refusal: 'no-email' }
  if (!isVerified) return { refusal: 'unverified' }
  const address = plain(email)
  if (address === ADMINISTRATOR) return { refusal: 'not-invited' }
  const person = await personAt(sql, address)
  if (person !== undefined)
    return (await connectPerson(sql, person.id, subject)) ? { person } : { refusal: 'other-account' }
  const invited = (await useInvitation(sql, address, now))?.role
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const role = byGroups ?? invited ?? (domains.includes(domain) ? 'viewer' : undefined)
  if (role === undefined) return { refusal: 'not-invited' }
  const added = await addPerson(sql, { email: address, name: name.slice(0, 100) || address, role }, now)
  await connectPerson(sql, added.id, subject)
  return { person: added }
}

const highest = ({ groups }: Identity, table: OidcSettings['groups']): Role | undefined =>
  ROLES.find((role) => table.some((row) => row.role === role && groups.includes(row.group)))
