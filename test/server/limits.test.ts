import { buildApp } from '../../packages/server/src/http/app.ts'
import { PATHS } from '../../packages/runtime/src/fleet/index.ts'
import { aDatabase } from './support/team.ts'

/** On a busy machine the embedded database takes long to start. */
beforeAll(aDatabase, 120_000)

async function anApp(publicUrl: string, addressLimit?: number) {
  const app = await buildApp({
    database: await aDatabase(),
    team: 't',
    version: '0',
    publicUrl: () => new URL(publicUrl),
    page: '/nonexistent',
    now: Date.now,
    isReady: () => true,
    ...(addressLimit !== undefined && { addressLimit }),
  })
  onTestFinished(() => app.close())
  return app
}

const SIGN_INS = 20

describe('the limit of sign-ins', () => {
  it.each<readonly [string, string, string, string, boolean]>([
    ['counts each address behind the proxy', 'https://team.example', '127.0.0.1', '10.0.0.0', false],
    ['counts one address behind the proxy', 'https://team.example', '127.0.0.1', '203.0.113.7', true],
    ['does not believe a stranger', 'https://team.example', '198.51.100.9', '', true],
    ['believes nobody without a proxy', 'http://127.0.0.1:4700', '127.0.0.1', '', true],
  ])('%s', async (_, publicUrl, remoteAddress, address, isLimited) => {
    const app = await anApp(publicUrl)
    const { host } = new URL(publicUrl)
    const statuses: number[] = []
    for (let time = 0; time <= SIGN_INS; time++) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/open',
        remoteAddress,
        headers: { host, 'x-forwarded-for': address.includes('113') ? address : `203.0.113.${time}` },
        payload: { key: 'wrong' },
      })
      statuses.push(statusCode)
    }
    expect(statuses.slice(0, SIGN_INS)).toEqual(Array.from({ length: SIGN_INS }, () => 401))
    expect(statuses.at(-1)).toBe(isLimited ? 429 : 401)
  })
})

it('lets the machines of one address send more than its browsers, and a balancer ask without limit', async () => {
  const app = await anApp('http://127.0.0.1:4700', 3)
  const get = async (url: string) =>
    (await app.inject({ method: 'GET', url, headers: { host: '127.0.0.1:4700' } })).statusCode
  const statuses = []
  for (let time = 0; time < 5; time++)
    statuses.push(await Promise.all([`${PATHS.segments}?after=0`, '/api/me', '/healthz'].map(get)))
  expect(statuses).toEqual([
    [401, 401, 200],
    [401, 401, 200],
    [401, 401, 200],
    [401, 429, 200],
    [401, 429, 200],
  ])
})
