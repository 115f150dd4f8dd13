import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  appendAudit,
  countTaskStatus,
  extractGitTargetDir,
  getActivePlan,
  getDriftData,
  getField,
  getGitState,
  getPlanStatus,
  getPlanTitle,
  getResearchStatus,
  getSessionChanges,
  isBreakerOpen,
  isHookEnabled,
  isSameProject,
  isSkippablePath,
  isSourceFile,
  logHook,
  parsePlan,
  parseProof,
  parseTestStatus,
  parseYamlField,
  portableRealpath,
  readHookConfig,
  readInput,
  recordHookFailure,
  resetHookFailure,
  safeInt,
} from '../../packages/cli/src/index.ts'
import { program } from './support/program.ts'
import { aDirectory, aRepository } from './support/temporary.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/typescript.md'), 'utf8')
const example = /```js\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? ''
const shown = await program(example.replace("'holdpoint'", "'./packages/cli/src/index.ts'"))
const logs = await program(
  "import { logInfo, logJson } from './packages/cli/src/index.ts'\nlogInfo('lint', 'clean')\nlogJson('lint', 'a \"word\"')\n",
)

const PLAN = `# Plan
## Original Intent
> Sums.
## Requirements
- REQ-P0-001: It adds.
- REQ-NOGO-001: No more than that.
## Phase 1: One
**Status:** completed
## Phase 2: Two
**Status:** in-progress
`

function aProject() {
  const project = aRepository({ branch: 'topic' })
  project.write({ 'MASTER_PLAN.md': PLAN, 'src/a.ts': '1', 'src/b.ts': '1' })
  project.git('add', '.')
  project.git('commit', '-q', '-m', 'plan')
  project.write({
    'src/a.ts': '2',
    '.claude/.plan-drift': 'unplanned_count=2\nunimplemented_count=1\naudit_epoch=5\n',
    '.claude/.session-changes-s1': `${project.path}/src/a.ts\n${project.path}/src/a.ts\n`,
    'RESEARCH_LOG.md': '# Log\n## One\n### Two\n',
  })
  return project
}

describe('T-ENG-59, ENG-08: the library’s readers', () => {
  it('the example of the guide says what is so', async () => {
    const { path } = aProject()
    expect(await shown.start([], { cwd: path }).ended).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `on topic, 2 not committed
1 of 2 phases done, now: Phase 2: Two
1 of 2 source files changed since the plan
2 decisions that the plan does not know
1 files changed in session s1
2 entries of research
`,
    })
  })

  it('HAR-LIB-06, HAR-LIB-07, HAR-LIB-08: everything the documents name', async () => {
    const { path } = aProject()
    expect(await getGitState(join(path, 'src'))).toMatchObject({ branch: 'topic', linked: [], isRead: true })
    expect(await getPlanStatus(path)).toMatchObject({
      completed: 1,
      inProgress: 1,
      requirements: 2,
      p0: 1,
      nogo: 1,
      age: { commits: 0, changed: 1, total: 2, churn: 50 },
    })
    expect(getDriftData(path)).toMatchObject({ unplanned_count: 2, unimplemented_count: 1, audit_epoch: 5 })
    expect(getSessionChanges(path, 's1')).toEqual({
      file: `${path}/.claude/.session-changes-s1`,
      paths: [`${path}/src/a.ts`],
      count: 1,
    })
    expect(getResearchStatus(path)).toEqual({ path: 'RESEARCH_LOG.md', entries: ['One', 'Two'] })
    appendAudit(path, 'review', 'two\nlines')
    expect(readFileSync(join(path, '.claude/.audit-log'), 'utf8')).toMatch(/^\d{4}-\S+Z\|review\|two lines\n$/)
  })

  it('a directory with nothing in it says nothing, and a name leads nowhere else', async () => {
    const { path } = aDirectory()
    expect([await getGitState(path), await getPlanStatus(path)]).toEqual([undefined, undefined])
    expect([getDriftData(path), getResearchStatus(path)]).toEqual([undefined, undefined])
    expect(getSessionChanges(path, '../../etc/passwd')).toMatchObject({ count: 0, paths: [] })
    expect(getSessionChanges(path, '../../etc/passwd').file.startsWith(`${path}/.claude/.session-changes-`)).toBe(true)
    appendAudit('/proc/nowhere', 'x', 'y')
  })

  it.each([
    ['git status', '/code/project'],
    ['cd /a/b && git commit -m x', '/a/b'],
    ['cd "/a b" && git status', '/a b'],
    ["git -C '/a b' status", '/a b'],
    ['git -C ../other log', '/code/other'],
    ['cd ~/x && git status', '/home/me/x'],
    ['git -C "$SOMEWHERE" status', '/code/project'],
    ['ls', '/code/project'],
    ['git -C /a status && git -C /b status', '/a'],
    ['echo "unfinished', '/code/project'],
  ])('HAR-LIB-05: %s works in %s', async (command, directory) => {
    expect(await extractGitTargetDir(command, '/code/project', { HOME: '/home/me' })).toBe(directory)
  })

  it('the small ones', () => {
    const { path, git } = aProject()
    git('worktree', 'add', '-q', '.worktrees/x', '-b', 'x')
    expect(isSameProject(path, join(path, '.worktrees/x'))).toBe(true)
    expect([isSourceFile('src/a.ts'), isSourceFile('a.md')]).toEqual([true, false])
    expect([isSkippablePath('src/a.ts'), isSkippablePath('node_modules/a.ts')]).toEqual([false, true])
    expect(parsePlan(PLAN).phases.map(({ status }) => status)).toEqual(['completed', 'in-progress'])
    expect([parseTestStatus('pass|0|5')?.result, parseTestStatus('pass')]).toEqual(['pass', undefined])
    expect([parseProof('verified|5')?.status, parseProof('verified')]).toEqual(['verified', undefined])
    const input = readInput('{"tool_input":{"command":"ls"}}') as Record<string, unknown>
    expect(getField(input, 'tool_input.command')).toBe('ls')
  })

  it('keys of project.yml, also from a linked work tree, and fields of YAML', async () => {
    const { path, git, write } = aProject()
    git('worktree', 'add', '-q', '.worktrees/x', '-b', 'x')
    write({
      '.claude/project.yml': 'stop_guard: false\nhooks:\n  stop_guard: true # opt-in\n  task_verification: "agent"\n',
      'state.md': '---\nphase: SETUP\nflags: { mode: 2 }\n---\nphase: TEXT\n',
    })
    for (const root of [path, join(path, '.worktrees/x')]) {
      expect(await readHookConfig(root, 'stop_guard')).toBe('true')
      expect(await readHookConfig(root, 'task_verification')).toBe('agent')
      expect(await readHookConfig(root, 'constructor')).toBeUndefined()
      expect([await isHookEnabled(root, 'stop_guard'), await isHookEnabled(root, 'session_context')]).toEqual([
        true,
        false,
      ])
    }
    expect(await parseYamlField(join(path, 'state.md'), 'phase')).toBe('SETUP')
    expect(await parseYamlField(join(path, 'state.md'), 'flags.mode')).toBe('2')
    expect(await parseYamlField(join(path, 'state.md'), 'flags')).toBeUndefined()
    expect(await parseYamlField(join(path, 'nothing.yml'), 'phase')).toBeUndefined()
    expect([safeInt('25 calls'), safeInt('many'), safeInt(undefined, 80), safeInt(-3)]).toEqual([25, 0, 80, 0])
  })

  it('the log and the breaker of a session', () => {
    const { path } = aDirectory()
    vi.stubEnv('TMPDIR', path)
    vi.stubEnv('XDG_STATE_HOME', join(path, 'state'))
    logHook('s1', 'H04_spec_protection', 'DENY', 'two\nlines')
    expect(readFileSync(join(path, 'planning-hooks-s1.log'), 'utf8')).toMatch(
      /^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\] H04_spec_protection: DENY \| two lines\n$/,
    )
    const counted = [1, 2, 3].map(() => recordHookFailure('s1', 'H04'))
    expect([counted, isBreakerOpen('s1', 'H04'), isBreakerOpen('s1', 'H04', 5)]).toEqual([[1, 2, 3], true, false])
    expect([isBreakerOpen('s2', 'H04'), isBreakerOpen('s1', 'H05')]).toEqual([false, false])
    resetHookFailure('s1', 'H04')
    resetHookFailure('s1', 'H05')
    expect(JSON.parse(readFileSync(join(path, 'planning-hook-breaker-s1.json'), 'utf8'))).toEqual({ H04: 0 })
    expect(isBreakerOpen('s1', 'H04')).toBe(false)
    vi.unstubAllEnvs()
  })

  it('the plan that is being carried out', () => {
    const { path, write } = aProject()
    expect(getActivePlan(path)).toBeUndefined()
    write({
      '.claude/orchestrator-state.json': JSON.stringify({ active_plan: 'docs/design.md', slug: 'x', team: 't' }),
      'docs/design.md': '# Sums\n## Implementation Tasks\n| # | Task | Status |\n|---|---|---|\n| 1 | a | pending |\n',
      'docs/bare.md': 'no heading\n',
    })
    expect(getActivePlan(path)).toMatchObject({ title: 'Sums', path: join(path, 'docs/design.md') })
    const document = join(path, 'docs/design.md')
    expect([countTaskStatus(document, 'pending'), countTaskStatus(document, 'complete')]).toEqual([1, 0])
    expect([getPlanTitle(document), getPlanTitle(join(path, 'docs/bare.md'))]).toEqual(['Sums', 'bare'])
    expect([countTaskStatus('/nowhere.md', 'pending'), getPlanTitle('/proc')]).toEqual([0, 'proc'])
    expect(portableRealpath(join(path, 'docs/../docs/missing'))).toBe(join(path, 'docs/missing'))
  })

  it('logs go to stderr, one line each', async () => {
    const { stdout, stderr } = await logs.start().ended
    expect(stdout).toBe('')
    const [first, second = ''] = stderr.split('\n')
    expect(first).toBe('[lint] clean')
    expect(JSON.parse(second)).toMatchObject({ stage: 'lint', message: 'a "word"' })
  })
})
