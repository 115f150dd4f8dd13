import { UserError } from '@holdpoint/engine'
import type { Sql } from './driver.ts'
import { inTransaction } from './transaction.ts'

/** Each migrates a database from the version of its index to the next. Never edit a released one. */
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
  // Tallies let an overview skip reading a million lines: see tallies.ts.
  `
  ALTER TABLE entries ADD COLUMN ms REAL;
  ALTER TABLE entries ADD COLUMN trouble INTEGER;
  UPDATE entries SET ms = json_extract(line, '$.ms')
    WHERE CASE WHEN json_valid(line) AND kind <> 'unreadable' THEN json_type(line, '$.ms') IN ('integer', 'real') END;
  UPDATE entries SET trouble = 1
    WHERE CASE WHEN json_valid(line) AND kind <> 'unreadable' THEN
      json_type(line, '$.error') = 'text' OR EXISTS (
        SELECT 1 FROM json_each(line, '$.hooks') AS hook WHERE hook.type = 'object'
          AND json_type(hook.value, '$.id') = 'text'
          AND (json_type(hook.value, '$.failure') = 'text' OR json_extract(hook.value, '$.skipped') = 'breaker')) END;
  CREATE INDEX entries_notable ON entries (at) WHERE decision <> 'pass';
  CREATE INDEX entries_trouble ON entries (trouble) WHERE trouble IS NOT NULL;
  CREATE TABLE decision_tallies (
    hour INTEGER NOT NULL, decision TEXT NOT NULL, event TEXT NOT NULL, tool TEXT NOT NULL, bucket INTEGER NOT NULL,
    number INTEGER NOT NULL, ms REAL NOT NULL, max_ms REAL NOT NULL,
    PRIMARY KEY (hour, decision, event, tool, bucket)
  ) WITHOUT ROWID;
  CREATE TABLE session_tallies (
    hour INTEGER NOT NULL, session TEXT NOT NULL, agent TEXT NOT NULL,
    number INTEGER NOT NULL, refused INTEGER NOT NULL, asked INTEGER NOT NULL,
    first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, last_sequence INTEGER NOT NULL,
    PRIMARY KEY (hour, session, agent)
  ) WITHOUT ROWID;
  INSERT INTO decision_tallies
    SELECT (at - ((at % 3600000) + 3600000) % 3600000) / 3600000,
      coalesce(decision, ''), coalesce(event, ''), coalesce(tool, ''),
      CASE WHEN coalesce(ms, 0) <= 1 THEN 0 WHEN ms <= 2 THEN 1 WHEN ms <= 5 THEN 2 WHEN ms <= 10 THEN 3
        WHEN ms <= 20 THEN 4 WHEN ms <= 50 THEN 5 WHEN ms <= 100 THEN 6 WHEN ms <= 200 THEN 7 WHEN ms <= 500 THEN 8
        WHEN ms <= 1000 THEN 9 WHEN ms <= 5000 THEN 10 ELSE 11 END,
      count(*), total(ms), max(coalesce(ms, 0))
    FROM entries WHERE at IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO session_tallies
    SELECT (at - ((at % 3600000) + 3600000) % 3600000) / 3600000, session, coalesce(agent, ''),
      count(*), sum(coalesce(decision, '') IN ('deny', 'block')), sum(coalesce(decision, '') = 'ask'),
      min(at), max(at), max(sequence)
    FROM entries WHERE at IS NOT NULL AND session IS NOT NULL GROUP BY 1, 2, 3;
  `,
  // A chain is named, so that a server can tell the one of a rebuilt database from its predecessor.
  `
  ALTER TABLE chain ADD COLUMN epoch TEXT NOT NULL DEFAULT '';
  UPDATE chain SET epoch = lower(hex(randomblob(16)));
  `,
]

/** Migrates the tables. Other processes may do the same concurrently. */
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
