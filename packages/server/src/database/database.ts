/** What PostgreSQL and PGlite both take as a value. Times are numbers of milliseconds, bytes are Uint8Array. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly string[] | readonly number[]

export type Row = Readonly<Record<string, unknown>>

export interface Rows {
  readonly rows: readonly Row[]
  /** How many rows the statement returned or changed. */
  readonly count: number
}

export interface Sql {
  /** One statement, with `$1`, `$2` for values. */
  query(text: string, values?: readonly SqlValue[]): Promise<Rows>
}

/**
 * PostgreSQL, or PostgreSQL in this process. Nothing may depend on a connection that lasts longer than a transaction:
 * no LISTEN, no SET, no session locks, no named statements, because PgBouncer in transaction mode has none.
 */
export interface Database extends Sql {
  readonly kind: 'pglite' | 'postgres'
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Several statements without values. */
  script(text: string): Promise<void>
  close(): Promise<void>
}

/** A bigint comes as text from one driver and as a number from the other. */
export const numberOf = (value: unknown): number => Number(value)
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const bytesOf = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array())
/** Null becomes undefined. */
export const numberIfAny = (value: unknown): number | undefined =>
  value === null || value === undefined ? undefined : Number(value)
export const textIfAny = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
