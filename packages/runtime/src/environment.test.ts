import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../../../test/process/support/temporary.ts'
import { claudeEvent, memoryArea } from '../../../test/support/engine.ts'
import type { AgentEvent } from '@holdpoint/engine'
import { openEnvironment, type Environment } from './environment.ts'

const at = (name: string, payload: object = {}): AgentEvent => claudeEvent(name, { session_id: 's1', ...payload })
const START = at('SessionStart', { source: 'startup' })
const LATER = at('PreToolUse', { tool_name: 'Bash' })
const ENV = {
  HOME: '/home/u',
  TZ: 'UTC',
  CLAUDE_PLUGIN_ROOT: '/plugin',
  PLANNING_FEATURE_DIR: 'specs/x',
  LLM_REVIEW_ENABLED: '1',
  CLAUDE_CODE_MESSAGING_TOKEN: 't',
  CLAUDE_CODE_MESSAGING_SOCKET: '/s',
  CLAUDE_API_KEY: 'k',
  PLANNING_NOTE: 'password=hunter2',
  CLAUDE_LONG: 'x'.repeat(5000),
  CLAUDE_ENV_FILE: '',
  ANTHROPIC_API_KEY: 'secret',
}

function aSession() {
  const values: Record<string, unknown> = {}
  const area = memoryArea(values)
  const open = (event: AgentEvent, env: Record<string, string | undefined>, isAlone = false): Environment =>
    openEnvironment(event, env, area, isAlone)
  const start = (env: Record<string, string | undefined>, event = START): void => open(event, env).commit()
  return { values, open, start }
}

describe('D19: the environment of a session', () => {
  it('is what it began with, whatever the process has that answers later', () => {
    const { open, start } = aSession()
    start(ENV)
    const later = open(LATER, { CLAUDE_PLUGIN_ROOT: '/other', PLANNING_FEATURE_DIR: '/elsewhere', TZ: 'x' })
    expect(['CLAUDE_PLUGIN_ROOT', 'PLANNING_FEATURE_DIR', 'TZ', 'LLM_REVIEW_ENABLED'].map(later.get)).toEqual([
      '/plugin',
      'specs/x',
      'UTC',
      '1',
    ])
  })

  it('has nothing that was added to it meanwhile', () => {
    const { open, start } = aSession()
    start({})
    expect(open(LATER, { PLANNING_FEATURE_DIR: '/elsewhere' }).get('PLANNING_FEATURE_DIR')).toBeUndefined()
  })

  it('holds no secrets, and nothing but what is named', () => {
    const { values, start } = aSession()
    start(ENV)
    expect(values['environment']).toEqual({
      root: '/project',
      variables: { TZ: 'UTC', CLAUDE_PLUGIN_ROOT: '/plugin', PLANNING_FEATURE_DIR: 'specs/x', LLM_REVIEW_ENABLED: '1' },
      exported: {},
    })
  })

  it('is the process’s own where no session start was seen', () => {
    const { open } = aSession()
    expect(open(LATER, ENV).get('PLANNING_FEATURE_DIR')).toBe('specs/x')
  })

  it('is the process’s own for everything else', () => {
    const { open, start } = aSession()
    start(ENV)
    const later = open(LATER, { HOME: '/other', CLAUDE_CODE_MESSAGING_TOKEN: 'u', CLAUDE_ENV_FILE: '/f' })
    expect(['HOME', 'CLAUDE_CODE_MESSAGING_TOKEN', 'CLAUDE_ENV_FILE'].map(later.get)).toEqual(['/other', 'u', '/f'])
  })

  it('is taken again when the session is resumed, and kept over a compaction', () => {
    const { open, start } = aSession()
    const read = (): string | undefined => open(LATER, {}).get('TZ')
    start({ TZ: 'a' })
    start({ TZ: 'b' }, at('SessionStart', { source: 'compact' }))
    expect(read()).toBe('a')
    start({ TZ: 'c' }, at('SessionStart', { source: 'resume' }))
    expect(read()).toBe('c')
  })

  it('is not shared by sessions without a name', () => {
    const { values, open, start } = aSession()
    start(ENV, at('SessionStart', { session_id: '' }))
    expect(values).toEqual({})
    expect(open(at('PreToolUse', { session_id: '' }), { TZ: 'x' }).get('TZ')).toBe('x')
  })

  it('PLN-H13-05: of another work tree does not count', () => {
    const { open, start } = aSession()
    start(ENV)
    expect(open({ ...LATER, root: '/project/tree' }, {}).get('PLANNING_FEATURE_DIR')).toBeUndefined()
  })

  it('gives way to what is said with a hook that is run by hand', () => {
    const { open, start } = aSession()
    start(ENV)
    expect(open(LATER, { TZ: 'mine' }, true).get('TZ')).toBe('mine')
    expect(open(LATER, {}, true).get('TZ')).toBe('UTC')
  })

  it.each([
    ['damaged', 'x'],
    ['without a root', {}],
    ['of the wrong kinds', { root: '/project', variables: 7, exported: { A: 7 } }],
  ])('that is %s is as good as none', (_, kept) => {
    const { values, open } = aSession()
    values['environment'] = kept
    expect(open(LATER, { HOME: 'h' }).get('HOME')).toBe('h')
    expect(open(LATER, {}).exported()).toEqual({})
  })
})

describe('exported variables', () => {
  it('AC8: are there at once, at later events, and for commands', () => {
    const { open } = aSession()
    const start = open(START, {})
    start.export({ PLANNING_FEATURE_DIR: '/p/specs/demo' })
    expect(start.get('PLANNING_FEATURE_DIR')).toBe('/p/specs/demo')
    start.commit()
    const later = open(LATER, {})
    expect(later.get('PLANNING_FEATURE_DIR')).toBe('/p/specs/demo')
    expect(later.exported()).toEqual({ PLANNING_FEATURE_DIR: '/p/specs/demo' })
  })

  it('PLN-H13-04: are appended to the host’s file, quoted for a shell', () => {
    const file = join(aDirectory().path, 'env.sh')
    const { open } = aSession()
    open(START, { CLAUDE_ENV_FILE: file }).export({ A: 'plain', B: 'it\'s $(x) `y` "z"\n2' })
    open(START, { CLAUDE_ENV_FILE: file }).export({ C: '' })
    expect(readFileSync(file, 'utf8')).toBe(`export A='plain'\nexport B='it'\\''s $(x) \`y\` "z"\n2'\nexport C=''\n`)
  })

  it('are kept also when the host’s file cannot be written', () => {
    const { open } = aSession()
    const start = open(START, { CLAUDE_ENV_FILE: '/nowhere/at/all' })
    expect(() => start.export({ A: '1' })).toThrow('ENOENT')
    start.commit()
    expect(open(LATER, {}).exported()).toEqual({ A: '1' })
  })
})
