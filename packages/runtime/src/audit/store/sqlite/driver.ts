import { UserError } from '@holdpoint/engine'

export type SqlValue = string | number | null | Uint8Array
export type Row = Readonly<Record<string, unknown>>

/** The subset of SQLite that Holdpoint uses, with one interface for both libraries. */
export interface Sql {
  exec(script: string): void
  /** Returns the number of changed rows. */
  run(statement: string, values?: readonly SqlValue[]): number
  all(statement: string, values?: readonly SqlValue[]): readonly Row[]
  close(): void
}

export interface Driver {
  readonly name: 'node' | 'libsql'
  open(path: string): Sql
}

interface Statement {
  run(...values: unknown[]): { readonly changes: number | bigint }
  all(...values: unknown[]): unknown[]
}
interface Database {
  exec(script: string): unknown
  prepare(source: string): Statement
  close(): unknown
}

/** Node's built-in SQLite if it exists, else the bundled library. Loaded only when a database is needed. */
export async function loadDriver(): Promise<Driver> {
  return nodeDriver() ?? (await libsqlDriver())
}

export function nodeDriver(): Driver | undefined {
  const sqlite = withoutWarnings(() => process.getBuiltinModule('node:sqlite')) as
    | { readonly DatabaseSync: new (path: string) => Database }
    | undefined
  if (sqlite === undefined) return undefined
  const { DatabaseSync } = sqlite
  return { name: 'node', open: (path) => over(new DatabaseSync(path), (values) => values) }
}

/** Its code is bundled; its binary comes from an optional package for the platform. */
export async function libsqlDriver(): Promise<Driver> {
  let Connection: new (path: string) => Database
  try {
    Connection = (await import('libsql')).default
  } catch (cause) {
    throw new UserError('there is no SQLite for this platform; Node 22.13 or newer brings its own.', { cause })
  }
  // Passed as one array, because the library treats a single null as an object of named parameters.
  return { name: 'libsql', open: (path) => over(new Connection(path), (values) => [values]) }
}

function over(database: Database, spread: (values: readonly SqlValue[]) => readonly unknown[]): Sql {
  const statements = new Map<string, Statement>()
  const prepared = (source: string): Statement => {
    const statement = statements.get(source) ?? database.prepare(source)
    statements.set(source, statement)
    return statement
  }
  return {
    exec: (script) => void database.exec(script),
    run: (source, values = []) => Number(prepared(source).run(...spread(values)).changes),
    all: (source, values = []) => prepared(source).all(...spread(values)) as Row[],
    close() {
      statements.clear()
      database.close()
    },
  }
}

/** Node prints a warning that its SQLite is experimental; users can do nothing about it. */
function withoutWarnings<T>(work: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}
