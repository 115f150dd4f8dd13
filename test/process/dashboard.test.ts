import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  About,
  Config,
  DecisionPage,
  Hooks,
  Overview,
  SessionTree,
  State,
  Story,
} from '../../packages/dashboard/api.ts'
import { loadDriver } from '../../packages/runtime/src/audit/store/sqlite/driver.ts'
import { line } from '../store/support/spool.ts'
import { aDashboard, aDashboardProcess, anHour, aSite, MARKUP, minutesAgo } from './support/dashboard.ts'
import { startNode, until } from './support/process.ts'
import { HOLDPOINT } from './support/sandbox.ts'

const ids = ({ rows }: DecisionPage): readonly string[] => rows.map(({ shortId }) => shortId)

describe('what the dashboard tells', () => {
  it('says which project and version it is', async () => {
    const site = anHour()
    const { api } = await aDashboard(site)
    const { project, version, words } = await api<About>('about')
    expect(project).toEqual({ name: site.project.split('/').at(-1), root: site.project })
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
    expect(words.decisions).toContain('deny')
    expect(words.events).toContain('PreToolUse')
    expect(words.hooks).toContain('guard/no-force-push')
  })

  it('gives the figures of a period, and when the last event came', async () => {
    const { api } = await aDashboard(anHour())
    const found = await api<Overview>('overview?since=2h')
    expect(found).toMatchObject({
      decisions: 6,
      counts: { pass: 3, deny: 2, ask: 1 },
      prevented: 2,
      asked: 1,
      sessions: 2,
      alive: { lastId: 't6-1-last00', remedies: [{ command: 'holdpoint doctor' }] },
      readAll: true,
    })
    expect(found.hooks.map(({ name, count }) => [name, count])).toEqual([
      ['guard/no-catastrophe', 1],
      ['guard/no-force-push', 1],
    ])
    expect(found.reasons[0]?.text).toBe(`It says ${MARKUP}`)
    expect(found.breakers).toMatchObject([{ name: 'guard/no-catastrophe', count: 1 }])
    expect(found.errors).toMatchObject([{ name: expect.stringContaining('timeout') }])
    expect(found.latency.maxMs).toBeGreaterThan(0)
    const { starts, counts, bucketMs } = found.series
    expect(starts.length).toBeGreaterThan(10)
    expect(starts.slice(1).map((start, index) => start - (starts[index] ?? 0))).toEqual(
      starts.slice(1).map(() => bucketMs),
    )
    const totals = Object.entries(counts).map(([word, each]) => [word, each.reduce((sum, one) => sum + one, 0)])
    expect(Object.fromEntries(totals)).toEqual({ pass: 3, deny: 2, ask: 1 })
    expect((await api<Overview>('overview?since=45m&until=25m')).counts).toEqual({ deny: 1, ask: 1 })
  })

  const filters: readonly (readonly [string, readonly string[]])[] = [
    ['', ['last00', 'failed', 'asked0', 'markup', 'denied', 'first0']],
    ['?limit=2', ['last00', 'failed']],
    ['?session=s2', ['last00', 'first0']],
    ['?agent=writer', ['markup']],
    ['?event=SessionStart', ['first0']],
    ['?event=session-start', ['first0']],
    ['?tool=Edit', ['asked0']],
    ['?hook=guard/no-force-push', ['failed', 'denied']],
    ['?decision=ask', ['asked0']],
    ['?notPass=1', ['asked0', 'markup', 'denied']],
    ['?trouble=1', ['failed']],
    ['?since=45m&until=25m', ['asked0', 'markup']],
    ['?notPass=1&session=s2', []],
    ['?q=FORCE+push', ['denied']],
    ['?q=force-push', ['failed', 'denied']],
    [`?q=${encodeURIComponent('"<script>')}`, ['markup']],
    ['?q=messageId', []],
    ['?q=%25', ['markup']],
    ['?q=force&session=s2', []],
    ['?q=&decision=&limit=', ['last00', 'failed', 'asked0', 'markup', 'denied', 'first0']],
  ]
  it('finds decisions by every filter', async () => {
    const { api } = await aDashboard(anHour())
    const found = await Promise.all(filters.map(([query]) => api<DecisionPage>(`decisions${query}`)))
    expect(found.map(ids)).toEqual(filters.map(([, wanted]) => wanted))
    expect(found[0]?.next).toBeUndefined()
    expect(found.at(-2)?.searched).toMatchObject({ entries: 6, done: true })
  })

  it('goes on where a page ended, with and without words', async () => {
    const { api } = await aDashboard(anHour())
    for (const query of ['limit=2', 'limit=2&q=t']) {
      const pages: DecisionPage[] = [await api<DecisionPage>(`decisions?${query}`)]
      for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next)
        pages.push(await api<DecisionPage>(`decisions?${query}&cursor=${next}`))
      expect(pages.flatMap(ids)).toEqual(['last00', 'failed', 'asked0', 'markup', 'denied', 'first0'])
    }
  })

  it('shows a row as `holdpoint log` does, and markup as text', async () => {
    const { api } = await aDashboard(anHour())
    const { rows } = await api<DecisionPage>('decisions?agent=writer')
    expect(rows).toEqual([
      {
        id: 't3-1-markup',
        shortId: 'markup',
        at: expect.any(String),
        decision: 'deny',
        event: 'PreToolUse',
        tool: 'Bash',
        session: 's1',
        agent: 'writer',
        subject: MARKUP,
        ms: 0.3,
        what: 'PreToolUse Bash',
        why: expect.stringContaining('guard/no-catastrophe: It says echo "<script>'),
        hooks: ['guard/no-catastrophe'],
        trouble: false,
      },
    ])
  })

  it.each(['t2-1-denied', 'markup', 'last', 't5-1-failed'])(
    'tells the story of %s as `holdpoint why` does',
    async (id) => {
      const site = anHour()
      const { api } = await aDashboard(site)
      const why = (...words: readonly string[]) =>
        startNode(HOLDPOINT, ['why', id, ...words], { cwd: site.project, env: site.env }).ended
      const story = await api<Story>(`decisions/${id}`)
      const steady = (text: string): string => text.replace(/\(\d+ (?:second|minute)s? ago\)/, '(ago)')
      expect(`${steady(story.text)}\n`).toBe(steady((await why()).stdout))
      const { text: _, shortId, remedies, effectLines = [], isNewer: __, ...data } = story
      for (const line of effectLines) expect(story.text).toContain(line.trim())
      expect(data).toEqual(JSON.parse((await why('--json')).stdout))
      expect(story.id.endsWith(shortId)).toBe(true)
      expect(remedies[0]?.command).toBe(`holdpoint why ${shortId}`)
    },
  )

  it('tells how to change what a hook said', async () => {
    const { api } = await aDashboard(anHour())
    const { remedies } = await api<Story>('decisions/denied')
    expect(remedies).toContainEqual({
      what: 'Explain guard/no-force-push and its options',
      command: 'holdpoint explain guard/no-force-push',
    })
    expect(remedies).toContainEqual(
      expect.objectContaining({ yaml: 'hooks:\n  guard/no-force-push:\n    level: warn\n', file: 'holdpoint.yml' }),
    )
  })

  it('draws sessions and the agents in them as a tree', async () => {
    const { api } = await aDashboard(anHour())
    const { sessions, total } = await api<SessionTree>('sessions')
    expect(total).toBe(2)
    expect(
      sessions.map(({ session, decisions, agents }) => [session, decisions, agents.map(({ agent }) => agent)]),
    ).toEqual([
      ['s2', 2, [undefined, 'reader']],
      ['s1', 4, [undefined, 'writer']],
    ])
    expect(sessions[1]).toMatchObject({ refused: 2, asked: 1, blockedStops: 0, agents: [{}, { refused: 1 }] })
    expect((await api<SessionTree>('sessions?limit=1')).sessions).toHaveLength(1)
    expect((await api<SessionTree>('sessions?session=s1')).sessions.map(({ session }) => session)).toEqual(['s1'])
  })

  it('lists every hook with its level, its time and its failures', async () => {
    const { api } = await aDashboard(anHour('presets: [recommended]\nhooks:\n  guard/no-force-push: warn\n'))
    const { hooks, sample } = await api<Hooks>('hooks')
    expect(sample).toMatchObject({ decisions: 6, whole: true })
    const found = hooks.find(({ id }) => id === 'guard/no-force-push')
    expect(found).toMatchObject({
      pack: 'guard',
      level: 'warn',
      levelFrom: 'project config',
      runs: 2,
      decisions: { deny: 1, pass: 1 },
      failures: 1,
      p50Ms: 4,
      p95Ms: 450,
      maxMs: 450,
      last: { id: 't5-1-failed', text: 'timeout: it took longer than 450 ms' },
    })
    expect(hooks.find(({ id }) => id === 'guard/no-catastrophe')).toMatchObject({ runs: 1, skips: 1, maxMs: 4 })
    expect(hooks.every(({ summary, remedies }) => summary !== '' && remedies.length > 0)).toBe(true)
  })

  it('tells where each value of the configuration comes from, and what is wrong with it', async () => {
    const site = anHour(
      'presets: [recommended]\nstop_block_cap: 7\npacks:\n  planing: on\nhooks:\n  scratchpad/stop: warn\n',
    )
    const { api } = await aDashboard(site)
    const { general, hooks, problems, layers } = await api<Config>('config')
    expect(layers.find(({ name }) => name === 'project')).toEqual({
      name: 'project',
      file: join(site.project, 'holdpoint.yml'),
      exists: true,
    })
    expect(problems).toMatchObject([{ file: join(site.project, 'holdpoint.yml'), line: 4 }])
    expect(general.find(({ name }) => name === 'breaker.threshold')).toMatchObject({ origin: 'default' })
    expect(hooks.find(({ id }) => id === 'guard/no-force-push')).toMatchObject({
      level: 'on',
      levelFrom: 'preset recommended',
      values: expect.arrayContaining([expect.objectContaining({ name: 'timeout_ms', origin: 'default' })]),
    })
    site.write({ 'holdpoint.yml': 'stop_block_cap: 7\n' })
    const mended = await api<Config>('config')
    expect(mended.problems).toEqual([])
    expect(mended.general).toContainEqual({ name: 'stop_block_cap', value: 7, origin: 'project config' })
  })

  it('tells what is kept: proof, strikes, plans, the lock, tasks', async () => {
    const site = anHour()
    site.git('checkout', '-q', '-b', 'feature/login')
    site.write({
      '.claude/.proof-status': 'verified|1770000000\n',
      '.claude/.test-gate-strikes': '2|1770000000|3\n',
      '.claude/.test-status': 'fail|3|1770000000\n',
      'MASTER_PLAN.md':
        '# MASTER_PLAN: Login\n\n## Original Intent\nA login.\n\n## Phase 1: Forms\n**Status:** completed\n',
      'docs/login.md': '# Login\n\n## Tasks\n',
      '.claude/orchestrator-state.json': JSON.stringify({
        active_plan: 'docs/login.md',
        slug: 'login',
        team: 't1',
        started: '2026-03-01T12:00:00Z',
        worktrees: {},
      }),
    })
    const { api } = await aDashboard(site)
    const found = await api<State>('state')
    expect(found).toMatchObject({
      audit: { decisions: 6, unreadable: 0 },
      breakers: [],
      strikes: [{ gate: 'quality/test-gate', count: 2 }, { count: 0 }],
      proof: { status: 'verified', remedies: [{ command: 'holdpoint proof reset' }] },
      tests: { result: 'fail', failures: 3 },
      plan: { title: expect.stringContaining('Login'), completed: 1, phases: [{ status: 'completed' }] },
      orchestrator: { team: 't1', plan: 'docs/login.md', tasks: { total: 0 } },
      problems: [],
    })
  })

  it('keeps the parts that can be read when others cannot', async () => {
    const site = anHour()
    site.write({ '.claude/orchestrator-state.json': '{', '.claude/.proof-status': 'yes' })
    const { api } = await aDashboard(site)
    expect(await api<State>('state')).toMatchObject({
      proof: { status: 'unreadable' },
      orchestrator: { problem: expect.stringContaining('cannot be read') },
    })
  })

  it('shows an open breaker, and the command that closes it', async () => {
    const site = anHour()
    mkdirSync(join(site.state, 'sessions/s 1'), { recursive: true, mode: 0o700 })
    writeFileSync(
      join(site.state, 'sessions/s 1/engine.json'),
      JSON.stringify({
        failures: { 'scratchpad/stop': 3 },
        stops: { '': 2 },
        told: [],
        owedNotices: ['Look: api_key=hunter22222'],
      }),
      { mode: 0o600 },
    )
    const { api } = await aDashboard(site)
    const { breakers, stops, notices, breakerThreshold } = await api<State>('state')
    expect(breakerThreshold).toBe(3)
    expect(breakers).toEqual([
      {
        hook: 'scratchpad/stop',
        session: 's 1',
        failures: 3,
        open: true,
        remedies: [{ what: 'Reset the breaker', command: "holdpoint breaker reset scratchpad/stop --session 's 1'" }],
      },
    ])
    expect(stops).toEqual({ cap: 5, sessions: [{ session: 's 1', blocked: 2 }] })
    expect(notices).toEqual([{ session: 's 1', text: 'Look: api_key=[masked]' }])
  })

  it('names the project in commands when it is not the one around the terminal', async () => {
    const site = anHour()
    const { api } = await aDashboardProcess(site, ['--project', site.project], { cwd: site.home })
    const { alive } = await api<Overview>('overview')
    expect(alive.remedies[0]?.command).toBe(`holdpoint doctor --project ${site.project}`)
  })
})

describe('where there is little or nothing to tell', () => {
  const NAMES = ['about', 'overview', 'decisions', 'decisions?q=x', 'sessions', 'hooks', 'config', 'state']

  it('answers in a project in which nothing has been decided, and leaves nothing there', async () => {
    const site = aSite()
    const { api, ask, cookie } = await aDashboard(site)
    const [, overview, decisions, searched, sessions] = await Promise.all(NAMES.map((name) => api(name)))
    expect(overview).toMatchObject({ decisions: 0, alive: { remedies: [{}, { command: 'holdpoint init' }] } })
    expect(decisions).toEqual({ rows: [] })
    expect(searched).toEqual({ rows: [], searched: { entries: 0, done: true } })
    expect(sessions).toEqual({ sessions: [], total: 0 })
    const { status, json } = await ask('/api/decisions/last', { cookie })
    expect([status, json]).toEqual([
      404,
      { error: { what: 'No decision is recorded in this project yet.', fix: expect.any(String) } },
    ])
    expect(existsSync(site.state)).toBe(false)
  })

  it('makes a damaged database again, and says so', async () => {
    const site = anHour()
    const { api } = await aDashboard(site)
    await api('overview')
    writeFileSync(join(site.state, 'audit.db'), 'nothing that a database would say '.repeat(500))
    const { decisions, notes } = await api<Overview>('overview?since=2h')
    expect(decisions).toBe(6)
    expect(notes.join()).toContain('The audit database was damaged.')
    for (const name of NAMES) await api(name)
  })

  it('survives a database that is damaged in the middle', async () => {
    const site = anHour()
    site.decided(
      ...Array.from({ length: 400 }, (_, n) => line(`x-${n}`, { at: minutesAgo(5), subject: 'x'.repeat(250) })),
    )
    const { api } = await aDashboard(site)
    await api('overview')
    const file = join(site.state, 'audit.db')
    rmSync(`${file}-wal`, { force: true })
    rmSync(`${file}-shm`, { force: true })
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0x5a, 8192, bytes.length - 4096))
    expect((await api<DecisionPage>('decisions?limit=200')).rows).toHaveLength(200)
    expect((await api<Overview>('overview?since=2h')).decisions).toBe(406)
  })

  it('reads along while others write and take in', async () => {
    const site = anHour()
    const { api } = await aDashboard(site)
    const others = Array.from(
      { length: 3 },
      () => startNode(HOLDPOINT, ['audit', 'ingest'], { cwd: site.project, env: site.env }).ended,
    )
    site.decided(...Array.from({ length: 300 }, (_, n) => line(`y-${n}`, { at: minutesAgo(2) })))
    const answers = await Promise.all(Array.from({ length: 6 }, () => api<Overview>('overview?since=2h')))
    expect(answers.every(({ decisions }) => decisions === 306)).toBe(true)
    expect((await Promise.all(others)).map(({ code }) => code)).toEqual([0, 0, 0])
  })

  it('says what is wrong with a directory that others can change', async () => {
    const site = anHour()
    const { ask, cookie } = await aDashboard(site)
    chmodSync(site.state, 0o777)
    const { status, json } = await ask('/api/overview', { cookie })
    expect([status, json]).toEqual([
      503,
      { error: { what: expect.stringContaining('Other users can write to'), fix: 'Run `holdpoint doctor`.' } },
    ])
    chmodSync(site.state, 0o700)
    expect((await ask('/api/overview', { cookie })).status).toBe(200)
  })

  it('makes a database in the place of something else', async () => {
    const site = aSite()
    mkdirSync(join(site.state, 'audit.db'), { recursive: true, mode: 0o700 })
    writeFileSync(join(site.state, 'spool'), '')
    const { api } = await aDashboard(site)
    const { decisions, notes } = await api<Overview>('overview')
    expect([decisions, notes.length > 0]).toEqual([0, true])
  })

  it('says that a newer version has written the database, and goes on with what does not need it', async () => {
    const site = anHour()
    const { api, ask, cookie, listen } = await aDashboard(site)
    await api('overview')
    const sql = (await loadDriver()).open(join(site.state, 'audit.db'))
    sql.exec('PRAGMA user_version = 99')
    sql.close()
    for (const name of ['overview', 'decisions', 'decisions/last', 'sessions', 'hooks']) {
      const { status, json } = await ask(`/api/${name}`, { cookie })
      expect([status, json]).toEqual([
        503,
        { error: { what: expect.stringContaining('a newer holdpoint'), fix: expect.any(String) } },
      ])
    }
    const { problems } = await api<State>('state')
    expect(problems).toMatchObject([{ part: 'audit', what: expect.stringContaining('a newer holdpoint') }])
    await api('config')
    const tab = await listen()
    site.decided(line('z-1'))
    await until(() => tab.decisions().includes('z-1'), 'it is told as it happens')
  })
})
