import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../../../testing/src/repository.ts'
import { readHttpEntry, removeHttpEntry, writeHttpEntry } from './http-entry.ts'

describe('what a host calls the daemon by', () => {
  let folder: ReturnType<typeof temporaryDirectory>
  beforeEach(() => (folder = temporaryDirectory()))
  afterEach(() => folder.dispose())
  const state = (): string => join(folder.path, 'state')
  const entry = { port: 40_000, token: 't'.repeat(48) }

  it('is kept for our eyes only', () => {
    expect(readHttpEntry(state())).toBeUndefined()
    writeHttpEntry(state(), entry)
    expect(readHttpEntry(state())).toEqual(entry)
    expect(statSync(join(state(), 'http.json')).mode & 0o777).toBe(0o600)
    removeHttpEntry(state())
    expect(readHttpEntry(state())).toBeUndefined()
    expect(() => removeHttpEntry(state())).not.toThrow()
  })

  it.each([
    '',
    'x',
    'null',
    '[]',
    '{}',
    '{"port":40000}',
    `{"port":"40000","token":"${entry.token}"}`,
    `{"port":1.5,"token":"${entry.token}"}`,
    '{"port":40000,"token":"short"}',
    '{"port":40000,"token":12345678901234567890123456789012}',
  ])('is not %j', (text) => {
    mkdirSync(state())
    writeFileSync(join(state(), 'http.json'), text)
    expect(readHttpEntry(state())).toBeUndefined()
  })
})
