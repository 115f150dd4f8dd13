import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../compose.ts'
import { builtIn } from '@holdpoint/packs'
import { temporaryDirectory, temporaryRepository } from '../../../testing/src/repository.ts'
import { openChildToken } from '../system/process/reentry.ts'
import { stateHome } from '../system/state/place.ts'
import type { Aside } from './aside/aside.ts'
import { openJudge, type Asked, type Judged } from './judge.ts'
import { openSessions } from './sessions.ts'

describe('the judge', () => {
  let home: ReturnType<typeof temporaryDirectory>
  let project: ReturnType<typeof temporaryRepository>
  beforeEach(() => {
    home = temporaryDirectory()
    project = temporaryRepository()
    project.write({ 'holdpoint.yml': 'presets: [recommended]\n' })
  })
  afterEach(() => {
    home.dispose()
    project.dispose()
  })

  const env = () => ({ HOME: home.path, PATH: process.env['PATH'] })
  const world = (): Omit<World, 'env' | 'cwd'> => ({
    now: () => new Date(),
    registry: builtIn,
    build: 'test',
    kept: new Map(),
    pluginRoot: () => '/',
  })

  function judging(asked: Partial<Asked> & { command?: string }, sessions = ['s1'], aside?: Aside): Promise<Judged> {
    const { command = 'rm -rf /', ...more } = asked
    const known = openSessions(env())
    for (const session of sessions) known.attach({ session, cwd: project.path, env: env() })
    const body = JSON.stringify({
      session_id: 's1',
      cwd: project.path,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
    })
    return openJudge(known, world(), aside)({ event: 'PreToolUse', scope: 'user', body, ...more })
  }

  it('answers for an attached session', async () => {
    const judged = await judging({})
    expect('stdout' in judged && judged.stdout).toContain('"permissionDecision":"deny"')
    expect(judged).toMatchObject({ root: project.path })
  })

  it('declines a session that is not attached', async () => {
    expect(await judging({}, ['s2'])).toEqual({ declined: 'the session is not known' })
  })

  it.each([
    ['', 'the session is not known'],
    ['{}', 'the session is not known'],
    ['null', 'the session is not known'],
    ['[]', 'the session is not known'],
    ['{"session_id": 1}', 'the session is not known'],
    ['{"session_id": "__proto__"}', 'the session is not known'],
  ])('declines %j', async (body, declined) => {
    expect(await judging({ body })).toEqual({ declined })
  })

  it('declines what is no JSON', async () => {
    expect(await judging({ body: '{"session_id": "s1",' })).toHaveProperty('declined')
  })

  it.each(['SessionStart', 'Setup'])('wants the environment with %s, even of a known session', async (event) => {
    expect(await judging({ event })).toEqual({ declined: 'the session is not known' })
    expect(await judging({ event, surroundings: { cwd: project.path, env: env() } })).toMatchObject({ exitCode: 0 })
  })

  describe('an environment that comes with an event', () => {
    const surroundings = (more: Record<string, string> = {}) => ({ cwd: project.path, env: { ...env(), ...more } })

    it('makes the session known', async () => {
      const known = openSessions(env())
      const judged = await openJudge(
        known,
        world(),
      )({
        event: 'SessionStart',
        scope: 'plugin',
        body: JSON.stringify({ session_id: 's1', cwd: project.path, source: 'startup' }),
        surroundings: surroundings({ A: '1', CLAUDE_ENV_FILE: '/tmp/x' }),
      })
      expect(judged).toMatchObject({ exitCode: 0, root: project.path })
      expect(known.get('plugin:s1')).toMatchObject({ cwd: project.path, env: { A: '1' } })
      expect(known.get('plugin:s1')?.env).not.toHaveProperty('CLAUDE_ENV_FILE')
    })

    it('is cleaned as that of a process is', async () => {
      const known = openSessions(env())
      const judge = openJudge(known, world())
      const body = JSON.stringify({ session_id: 's1', cwd: project.path, source: 'startup' })
      const hostile = {
        NODE_OPTIONS: '--require ./evil.js',
        LD_LIBRARY_PATH: `/usr/lib:${project.path}/lib`,
        CLAUDE_PROJECT_DIR: project.path,
      }
      await judge({ event: 'SessionStart', scope: 'user', body, surroundings: surroundings(hostile) })
      expect(known.get('s1')?.env).toEqual({ ...env(), CLAUDE_PROJECT_DIR: project.path })
    })

    it.each([
      ['another HOME', { HOME: '/elsewhere' }, "HOME is not the daemon's"],
      ['a switch for one run', { HOLDPOINT_X: '1' }, 'HOLDPOINT_X is set for one run'],
    ])('is refused with %s', async (_, more, declined) => {
      expect(await judging({ surroundings: surroundings(more) }, [])).toEqual({ declined })
    })

    it('is refused when the directory is gone', async () => {
      const gone = { ...surroundings(), cwd: '/gone' }
      expect(await judging({ surroundings: gone }, [])).toEqual({ declined: 'the working directory is gone' })
    })

    it('is refused when the session has another one, and the first one holds', async () => {
      const known = openSessions(env())
      const judge = openJudge(known, world())
      const body = JSON.stringify({ session_id: 's1', cwd: project.path, source: 'resume' })
      const start = (path: string): Promise<Judged> =>
        judge({
          event: 'SessionStart',
          scope: 'user',
          body,
          surroundings: surroundings({ PATH: path, CLAUDE_PID: String(process.pid) }),
        })
      expect(await start('/usr/bin:/bin')).toMatchObject({ exitCode: 0 })
      expect(await start('/evil')).toEqual({ declined: 'the session has another environment' })
      expect(known.get('s1')?.env['PATH']).toBe('/usr/bin:/bin')
      expect(await start('/usr/bin:/bin')).toMatchObject({ exitCode: 0 })
    })
  })

  it.each([{ scope: 'nobody' }, { scope: '--host=x' }, { event: '' }, { event: '--run' }])(
    'declines a request that no command would be: %j',
    async (asked) => {
      expect(await judging(asked)).toHaveProperty('declined')
    },
  )

  it('judges a stranger where the host cannot do without', async () => {
    const fallbackEnv = { ...env(), CLAUDE_PROJECT_DIR: project.path }
    const judged = await judging({ fallbackEnv }, [])
    expect('stdout' in judged && judged.stdout).toContain('"permissionDecision":"deny"')
  })

  it('is silent for a child of a hook, but not for a process that only claims to be one', async () => {
    const state = stateHome(env())
    mkdirSync(join(state, '..'), { recursive: true })
    const token = openChildToken(state)
    expect(await judging({ parent: token.value() })).toMatchObject({ stdout: '' })
    token.end()
    const judged = await judging({ parent: `${process.pid}-made-up` })
    expect('stdout' in judged && judged.stdout).toContain('deny')
  })

  it('uses changed settings at the next event', async () => {
    const answers: string[] = []
    const known = openSessions(env())
    known.attach({ session: 's1', cwd: project.path, env: env() })
    const judge = openJudge(known, world())
    for (const level of ['off', 'on', 'off', 'on']) {
      // Only the user may loosen what holds for all projects.
      home.write({ '.config/holdpoint/holdpoint.yml': `hooks:\n  guard/no-destructive-git: ${level}\n` })
      const body = JSON.stringify({
        session_id: 's1',
        cwd: project.path,
        tool_name: 'Bash',
        tool_input: { command: 'git reset --hard' },
      })
      const judged = await judge({ event: 'PreToolUse', scope: 'user', body })
      if ('after' in judged) judged.after()
      answers.push('stdout' in judged && judged.stdout.includes('"deny"') ? 'on' : 'off')
    }
    expect(answers).toEqual(['off', 'on', 'off', 'on'])
  })

  describe('a large event', () => {
    const large = `rm -rf / ${'x'.repeat(40_000)}`
    const settled = { stdout: 'aside', stderr: '', exitCode: 0, root: '/p' }

    async function beside(answer: Awaited<ReturnType<Aside>>, more: Partial<Asked> = {}, command = large) {
      const given: unknown[] = []
      const aside: Aside = (event) => {
        given.push(event)
        return Promise.resolve(answer)
      }
      return { judged: await judging({ command, ...more }, ['s1'], aside), given }
    }

    it('is judged aside, a small one here', async () => {
      const { judged, given } = await beside(settled)
      expect(judged).toMatchObject(settled)
      expect(given).toMatchObject([{ event: 'PreToolUse', scope: 'user', env: env(), cwd: project.path }])
      const small = await beside(settled, {}, 'rm -rf /')
      expect({ stdout: 'stdout' in small.judged && small.judged.stdout, given: small.given }).toMatchObject({
        stdout: expect.stringContaining('"deny"') as string,
        given: [],
      })
    })

    it.each(['busy', undefined] as const)('that is not judged there (%s) is left to the client', async (answer) => {
      expect((await beside(answer)).judged).toEqual({ declined: 'a large event' })
    })

    it('of a host that can start nothing is judged here when there is too much to do', async () => {
      const { judged } = await beside('busy', { fallbackEnv: env() })
      expect('stdout' in judged && judged.stdout).toContain('"permissionDecision":"deny"')
    })

    it('of a host that can start nothing needs approval when its process died', async () => {
      const { judged } = await beside(undefined, { fallbackEnv: env() })
      expect('stdout' in judged && judged.stdout).toContain('"permissionDecision":"ask"')
    })

    it('whose command is wrong is left to the program', async () => {
      const { judged } = await beside({ ...settled, stderr: 'no such event', exitCode: 1 })
      expect(judged).toEqual({ declined: 'no such event' })
    })
  })
})
