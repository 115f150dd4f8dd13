import { rmSync } from 'node:fs'
import { line } from '../store/support/spool.ts'
import { aDashboard, anHour, aSite, MARKUP, minutesAgo } from './support/dashboard.ts'
import { until } from './support/process.ts'

const entry = (id: string, fields: Readonly<Record<string, unknown>> = {}): string =>
  line(id, { at: minutesAgo(0), ...fields })

describe('what is told as it happens', () => {
  it('tells two tabs of a decision of a real hook, well before anybody takes it in', async () => {
    const site = anHour()
    const { listen } = await aDashboard(site)
    const tabs = [await listen(), await listen()]
    expect(tabs.map(({ heard }) => heard[0]?.event)).toEqual(['hello', 'hello'])
    await site.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'git push --force origin main' } })
    const answeredAt = Date.now()
    await until(() => tabs.every((tab) => tab.decisions().length === 1), 'both have heard of it')
    // Generous: what must come within a second on a quiet machine.
    expect(Date.now() - answeredAt).toBeLessThan(5_000)
    const [first, second] = tabs.map(({ heard }) => heard.find(({ event }) => event === 'decision'))
    expect(first?.data).toMatchObject({ decision: 'deny', tool: 'Bash', subject: 'git push --force origin main' })
    expect(second).toEqual(first)
    tabs[0]?.close()
    site.decided(entry('a-1-second'))
    await until(() => tabs[1]?.decisions().length === 2, 'the other one still listens')
  })

  it('tells of the very first decision', async () => {
    const site = aSite()
    const { listen } = await aDashboard(site)
    const tab = await listen()
    site.decided(entry('a-1-first0', { subject: MARKUP }))
    await until(() => tab.decisions().length === 1, 'it has come')
    expect(tab.heard.at(-1)?.data).toMatchObject({ id: 'a-1-first0', subject: MARKUP })
  })

  it('goes on where a page heard last', async () => {
    const site = anHour()
    const { listen } = await aDashboard(site)
    const tab = await listen()
    site.decided(entry('a-1'), entry('a-2'))
    await until(() => tab.decisions().length === 2, 'both have come')
    const heard = tab.heard.find(({ event, data }) => event === 'decision' && 'id' in data && data.id === 'a-1')
    tab.close()
    site.decided(entry('a-3'))
    const again = await listen(heard?.id)
    await until(() => again.decisions().length >= 2, 'what was missed has come')
    site.decided(entry('a-4'))
    await until(() => again.decisions().includes('a-4'), 'the next one has come')
    expect(again.decisions()).toEqual(['a-2', 'a-3', 'a-4'])
  })

  it.each([
    '2026-03-01.jsonl:7',
    '2026-03-01.jsonl:99999999',
    'other.jsonl:0',
    '../../x:1',
    'nonsense',
    '2026-03-01.jsonl:-1',
  ])('says that something may be missing after %s', async (position) => {
    const site = anHour()
    const { listen } = await aDashboard(site)
    const tab = await listen(position)
    await until(() => tab.heard.length > 1, 'it is told')
    expect(tab.heard[1]).toMatchObject({ event: 'gap', data: { missed: 'unknown' } })
    site.decided(entry('a-1'))
    await until(() => tab.decisions().length === 1, 'it goes on')
  })

  it('does not tell more than anybody can follow', async () => {
    const site = anHour()
    const { listen } = await aDashboard(site)
    const tab = await listen()
    site.decided(Array.from({ length: 2_000 }, (_, n) => entry(`a-${n}`)).join('\n'))
    await until(() => tab.heard.some(({ event }) => event === 'gap'), 'it is told that there was more')
    site.decided(entry('b-1'))
    await until(() => tab.decisions().includes('b-1'), 'it goes on')
    expect(tab.decisions().length).toBeLessThan(600)
  })

  it('waits for a line to be whole, and skips what is none', async () => {
    const site = anHour()
    const { listen } = await aDashboard(site)
    const tab = await listen()
    site.decided('{"v":1,"id":"torn', 'no json at all', '', entry('a-1'))
    await until(() => tab.decisions().length === 1, 'the whole one has come')
    expect(tab.decisions()).toEqual(['a-1'])
  })

  it('bears that the spool is taken away and comes back', async () => {
    const site = anHour()
    const { listen, api } = await aDashboard(site)
    const tab = await listen()
    rmSync(site.state, { recursive: true, force: true })
    await api('about')
    site.decided(entry('a-1'))
    await until(() => tab.decisions().includes('a-1') || tab.heard.some(({ event }) => event === 'gap'), 'it is told')
    site.decided(entry('a-2'))
    await until(() => tab.decisions().includes('a-2'), 'it goes on')
  })

  it('has room for many pages, but not for any number', async () => {
    const { listen, ask, cookie } = await aDashboard(anHour())
    const tabs = await Promise.all(Array.from({ length: 24 }, () => listen()))
    expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 200))
    const { status, json } = await ask('/api/live', { cookie })
    expect([status, json]).toEqual([429, { error: { what: expect.any(String), fix: expect.any(String) } }])
    tabs[0]?.close()
    let next = await listen()
    for (let tries = 0; next.status !== 200 && tries < 100; tries++) next = await listen()
    expect(next.status).toBe(200)
    expect((await ask('/api/about', { cookie })).status).toBe(200)
  })
})
