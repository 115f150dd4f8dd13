import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { aQualitySession } from '../../../../../test/process/support/quality.ts'

const now = (): number => Math.floor(Date.now() / 1000)
const source = (name = 'src/a.ts'): Record<string, string> => ({ file_path: name, content: 'x' })

const TRACK = { hooks: ['quality/track'] }

describe('track', () => {
  it('T-HAR-74: one line for each file, once', async () => {
    const session = aQualitySession(TRACK)
    for (const name of ['src/a.ts', 'README.md', 'src/a.ts'])
      expect(await session.after('Write', source(name))).toEqual({})
    expect(session.state('.session-changes-s1')).toBe(`${session.project}/src/a.ts\n${session.project}/README.md\n`)
  })

  it('HAR-ST-01: each session has its own list', async () => {
    const one = aQualitySession(TRACK)
    const two = aQualitySession({ ...TRACK, project: one.project, home: one.home, session: 's2' })
    await Promise.all([one.after('Write', source('a.ts')), two.after('Write', source('b.ts'))])
    expect(one.state('.session-changes-s1')).toBe(`${one.project}/a.ts\n`)
    expect(one.state('.session-changes-s2')).toBe(`${one.project}/b.ts\n`)
  })

  it('HAR-TRACK-01: what a command writes, moves and removes counts', async () => {
    const session = aQualitySession(TRACK)
    session.put({ 'src/a.ts': '', 'src/b.ts': '' })
    await session.after('Bash', { command: 'echo x > src/new.ts && mv src/a.ts src/c.ts; sed -i s/x/y/ src/b*.ts' })
    const paths = session
      .state('.session-changes-s1')
      ?.trim()
      .split('\n')
      .map((path) => path.replace(session.project, ''))
    expect(paths?.toSorted()).toEqual(['/src/a.ts', '/src/b.ts', '/src/c.ts', '/src/new.ts'])
  })

  it('reading, and writing to an unknown path, is not recorded', async () => {
    const session = aQualitySession(TRACK)
    for (const command of ['cat src/a.ts', 'echo x > "$FILE"', 'ls > /dev/null', 'git status']) {
      await session.after('Bash', { command })
    }
    expect(session.state('.session-changes-s1')).toBeUndefined()
  })

  it('a write that failed has changed nothing', async () => {
    const session = aQualitySession(TRACK)
    session.put({ '.claude/.proof-status': `verified|${now()}\n` })
    await session.send(['PostToolUseFailure'], {
      session_id: 's1',
      tool_name: 'Write',
      tool_input: source(),
      error: 'no',
    })
    expect(session.state('.session-changes-s1')).toBeUndefined()
    expect(session.state('.proof-status')).toMatch(/^verified/)
  })

  it('a name with a line end stays one line', async () => {
    const session = aQualitySession(TRACK)
    await session.after('Write', source('src/a\nb.ts'))
    expect(session.state('.session-changes-s1')).toBe(`${session.project}/src/a?b.ts\n`)
  })

  it.each([
    ['source', 'Write', source(), 'pending'],
    ['source, by an edit', 'Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, 'pending'],
    ['source, by a command', 'Bash', { command: 'sed -i s/a/b/ src/*.ts' }, 'pending'],
    ['source, by a command with a variable', 'Bash', { command: 'echo x > "src/$NAME.ts"' }, 'pending'],
    ['a test', 'Write', source('src/a.test.ts'), 'verified'],
    ['a page', 'Write', source('README.md'), 'verified'],
    ['other people’s code', 'Write', source('node_modules/a/b.js'), 'verified'],
    ['a file elsewhere', 'Write', source('/nowhere/a.ts'), 'verified'],
  ])('HAR-TRACK-02, HAR-TRACK-03: after a change of %s', async (_, tool, input, expected) => {
    const session = aQualitySession(TRACK)
    session.put({ 'src/a.ts': 'a', '.claude/.proof-status': `verified|${now()}\n` })
    expect(await session.after(tool, input)).toEqual({})
    expect(session.state('.proof-status')).toMatch(new RegExp(`^${expected}\\|\\d{10}\\n$`))
  })

  it('removing a directory of sources revokes the proof', async () => {
    const session = aQualitySession(TRACK)
    session.put({ 'src/a.ts': 'a', '.claude/.proof-status': `verified|${now()}\n` })
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: session.project })
    git('add', '.')
    git('commit', '-q', '-m', 'x')
    await session.after('Bash', { command: 'rm -rf coverage' })
    expect(session.state('.proof-status')).toMatch(/^verified/)
    execFileSync('rm', ['-r', join(session.project, 'src')])
    await session.after('Bash', { command: 'rm -rf src' })
    expect(session.state('.proof-status')).toMatch(/^pending/)
  })

  it.each(['', 'garbage', 'verified', 'pending|1\n'])('a proof of %j stays unchanged', async (text) => {
    const session = aQualitySession(TRACK)
    session.put({ '.claude/.proof-status': text })
    await session.after('Write', source())
    expect(session.state('.proof-status')).toBe(text)
  })

  it('without a proof none is made', async () => {
    const session = aQualitySession(TRACK)
    await session.after('Write', source())
    expect(session.state('.proof-status')).toBeUndefined()
  })
})
