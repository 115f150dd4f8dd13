import { canonical, scopeName, whole } from '../json.ts'
import type { Count, Json, Scope, Values } from '../store.ts'
import type { Sql } from './driver.ts'

/** One statement each, which SQLite executes atomically without an explicit transaction. */
const INSERT = 'INSERT INTO kv (scope, key, value, changed_at) VALUES (?, ?, ?, ?)'
const ALWAYS = `${INSERT} ON CONFLICT DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`
const IF_ABSENT = `${INSERT} ON CONFLICT DO NOTHING`
const IF_EQUAL = 'UPDATE kv SET value = ?, changed_at = ? WHERE scope = ? AND key = ? AND value = ?'
/** Numbers are cast because the libraries may pass them as floating point, and `6.0` is not a valid count. */
const COUNT = `
  INSERT INTO kv (scope, key, value, changed_at)
  SELECT scope, key, CAST(step AS TEXT), now FROM (
    SELECT ? AS scope, ? AS key, CAST(? AS INTEGER) AS step, CAST(? AS INTEGER) AS most, ? AS now
  ) WHERE step <= most
  ON CONFLICT DO UPDATE
  SET value = CAST(CAST(value AS INTEGER) + CAST(excluded.value AS INTEGER) AS TEXT), changed_at = excluded.changed_at
  WHERE json_type(value) = 'integer' AND CAST(value AS INTEGER) + CAST(excluded.value AS INTEGER) <= CAST(? AS INTEGER)
  RETURNING value`

export function sqliteValues(sqlOf: (scope: Scope) => Sql, now: () => number): Values {
  function read(scope: Scope, key: string): Json | undefined {
    const [row] = sqlOf(scope).all('SELECT value FROM kv WHERE scope = ? AND key = ?', placeOf(scope, key))
    return row === undefined ? undefined : (JSON.parse(String(row['value'])) as Json)
  }

  function remove(scope: Scope, key: string, expected?: string): boolean {
    const place = placeOf(scope, key)
    const statement = 'DELETE FROM kv WHERE scope = ? AND key = ?'
    if (expected === undefined) sqlOf(scope).run(statement, place)
    else return sqlOf(scope).run(`${statement} AND value = ?`, [...place, expected]) === 1
    return true
  }

  function write(
    scope: Scope,
    key: string,
    text: string,
    condition?: { readonly expected: Json | undefined },
  ): boolean {
    const place = placeOf(scope, key)
    if (condition === undefined) return sqlOf(scope).run(ALWAYS, [...place, text, now()]) === 1
    if (condition.expected === undefined) return sqlOf(scope).run(IF_ABSENT, [...place, text, now()]) === 1
    return sqlOf(scope).run(IF_EQUAL, [text, now(), ...place, canonical(condition.expected)]) === 1
  }

  function count(scope: Scope, key: string, by: number, limit: number): Count {
    const place = placeOf(scope, key)
    const [row] = sqlOf(scope).all(COUNT, [...place, by, limit, now(), limit])
    if (row !== undefined) return { value: Number(row['value']), counted: true }
    const value = read(scope, key)
    if (value === undefined) return { value: 0, counted: false }
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error(`${key} holds no whole number`)
    return { value, counted: false }
  }

  return {
    get: async (scope, key) => read(scope, key),
    async put(scope, key, value, condition) {
      if (value !== undefined) return write(scope, key, canonical(value), condition)
      if (condition === undefined) return remove(scope, key)
      if (condition.expected === undefined) return read(scope, key) === undefined
      return remove(scope, key, canonical(condition.expected))
    },
    async increment(scope, key, { by = 1, limit = Number.MAX_SAFE_INTEGER } = {}) {
      if (!Number.isSafeInteger(by)) throw new Error(`${by} is not a whole number`)
      return count(scope, key, by, limit)
    },
  }
}

const placeOf = (scope: Scope, key: string): readonly string[] => [whole(scopeName(scope)), whole(key)]
