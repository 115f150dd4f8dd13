import { aSpool, line } from '../../../../test/store/support/spool.ts'
import type { AuditRecord } from './decode.ts'
import { isAlike, relation } from './false-alarms.ts'
import { ingest } from './ingest.ts'
import { reportOn } from './report.ts'

describe('isAlike', () => {
  it.each([
    ['git push --force origin main', 'git push --force-with-lease origin main', true],
    ['rm -rf build', 'rm -r build', true],
    ['cat config/app.yml', 'sed -n 1,20p config/app.yml', true],
    ['/p/src/a.ts', '/p/src/a.ts', true],
    ['/p/src/a.ts', '/p/src/b.ts', false],
    ['rm -rf /', 'ls -la src', false],
    ['cat notes.md', 'head notes.md', true],
    ['cd src && npm test', 'cd src && rm -rf ../x', false],
    ['deploy --token [masked]', 'login [masked]', false],
    ['', '', false],
  ])('%s | %s: %s', (one, other, alike) => {
    expect(isAlike(one, other)).toBe(alike)
    expect(isAlike(other, one)).toBe(alike)
  })
})

const refused: AuditRecord = {
  version: 1,
  id: 'a',
  at: '2026-03-01T12:00:00Z',
  event: 'PreToolUse',
  session: 's1',
  tool: 'Bash',
  call: 'toolu_1',
  subject: 'git push --force origin main',
  decision: 'deny',
  hooks: [],
  lowered: [],
}

describe('relation', () => {
  const later: AuditRecord = {
    ...refused,
    id: 'b',
    call: 'toolu_2',
    at: '2026-03-01T12:05:00Z',
    subject: 'git push origin main',
    decision: 'pass',
  }
  const asked: AuditRecord = { ...refused, decision: 'ask' }
  const after: AuditRecord = { ...asked, id: 'c', event: 'PostToolUse', decision: 'pass' }
  it.each([
    ['a call like it went through', refused, later, 'retried'],
    ['the user was asked, and it ran', asked, after, 'approved'],
    ['it was denied, and a later event follows', refused, after, undefined],
    ['another call ran', asked, { ...after, call: 'toolu_9' }, undefined],
    ['a call like it was refused again', refused, { ...later, decision: 'deny' }, undefined],
    ['a call like it was asked about', refused, { ...later, decision: 'ask' }, undefined],
    ['another tool went through', refused, { ...later, tool: 'Edit' }, undefined],
    ['it was much later', refused, { ...later, at: '2026-03-01T13:00:00Z' }, undefined],
    ['it has no time', refused, { ...later, at: 'soon' }, undefined],
    ['another command went through', refused, { ...later, subject: 'npm test' }, undefined],
  ])('%s', (_, first, second, how) => {
    expect(relation(first, second)).toBe(how)
  })
})

describe('reportOn', () => {
  const AT = '2026-03-01T12:00:00.000Z'
  const PERIOD = { since: Date.parse('2026-03-01'), until: Date.parse('2026-03-02') }
  const call = (id: string, decision: string, subject: string, more: object = {}): string =>
    line(id, {
      at: AT,
      event: 'PreToolUse',
      tool: 'Bash',
      call: `toolu_${id}`,
      subject,
      decision,
      hooks: [
        { id: 'guard/x', decision: decision === 'pass' ? 'pass' : decision, messageId: 'm', reason: `no ${id}`, ms: 2 },
        { id: 'guard/y', decision: 'pass', ms: 1 },
      ],
      ...more,
    })

  async function report(...lines: readonly string[]) {
    const spool = aSpool()
    spool.append(lines.map((text) => `${text}\n`).join(''))
    const store = await spool.open()
    await ingest(store, spool.directory, new Date())
    return reportOn(store, PERIOD)
  }

  it('has nothing to say of nothing', async () => {
    expect(await report()).toMatchObject({
      decisions: 0,
      prevented: 0,
      falseAlarms: [],
      errors: [],
      time: { meanMs: 0 },
    })
  })

  it('reports what was prevented, by which hook, why and at what cost', async () => {
    const found = await report(
      call('a', 'deny', 'git push --force origin main', { agent: 'writer', ms: 4 }),
      call('b', 'deny', 'git push -f origin main', { ms: 30 }),
      call('c', 'ask', 'rm -rf "$X"', { ms: 1 }),
      call('d', 'pass', 'git push origin main', { ms: 1 }),
      call('e', 'pass', 'ls', { at: '2026-03-02T00:00:00.000Z' }),
    )
    expect(found).toMatchObject({
      decisions: 4,
      prevented: 2,
      asked: 1,
      counts: { deny: 2, ask: 1, pass: 1 },
      tools: [{ name: 'Bash', decisions: 4, prevented: 2, asked: 1 }],
      hooks: [{ name: 'guard/x', count: 3, by: { deny: 2, ask: 1 }, lastId: 'c' }],
      reasons: [{ name: 'guard/x m', count: 3, text: 'no c', subject: 'rm -rf "$X"' }],
      agents: [
        { name: 'main agent', count: 2 },
        { name: 'writer', count: 1 },
      ],
      time: { totalMs: 36, meanMs: 9, maxMs: 30, p50Ms: 1, p95Ms: 50 },
      readAll: true,
    })
    expect(found.time.hooks).toEqual([
      { hook: 'guard/x', runs: 4, meanMs: 2, maxMs: 2 },
      { hook: 'guard/y', runs: 4, meanMs: 1, maxMs: 1 },
    ])
    expect(found.falseAlarms.map(({ refused: { id }, later }) => [id, later.id])).toEqual([
      ['b', 'd'],
      ['a', 'd'],
    ])
  })

  it('reports breakers and errors', async () => {
    const found = await report(
      call('a', 'pass', 'ls', { hooks: [{ id: 'own/slow', decision: 'pass', failure: 'timeout: 450 ms', ms: 450 }] }),
      call('b', 'pass', 'ls', { hooks: [{ id: 'own/slow', decision: 'pass', skipped: 'breaker', ms: 0 }] }),
      call('c', 'pass', 'ls', { error: 'input could not be read', hooks: [] }),
    )
    expect(found.breakers).toMatchObject([{ name: 'own/slow', count: 1, lastId: 'b' }])
    expect(found.errors).toMatchObject([
      { name: 'input could not be read', count: 1 },
      { name: 'own/slow: timeout: 450 ms', count: 1 },
    ])
  })

  it('can be of one session', async () => {
    const spool = aSpool()
    spool.append(`${call('a', 'deny', 'x')}\n${call('b', 'deny', 'y', { session: 's2' })}\n`)
    const store = await spool.open()
    await ingest(store, spool.directory, new Date())
    expect(await reportOn(store, { ...PERIOD, session: 's2' })).toMatchObject({
      prevented: 1,
      hooks: [{ lastId: 'b' }],
      sessions: [{ session: 's2' }],
    })
  })
})
