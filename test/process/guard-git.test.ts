import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../packages/engine/src/policy/settings.ts'
import { claudeCode } from '../../packages/hosts/src/claude-code/claude-code.ts'
import { entriesFor } from '../../packages/cli/src/install/entries.ts'
import { dispatch, registryOf } from '../../packages/runtime/src/dispatch.ts'
import noCommitOnMain from '../../packages/packs/src/guard/no-commit-on-main/no-commit-on-main.ts'
import noDestructiveGit from '../../packages/packs/src/guard/no-destructive-git/no-destructive-git.ts'
import noForcePush from '../../packages/packs/src/guard/no-force-push/no-force-push.ts'
import proofOfWork from '../../packages/packs/src/guard/proof-of-work/proof-of-work.ts'
import safeWorktreeRemove from '../../packages/packs/src/guard/safe-worktree-remove/safe-worktree-remove.ts'
import testEvidence from '../../packages/packs/src/guard/test-evidence/test-evidence.ts'
import { aDirectory, aRepository } from './support/temporary.ts'

const HOOKS = [noCommitOnMain, noForcePush, noDestructiveGit, safeWorktreeRemove, testEvidence, proofOfWork]
const ALL_ON = `hooks:\n${HOOKS.map(({ meta }) => `  ${meta.id}: on\n`).join('')}`

type Json = Readonly<Record<string, unknown>>
type Env = Readonly<Record<string, string>>

interface Answered {
  readonly permissionDecision?: string
  readonly permissionDecisionReason?: string
  readonly updatedInput?: Json
}

/** A repository with all git hooks on, and the agent's session in it. */
function aSession({ branch = 'topic', home = aDirectory().path, path = undefined as string | undefined } = {}) {
  const project = path ?? aRepository({ branch }).path
  writeFileSync(join(project, 'holdpoint.yml'), ALL_ON)
  const send = async (words: readonly string[], payload: Json, env: Env = {}): Promise<Json> => {
    const { stdout, exitCode } = await dispatch([...words], payload, {
      env: { HOME: home, ...env },
      cwd: project,
      registry: registryOf(HOOKS),
    })
    expect(exitCode).toBe(0)
    return stdout === '' ? {} : (JSON.parse(stdout) as Json)
  }
  const base = { session_id: 's1', cwd: project }
  const bash = (command: string, more: Json = {}): Json => ({
    ...base,
    tool_name: 'Bash',
    tool_input: { command, ...more },
  })
  const specific = (json: Json): Answered => json['hookSpecificOutput'] ?? {}
  return {
    project,
    proof: join(project, '.claude/.proof-status'),
    write: (name: string, text: string) => {
      mkdirSync(join(project, '.claude'), { recursive: true })
      writeFileSync(join(project, name), text)
    },
    /** What the host is told about a command. */
    tool: async (command: string, more?: Json) => specific(await send(['PreToolUse'], bash(command, more))),
    guard: async (payload: Json) => send(['run', 'guard.sh'], payload),
    alone: async (command: string) => specific(await send(['run', 'guard.sh'], bash(command))),
    event: (name: string, fields: Json, env?: Env) => send([name], { ...base, ...fields }, env),
  }
}

describe('guard.sh', () => {
  it('HAR-08: takes the bare input of its document', async () => {
    const { guard } = aSession()
    expect(await guard({ tool_name: 'Bash', tool_input: { command: 'git status' } })).toEqual({})
    expect(await guard({ tool_name: 'Write', tool_input: { file_path: '/test.ts' } })).toEqual({})
    expect(await guard({ tool_name: 'Bash', tool_input: { command: '' } })).toEqual({})
  })

  it('T-HAR-24: run alone, it approves what it rewrites', async () => {
    const { alone } = aSession()
    expect(await alone('git push --force origin feature/x')).toMatchObject({
      permissionDecision: 'allow',
      updatedInput: { command: 'git push --force-with-lease origin feature/x' },
    })
  })

  it('HAR-GUARD-01: the first denial in the documented order is the answer', async () => {
    const { alone } = aSession({ branch: 'main' })
    const { permissionDecision, permissionDecisionReason } = await alone('git commit -m x')
    expect(permissionDecision).toBe('deny')
    expect(permissionDecisionReason).toMatch(/^Blocked: this commits to `main`\./)
    expect(permissionDecisionReason).not.toContain('test run')
  })

  it('HAR-GUARD-24: rewrites compose, and keep the rest of the input', async () => {
    const { tool, project } = aSession()
    const answer = await tool('git push -f origin x; git worktree remove ../wt', {
      description: 'Clean up',
      timeout: 5,
    })
    expect(answer).toEqual({
      hookEventName: 'PreToolUse',
      updatedInput: {
        command: `cd "${project}" && git push --force-with-lease origin x; git worktree remove ../wt`,
        description: 'Clean up',
        timeout: 5,
      },
    })
  })

  it('HAR-GUARD-24: a later denial wins over a rewrite', async () => {
    const { tool } = aSession()
    const answer = await tool('git push -f origin x && git reset --hard')
    expect(answer.permissionDecision).toBe('deny')
    expect(answer.updatedInput).toBeUndefined()
  })
})

describe('commits', () => {
  it('T-HAR-36: the repository of ~/.claude, and its work trees, are exempt', async () => {
    const home = aDirectory().path
    const path = join(home, '.claude')
    const git = (...args: readonly string[]) => execFileSync('git', ['-C', path, ...args], { env: GIT_ENV })
    mkdirSync(path)
    git('init', '-q', '-b', 'main')
    git('commit', '-q', '--allow-empty', '-m', 'first')
    git('worktree', 'add', '-q', join(home, 'wt'), '-b', 'master')
    const { tool } = aSession({ home, path })
    expect(await tool('git commit -m x')).toEqual({})
    expect(await tool('git merge topic')).toEqual({})
    expect(await tool(`git -C ${home}/wt commit -m x`)).toEqual({})
  })

  it('T-HAR-32 T-HAR-33 T-HAR-34: tests first, then proof', async () => {
    const { tool, write } = aSession()
    const commit = async () => (await tool('git commit -m x')).permissionDecisionReason
    write('Cargo.toml', '')
    expect(await commit()).toContain('no test result for this state')
    write('.claude/.test-status', `pass|0|${Math.floor(Date.now() / 1000)}`)
    expect(await commit()).toContain('the user has not seen this work run')
    write('.claude/.proof-status', 'pending|1')
    expect(await commit()).toContain('has changed since the user saw it run')
    write('.claude/.proof-status', 'verified|1')
    expect(await commit()).toBeUndefined()
  })
})

describe('registration', () => {
  it('D2: proof hears shell commands, every prompt and every command of the user, and nothing more', () => {
    const { meta } = proofOfWork
    const setting = { level: 'on', options: {}, timeoutMs: meta.timeoutMs } as const
    const settings = { hooks: { [meta.id]: setting } } as unknown as Settings
    const entries = entriesFor([meta], settings, claudeCode, { scope: 'project', node: 'node', bin: 'holdpoint' })
    const matchers = Object.entries(entries).map(([name, { matcher }]) => [name, matcher])
    expect(Object.fromEntries(matchers)).toEqual({
      PreToolUse: claudeCode.toolMatcher('shell'),
      UserPromptSubmit: undefined,
      UserPromptExpansion: undefined,
    })
  })
})

describe('what the user says', () => {
  const submit = { prompt: 'LGTM' }
  const command = (args: string) => ({
    expansion_type: 'slash_command',
    command_name: 'holdpoint:proof',
    command_args: args,
  })

  it('D12: a whole prompt of approval is proof, and the model hears of it', async () => {
    const { event, proof } = aSession()
    const answer = await event('UserPromptSubmit', submit, { CLAUDE_CODE_SESSION_ATTENDED: '1' })
    expect(readFileSync(proof, 'utf8')).toMatch(/^verified\|\d{10}\n$/)
    expect(answer).toMatchObject({
      systemMessage: expect.stringContaining('Proof recorded'),
      hookSpecificOutput: { additionalContext: expect.stringContaining('You may commit') },
    })
  })

  it.each<readonly [string, Json, Env | undefined]>([
    ['a report of a background task', { prompt: '<task-notification>verified</task-notification>' }, undefined],
    ['an alarm that the model has set', { ...submit, source: 'schedule_wakeup' }, undefined],
    ['a prompt that a program sent', { ...submit, source: 'sdk' }, undefined],
    ['a session that the agent started itself', submit, { CLAUDE_CODE_SESSION_ATTENDED: '0' }],
  ])('D12: %s is none', async (_, fields, env) => {
    const { event, proof } = aSession()
    expect(await event('UserPromptSubmit', fields, env)).toEqual({})
    expect(existsSync(proof)).toBe(false)
  })

  it('D12: the command gives proof and takes it back', async () => {
    const { event, proof } = aSession()
    await event('UserPromptExpansion', command(''))
    expect(readFileSync(proof, 'utf8')).toMatch(/^verified\|/)
    await event('UserPromptExpansion', command('reset'))
    expect(readFileSync(proof, 'utf8')).toMatch(/^pending\|/)
  })
})

const GIT_ENV = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
}
