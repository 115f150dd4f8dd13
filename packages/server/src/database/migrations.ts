/** Each brings the tables from the version of its index to the next. Never edit a released one. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE facts (name text PRIMARY KEY, value text NOT NULL);
  CREATE TABLE people (
    id text PRIMARY KEY, email text NOT NULL UNIQUE, name text NOT NULL, role text NOT NULL,
    password text, subject text UNIQUE, created_at bigint NOT NULL, disabled_at bigint
  );
  CREATE TABLE links (
    digest text PRIMARY KEY, purpose text NOT NULL, email text, role text, label text,
    created_by text, created_at bigint NOT NULL, expires_at bigint NOT NULL, used_at bigint
  );
  CREATE TABLE sign_ins (
    digest text PRIMARY KEY, person text NOT NULL REFERENCES people (id) ON DELETE CASCADE, csrf text NOT NULL,
    created_at bigint NOT NULL, expires_at bigint NOT NULL
  );
  CREATE TABLE machines (
    id text PRIMARY KEY, name text NOT NULL, public_key text NOT NULL UNIQUE, fingerprint text NOT NULL,
    level text NOT NULL, label text, enrolled_at bigint NOT NULL, revoked_at bigint, erased_at bigint,
    seen_at bigint, clock_ms bigint, version text, heartbeat text, heartbeat_at bigint
  );
  CREATE INDEX machines_fingerprint ON machines (fingerprint);
  CREATE TABLE nonces (machine text NOT NULL, nonce text NOT NULL, at bigint NOT NULL, PRIMARY KEY (machine, nonce));
  CREATE INDEX nonces_at ON nonces (at);
  CREATE TABLE chains (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    machine text NOT NULL REFERENCES machines (id), project text NOT NULL, epoch text NOT NULL,
    anchor_sequence bigint NOT NULL, anchor_hash text NOT NULL, head_sequence bigint NOT NULL, head_hash text NOT NULL,
    counted_after bigint, last_at bigint, created_at bigint NOT NULL, shipped_at bigint NOT NULL,
    UNIQUE (machine, project, epoch)
  );
  CREATE TABLE segments (
    day int NOT NULL, chain bigint NOT NULL, first bigint NOT NULL, number int NOT NULL, level text NOT NULL,
    previous text NOT NULL, head text NOT NULL, marks bytea NOT NULL, body bytea, received_at bigint NOT NULL,
    PRIMARY KEY (day, chain, first)
  ) PARTITION BY RANGE (day);
  CREATE INDEX segments_chain ON segments (chain, first);
  CREATE TABLE notable (
    day int NOT NULL, chain bigint NOT NULL, sequence bigint NOT NULL, machine text NOT NULL, project text NOT NULL,
    at bigint, id text NOT NULL, decision text NOT NULL, event text, tool text, session text, agent text,
    hooks text NOT NULL, trouble boolean NOT NULL, line text NOT NULL,
    PRIMARY KEY (day, chain, sequence)
  ) PARTITION BY RANGE (day);
  CREATE INDEX notable_at ON notable (at DESC, chain, sequence);
  CREATE INDEX notable_machine ON notable (machine, at DESC);
  CREATE INDEX notable_session ON notable (session);
  CREATE INDEX notable_id ON notable (id);
  CREATE TABLE decision_tallies (
    hour bigint NOT NULL, machine text NOT NULL, project text NOT NULL, decision text NOT NULL, event text NOT NULL,
    tool text NOT NULL, bucket int NOT NULL, number bigint NOT NULL, ms double precision NOT NULL,
    max_ms double precision NOT NULL,
    PRIMARY KEY (hour, machine, project, decision, event, tool, bucket)
  );
  CREATE INDEX decision_tallies_machine ON decision_tallies (machine, hour);
  CREATE TABLE hook_tallies (
    hour bigint NOT NULL, machine text NOT NULL, project text NOT NULL, hook text NOT NULL, message text NOT NULL,
    decision text NOT NULL, number bigint NOT NULL,
    PRIMARY KEY (hour, machine, project, hook, message, decision)
  );
  CREATE TABLE session_tallies (
    hour bigint NOT NULL, machine text NOT NULL, project text NOT NULL, session text NOT NULL, agent text NOT NULL,
    number bigint NOT NULL, refused bigint NOT NULL, asked bigint NOT NULL, first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    PRIMARY KEY (hour, machine, project, session, agent)
  );
  CREATE TABLE team_tallies (
    hour bigint NOT NULL, decision text NOT NULL, event text NOT NULL, tool text NOT NULL, bucket int NOT NULL,
    number bigint NOT NULL, ms double precision NOT NULL, max_ms double precision NOT NULL,
    PRIMARY KEY (hour, decision, event, tool, bucket)
  );
  CREATE TABLE changed_hours (hour bigint PRIMARY KEY, at bigint NOT NULL);
  CREATE TABLE alarms (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, machine text, chain bigint,
    subject text NOT NULL, text text NOT NULL, raised_at bigint NOT NULL, last_at bigint NOT NULL, times bigint NOT NULL,
    closed_at bigint, closed_by text
  );
  CREATE UNIQUE INDEX alarms_open ON alarms (kind, subject) WHERE closed_at IS NULL;
  CREATE TABLE daily_heads (
    day int PRIMARY KEY, statement text NOT NULL, public_key text NOT NULL, signature text NOT NULL
  );
  `,
  // Shared state: see src/store.
  `
  CREATE TABLE store_values (
    store text NOT NULL, scope text NOT NULL, key text NOT NULL, value text NOT NULL, changed_at bigint NOT NULL,
    PRIMARY KEY (store, scope, key)
  );
  CREATE TABLE store_locks (
    store text NOT NULL, scope text NOT NULL, name text NOT NULL, owner text NOT NULL, taken_at bigint NOT NULL,
    life_ms bigint NOT NULL, PRIMARY KEY (store, scope, name)
  );
  CREATE TABLE store_logs (
    store text PRIMARY KEY, epoch text NOT NULL, anchor_sequence bigint NOT NULL, anchor_hash text NOT NULL,
    head_sequence bigint NOT NULL, head_hash text NOT NULL
  );
  CREATE TABLE store_entries (
    store text NOT NULL, sequence bigint NOT NULL, id text NOT NULL, kind text NOT NULL, at bigint,
    chained_at bigint NOT NULL, session text, agent text, event text, tool text, decision text, ms double precision,
    trouble boolean, hooks text[] NOT NULL, hash text NOT NULL, encoding text NOT NULL, line text NOT NULL,
    PRIMARY KEY (store, sequence), UNIQUE (store, id)
  );
  CREATE INDEX store_entries_at ON store_entries (store, at);
  CREATE TABLE store_cursors (
    store text NOT NULL, source text NOT NULL, offset_bytes bigint NOT NULL, sequence bigint NOT NULL,
    PRIMARY KEY (store, source)
  );
  CREATE TABLE store_notes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, store text NOT NULL, at bigint NOT NULL, text text NOT NULL
  );
  `,
  // Roll-ups for the overview of many machines, a row for each session, and marks that no two batches wait for.
  `
  CREATE TABLE team_hooks (
    hour bigint NOT NULL, hook text NOT NULL, message text NOT NULL, decision text NOT NULL, number bigint NOT NULL,
    PRIMARY KEY (hour, hook, message, decision)
  );
  CREATE TABLE team_projects (
    hour bigint NOT NULL, project text NOT NULL, number bigint NOT NULL, PRIMARY KEY (hour, project)
  );
  CREATE INDEX chains_project ON chains (project, last_at);
  CREATE TABLE sessions (
    machine text NOT NULL, project text NOT NULL, session text NOT NULL, agents text[] NOT NULL, number bigint NOT NULL,
    refused bigint NOT NULL, asked bigint NOT NULL, first_at bigint NOT NULL, last_at bigint NOT NULL,
    PRIMARY KEY (machine, project, session)
  );
  INSERT INTO sessions (machine, project, session, agents, number, refused, asked, first_at, last_at)
    SELECT machine, project, session, coalesce(array_agg(DISTINCT agent) FILTER (WHERE agent <> ''), '{}'), sum(number),
      sum(refused), sum(asked), min(first_at), max(last_at) FROM session_tallies GROUP BY machine, project, session;
  CREATE INDEX sessions_last ON sessions (last_at, first_at);
  CREATE INDEX sessions_machine ON sessions (machine, last_at);
  DROP TABLE session_tallies;
  ALTER TABLE changed_hours DROP CONSTRAINT changed_hours_pkey;
  INSERT INTO changed_hours (hour, at) SELECT DISTINCT hour, 0 FROM decision_tallies;
  `,
  // A request would wait twice for the disk. After a crash, a request of the last minutes could be sent again: a batch is
  // then refused by its chain, and a heartbeat says what it said before.
  `
  ALTER TABLE nonces SET UNLOGGED;
  `,
]
