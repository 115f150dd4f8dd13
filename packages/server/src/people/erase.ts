import { textOf, type Database } from '../database/database.ts'

/**
 * Removes who a person was: name, address, password, the account at a provider, invitations. A row without them stays,
 * so that the record still says that some person had this role.
 */
export async function erasePerson(database: Database, id: string, now: number): Promise<boolean> {
  return database.transaction(async (sql) => {
    const { rows } = await sql.query('SELECT email FROM people WHERE id = $1 AND email <> $2 FOR UPDATE', [
      id,
      erasedAddress(id),
    ])
    if (rows[0] === undefined) return false
    const email = textOf(rows[0]['email'])
    await sql.query('DELETE FROM sign_ins WHERE person = $1', [id])
    await sql.query('DELETE FROM links WHERE email = $1', [email])
    await sql.query(`UPDATE alarms SET closed_by = 'erased' WHERE closed_by = $1`, [email])
    await sql.query(
      `UPDATE people SET name = 'erased', email = $2, password = NULL, subject = NULL,
         disabled_at = coalesce(disabled_at, $3) WHERE id = $1`,
      [id, erasedAddress(id), now],
    )
    return true
  })
}

/** No address that anyone can be invited with: it has no `@`. */
const erasedAddress = (id: string): string => `erased ${id}`
