import { randomUUID } from 'node:crypto'
import { numberIfAny, numberOf, textIfAny, textOf, type Row, type Sql } from '../database/database.ts'
import { Refused } from '../failure.ts'
import type { Person } from '../api.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { isRole, type Role } from './roles.ts'

export async function personByPassword(sql: Sql, email: string, password: string): Promise<Person | undefined> {
  const { rows } = await sql.query('SELECT * FROM people WHERE email = $1 AND disabled_at IS NULL', [plain(email)])
  const isRight = await isPassword(password, textIfAny(rows[0]?.['password']))
  return isRight && rows[0] !== undefined ? personOf(rows[0]) : undefined
}

/** The administrator of the one-time link: the same person each time, and never locked out. */
export async function theAdministrator(sql: Sql, now: number): Promise<Person> {
  const person = await addPerson(sql, { email: ADMINISTRATOR, name: 'Administrator', role: 'admin' }, now)
  await sql.query(`UPDATE people SET disabled_at = NULL, role = 'admin' WHERE id = $1`, [person.id])
  return person
}
/** Belongs to the link alone: no provider and no invitation lets anyone in with it. */
export const ADMINISTRATOR = 'administrator@localhost'

export async function joinWithPassword(
  sql: Sql,
  invited: { readonly email: string; readonly role: Role },
  given: { readonly name: string; readonly password: string },
  now: number,
): Promise<Person> {
  const password = await hashPassword(given.password)
  const person =
    (await personAt(sql, invited.email)) ??
    (await addPerson(sql, { ...invited, name: given.name.trim().slice(0, 100) || invited.email }, now))
  await sql.query('UPDATE people SET password = $2, role = $3, disabled_at = NULL WHERE id = $1', [
    person.id,
    password,
    invited.role,
  ])
  // Who signed in with the old password is out.
  await sql.query('DELETE FROM sign_ins WHERE person = $1', [person.id])
  return { ...person, role: invited.role }
}

export async function personBySubject(sql: Sql, subject: string): Promise<Person | undefined> {
  const { rows } = await sql.query('SELECT * FROM people WHERE subject = $1', [subject])
  return rows[0] === undefined ? undefined : personOf(rows[0])
}

/** False when another account of the provider belongs to this person. */
export async function connectPerson(sql: Sql, id: string, subject: string): Promise<boolean> {
  const { count } = await sql.query(
    'UPDATE people SET subject = $2 WHERE id = $1 AND (subject IS NULL OR subject = $2) RETURNING id',
    [id, subject],
  )
  return count === 1
}

export async function setRole(sql: Sql, id: string, role: Role): Promise<void> {
  await sql.query('UPDATE people SET role = $2 WHERE id = $1', [id, role])
}

export async function listPeople(sql: Sql): Promise<readonly Person[]> {
  const { rows } = await sql.query('SELECT * FROM people ORDER BY created_at')
  return rows.map(personOf)
}

export async function disablePerson(sql: Sql, id: string, now: number): Promise<boolean> {
  await sql.query('DELETE FROM sign_ins WHERE person = $1', [id])
  const { count } = await sql.query(
    'UPDATE people SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL RETURNING id',
    [id, now],
  )
  return count === 1
}

export function plain(email: string): string {
  const text = email.trim().toLowerCase()
  if (!/^[^\s@\p{Cc}]{1,100}@[^\s@\p{Cc}]{1,190}$/u.test(text)) throw new Refused(400, 'this is not an email address')
  return text
}

export async function personAt(sql: Sql, email: string): Promise<Person | undefined> {
  const { rows } = await sql.query('SELECT * FROM people WHERE email = $1', [email])
  return rows[0] === undefined ? undefined : personOf(rows[0])
}

export async function addPerson(
  sql: Sql,
  { email, name, role }: { readonly email: string; readonly name: string; readonly role: Role },
  now: number,
): Promise<Person> {
  const { rows } = await sql.query(
    `INSERT INTO people (id, email, name, role, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING *`,
    [randomUUID(), email, name, role, now],
  )
  return personOf(rows[0] ?? {})
}

export const personOf = (row: Row): Person => ({
  id: textOf(row['id']),
  email: textOf(row['email']),
  name: textOf(row['name']),
  role: isRole(row['role']) ? row['role'] : 'viewer',
  createdAt: numberOf(row['created_at']),
  disabledAt: numberIfAny(row['disabled_at']),
})
