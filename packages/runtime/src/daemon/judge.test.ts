import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../compose.ts'
import { builtIn } from '@holdpoint/packs'
import { temporaryDirectory, temporaryRepository } from '../../../testing/src/repository.ts'
import { openChildToken } from '../system/process/reentry.ts'
import { stateHome } from '../system/state/place.ts'
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

  function judging(asked: Partial<Asked> & { command?: string }, sessions = ['s1']): Promise<Judged> {
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
    return openJudge(known, world())({ event: 'PreToolUse', scope: 'user', body, ...more })
  }

  it('answers for an attached session', async () => {
    const judged = await judging({})
    expect('answer' in judged && judged.answer).toContain('"permissionDecision":"deny"')
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

  it.each(['SessionStart', 'Setup', 'TeammateIdle'])('leaves %s to a process of its own', async (event) => {
    expect(await judging({ event })).toEqual({ declined: `${event} is answered by a command` })
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
    expect('answer' in judged && judged.answer).toContain('"permissionDecision":"deny"')
  })

  it('is silent for a child of a hook, but not for a process that only claims to be one', async () => {
    const state = stateHome(env())
    mkdirSync(join(state, '..'), { recursive: true })
    const token = openChildToken(state)
    expect(await judging({ parent: token.value() })).toMatchObject({ answer: '' })
    token.end()
    const judged = await judging({ parent: `${process.pid}-made-up` })
    expect('answer' in judged && judged.answer).toContain('deny')
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
      answers.push('answer' in judged && judged.answer.includes('"deny"') ? 'on' : 'off')
    }
    expect(answers).toEqual(['off', 'on', 'off', 'on'])
  })
})
