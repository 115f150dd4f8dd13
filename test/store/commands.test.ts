import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from '../../packages/runtime/src/system/state/place.ts'
import { startCollector } from '../audit/collector.ts'
import { startNode, type Ended } from '../process/support/process.ts'
import { aSandbox, HOLDPOINT } from '../process/support/sandbox.ts'
import { aDirectory } from '../process/support/temporary.ts'
import { runCommand, type CommandName } from './support/commands.ts'
import { line } from './support/spool.ts'

interface Site {
  readonly project: string
  readonly state: string
  readonly spool: string
  readonly options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }
  run(name: CommandName, ...args: readonly unknown[]): Promise<Ended>
  /** Writes spool lines of today. */
  decided(...given: readonly string[]): void
}

/** A project with a state directory, and nothing in it. */
function aSite(): Site {
  const { project, env } = aSandbox()
  const state = placeOf(project, env).directory
  const spool = join(state, 'spool')
  mkdirSync(spool, { recursive: true, mode: 0o700 })
  const options = { cwd: project, env }
  return {
    project,
    state,
    spool,
    options,
    run: async (name, ...args) => {
      const end = await runCommand(name, args, options)
      expect(end.stdout + end.stderr).not.toMatch(/\n\s+at .*[:(]\d+/)
      return end
    },
    decided: (...given) =>
      writeFileSync(join(spool, 'today.jsonl'), given.map((text) => `${text}\n`).join(''), { flag: 'a' }),
  }
}

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const DENIED = {
  event: 'PreToolUse',
  tool: 'Bash',
  agent: 'writer',
  digest: '0123456789abcdef',
  decision: 'deny',
  lowered: ['rewrite'],
  hooks: [
    { id: 'scratchpad/stop', decision: 'deny', messageId: 'shared', reason: 'Force push to `main` stopped.', ms: 1.2 },
    { id: 'own/slow', decision: 'pass', failure: 'timeout: it took longer than 450 ms', ms: 450 },
    { id: 'own/loud', decision: 'pass', withheld: 'deny', ms: 0.1 },
    { id: 'own/broken', decision: 'pass', skipped: 'breaker', ms: 0 },
  ],
}

/** Five decisions over an hour. */
function aDay(): Site {
  const site = aSite()
  site.decided(
    line('t1-1-first0', { at: minutesAgo(60), session: 's2' }),
    line('t2-1-denied', { at: minutesAgo(50), ...DENIED }),
    line('t3-1-asked0', { at: minutesAgo(40), event: 'PreToolUse', tool: 'Edit', decision: 'ask' }),
    line('t4-1-broken', { at: minutesAgo(30), hooks: [], level: 'ERROR', error: 'input could not be read' }),
    line('t5-1-last00', { at: minutesAgo(1), event: 'SessionEnd', hooks: [{ id: 'c/d', decision: 'pass', ms: 1 }] }),
  )
  return site
}

describe('where nothing has happened yet', () => {
  const calm: readonly (readonly [CommandName, readonly unknown[], RegExp])[] = [
    ['log', [{}], /^No decisions yet\..*\n$/],
    ['log', [{ json: true }], /^$/],
    ['why', ['last', {}], /^No decisions yet\..*\n$/],
    ['auditVerify', [{}], /^No decisions yet\..*\n$/],
    ['auditVerify', [{ json: true }], /"ok": true/],
    ['auditPath', [{}], /^spool {5}\/.*\/spool\ndatabase {2}\/.*\/audit\.db\n$/],
    ['breakerStatus', [null, {}], /^No hook has failed\. Every breaker is closed\.\n$/],
    ['breakerStatus', [null, { json: true }], /^\[\]\n$/],
    ['breakerReset', [null, {}], /^Nothing to reset\.\n$/],
    ['status', [{}], /\(not\s+created yet\)[^]*No decisions yet\./],
    ['status', [{ json: true }], /"decisions": 0/],
  ]
  it.each(calm)('%s %j says so, and leaves no trace', async (name, args, expected) => {
    const { home, project, env } = aSandbox()
    const { code, stdout, stderr } = await runCommand(name, args, { cwd: project, env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(expected)
    expect(existsSync(join(home, '.local'))).toBe(false)
  })
})

describe('log', () => {
  it('shows one line per decision, newest last, marks sub-agents, and cuts nothing when piped', async () => {
    const { stdout } = await aDay().run('log', {})
    const rows = stdout
      .trimEnd()
      .split('\n')
      .filter((row) => !/^\d{4}-\d\d-\d\d$/.test(row))
    expect(rows.map((row) => row.replace(/\d\d:\d\d:\d\d/, 'HH:MM:SS'))).toEqual([
      'first0 HH:MM:SS pass     Stop              a/b',
      'denied HH:MM:SS deny     PreToolUse Bash   @writer scratchpad/stop, own/slow, own/loud, own/broken: Force push to `main` stopped.',
      'asked0 HH:MM:SS ask      PreToolUse Edit   a/b',
      'broken HH:MM:SS pass     Stop              input could not be read',
      'last00 HH:MM:SS pass     SessionEnd        c/d',
    ])
  })

  it('shows what passed by what it was about', async () => {
    const site = aSite()
    site.decided(line('a-1-passed', { event: 'PreToolUse', tool: 'Bash', subject: 'npm test' }))
    expect((await site.run('log', {})).stdout).toMatch(/passed .* pass {5}PreToolUse Bash {3}npm test\n/)
  })

  it('shows the decisions of each session and agent together', async () => {
    const { stdout } = await aDay().run('log', { bySession: true })
    const rows = stdout.trimEnd().split('\n')
    expect(rows.filter((row) => !/^\d{4}-/.test(row)).map((row) => row.replace(/ .*(?:pass|deny|ask) .*/, ''))).toEqual(
      ['session s2', 'first0', 'session s1, agent writer', 'denied', 'session s1', 'asked0', 'broken', 'last00'],
    )
  })

  it('shows one line a session', async () => {
    const site = aDay()
    const { stdout } = await site.run('log', { sessions: true })
    expect(stdout).toMatch(
      /^SESSION +FROM +DECISIONS +REFUSED +ASKED +AGENTS +LAST\ns2 .* 1 +0 +0 +0 +1 hour ago\ns1 .* 4 +1 +1 +1 /,
    )
    const json: unknown = JSON.parse((await site.run('log', { sessions: true, since: '45m', json: true })).stdout)
    expect(json).toMatchObject([{ session: 's1', decisions: 3, refused: 0, agents: [] }])
    expect((await site.run('log', { sessions: true, session: 'x' })).stdout).toBe('No session matches.\n')
  })

  const filters: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
    [{}, ['first0', 'denied', 'asked0', 'broken', 'last00']],
    [{ since: '45m' }, ['asked0', 'broken', 'last00']],
    [{ since: '45m', until: '35m' }, ['asked0']],
    [{ session: 's2' }, ['first0']],
    [{ agent: 'writer' }, ['denied']],
    [{ hook: 'own/slow' }, ['denied']],
    [{ hook: 'stop.py' }, ['denied']],
    [{ decision: 'ask' }, ['asked0']],
    [{ event: 'session-end' }, ['last00']],
    [{ tool: 'Edit' }, ['asked0']],
    [{ limit: '2' }, ['broken', 'last00']],
    [{ since: '2099-01-01' }, []],
  ]
  it.each(filters)('filters by %j', async (filter, expected) => {
    const { code, stdout } = await aDay().run('log', { ...filter, json: true })
    expect(code).toBe(0)
    const ids = stdout
      .split('\n')
      .filter(Boolean)
      .map((text) => (JSON.parse(text) as { id: string }).id.slice(-6))
    expect(ids).toEqual(expected)
  })

  it('gives scripts the very lines that were written', async () => {
    const site = aSite()
    const [ours, newer] = [line('a'), line('b', { v: 99, new: { field: '🙂' } })]
    site.decided(ours, 'rubbish', `${newer}\r`)
    expect((await site.run('log', { json: true })).stdout).toBe(`${ours}\n${newer}\n`)
  })

  it('says how to see more, and when nothing matches', async () => {
    const site = aDay()
    expect((await site.run('log', { limit: '2' })).stdout).toMatch(/^… older ones: --limit 8\n/)
    expect((await site.run('log', { session: 'nobody' })).stdout).toMatch(/^No decision matches\./)
  })

  it.each([
    [
      { since: 'yesterday' },
      /^holdpoint: `yesterday` is no time; use 30m, 2h, 1d, 2026-03-01 or 2026-03-01T12:00\.\n$/,
    ],
    [{ since: '2026-99-99' }, /is no time/],
    [{ limit: '0' }, /^holdpoint: invalid --limit `0`\. Give a number of at least 1\.\n$/],
    [{ limit: 'all' }, /invalid --limit `all`/],
    [{ decision: 'maybe' }, /^holdpoint: invalid --decision `maybe`\. Allowed: pass, .*block\.\n$/],
    [{ project: '/nowhere' }, /^holdpoint: \/nowhere is not a directory\.\n$/],
  ])('refuses %j in one line', async (options, expected) => {
    const { code, stdout, stderr } = await aDay().run('log', options)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(expected)
  })

  it('lets nothing that others wrote move the cursor or turn the text', async () => {
    const site = aSite()
    const evil = '\u001B[2J\u001B]0;x\u0007\u202Eevil\u009B1A\r\nsecond'
    const hooks = [{ id: `a/${evil}`, decision: 'deny', reason: evil, ms: 1 }]
    site.decided(line(`id-${evil}`, { event: evil, tool: evil, session: evil, decision: 'deny', hooks, error: evil }))
    for (const [name, ...args] of [
      ['log', {}],
      ['why', 'last', {}],
      ['status', {}],
    ] as const) {
      const { stdout } = await site.run(name, ...args)
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }
  })

  it('follows: shows what comes, also the first decision ever, until it is interrupted', async () => {
    const site = aSite()
    const following = startNode(HOLDPOINT, ['log', '--follow', '--json', '--decision', 'deny'], site.options)
    site.decided(line('a', { decision: 'deny' }), line('b'))
    await following.printed('"id":"a"')
    site.decided(line('c', { decision: 'deny' }).slice(0, 50))
    site.decided(line('c', { decision: 'deny' }))
    await following.printed('"id":"c"')
    following.child.kill('SIGINT')
    const { code, signal, stdout, stderr } = await following.ended
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
    expect(stdout).toBe(`${line('a', { decision: 'deny' })}\n${line('c', { decision: 'deny' })}\n`)
  })
})

describe('why', () => {
  it('tells the whole story of one decision', async () => {
    const { stdout } = await aDay().run('why', 't2', {})
    expect(stdout.replace(/when .*/, 'when').replace(/now [0-9a-f]{16}/, 'now ‹digest›')).toBe(`deny PreToolUse Bash

id       t2-1-denied
when
host     claude-code
session  s1
agent    writer
took     0.3 ms
config   0123456789abcdef (changed since: now ‹digest›)
lowered  rewrite (the host cannot express more)

Hooks
  deny     scratchpad/stop (message shared, 1.2 ms)
           Force push to \`main\` stopped.
  pass     own/slow (450 ms)
           It failed: timeout: it took longer than 450 ms
  pass     own/loud (0.1 ms)
           At level warn; at level on it would have said deny.
  pass     own/broken (0 ms)
           It was left out because it kept failing. See \`holdpoint breaker
           status\`.

Answer to the host (exit code 0; without context and notices)
  {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Force
  push to \`main\` stopped. (scratchpad/stop, holdpoint why denied)"}}

scratchpad/stop now: level on (preset scratchpad)
  timezone    "local" (default)
  max_blocks  3 (default)

How to change it: holdpoint explain scratchpad/stop
`)
  })

  it('tells what the command does, as far as it is kept', async () => {
    const site = aSite()
    const denied = { ...DENIED, agent: undefined, subject: 'cd src && rm -rf ../build', call: 'toolu_1' }
    site.decided(
      line('a-1-whole0', denied),
      line('a-1-masked', { ...denied, subject: 'deploy --token [masked]' }),
      line('a-1-escape', { ...denied, subject: `rm $'\\e[2J\\e[31m' && echo $'a\\nb'` }),
      line('a-1-cut000', { ...denied, subject: 'echo a\n… [cut by holdpoint]' }),
    )
    const [whole, escape, masked, cut] = await Promise.all(
      ['whole0', 'escape', 'masked', 'cut000'].map(async (wanted) => (await site.run('why', wanted, {})).stdout),
    )
    expect(whole).toContain('about    cd src && rm -rf ../build\n')
    expect(whole).toContain(`\nWhat it does\n  cd src\n  rm -rf ../build\n    - deletes ${site.project}/build`)
    expect(escape).toContain(`rm ' [2J [31m'`)
    expect(escape).not.toContain('\u001B')
    expect(masked).not.toContain('What it does')
    expect(cut).not.toContain('What it does')
    const json: unknown = JSON.parse((await site.run('why', 'whole0', { json: true })).stdout)
    expect(json).toMatchObject({
      call: 'toolu_1',
      told: { exitCode: 0, stdout: expect.stringContaining('"permissionDecision":"deny"') as string },
      effects: { files: [{ op: 'delete' }] },
      settings: [{ hook: 'scratchpad/stop', level: 'on' }],
    })
  })

  it.each([
    ['last', 't3-1-asked0'],
    ['t1-1-first0', 't1-1-first0'],
    ['t5', 't5-1-last00'],
    ['broken', 't4-1-broken'],
    ['bro', 't4-1-broken'],
    ['de', 't2-1-denied'],
    [' holdpoint why denied)', 't2-1-denied'],
    ['(scratchpad/stop, holdpoint why denied)', 't2-1-denied'],
  ])('finds %s', async (wanted, id) => {
    const { stdout } = await aDay().run('why', wanted, { json: true })
    expect(JSON.parse(stdout)).toMatchObject({ id })
  })

  it('takes the newest as the last when all passed', async () => {
    const site = aSite()
    site.decided(line('a'), line('b'))
    expect((await site.run('why', 'last', {})).stdout).toContain('id       b\n')
  })

  it.each([
    ['x', /^holdpoint: there is no decision `x`\. `holdpoint log` lists them\.\n$/],
    ['', /^holdpoint: there is no decision ``\. `holdpoint log` lists them\.\n$/],
    ['%', /^holdpoint: there is no decision `%`\. `holdpoint log` lists them\.\n$/],
    [
      't',
      /^holdpoint: `t` fits 5 decisions; give one of these ids:\n {2}t5-1-last00 \(last00\) .*\n(?: {2}t.*\n){3} {2}t1-1-first0 \(first0\) .*\n$/,
    ],
  ])('refuses %s, and says what there is', async (wanted, expected) => {
    const { code, stderr } = await aDay().run('why', wanted, {})
    expect(code).toBe(1)
    expect(stderr).toMatch(expected)
  })
})

describe('audit verify', () => {
  it('is content with a whole chain, and lists what waits', async () => {
    const site = aDay()
    const before = await site.run('auditVerify', {})
    expect(before.code).toBe(0)
    expect(before.stdout).toMatch(/^✓ 0 chained.*\n! 5 spool lines are not chained yet.*\n {4}today\.jsonl, byte 0\n/)
    await site.run('log', {})
    const { code, stdout } = await site.run('auditVerify', {})
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ 5 chained entries are unchanged\n {2}ends with [0-9a-f]{64}\n$/)
  })

  it('ends with 1 and says where when something was changed', async () => {
    const site = aDay()
    await site.run('log', {})
    writeFileSync(join(site.spool, 'today.jsonl'), `${line('forged')}\n`, { flag: 'r+' })
    const { code, stdout } = await site.run('auditVerify', {})
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /✗ \d spool lines were changed[^]*today\.jsonl, byte 0\n[^]*✗ \d chained entries are no longer/,
    )
    expect(JSON.parse((await site.run('auditVerify', { json: true })).stdout)).toMatchObject({ ok: false })
  })

  it('finds a damaged database, leaves it as it is; the next log mends it and says so', async () => {
    const site = aDay()
    await site.run('log', {})
    writeFileSync(join(site.state, 'audit.db'), 'garbage')
    const { code, stdout } = await site.run('auditVerify', {})
    expect(code).toBe(1)
    expect(stdout).toMatch(/^✗ The database is damaged: .*not a database.*`holdpoint log` moves it aside/)
    expect(readdirSync(site.state).filter((name) => name.includes('corrupt'))).toEqual([])

    const mended = await site.run('log', { json: true })
    expect(mended.stderr).toMatch(
      /^holdpoint: The audit database was damaged\. It was set aside as .* Decisions: 5\.\n$/,
    )
    expect(mended.stdout.trim().split('\n')).toHaveLength(5)
    const after = await site.run('auditVerify', {})
    expect(after.code).toBe(0)
    expect(after.stdout).toContain('! The audit database was damaged.')
  })

  it('does not read what others could have written', async () => {
    const { project, home, env } = aSandbox()
    mkdirSync(join(home, '.local/state'), { recursive: true })
    symlinkSync(aDirectory().path, join(home, '.local/state/holdpoint'))
    mkdirSync(placeOf(project, env).directory)
    const { code, stderr } = await runCommand('auditVerify', [{}], { cwd: project, env })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^holdpoint: .* can be changed by other users, so Holdpoint does not use it\..*\n$/)
  })
})

describe('status and breaker', () => {
  const SESSIONS = {
    s1: {
      failures: { 'scratchpad/stop': 3, 'scratchpad/session-start': 1, input: 2 },
      stops: { '': 2, writer: 1 },
      told: ['breaker:scratchpad/stop', 'failure:scratchpad/stop', 'failure:scratchpad/session-start', 'config:x'],
      owedNotices: ['You should know.'],
      other: 'kept by nobody',
    },
    s2: { failures: { 'scratchpad/stop': 5 }, stops: {}, told: [], owedNotices: [] },
    damaged: 'not an object',
  }

  function withMemories(): Site {
    const site = aDay()
    for (const [session, memory] of Object.entries(SESSIONS)) {
      const folder = join(site.state, 'sessions', session)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(join(folder, 'engine.json'), JSON.stringify(memory))
    }
    return site
  }

  it('status tells where things are and what is wrong', async () => {
    const site = withMemories()
    const { stdout } = await site.run('status', {})
    expect(stdout).toContain(`state    ${site.state}\n`)
    expect(stdout).toMatch(/5 decisions, \S+ kB of spool, \S+ kB of database; 5 imported\s+from\s+the\s+spool/)
    expect(stdout).toMatch(/Last decisions\n {2}first0 .*\n {2}denied .* deny .*\n/)
    expect(stdout).toMatch(/lately {3}5 decisions in a day, 1 prevented, 1 asked, p50 1 ms \(/)
    expect(stdout).toMatch(/s1 .* 4 +1 +1 +1 +1 minute ago\n {2}s2 .* 1 +0 +0 +0 +1 hour ago/)
    expect(stdout).toMatch(/Blocked stops\n {2}s1: 3\n/)
    expect(stdout).toMatch(
      /Open breakers\n {2}scratchpad\/stop: 3 failures in session s1\n {2}scratchpad\/stop: 5 failures in session s2/,
    )
    expect(stdout).toMatch(/Pending notices\n {2}s1: You should know\./)
    const json: unknown = JSON.parse((await site.run('status', { json: true })).stdout)
    expect(json).toMatchObject({ decisions: 5, waited: 0, state: site.state, owedNotices: [{ session: 's1' }] })
  })

  it('breaker status lists failures, open ones marked', async () => {
    const site = withMemories()
    const { stdout } = await site.run('breakerStatus', null, {})
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'BREAKER  HOOK                      FAILURES  SESSION',
      'open     scratchpad/stop           3         s1',
      'closed   scratchpad/session-start  1         s1',
      'closed   input                     2         s1',
      'open     scratchpad/stop           5         s2',
    ])
    const only = await site.run('breakerStatus', 'stop.py', { session: 's2', json: true })
    expect(JSON.parse(only.stdout)).toEqual([{ hook: 'scratchpad/stop', session: 's2', failures: 5, open: true }])
  })

  it('breaker status follows the threshold in the configuration', async () => {
    const site = withMemories()
    writeFileSync(join(site.project, 'holdpoint.yml'), 'breaker:\n  threshold: 4\n')
    const { stdout } = await site.run('breakerStatus', null, { json: true })
    const rows = JSON.parse(stdout) as readonly { session: string; open: boolean }[]
    expect(rows.filter(({ open }) => open).map(({ session }) => session)).toEqual(['s2'])
  })

  const resets: readonly (readonly [string | null, Readonly<Record<string, string>>, readonly string[]])[] = [
    [null, {}, []],
    ['scratchpad/stop', {}, ['s1 scratchpad/session-start', 's1 input']],
    ['scratchpad/stop', { session: 's1' }, ['s1 scratchpad/session-start', 's1 input', 's2 scratchpad/stop']],
    [null, { session: 's2' }, ['s1 scratchpad/stop', 's1 scratchpad/session-start', 's1 input']],
  ]
  it.each(resets)('breaker reset %s %j leaves %j', async (hook, options, left) => {
    const site = withMemories()
    expect((await site.run('breakerReset', hook, options)).code).toBe(0)
    const { stdout } = await site.run('breakerStatus', null, { json: true })
    const rows = JSON.parse(stdout) as readonly { session: string; hook: string }[]
    expect(rows.map(({ session, hook: id }) => `${session} ${id}`)).toEqual(left)
  })

  it('breaker reset lets the user hear of the next failure, and keeps the rest', async () => {
    const site = withMemories()
    await site.run('breakerReset', 'scratchpad/stop', {})
    const { stdout } = await site.run('status', { json: true })
    expect(JSON.parse(stdout)).toMatchObject({ openBreakers: [], owedNotices: [{ text: 'You should know.' }] })
    const memory: unknown = JSON.parse(readFileSync(join(site.state, 'sessions/s1/engine.json'), 'utf8'))
    expect(memory).toMatchObject({
      stops: { '': 2, writer: 1 },
      told: ['failure:scratchpad/session-start', 'config:x'],
    })
  })

  it.each(['breakerStatus', 'breakerReset'] as const)('%s refuses an unknown hook in one line', async (name) => {
    const { code, stderr } = await withMemories().run(name, 'scratchpad/stopp', {})
    expect(code).toBe(1)
    expect(stderr).toBe(
      'holdpoint: there is no hook `scratchpad/stopp`. Did you mean `scratchpad/stop`? `holdpoint list` shows all of them.\n',
    )
  })
})

describe('export to a collector', () => {
  it.each([
    ['everything', undefined, ['/v1/logs', '/v1/metrics', '/v1/traces'], '2 log records'],
    ['logs alone', ['logs'], ['/v1/logs'], '2 log records sent'],
    ['traces alone', ['traces'], ['/v1/traces'], 'spans sent'],
  ])('sends %s', async (_, signals, paths, text) => {
    const site = aSite()
    site.decided(line('a', { decision: 'deny', tool: 'Bash' }), line('b'))
    const collector = await startCollector()
    onTestFinished(collector.close)
    const { stdout, code } = await site.run('exportAudit', { format: 'otlp', endpoint: collector.url, signals })
    expect([code, stdout]).toEqual([0, expect.stringContaining(text)])
    expect([...new Set(collector.requests.map(({ path }) => path))].toSorted()).toEqual(paths)
    expect(collector.problems).toEqual([])
  })

  it('refuses a signal that is none', async () => {
    const { stderr, code } = await aSite().run('exportAudit', { format: 'otlp', signals: ['smoke'] })
    expect([code, stderr]).toEqual([1, expect.stringContaining('Allowed: traces, metrics, logs.')])
  })
})
