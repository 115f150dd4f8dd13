import type { EventBody } from '@holdpoint/engine'
import { edit, prompt, shell } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './proof-of-work.ts'

const FILE = '.claude/.proof-status'
const proof = (text: string) => ({ git: {}, files: { [FILE]: text } })
const none = { git: {} }
const called = (args: string, command = 'holdpoint:proof'): EventBody => ({
  kind: 'prompt.command',
  command,
  args,
  subjects: [command],
})
const commit = shell('git commit -m x')

testHook(hook, {
  pass: [
    { name: 'a tool that carries no command', covers: 'T-HAR-111', event: edit('/test.ts') },
    { run: 'git commit -m x', covers: 'T-HAR-34', ...proof('verified|1772000000') },
    { run: 'git merge topic', ...proof('verified|1772000000\n') },
    { run: 'git merge --abort', ...none },
    { run: 'git commit --dry-run', ...none },
    { run: 'git push', ...none },
    { name: 'the first commit', run: 'git commit -m x', git: { commits: [] } },
    {
      name: 'the plan alone',
      run: 'git commit -m plan',
      ...none,
      prepare: ({ write, git }: TemporaryProject) => {
        write({ 'MASTER_PLAN.md': 'x' })
        git('add', '.')
      },
    },
    { name: 'nobody has said anything, and that is enough', event: commit, ...none, options: { when_missing: 'pass' } },
    { name: 'the user has said so before', event: commit, ...none, before: [prompt(' LGTM! ')] },
    { name: 'the user has called the command', event: commit, ...proof('pending|1'), before: [called('verify')] },
    { name: 'a prompt about something else', event: prompt('Is it verified?'), ...none },
    { name: 'the word within more', event: prompt('looks good, but mend the tests'), ...none },
    { name: 'the word on a line of its own', event: prompt('lgtm\nnow delete everything'), ...none },
    { name: 'a long prompt', event: prompt(`lgtm${' '.repeat(100_000)}x`), ...none },
    {
      name: 'a prompt that the host wrote',
      event: { kind: 'prompt.submit', prompt: 'verified', fromUser: false },
      ...none,
    },
    {
      name: 'a prompt that a program sent',
      event: { kind: 'prompt.submit', prompt: 'verified', fromUser: true, byProgram: true },
      ...none,
    },
    { name: 'in a sub-agent', event: { ...prompt('verified'), agent: { id: 'a1' } }, ...none },
    {
      name: 'a session that nobody sits before',
      event: prompt('verified'),
      ...none,
      env: { CLAUDE_CODE_SESSION_ATTENDED: '0' },
    },
    {
      name: 'the same, from an older host',
      event: prompt('verified'),
      ...none,
      env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
    },
    { name: 'another command', event: called('verify', 'hello'), ...none },
    { name: 'the command with another word', event: called('status'), ...none },
  ],
  deny: [
    {
      run: 'git commit -m x',
      covers: 'T-HAR-32',
      id: 'missing',
      git: {},
      files: { '.claude/.test-status': 'pass|0|1772000000' },
      says: /^Blocked: the user has not seen .*git commit has to wait.* runs `holdpoint proof verify` in \{project\}\.$/,
    },
    { run: 'git commit -m x', covers: 'T-HAR-33', id: 'pending', ...proof('pending|1772000000') },
    { run: 'git merge topic', id: 'missing', ...none },
    { name: 'something else in the file', event: commit, id: 'pending', ...proof('verified') },
    { name: 'a word that only begins so', event: commit, id: 'pending', ...proof('verified-not|1') },
    {
      name: 'changed since, whatever holds while it is missing',
      event: commit,
      id: 'pending',
      ...proof('pending|1'),
      options: { when_missing: 'pass' },
    },
    {
      name: 'the user has taken it back',
      event: commit,
      id: 'pending',
      ...proof('verified|1'),
      before: [called('reset')],
    },
    {
      name: 'the host said it, not the user',
      event: commit,
      id: 'missing',
      ...none,
      before: [{ kind: 'prompt.submit', prompt: 'lgtm', fromUser: false }],
    },
  ],
  ask: [
    { name: 'a program that nobody knows may run it', event: shell('mytool git commit -m x'), id: 'missing', ...none },
  ],
  notice: [
    ...['verified', 'Approved.', 'lgtm', 'looks good', 'Ship  it!', 'approve for commit'].map((word) => ({
      name: `“${word}”`,
      event: prompt(word),
      id: 'verified',
      says: /^Proof recorded: /,
      ...none,
    })),
    {
      name: 'a session with a user',
      event: prompt('verified'),
      id: 'verified',
      ...none,
      env: { CLAUDE_CODE_SESSION_ATTENDED: '1', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
    },
    { name: 'the command alone', event: called(''), id: 'verified', ...none },
    { name: 'the command with reset', event: called(' reset '), id: 'reset', ...none },
  ],
})
