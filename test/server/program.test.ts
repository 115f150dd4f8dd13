import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'

const PROGRAM = join(import.meta.dirname, '../../packages/server/dist/holdpoint-server.js')
const folder = temporaryDirectory('holdpoint-program-')
afterAll(folder.dispose)

const run = (...args: readonly string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: folder.path }
    execFile(process.execPath, [PROGRAM, ...args], { cwd: folder.path, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })

it.each([[], ['export'], ['heads'], ['verify']])('%s --help has examples and fits a terminal', async (...args) => {
  const { code, out } = await run(...args, '--help')
  expect(code).toBe(0)
  expect(out).toContain('Examples:\n  $ npx holdpoint-server')
  for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})

it.each([
  ['an unknown option', ['--nonsense'], "unknown option '--nonsense'"],
  ['an unknown command', ['start'], 'too many arguments'],
  ['a port that is none', ['--port', 'x'], '--port is a number from 0 to 65535.'],
  ['an open address without a name', ['--host', '0.0.0.0'], '--host opens the server to the network'],
  ['a proxy that is none', ['--proxy', 'x'], '--proxy is an address or a network'],
  ['half of the OIDC options', ['--oidc-client', 'x'], 'the --oidc options need --oidc-issuer <url>.'],
  ['a key that is none', ['--key', 'bad.pem'], 'the key bad.pem cannot be used'],
  ['no database to export', ['export', '--data', 'none'], 'there is no database in none.'],
  ['a format that is none', ['export', '--format', 'xls'], '--format is one of jsonl, csv, otlp.'],
  ['a time that is none', ['export', '--since', 'yesterday'], 'is no time'],
  ['no key to verify with', ['verify', '--data', 'none'], 'Give its public key: --public-key <key>'],
  ['heads that are none', ['verify', '--public-key', 'x', '--heads', 'bad.pem'], 'not a signed day'],
])('%s is one line and exit code 1', async (_, args, text) => {
  mkdirSync(folder.path, { recursive: true })
  writeFileSync(join(folder.path, 'bad.pem'), 'nonsense', { mode: 0o600 })
  const { code, out, err } = await run(...args)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^holdpoint-server: [^\n]+\n$/)
  expect(err).toContain(text)
  expect(existsSync(join(folder.path, 'none'))).toBe(false)
})
