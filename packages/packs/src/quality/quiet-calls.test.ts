import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aQualitySession, type Session } from '../../../../test/process/support/quality.ts'

const HOOKS = { hooks: ['quality/track', 'quality/test-runner'] }
const call = { tool_use_id: 'toolu_1' }

/** How many calls the session's state names as quiet. */
function noted({ home }: Session): number {
  const names = readdirSync(join(home, '.local/state/holdpoint'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.includes('/quiet-')).length
}

describe('quiet calls', () => {
  it.each([
    'git status --short',
    'ls -la src && wc -l src/*.ts',
    'grep -rn x . 2>/dev/null | head -3',
    'npm run build',
  ])('noted: %s', async (command) => {
    const session = aQualitySession(HOOKS)
    await session.before('Bash', { command }, call)
    expect(noted(session)).toBe(1)
  })

  it.each([
    'echo x > src/a.ts',
    'rm -rf dist',
    'npm test',
    'timeout 60 npx vitest run | tail -3',
    'sh -c "$SCRIPT"',
    'sed -i s/a/b/ src/*.ts',
    'if',
  ])('read again: %s', async (command) => {
    const session = aQualitySession(HOOKS)
    await session.before('Bash', { command }, call)
    expect(noted(session)).toBe(0)
  })

  it.each([
    ['another input, as after a rewrite', call],
    ['another call', { tool_use_id: 'toolu_2' }],
    ['no id', {}],
  ])('a note is not for %s', async (_, fields) => {
    const session = aQualitySession(HOOKS)
    await session.before('Bash', { command: 'ls' }, call)
    await session.after('Bash', { command: 'echo x > a.ts' }, fields)
    expect(session.state('.session-changes-s1')).toBe(`${session.project}/a.ts\n`)
  })

  it('a note is used once, also by two hooks', async () => {
    const session = aQualitySession(HOOKS)
    await session.before('Bash', { command: 'ls' }, call)
    await session.after('Bash', { command: 'ls' }, call)
    expect(noted(session)).toBe(0)
  })

  it('the configured test command is read, whatever it is', async () => {
    const session = aQualitySession(HOOKS)
    mkdirSync(join(session.home, '.config/holdpoint'), { recursive: true })
    writeFileSync(
      join(session.home, '.config/holdpoint/holdpoint.yml'),
      'hooks:\n  quality/test-runner: { level: on, options: { command: ls src } }\n',
    )
    session.put({ 'src/a.ts': '' })
    await session.before('Bash', { command: 'ls src' }, call)
    expect(noted(session)).toBe(1)
    await session.after('Bash', { command: 'ls src' }, { ...call, tool_response: { stdout: 'a.ts', exitCode: 0 } })
    expect(session.state('.test-status')).toMatch(/^pass/)
  })
})
