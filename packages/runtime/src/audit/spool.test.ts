import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { program } from '../../../../test/process/support/program.ts'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { writeSpool, type AuditEntry } from './spool.ts'

const appender = await program(`
  import { writeSpool } from './packages/runtime/src/audit/spool.ts'
  const [directory, name] = process.argv.slice(2)
  for (let n = 0; n < 50; n++) {
    const event = { id: name + '-' + n, at: new Date(0), host: 'test', name: 'Stop', session: 's' }
    const reason = (name + ' ').repeat(300)
    const hooks = Array.from({ length: 20 }, () => ({ id: 'a/b', decision: 'block', reason, ms: 1 }))
    writeSpool(directory, { event, decision: 'block', ms: 1, hooks })
  }
`)

describe('writeSpool', () => {
  it('D17: 16 processes append, and no line is torn or lost', async () => {
    const { path } = aDirectory()
    const started = Array.from({ length: 16 }, (_, index) => appender.start([path, `p${index}`]))
    const ends = await Promise.all(started.map(({ ended }) => ended))
    expect(ends.map(({ stderr }) => stderr).filter((text) => text !== '')).toEqual([])

    const entries = linesIn(path)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(16 * 50)
    expect(entries.every(({ hooks }) => hooks.length === 20)).toBe(true)
  })

  it('is for our eyes only, one file per day of UTC', () => {
    const { path } = aDirectory()
    writeSpool(path, entry({ at: new Date('2026-02-28T23:59:59Z') }))
    writeSpool(path, entry({ at: new Date('2026-03-01T00:00:00Z') }))
    expect(readdirSync(join(path, 'spool'))).toEqual(['2026-02-28.jsonl', '2026-03-01.jsonl'])
    expect(statSync(join(path, 'spool')).mode & 0o777).toBe(0o700)
    expect(statSync(join(path, 'spool/2026-03-01.jsonl')).mode & 0o777).toBe(0o600)
  })

  it('says who decided what, and marks errors', () => {
    const { path } = aDirectory()
    const hooks = [{ id: 'a/b', decision: 'deny', messageId: 'm', reason: 'why', ms: 1.26, failure: undefined }]
    writeSpool(path, { ...entry(), hooks, tool: 'Bash', digest: 'd', lowered: ['ask -> deny'] })
    writeSpool(path, { ...entry(), error: 'broken' })
    const [first, second] = linesIn(path)
    expect(first).toEqual({
      v: 1,
      id: 'e1',
      at: '2026-03-01T12:00:00.000Z',
      host: 'claude-code',
      event: 'Stop',
      session: 's1',
      agent: 'agent-1',
      agentType: expect.any(String) as string,
      decision: 'pass',
      tool: 'Bash',
      digest: 'd',
      lowered: ['ask -> deny'],
      ms: 0.3,
      hooks: [{ id: 'a/b', decision: 'deny', messageId: 'm', reason: 'why', ms: 1.3 }],
    })
    expect(second).toMatchObject({ level: 'ERROR', error: 'broken' })
  })

  it('masks secrets, and cuts long texts only after that', () => {
    const { path } = aDirectory()
    const secret = 'hunter2'
    const reason = `password=${'x'.repeat(5000)} token=${secret}`
    const hooks = [{ id: 'a/b', decision: 'deny', reason, failure: `error: API_KEY=${secret}`, ms: 1 }]
    writeSpool(path, { ...entry(), hooks, error: `Bearer ${secret}${secret}` })
    writeSpool(path, { ...entry(), hooks: [], error: 'long '.repeat(100_000) })
    expect(linesIn(path)[0]?.hooks[0]).toMatchObject({ reason: 'password=[masked] token=[masked]' })
    expect(readFileSync(join(path, 'spool/2026-03-01.jsonl'), 'utf8')).not.toContain(secret)
    expect(linesIn(path)[1]?.error).toHaveLength(1000)
  })

  it('keeps everything in one line', () => {
    const { path } = aDirectory()
    writeSpool(path, { ...entry({ name: 'A\nB' }), error: 'one\ntwo\u2028three' })
    expect(linesIn(path)).toMatchObject([{ event: 'A\nB', error: 'one\ntwo\u2028three' }])
  })

  it('says so when the disk does not take it', () => {
    const [one, two] = [aDirectory(), aDirectory()]
    one.write({ spool: 'a file in the way' })
    symlinkSync(aDirectory().path, join(two.path, 'spool'))
    expect(() => writeSpool(one.path, entry())).toThrow(/not a directory/)
    expect(() => writeSpool(two.path, entry())).toThrow(/not a directory/)
  })
})

interface Line {
  readonly id: string
  readonly error?: string
  readonly hooks: readonly Readonly<Record<string, unknown>>[]
}

function linesIn(path: string): readonly Line[] {
  const names = readdirSync(join(path, 'spool'))
  const text = names.map((name) => readFileSync(join(path, 'spool', name), 'utf8')).join('')
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

function entry(event: Partial<AuditEntry['event']> = {}): AuditEntry {
  const at = new Date('2026-03-01T12:00:00Z')
  const agent = { id: 'agent-1', type: 'writer' }
  return {
    event: { id: 'e1', at, host: 'claude-code', name: 'Stop', session: 's1', agent, ...event },
    decision: 'pass',
    ms: 0.25,
    hooks: [],
  }
}
