import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtIn } from '@holdpoint/packs'
import { temporaryDirectory } from '../../../testing/src/repository.ts'
import { namedTranscripts } from './find.ts'
import { replayPage } from './html.ts'
import { openPolicy, policyNamed, type PolicySource } from './policy.ts'
import { replay, type ReplayOptions } from './replay.ts'
import { hasTranscripts, summarise } from './summarise.ts'
import type { Replay } from './tally.ts'

const RECOMMENDED: PolicySource = { kind: 'presets', names: ['recommended'] }

interface Given {
  readonly tool?: string
  readonly run?: string
  readonly input?: object
  readonly session?: string
  readonly at?: string
  readonly id?: string
  readonly agent?: string
}

/** A project, a home, and transcripts of what was done in the project. */
function aWorld() {
  const place = temporaryDirectory('holdpoint-replay-')
  onTestFinished(place.dispose)
  const [project, home, past] = ['project', 'home', 'past'].map((name) => join(place.path, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [join(project, '.git'), home, past]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
  const env = { HOME: home, PATH: '/usr/bin:/bin' }
  let serial = 0
  const line = ({ tool = 'Bash', run, input = { command: run }, ...call }: Given): string =>
    JSON.stringify({
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: call.id ?? `toolu_${++serial}`, name: tool, input }] },
      timestamp: call.at ?? '2026-03-01T12:00:00.000Z',
      sessionId: call.session ?? 's1',
      cwd: project,
      ...(call.agent !== undefined && { isSidechain: true, agentId: call.agent }),
    })
  return {
    project,
    place: place.path,
    env,
    transcript: (calls: readonly Given[], name = 'one.jsonl') =>
      writeFileSync(join(past, name), calls.map((call) => `${line(call)}\n`).join('')),
    async replay(source: PolicySource = RECOMMENDED, more: Partial<ReplayOptions> = {}): Promise<Replay> {
      const policy = await openPolicy(source, env, builtIn)
      return replay({ transcripts: namedTranscripts([past]), policy, registry: builtIn, env, ...more })
    },
  }
}

const sizes = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .toSorted()
    .map((name) => `${name} ${statSync(join(folder, name)).size}`)

describe('replay', () => {
  it.each([
    ['ls -la', 'pass', undefined],
    ['git push --force origin main', 'deny', 'guard/no-force-push'],
    ['cd src && rm -rf /', 'deny', 'guard/no-catastrophe'],
    ['rm -rf "$NOBODY_KNOWS"', 'ask', 'guard/no-catastrophe'],
    ['git push --force origin topic', 'rewrite', 'guard/no-force-push'],
    ['cat ~/.ssh/id_rsa', 'deny', 'guard/no-secret-access'],
    ['git reset --hard', 'deny', 'guard/no-destructive-git'],
  ])('judges %s: %s', async (run, word, hook) => {
    const world = aWorld()
    world.transcript([{ run }])
    const { calls, counts, findings } = await world.replay()
    expect(calls).toBe(1)
    expect(counts[word as keyof typeof counts]).toBe(1)
    expect(findings[0]?.voices[0]?.hook).toBe(hook)
  })

  it('judges files, and calls of sub-agents', async () => {
    const world = aWorld()
    const settings = join(world.project, '.claude/settings.json')
    world.transcript([
      { tool: 'Write', input: { file_path: settings, content: '{}' }, agent: 'a1' },
      { tool: 'Read', input: { file_path: join(world.project, 'README.md') } },
    ])
    const { counts, findings } = await world.replay()
    expect(counts).toMatchObject({ deny: 1, pass: 1 })
    expect(findings).toMatchObject([{ tool: 'Write', subject: settings, agent: 'a1' }])
  })

  it('changes nothing anywhere, even with every hook', async () => {
    const world = aWorld()
    const file = join(world.project, 'src/a.ts')
    world.transcript([
      { run: 'git commit -m x && touch made' },
      { tool: 'Write', input: { file_path: file, content: 'export const a = 1\n'.repeat(100) } },
      { tool: 'Edit', input: { file_path: file, old_string: 'a', new_string: 'b' } },
      { tool: 'mcp__context7__search', input: { query: 'x' } },
      { tool: 'AskUserQuestion', input: { questions: [] } },
    ])
    const before = sizes(world.place)
    const { calls } = await world.replay({ kind: 'presets', names: ['all'] })
    expect(calls).toBe(5)
    expect(sizes(world.place)).toEqual(before)
  })

  it('says where the two policies differ', async () => {
    const world = aWorld()
    const file = join(world.project, 'looser.yml')
    writeFileSync(file, 'hooks:\n  guard/no-force-push: off\n  guard/no-secret-access: { level: warn }\n')
    world.transcript([
      { run: 'git push --force origin main' },
      { run: 'cat ~/.ssh/id_rsa' },
      { run: 'rm -rf /' },
      { run: 'ls' },
    ])
    const other = await openPolicy(policyNamed(file), world.env, builtIn)
    const found = await world.replay(RECOMMENDED, { other })
    expect(found).toMatchObject({
      differing: 2,
      counts: { deny: 3, pass: 1 },
      otherCounts: { deny: 1, warn: 1, pass: 2 },
    })
    expect(found.findings.map(({ word, other: second }) => [word, second?.word])).toEqual([
      ['deny', 'pass'],
      ['deny', 'warn'],
      ['deny', undefined],
    ])
  })

  it('takes what is in force in the project when no other policy is named', async () => {
    const world = aWorld()
    writeFileSync(join(world.project, 'holdpoint.yml'), 'hooks:\n  guard/no-force-push: off\n')
    world.transcript([{ run: 'git push --force origin main' }])
    expect((await world.replay({ kind: 'in force', root: world.project })).counts.pass).toBe(1)
    expect((await world.replay()).counts.deny).toBe(1)
  })

  it('judges by own rules, and starts no program', async () => {
    const world = aWorld()
    const touched = join(world.place, 'touched')
    writeFileSync(
      join(world.project, 'holdpoint.yml'),
      `rules:
  no-yarn: {when: {runs: yarn}, then: deny, message: Use pnpm.}
  program: {when: {runs: npm}, then: {run: [touch, ${touched}]}}
own:
  other: {on: PreToolUse, command: touch ${touched}}
`,
    )
    world.transcript([{ run: 'cd web && yarn add left-pad' }, { run: 'npm ci' }])
    const { counts, findings } = await world.replay({ kind: 'in force', root: world.project })
    expect(counts).toMatchObject({ deny: 1, pass: 1 })
    expect(findings[0]?.voices).toMatchObject([{ hook: 'rules/no-yarn', decision: 'deny' }])
    expect(existsSync(touched)).toBe(false)
  })

  it('counts a call once, however often transcripts repeat it', async () => {
    const world = aWorld()
    const call = { id: 'toolu_x', run: 'git reset --hard' }
    world.transcript([call, call])
    world.transcript(
      [
        { ...call, session: 'forked' },
        { ...call, at: '2026-03-02T12:00:00.000Z' },
      ],
      'two.jsonl',
    )
    expect((await world.replay()).counts.deny).toBe(2)
  })

  it('keeps to the period, to the project and to the number that were asked for', async () => {
    const world = aWorld()
    world.transcript([{ run: 'ls', at: '2026-02-01T00:00:00Z' }, { run: 'pwd' }, { run: 'id' }])
    expect((await world.replay(RECOMMENDED, { since: Date.parse('2026-02-15') })).calls).toBe(2)
    expect((await world.replay(RECOMMENDED, { root: world.project })).calls).toBe(3)
    expect((await world.replay(RECOMMENDED, { root: '/elsewhere' })).calls).toBe(0)
    expect(await world.replay(RECOMMENDED, { maxCalls: 2 })).toMatchObject({ calls: 2, partial: true })
    expect(await world.replay(RECOMMENDED, { isOver: () => true })).toMatchObject({ calls: 1, partial: true })
  })

  it('marks what depends on the repository as it is now, and leaves out what would have to start a program', async () => {
    const world = aWorld()
    mkdirSync(join(world.project, '.git/refs/heads'), { recursive: true })
    writeFileSync(join(world.project, '.git/refs/heads/main'), `${'0'.repeat(40)}\n`)
    world.transcript([{ run: 'git commit -m x' }, { run: 'git checkout other' }])
    const found = await world.replay({ kind: 'presets', names: ['all'] })
    expect(found.findings.filter(({ dependsOnNow }) => dependsOnNow).length).toBe(found.dependOnNow)
    expect(found.notFullyJudged).toBeGreaterThan(0)
    expect(found.findings.flatMap(({ leftOut }) => leftOut)).toContain('guard/no-commit-on-main')
  })

  it('groups by reason, and counts what it does not keep', async () => {
    const world = aWorld()
    world.transcript(Array.from({ length: 5 }, (_, index) => ({ run: `git push --force origin main # ${index}` })))
    const { groups, findings, notKept } = await world.replay(RECOMMENDED, { keep: 2 })
    expect(groups).toMatchObject([{ hook: 'guard/no-force-push', word: 'deny', count: 5 }])
    expect([findings.length, notKept]).toEqual([2, 3])
  })

  it.each([
    [{ kind: 'presets', names: ['nonsense'] }, /unknown preset `nonsense`. Presets: \w+, /],
    [{ kind: 'presets', names: [] }, /^name a preset/],
    [{ kind: 'file', path: '/nowhere/holdpoint.yml' }, /^the policy \/nowhere\/holdpoint\.yml cannot be read/],
  ] as const)('refuses %j', async (source, expected) => {
    await expect(openPolicy(source, { HOME: '/nowhere' }, builtIn)).rejects.toThrow(expected)
  })

  it('refuses a policy with a mistake in it', async () => {
    const world = aWorld()
    const path = join(world.project, 'wrong.yml')
    writeFileSync(path, 'hooks:\n  guard/no-such-hook: on\n')
    await expect(openPolicy({ kind: 'file', path }, world.env, builtIn)).rejects.toThrow(/wrong\.yml:2:.*no-such-hook/)
  })
})

describe('summarise', () => {
  it('summarises what presets would have decided lately, or that there is nothing', async () => {
    const world = aWorld()
    const folder = join(world.env.HOME, '.claude/projects', world.project.replace(/[^A-Za-z0-9]/g, '-'))
    expect(hasTranscripts(world.project, world.env)).toBe(false)
    expect(await summarise(world.project, ['recommended'], 30, world.env)).toBeUndefined()
    mkdirSync(folder, { recursive: true })
    const at = new Date().toISOString()
    world.transcript([{ run: 'ls', at }, { run: 'rm -rf /', at }, { run: 'id' }])
    renameSync(join(world.place, 'past/one.jsonl'), join(folder, 's1.jsonl'))
    expect(hasTranscripts(world.project, world.env)).toBe(true)
    expect(await summarise(world.project, ['recommended'], 30, world.env)).toMatchObject({
      calls: 2,
      counts: { deny: 1, pass: 1 },
      partial: false,
    })
    expect(await summarise(world.project, [], 30, world.env)).toBeUndefined()
  })
})

describe('the page', () => {
  const hostile = `git push --force origin main # <script>alert(1)</script> "><img src=x onerror=a> '--> \u202E`

  it('has no markup but its own, and nothing from elsewhere', async () => {
    const world = aWorld()
    world.transcript([{ run: hostile }, { run: `${hostile} > '<b>'`, tool: 'Bash' }])
    const page = replayPage(await world.replay(), new Date(0))
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toMatch(/<script|<img|<b>|onerror=a>|https?:|\u202E/i)
    const tags = new Set(Array.from(page.matchAll(/<\/?([a-z0-9!]+)/gi), ([, name = '']) => name.toLowerCase()))
    const own = '!doctype html head meta title style body h1 h2 p table tr th td code br small'.split(' ')
    expect([...tags].filter((name) => !own.includes(name))).toEqual([])
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  })

  it('and no result holds a secret', async () => {
    const secret = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
    const world = aWorld()
    world.transcript([
      { run: `GITHUB_TOKEN=${secret} git push --force origin main` },
      { run: `curl -H "Authorization: Bearer ${secret}" https://x.example && rm -rf /` },
      { run: `${'x'.repeat(290)} ${secret}; rm -rf /` },
    ])
    const found = await world.replay()
    expect(found.counts.deny).toBe(3)
    expect(JSON.stringify(found) + replayPage(found, new Date())).not.toContain(secret.slice(0, 12))
  })
})
