// Thirty days of a team, written by SQL: what 30 days of shipping at level `notable` leave behind.

export const PAST = { days: 30, machines: 1_000, hours: 8, lines: 30 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Fills the database with about so many lines; returns how many exactly. */
export async function fillPast({ sources, database }, lines, note) {
  const { days, machines, hours, lines: perBatch } = PAST
  const today = sources.dayOf(Date.now())
  const batches = Math.max(1, Math.round(lines / days / machines / perBatch))
  for (let day = today - days; day <= today; day++) await sources.makePartitions(database, day * DAY_MS)
  await database.query(
    `INSERT INTO machines (id, name, public_key, fingerprint, level, enrolled_at, seen_at, version, heartbeat,
       heartbeat_at)
     SELECT 'machine-' || n, 'laptop ' || n, 'key ' || n, md5(n::text), 'notable', $1, $1, '0.1.0', $3, $1
     FROM generate_series(1, $2::int) AS n`,
    [Date.now(), machines, '{"daemon":"running","projects":[]}'],
  )
  await database.query(
    `INSERT INTO chains (machine, project, epoch, anchor_sequence, anchor_hash, head_sequence, head_hash, last_at,
       created_at, shipped_at)
     SELECT 'machine-' || n, 'github.com/example/project-' || n % 50, 'epoch-' || n, 0, repeat('0', 64),
       $2::bigint, md5(n::text) || md5(n::text), $3, $4, $3
     FROM generate_series(1, $1::int) AS n`,
    [machines, batches * perBatch * days, Date.now(), Date.now() - days * DAY_MS],
  )
  for (let index = 0; index < days; index++) {
    note(`day ${index + 1} of ${days}`, true)
    await fillDay(database, { day: today - days + 1 + index, index, batches, perBatch, hours })
  }
  await database.script('ANALYZE')
  await sources.rollUp(database)
  return days * machines * batches * perBatch
}

/** A line of about 600 bytes, as hooks write it. */
const LINE = `format('{"v":1,"id":"%s","at":"%s","host":"claude-code","event":"PreToolUse","tool":"%s","session":"%s",`
const MORE = `"subject":"git push --force origin topic-%s","digest":"0123456789abcdef","decision":"%s","ms":3.2,"hooks":[{"id":"guard/no-catastrophe","decision":"pass","ms":1.1},{"id":"guard/self-protection","decision":"pass","ms":0.4},{"id":"%s","decision":"%s","messageId":"shared","reason":"this force push overwrites main. Push a new branch and open a pull request.","ms":1.2}]}'`

async function fillDay(database, { day, index, batches, perBatch, hours }) {
  const start = day * DAY_MS
  const each = [day, batches, perBatch, index * batches * perBatch, start, (hours * HOUR_MS) / batches]
  await database.query(
    `INSERT INTO segments (day, chain, first, number, level, previous, head, marks, body, received_at)
     SELECT $1, chains.id, $4::bigint + b * $3::int + 1, $3, 'notable', md5(b::text) || md5(epoch),
       md5(epoch) || md5(b::text), decode(repeat(md5(b::text), $3::int / 4), 'hex'), NULL, $5::bigint + (b * $6::float8)::bigint
     FROM chains CROSS JOIN generate_series(0, $2::int - 1) AS b`,
    each,
  )
  // One line in twenty, spread over the day.
  await database.query(
    `INSERT INTO notable (day, chain, sequence, machine, project, at, id, decision, event, tool, session, agent, hooks,
       trouble, line)
     SELECT $1, chain, sequence, machine, project, at, id, decision, 'PreToolUse', tool, session, NULL,
       ' ' || hook || ' ', false,
       ${LINE}${MORE}, id, to_timestamp(at / 1000), tool, session, sequence % 977, decision, hook, decision)
     FROM (
       SELECT chains.id AS chain, machine, project, $4::bigint + n AS sequence,
         $5::bigint + (n * $6::float8 / $3::int)::bigint AS at, machine || '-' || $1::int || '-' || n AS id,
         CASE WHEN n % 60 = 7 THEN 'ask' ELSE 'deny' END AS decision,
         (ARRAY['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Agent', 'WebFetch'])[1 + n % 7] AS tool,
         machine || '-session-' || $1::int || '-' || n / 100 AS session, 'pack/hook-' || n % 40 AS hook
       FROM chains CROSS JOIN generate_series(7, $2::int * $3::int, 20) AS n
     ) AS lines`,
    each,
  )
  await fillCounts(database, day, batches * perBatch, hours)
}

/** Counts of machine-hours: each hour has its share of the day, in six kinds. */
async function fillCounts(database, day, lines, hours) {
  const values = [day * 24, hours, lines / hours]
  const hour = `FROM chains CROSS JOIN generate_series(0, $2::int - 1) AS h`
  await database.query(
    `INSERT INTO decision_tallies (hour, machine, project, decision, event, tool, bucket, number, ms, max_ms)
     SELECT $1::bigint + h, machine, project, CASE k WHEN 0 THEN 'deny' ELSE 'pass' END, 'PreToolUse',
       (ARRAY['Bash', 'Bash', 'Read', 'Edit', 'Write', 'Grep'])[k + 1], k % 3, greatest(1, $3::float8 / 6)::bigint, 20, 9
     ${hour} CROSS JOIN generate_series(0, 5) AS k`,
    values,
  )
  await database.query(
    `INSERT INTO hook_tallies (hour, machine, project, hook, message, decision, number)
     SELECT $1::bigint + h, machine, project, 'pack/hook-' || (h * 7 + chains.id) % 40, 'shared', 'deny',
       greatest(1, $3::float8 / 20)::bigint ${hour}`,
    values,
  )
  await database.query(
    `INSERT INTO sessions (machine, project, session, agents, number, refused, asked, first_at, last_at)
     SELECT machine, project, machine || '-session-' || $1::bigint / 24 || '-' || h / 2, '{}',
       ($3::float8 * 2)::bigint, 1, 1, ($1::bigint + h) * 3600000, ($1::bigint + h + 2) * 3600000
     FROM chains CROSS JOIN generate_series(0, $2::int - 1, 2) AS h`,
    values,
  )
  await database.query(
    `INSERT INTO changed_hours (hour, at) SELECT $1::bigint + h, 0 FROM generate_series(0, $2::int - 1) AS h`,
    values.slice(0, 2),
  )
}
