import fc from 'fast-check'
import { spawnSync } from 'node:child_process'
import { openSessions, parseAttachment } from './sessions.ts'

const own = { HOME: '/home/u', PATH: '/bin' }
const here = String(process.pid)

/** The number of a process that has just ended. */
const gone = (): string => String(spawnSync(process.execPath, ['-e', '']).pid)

const attachment = (env: Record<string, string>, session = 's1') => ({ session, cwd: '/p', env: { ...own, ...env } })

describe('a session', () => {
  it('is known after it was attached', () => {
    const sessions = openSessions(own)
    expect(sessions.get('s1')).toBeUndefined()
    expect(sessions.attach(attachment({ A: '1' }))).toBeUndefined()
    expect(sessions.get('s1')).toMatchObject({ cwd: '/p', env: { ...own, A: '1' } })
    expect(sessions.get('s2')).toBeUndefined()
    expect(sessions.count()).toBe(1)
  })

  it('keeps its environment while its agent is running', () => {
    const sessions = openSessions(own)
    sessions.attach(attachment({ CLAUDE_PID: here, PATH: '/usr/bin' }))
    for (const env of [{ CLAUDE_PID: '1', PATH: '/evil' }, { PATH: '/evil' }])
      expect(sessions.attach(attachment(env))).toBe('the session has another environment')
    expect(sessions.get('s1')?.env['PATH']).toBe('/usr/bin')
  })

  it('gets the new one after its agent has gone', () => {
    const sessions = openSessions(own)
    sessions.attach(attachment({ CLAUDE_PID: gone(), PATH: '/old' }))
    sessions.attach(attachment({ CLAUDE_PID: here, PATH: '/new' }))
    expect(sessions.get('s1')?.env['PATH']).toBe('/new')
  })

  it.each([{}, { CLAUDE_PID: '' }, { CLAUDE_PID: '-1' }, { CLAUDE_PID: 'x' }, { CLAUDE_PID: '0' }])(
    'with an unknown process (%j) is declined after two different attachments',
    (pid) => {
      const sessions = openSessions(own)
      sessions.attach(attachment({ ...pid, PATH: '/usr/bin' }))
      sessions.attach(attachment({ ...pid, PATH: '/usr/bin' }))
      expect(sessions.get('s1')?.env['PATH']).toBe('/usr/bin')
      sessions.attach(attachment({ ...pid, PATH: '/evil' }))
      expect(sessions.get('s1')).toBeUndefined()
      sessions.attach(attachment({ ...pid, PATH: '/evil' }))
      sessions.attach(attachment({ CLAUDE_PID: here, PATH: '/evil' }))
      expect(sessions.get('s1')).toBeUndefined()
    },
  )

  it('what the host sets for one event is not kept, and makes no difference', () => {
    const sessions = openSessions(own)
    sessions.attach(attachment({ CLAUDE_ENV_FILE: '/tmp/1', CLAUDE_EFFORT: 'low', PWD: '/p', SHLVL: '1' }))
    sessions.attach(attachment({ CLAUDE_ENV_FILE: '/tmp/2', OLDPWD: '/q', _: '/bin/sh' }))
    expect(sessions.get('s1')?.env).toEqual(own)
  })

  it.each(['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR', 'TMPDIR', 'TZ'])(
    'with another %s is refused',
    (name) => {
      const sessions = openSessions(own)
      expect(sessions.attach(attachment({ [name]: '/elsewhere' }))).toBe(`${name} is not the daemon's`)
      expect(sessions.get('s1')).toBeUndefined()
    },
  )

  it('without the HOME of the daemon is refused', () => {
    expect(openSessions(own).attach({ session: 's1', cwd: '/', env: {} })).toBe("HOME is not the daemon's")
  })

  it.each(['HOLDPOINT_OFF', 'HOLDPOINT_PARENT', 'HOLDPOINT_PRESETS', 'HOLDPOINT_ANYTHING'])(
    'with %s is refused',
    (name) => {
      expect(openSessions(own).attach(attachment({ [name]: '' }))).toBe(`${name} is set for one run`)
    },
  )

  it.each(['', 'unknown'])('named `%s` is refused', (name) => {
    expect(openSessions(own).attach(attachment({}, name))).toBe('a session without a name')
  })

  it('of many the one that nobody has asked for longest is forgotten', () => {
    const sessions = openSessions(own)
    for (let index = 0; index < 6_000; index++) {
      sessions.attach(attachment({}, `s${index}`))
      expect(sessions.get('s0')).toBeDefined()
    }
    expect(sessions.count()).toBe(5_000)
    expect(sessions.get('s1000')).toBeUndefined()
    expect(sessions.get('s1001')).toBeDefined()
  })

  it('of many with large environments only some are kept', () => {
    const sessions = openSessions(own)
    const large = { A: 'x'.repeat(1 << 20) }
    for (let index = 0; index < 200; index++) sessions.attach(attachment(large, `s${index}`))
    expect(sessions.count()).toBeGreaterThan(50)
    expect(sessions.count()).toBeLessThan(64)
    expect(sessions.get('s199')).toBeDefined()
  })

  it.each(['__proto__', 'constructor', 'toString'])('named %s is a session like any other', (name) => {
    const sessions = openSessions(own)
    expect(sessions.get(name)).toBeUndefined()
    sessions.attach(attachment({}, name))
    expect(sessions.get(name)?.session).toBe(name)
  })
})

describe('an attachment over the wire', () => {
  it('keeps texts only', () => {
    const env = { A: '1', B: 2, C: null, D: ['x'], E: '' }
    expect(parseAttachment(JSON.stringify({ session: 's', cwd: '/p', env, more: 1 }))).toEqual({
      session: 's',
      cwd: '/p',
      env: { A: '1', E: '' },
    })
  })

  it.each([
    '',
    'x',
    'null',
    '1',
    '[]',
    '{}',
    '{"session":"s"}',
    '{"session":1,"cwd":"/","env":{}}',
    '{"session":"s","cwd":"/","env":null}',
  ])('is not %s', (text) => {
    expect(parseAttachment(text)).toBeUndefined()
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => void parseAttachment(text)))
  })
})
