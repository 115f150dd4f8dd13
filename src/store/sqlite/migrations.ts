import { UserError } from '../../core/errors.ts'
import type { Sql } from './driver.ts'
import { inTransaction } from './transaction.ts'

/** Each brings a database from the version of its index to the next. Never edit one that was released. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE kv (
    scope TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, changed_at INTEGER NOT NULL,
    PRIMARY KEY (scope, key)
  ) WITHOUT ROWID;
  CREATE TABLE locks (
    scope TEXT NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, taken_at INTEGER NOT NULL, life_ms INTEGER NOT NULL,
    PRIMARY KEY (scope, name)
  ) WITHOUT ROWID;
  CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, at INTEGER, chained_at INTEGER NOT NULL,
    session TEXT, agent TEXT, event TEXT, tool TEXT, decision TEXT,
    hash BLOB NOT NULL, encoding TEXT NOT NULL, line TEXT NOT NULL
  );
  CREATE INDEX entries_at ON entries (at);
  CREATE INDEX entries_session ON entries (session);
  CREATE INDEX entries_agent ON entries (agent) WHERE agent IS NOT NULL;
  CREATE INDEX entries_decision ON entries (decision) WHERE decision <> 'pass';
  CREATE INDEX entries_odd ON entries (kind) WHERE kind <> 'entry';
  CREATE TABLE hooks (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
  CREATE TABLE hook_entries (
    hook INTEGER NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (hook, sequence)
  ) WITHOUT ROWID;
  CREATE TABLE chain (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    anchor_sequence INTEGER NOT NULL, anchor_hash TEXT NOT NULL, head_sequence INTEGER NOT NULL, head_hash TEXT NOT NULL
  );
  INSERT INTO chain VALUES (1, 0, printf('%064d', 0), 0, printf('%064d', 0));
  CREATE TABLE cursors (source TEXT PRIMARY KEY, offset INTEGER NOT NULL, sequence INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE notes (at INTEGER NOT NULL, text TEXT NOT NULL);
  `,
]

/** Brings the tables up to date. Others may do the same at the same time. */
export function migrate(sql: Sql, migrations: readonly string[] = MIGRATIONS): void {
  if (versionOf(sql) === migrations.length) return
  inTransaction(sql, () => {
    const version = versionOf(sql)
    if (version > migrations.length) {
      throw new UserError('the audit database was written by a newer holdpoint; use that one.')
    }
    for (const script of migrations.slice(version)) sql.exec(script)
    sql.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}

export const versionOf = (sql: Sql): number => Number(sql.all('PRAGMA user_version')[0]?.['user_version'])
