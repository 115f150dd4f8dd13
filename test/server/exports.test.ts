import { call, PATHS } from '../../packages/runtime/src/fleet/index.ts'
import { formatOf, textsOf } from '../../packages/server/src/exports/formats.ts'
import { linesOf } from '../../packages/server/src/reads/decisions.ts'
import type { Sql } from '../../packages/server/src/database/database.ts'
import { aBatch } from './support/batch.ts'
import { aDatabase, aTeam } from './support/team.ts'

beforeAll(aDatabase, 120_000)

const AT = Date.parse('2031-05-01T10:00:00Z')
const HOSTILE = `=HYPERLINK("http://evil.example","x"),'"\r\n+1`

/** One machine's refusals, at a time that no other test uses. */
async function exported(format: string, since = AT, until = AT + 60_000) {
  const team = await aTeam()
  const headers = await team.person('auditor')
  const url = `/api/export?format=${format}&since=${since}&until=${until}`
  return team.app.inject({ url, headers })
}

beforeAll(async () => {
  const team = await aTeam({ until: afterAll })
  const caller = await team.enrol({ name: '@SUM(A1)' })
  const hooks = [{ id: 'guard/x', decision: 'deny', messageId: 'm', reason: HOSTILE, ms: 1 }]
  const deny = (seconds: number) => ({
    at: new Date(AT + seconds * 1_000).toISOString(),
    decision: 'deny',
    tool: 'Bash',
    session: 's',
    subject: HOSTILE,
    hooks,
  })
  expect(await call(caller, 'POST', PATHS.ship, aBatch([deny(1), deny(2), deny(70)]))).toMatchObject({ kind: 'ok' })
})

it('JSON lines hold the lines as they were written, of the period alone', async () => {
  const { body, headers } = await exported('jsonl')
  const lines = body
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as { machineName: string; line: string })
  expect(lines).toHaveLength(2)
  expect(lines[0]?.machineName).toBe('@SUM(A1)')
  expect(JSON.parse(lines[0]?.line ?? '')).toMatchObject({ subject: HOSTILE, decision: 'deny' })
  expect(headers['content-disposition']).toBe('attachment; filename="holdpoint-decisions.jsonl"')
})

it('CSV has no cell that a spreadsheet would run', async () => {
  const { body } = await exported('csv')
  const [head = '', ...rest] = body.split('\r\n')
  expect(head.split(',')).toContain('subject')
  const cells = rest.join('\r\n').match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^",\r\n]*)/gm) ?? []
  expect(cells.some((cell) => cell.includes('HYPERLINK'))).toBe(true)
  for (const cell of cells) expect(cell).not.toMatch(/^"?[=+\-@\t\r]/)
  expect(body).toContain("'@SUM(A1)")
})

it('OTLP has a request for a collector in each line, with the machine as resource', async () => {
  const { body } = await exported('otlp')
  const [line = ''] = body.trim().split('\n')
  const { resourceLogs } = JSON.parse(line) as {
    resourceLogs: { resource: unknown; scopeLogs: { logRecords: unknown[] }[] }[]
  }
  expect(JSON.stringify(resourceLogs[0]?.resource)).toContain('{"key":"host.name","value":{"stringValue":"@SUM(A1)"}}')
  expect(resourceLogs[0]?.scopeLogs[0]?.logRecords).toHaveLength(2)
  expect(JSON.stringify(resourceLogs)).toContain('{"key":"gen_ai.tool.name","value":{"stringValue":"Bash"}}')
})

it.each([
  ['another format', '/api/export?format=xls', 'one of jsonl, csv, otlp'],
  ['a time that is none', '/api/export?since=yesterday', 'milliseconds since 1970'],
])('refuses %s', async (_, url, text) => {
  const team = await aTeam()
  const answer = await team.app.inject({ url, headers: await team.person('auditor') })
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(text)])
})

it('reads a page only when the one before was taken', async () => {
  let asked = 0
  const row = { at: AT, chain: 1, id: 'x', line: '{}', hooks: '', decision: 'deny' }
  const endless: Sql = {
    query: async () => ({ rows: Array.from({ length: 500 }, () => ({ ...row, sequence: ++asked })), count: 500 }),
  }
  const texts = textsOf(linesOf(endless, 0, AT * 2), formatOf('jsonl', '1'))
  for (let page = 1; page <= 3; page++) {
    await texts.next()
    expect(asked).toBe(page * 500)
  }
  await texts.return(undefined)
})
