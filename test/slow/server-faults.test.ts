import { join } from 'node:path'
import { faultRun } from './support/fleet/fault-run.ts'

// `npm run bench -- server-faults` does the same with 100,000 sends.
it('loses no line and takes none twice, through cut, repeated and late requests, kills and crashes', async () => {
  const root = join(import.meta.dirname, '../..')
  const report = await faultRun({ root, sends: 2_000, machines: 12, kills: 4, crashes: 2 })
  expect(report.wrong).toEqual([])
  expect(report.lines).toBeGreaterThan(2_000)
  expect([report.kills, report.crashes]).toEqual([4, 2])
  for (const [fault, count] of Object.entries(report.counts)) expect(count, fault).toBeGreaterThan(0)
}, 300_000)
