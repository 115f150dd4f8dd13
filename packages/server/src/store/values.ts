import { canonical, scopeName, whole, type Json, type Scope, type Values } from '@holdpoint/runtime/audit'
import { numberOf, textOf, type Database } from '../database/database.ts'

/** Values are `text`: `jsonb` cannot hold `\u0000`. */
const INSERT = 'INSERT INTO store_values (store, scope, key, value, changed_at) VALUES ($1, $2, $3, $4, $5)'
const ALWAYS = `${INSERT} ON CONFLICT (store, scope, key) DO UPDATE
  SET value = excluded.value, changed_at = excluded.changed_at`
const IF_ABSENT = `${INSERT} ON CONFLICT DO NOTHING`
const PLACE = 'WHERE store = $1 AND scope = $2 AND key = $3'
/** CASE, because the conditions of an AND may be computed in any order, and not every text is a number. */
const COUNT = `
  INSERT INTO store_values (store, scope, key, value, changed_at)
  SELECT $1, $2, $3, $4::bigint::text, $6 WHERE $4::bigint <= $5::bigint
    OR EXISTS (SELECT 1 FROM store_values ${PLACE})
  ON CONFLICT (store, scope, key) DO UPDATE
  SET value = (store_values.value::bigint + $4::bigint)::text, changed_at = excluded.changed_at
  WHERE CASE WHEN store_values.value ~ '^-?[0-9]{1,16}$'
    THEN store_values.value::bigint + $4::bigint <= $5::bigint ELSE false END
  RETURNING value`

export function postgresValues(database: Database, store: string, now: () => number): Values {
  const placeOf = (scope: Scope, key: string): readonly string[] => [store, whole(scopeName(scope)), whole(key)]

  async function read(scope: Scope, key: string): Promise<Json | undefined> {
    const { rows } = await database.query(`SELECT value FROM store_values ${PLACE}`, placeOf(scope, key))
    return rows[0] === undefined ? undefined : (JSON.parse(textOf(rows[0]['value'])) as Json)
  }

  async function changes(statement: string, values: readonly (string | number)[]): Promise<boolean> {
    return (await database.query(statement, values)).count === 1
  }

  return {
    get: read,
    async put(scope, key, value, condition) {
      const place = placeOf(scope, key)
      const expected = condition?.expected
      if (value === undefined) {
        if (condition === undefined) await database.query(`DELETE FROM store_values ${PLACE}`, place)
        else if (expected === undefined) return (await read(scope, key)) === undefined
        else return changes(`DELETE FROM store_values ${PLACE} AND value = $4`, [...place, canonical(expected)])
        return true
      }
      const given = [...place, canonical(value), now()]
      if (condition === undefined) return changes(ALWAYS, given)
      if (expected === undefined) return changes(IF_ABSENT, given)
      const swap = `UPDATE store_values SET value = $4, changed_at = $5 ${PLACE} AND value = $6`
      return changes(swap, [...given, canonical(expected)])
    },
    async increment(scope, key, { by = 1, limit = Number.MAX_SAFE_INTEGER } = {}) {
      if (!Number.isSafeInteger(by)) throw new Error(`${by} is not a whole number`)
      const { rows } = await database.query(COUNT, [...placeOf(scope, key), by, limit, now()])
      if (rows[0] !== undefined) return { value: numberOf(rows[0]['value']), counted: true }
      const value = await read(scope, key)
      if (value === undefined) return { value: 0, counted: false }
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error(`${key} holds no whole number`)
      return { value, counted: false }
    },
  }
}
