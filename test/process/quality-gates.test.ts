import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, until } from './support/process.ts'
import { aQualitySession, QUALITY_HOOKS, said, type Session } from './support/quality.ts'
import { aDirectory, aRepository } from './support/temporary.ts'
import { scaled } from '../support/tries.ts'

const now = (): number => Math.floor(Date.now() / 1000)
const failing = (count = 1): Record<string, string> => ({ '.claude/.test-status': `fail|${count}|${now()}\n` })
const passing = (): Record<string, string> => ({ '.claude/.test-status': `pass|0|${now()}\n` })
const source = (name = 'src/a.ts'): Record<string, string> => ({ file_path: name, content: 'x' })

const verdict = async (session: Session, input = source(), more = {}): Promise<string> => {
  const { permissionDecision, additionalContext } = said(await session.before('Write', input, more))
  return permissionDecision ?? (additionalContext === undefined ? 'pass' : 'context')
}

const GATE = { hooks: ['quality/test-gate'] }

describe('test-gate', () => {
  it('T-HAR-56: warns, then refuses, and the file counts', async () => {
    const session = aQualitySession(GATE)
    session.put(failing())
    expect(await verdict(session)).toBe('context')
    expect(session.state('.test-gate-strikes')).toMatch(/^1\|\d{10}\|1\n$/)
    expect(await verdict(session)).toBe('deny')
    expect(session.state('.test-gate-strikes')).toMatch(/^2\|/)
  })

  it('T-HAR-57: tests and other files never count', async () => {
    const session = aQualitySession(GATE)
    session.put(failing())
    expect(await verdict(session, source('src/a.test.ts'))).toBe('pass')
    expect(await verdict(session, source('README.md'))).toBe('pass')
    expect(session.state('.test-gate-strikes')).toBeUndefined()
  })

  it('T-HAR-58: after the tests have passed, it begins anew', async () => {
    const session = aQualitySession(GATE)
    session.put(failing())
    expect(await verdict(session)).toBe('context')
    session.put(passing())
    expect(await verdict(session)).toBe('pass')
    expect(session.state('.test-gate-strikes')).toBeUndefined()
    session.put(failing())
    expect(await verdict(session)).toBe('context')
  })

  it('D12, G-67: repair is possible: fewer failures open the gate, more do not', async () => {
    const session = aQualitySession(GATE)
    session.put(failing(3))
    expect([await verdict(session), await verdict(session)]).toEqual(['context', 'deny'])
    session.put(failing(2))
    expect([await verdict(session), await verdict(session)]).toEqual(['context', 'deny'])
    session.put(failing(4))
    expect(await verdict(session)).toBe('deny')
    session.put(failing(1))
    expect(await verdict(session)).toBe('context')
  })

  it('a call that is judged twice counts once', async () => {
    const session = aQualitySession(GATE)
    session.put(failing())
    const call = { tool_use_id: 'toolu_1' }
    expect([await verdict(session, source(), call), await verdict(session, source(), call)]).toEqual([
      'context',
      'context',
    ])
    expect(await verdict(session, source(), { tool_use_id: 'toolu_2' })).toBe('deny')
  })

  it('ENG-97: calls that come at the same time are all counted', async () => {
    const session = aQualitySession(GATE)
    session.put(failing())
    const answers = await Promise.all(Array.from({ length: 8 }, () => verdict(session)))
    expect(answers.filter((answer) => answer === 'context')).toHaveLength(1)
    expect(session.state('.test-gate-strikes')).toMatch(/^8\|/)
  })

  it('a directory of very many files is looked at, whatever else is in it', async () => {
    const session = aQualitySession(GATE)
    session.put({ ...failing(), '.claude/.test-gate-strikes': `1|${now()}|1\n` })
    session.put(Object.fromEntries(Array.from({ length: scaled(10_000) }, (_, n) => [`src/${n}.txt`, ''])))
    expect(said(await session.before('Bash', { command: 'sed -i s/a/b/ src/*' }))).toEqual({})
    session.put({ 'src/z.ts': '' })
    const { permissionDecision } = said(await session.before('Bash', { command: 'sed -i s/a/b/ src/*.ts' }))
    expect(permissionDecision).toBe('deny')
    expect(said(await session.before('Bash', { command: 'rm -r src/*.txt' }))).toEqual({})
  })

  it('another repository has nothing to do with it', async () => {
    const session = aQualitySession(GATE)
    session.put(failing())
    const other = aRepository().path
    expect([await verdict(session, source(`${other}/a.ts`)), await verdict(session, source(`${other}/a.ts`))]).toEqual([
      'pass',
      'pass',
    ])
  })
})

describe('HAR-07: the repository of ~/.claude is exempt', () => {
  it('from branch and tests', async () => {
    const home = aDirectory().path
    const project = join(home, '.claude')
    mkdirSync(project)
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: project })
    execFileSync(
      'git',
      ['-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '-q', '--allow-empty', '-m', 'first'],
      { cwd: project },
    )
    const session = aQualitySession({ home, project, hooks: ['quality/test-gate', 'quality/branch-guard'] })
    session.put(failing())
    expect([await verdict(session), await verdict(session)]).toEqual(['pass', 'pass'])
  })
})

describe('HAR-01: the order of the documents', () => {
  it('a denial ends the chain: a mock refused before the header is looked at', async () => {
    const session = aQualitySession({ branch: 'main' })
    session.put(failing())
    await verdict(session)
    const { permissionDecisionReason = '' } = said(await session.before('Write', source()))
    expect(permissionDecisionReason).toMatch(/\d+ tests? fails?/)
    expect(permissionDecisionReason).not.toContain('repository is on')
  })

  it('every hook has its place', () => {
    const inOrder = QUALITY_HOOKS.toSorted((a, b) => (a.meta.order ?? 0) - (b.meta.order ?? 0))
    expect(inOrder.map(({ meta }) => meta.id.replace('quality/', ''))).toEqual([
      'test-gate',
      'mock-gate',
      'branch-guard',
      'doc-gate',
      'lint',
      'track',
      'code-review',
      'test-runner',
    ])
  })
})

describe('T-HAR-111, HAR-08: the bare input of the document', () => {
  const inputs = [
    { tool_name: 'Write', tool_input: { file_path: '/test.ts' } },
    { tool_name: 'Bash', tool_input: { command: 'git status' } },
    {},
    { tool_name: 'Write', tool_input: { file_path: 7, content: [] } },
    { tool_name: 'Edit', tool_input: null },
    { tool_name: 'MultiEdit', tool_input: { file_path: 'a.ts', edits: [null, 1, { old_string: 3 }] } },
    { tool_name: 'NotebookEdit', tool_input: { notebook_path: 'a.ipynb', new_source: 'x' } },
    { tool_name: 'Write', tool_input: { file_path: '\0.ts', content: '\uD800' } },
    { tool_name: 'Write', tool_input: { file_path: `${'x/'.repeat(5000)}a.ts`, content: 'x' } },
    { tool_name: 'Bash', tool_input: { command: '>'.repeat(10_000) } },
  ]
  it.each(QUALITY_HOOKS.map(({ meta }) => meta.id))('%s bears it, and worse', async (id) => {
    const session = aQualitySession({ hooks: [] })
    for (const input of inputs) {
      const { exitCode, json, stderr } = await session.send(['run', id], input)
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
      expect(json).not.toHaveProperty('systemMessage')
    }
  })

  it.each(QUALITY_HOOKS.flatMap(({ meta }) => meta.aliases))('D4: %s is a name of it', async (name) => {
    const session = aQualitySession({ hooks: [] })
    expect(await session.send(['run', name], inputs[0] ?? {})).toMatchObject({ exitCode: 0, stdout: '', stderr: '' })
  })
})

describe('lint', () => {
  it('T-HAR-72: a linter on PATH reports an issue; a clean file is silent', async () => {
    const bin = aDirectory()
    bin.write({ flake8: '#!/bin/sh\ngrep -q bad "$1" || exit 0\necho "$1:1:1 E999 bad word"\nexit 1\n' })
    execFileSync('chmod', ['755', join(bin.path, 'flake8')])
    const session = aQualitySession({ hooks: ['quality/lint'], path: bin.path })
    session.put({ '.flake8': '', 'src/a.py': 'bad\n', 'src/b.py': 'good\n' })
    expect(await session.after('Write', source('src/a.py'))).toEqual({
      decision: 'block',
      reason: expect.stringContaining('./src/a.py:1:1 E999 bad word'),
    })
    expect(await session.after('Write', source('src/b.py'))).toEqual({})
    expect(session.state('.lint-cache')).toMatch(/^python\|flake8\|.*\.flake8@\d+\n$/)
  })

  it('HAR-LINT-02: what the cache says holds until the configuration changes', async () => {
    const session = aQualitySession({ hooks: ['quality/lint'] })
    session.put({ '.prettierrc': '', 'src/a.ts': 'x' })
    await session.after('Write', source())
    expect(session.state('.lint-cache')).toContain('javascript|prettier|')
    session.put({ 'biome.json': '{}' })
    await session.after('Write', source())
    expect(session.state('.lint-cache')).toContain('javascript|biome|')
    expect(session.state('.lint-cache')?.split('\n')).toHaveLength(2)
  })

  it('a linter that hangs is ended with all it started, and that is told once', async () => {
    const session = aQualitySession({ hooks: [], more: '  quality/lint: { level: on, timeout_ms: 1000 }\n' })
    session.put({
      'eslint.config.js': '',
      'src/a.ts': 'x',
      'node_modules/.bin/eslint': '#!/bin/sh\nsleep 600 & echo $! > pid; wait\n',
    })
    execFileSync('chmod', ['755', join(session.project, 'node_modules/.bin/eslint')])
    const first = await session.after('Write', source())
    expect(first['systemMessage']).toContain('it took longer than')
    const pid = Number(readFileSync(join(session.project, 'pid'), 'utf8'))
    await until(() => !isRunning(pid), 'what the linter started is gone')
    expect((await session.after('Write', source()))['systemMessage']).toBeUndefined()
  })
})
