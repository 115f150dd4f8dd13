import { hookOf, on, said, table } from '../../../../../test/support/rules.ts'
import type { AgentRef } from '../../event.ts'
import type { Case } from '../../../../testing/src/case-table.ts'
import {
  after,
  agentStop,
  compactBefore,
  edit,
  mcp,
  prompt,
  read,
  sessionStart,
  shell,
  taskCompleted,
  turnStop,
  write,
} from '../../../../testing/src/events.ts'

table('tool', [
  [{ tool: 'shell' }, 'ls', 'deny'],
  [{ tool: 'shell' }, on(write('a')), ''],
  [{ tool: ['write', 'edit'] }, on(edit('a')), 'deny'],
  [{ tool: 'Bash' }, 'ls', 'deny'],
  [{ tool: 'mcp__github__*' }, on(mcp('mcp__github__merge')), 'deny'],
  [{ tool: 'mcp__github__*' }, on(mcp('mcp__gitlab__merge')), ''],
  [{ tool: 'mcp' }, on(mcp('mcp__any__thing')), 'deny'],
  [{ tool: '*' }, on(read('a')), 'deny'],
])

table('runs', [
  [{ runs: 'yarn' }, 'yarn install', 'deny'],
  [{ runs: 'yarn' }, 'npm install', ''],
  [{ runs: 'yarn' }, 'echo yarn', ''],
  [{ runs: 'yarn' }, 'sudo env A=1 yarn install', 'deny'],
  [{ runs: 'yarn' }, `bash -c 'cd x && "yarn" add y'`, 'deny'],
  [{ runs: 'yarn' }, 'eval "ya""rn add x"', 'deny'],
  [{ runs: 'yarn' }, 'npx yarn add x', 'deny'],
  [{ runs: 'yarn' }, '/usr/local/bin/yarn', 'deny'],
  [{ runs: 'yarn' }, 'nobody-knows-this yarn add x', 'ask unclear'],
  [{ runs: 'yarn add' }, 'yarn add x', 'deny'],
  [{ runs: 'yarn add' }, 'yarn remove x', ''],
  [{ runs: 'yarn add' }, 'yarn --silent add x', 'deny'],
  [{ runs: 'npm publish' }, 'npm --tag next publish', 'ask unclear'],
  [{ runs: 'npm publish' }, 'npm --tag=next publish', 'deny'],
  [{ runs: 'npm publish' }, 'npm run publish', ''],
  [{ runs: 'npm publish' }, 'npm $WHAT', 'ask unclear'],
  [{ runs: 'npm pub*' }, 'npm publish', 'deny'],
  [{ runs: 'git push' }, 'git -C sub -c a=b push origin main', 'deny'],
  [{ runs: 'git push --force' }, 'git push origin main --force', 'deny'],
  [{ runs: 'git push --force' }, 'git push origin main --forc', 'ask unclear'],
  [{ runs: 'git push --force' }, 'git push origin main', ''],
  [{ runs: 'git push --force' }, 'git push -- --force', ''],
  [{ runs: 'rm -rf' }, 'rm -r --verbose -f x', 'deny'],
  [{ runs: 'rm -rf' }, 'rm -fr x', 'deny'],
  [{ runs: 'rm -rf' }, 'rm -r x', ''],
  [{ runs: ['yarn', 'pnpm'] }, 'pnpm i', 'deny'],
  [{ runs: './deploy.sh' }, './deploy.sh --now', 'deny'],
  [{ runs: './deploy.sh' }, 'bash deploy.sh', 'deny'],
  [{ runs: './deploy.sh' }, 'cd sub && ../deploy.sh', 'deny'],
  [{ runs: './deploy.sh' }, 'bash other.sh', ''],
  [{ runs: '*' }, 'anything', 'deny'],
  [{ runs: 'yarn' }, on(write('yarn')), ''],
])

table('git, fetches, does', [
  [{ git: 'push' }, 'git push', 'deny'],
  [{ git: 'push' }, 'cd x; git -c user.name=x push --tags', 'deny'],
  [{ git: 'push' }, 'git pull', ''],
  [{ git: 'push' }, 'git $WHAT', 'ask unclear'],
  [{ git: 'stash' }, 'git status', ''],
  [{ git: ['commit', 'push'] }, 'git commit -m x', 'deny'],
  [{ fetches: '*.example.com' }, 'curl -s https://api.example.com/x', 'deny'],
  [{ fetches: '*.example.com' }, 'curl -s https://API.Example.COM:8443/x', 'deny'],
  [{ fetches: '*.example.com' }, 'wget api.example.com', 'deny'],
  [{ fetches: '*.example.com' }, 'curl https://example.org/?x=api.example.com', ''],
  [{ fetches: '*.example.com' }, 'curl https://api.example.com@evil.org/', ''],
  [{ fetches: 'evil.org' }, 'curl https://api.example.com@evil.org/', 'deny'],
  [{ fetches: 'evil.org' }, 'curl https://%65vil.org/', 'deny'],
  [{ fetches: 'evil.org' }, 'curl "$URL"', 'ask unclear'],
  [{ fetches: 'github.com' }, 'git clone git@github.com:a/b.git', 'deny'],
  [
    { fetches: 'evil.org' },
    on({
      ...mcp('WebFetch', { url: 'https://evil.org/a' }),
      kind: 'tool.before',
      tool: { name: 'WebFetch', kind: 'other', input: { url: 'https://evil.org/a' }, files: [] },
    }),
    'deny',
  ],
  [{ fetches: '127.0.0.1' }, 'curl http://2130706433/', 'deny'],
  [{ does: 'install' }, 'npm i left-pad', 'deny'],
  [{ does: ['kill', 'privilege'] }, 'sudo ls', 'deny'],
  [{ does: 'install' }, 'npm test', ''],
  [{ uncertain: true }, '$CMD x', 'deny'],
  [{ uncertain: true }, 'ls -la', ''],
  [{ uncertain: false, tool: 'shell' }, 'ls -la', 'deny'],
])

table('texts of a tool call', [
  [{ content: 'console\\.log' }, on(write('a.js', 'console.log(1)')), 'deny'],
  [{ content: 'console\\.log' }, on(edit('a.js', 'x\nconsole.log(1)')), 'deny'],
  [{ content: 'console\\.log' }, 'echo "console.log(1)" > a.js', 'deny'],
  [{ content: 'console\\.log' }, 'echo "console.log(1)"', ''],
  [{ content: 'console\\.log' }, on(write('a.js', 'console_log')), ''],
  [{ content: 'console\\.log', writes: 'src/**' }, 'echo "console.log(1)" > a.js; echo x > src/a.js', ''],
  [{ content: 'console\\.log', writes: 'src/**' }, 'echo "console.log(1)" > src/a.js', 'deny'],
  [{ content: 'AKIA[0-9A-Z]{16}' }, on(mcp('mcp__chat__post', { text: 'AKIAABCDEFGHIJKLMNOP' })), 'deny'],
  [{ content: { words: ['foo', 'drop table'] } }, on(write('a', 'DROP\n  TABLE users')), 'deny'],
  [{ content: { words: 'foo' } }, on(write('a', 'food')), ''],
  [{ content: { words: 'ärger' } }, on(write('a', 'kein ÄRGER!')), 'deny'],
  [{ content: { words: 'ärger' } }, on(write('a', 'kein a\u0308rger')), 'deny'],
  [{ content: { matches: 'LATER', flags: 'i' } }, on(write('a', 'later')), 'deny'],
  [{ content: { matches: '^end$', flags: 'm' } }, on(write('a', 'x\nend\ny')), 'deny'],
  [{ content: { matches: 'a.b', flags: 's' } }, on(write('a', 'a\nb')), 'deny'],
  [{ content: 'a.b' }, on(write('a', 'a\nb')), ''],
  [{ content: ['x', 'y'] }, on(write('a', 'only y')), 'deny'],
  [{ command: '^make\\b' }, 'make all', 'deny'],
  [{ command: 'rm\\s+-rf' }, 'rm   -rf x', 'deny'],
  [{ command: { words: ['--no-verify'] } }, 'git commit --no-verify', 'deny'],
  [{ command: '^make\\b' }, on(write('a', 'make')), ''],
])

table(
  'texts of other events',
  [
    [{ event: 'UserPromptSubmit', prompt: 'deploy' }, on(prompt('please deploy')), 'block'],
    [{ event: 'UserPromptSubmit', prompt: 'deploy' }, on(prompt('please test')), ''],
    [{ event: 'Stop', says: { words: ['should work'] } }, on(turnStop('This should work now.')), 'block'],
    [{ event: 'Stop', says: { words: ['should work'] } }, on(turnStop('It was tested.')), ''],
    [{ event: 'Stop', says: 'x' }, on(turnStop()), ''],
    [{ event: 'SubagentStop', says: 'done' }, on(agentStop('x', 'a1', 'done')), 'block'],
    [{ event: 'TaskCompleted', says: 'migrate' }, on(taskCompleted({ id: '1', subject: 'migrate it' })), 'block'],
    [{ event: 'PreCompact' }, on(compactBefore()), 'block'],
    [{ event: ['Stop', 'SubagentStop'] }, on(agentStop('x')), 'block'],
    [{ event: 'SubagentStop', agent: 'review*' }, on(agentStop('reviewer')), 'block'],
  ],
  'block',
)

table(
  'what came out of a call',
  [
    [
      { event: 'PostToolUse', output: 'FAIL' },
      on(after(shell('make test'), { stdout: '1 FAIL', stderr: '' })),
      'feedback',
    ],
    [{ event: 'PostToolUse', output: 'FAIL' }, on(after(shell('make test'), '1 FAIL')), 'feedback'],
    [{ event: 'PostToolUse', output: 'FAIL' }, on(after(shell('make test'), [{ text: 'ok' }])), ''],
    [{ event: 'PostToolUse', output: 'FAIL' }, on(after(shell('make test'), 'FAIL', true)), ''],
    [{ event: 'PostToolUseFailure', output: 'FAIL' }, on(after(shell('make test'), 'FAIL', true)), 'feedback'],
    [{ event: 'PostToolUse', writes: 'src/**' }, on(after(edit('src/a'), '')), 'feedback'],
    [
      { event: 'PostToolUse', runs: 'make', output: '^a\n"b"$' },
      on(after(shell('make'), { stdout: 'a\n"b"' })),
      'feedback',
    ],
  ],
  'feedback',
)

const inRepository = (branch: string): Omit<Case, 'event'> => ({ git: { commits: ['one'], branch } })

table('branch', [
  [{ git: 'commit', branch: 'main' }, on(shell('git commit -m x'), inRepository('main')), 'deny'],
  [{ git: 'commit', branch: 'main' }, on(shell('git commit -m x'), inRepository('topic')), ''],
  [{ git: 'commit', branch: 'main' }, on(shell('git switch -c topic && git commit -m x'), inRepository('main')), ''],
  [{ git: 'commit', branch: 'main' }, on(shell('git switch main && git commit -m x'), inRepository('topic')), 'deny'],
  [
    { git: 'commit', branch: 'main' },
    on(shell('git switch - && git commit -m x'), inRepository('topic')),
    'ask unclear',
  ],
  [
    { runs: 'git commit', branch: 'main' },
    on(shell('git switch -c topic && git commit -m x'), inRepository('main')),
    '',
  ],
  [{ runs: 'npm publish', branch: 'release/*' }, on(shell('npm publish'), inRepository('release/1/x')), 'deny'],
  [
    { runs: 'npm publish', branch: 'main' },
    on(shell('git switch topic && npm publish'), inRepository('main')),
    'ask unclear',
  ],
  [{ tool: 'write', branch: ['main', 'master'] }, on(write('a'), inRepository('master')), 'deny'],
  [{ tool: 'write', branch: '*' }, on(write('a')), ''],
  [{ tool: 'shell', branch: 'main' }, on(shell('make'), inRepository('main')), 'deny'],
  [{ tool: 'shell', branch: 'main' }, on(shell('git switch main && make'), inRepository('topic')), 'ask unclear'],
])

const by = (event: Case['event'], agent: AgentRef): Case => ({ event: { ...event, agent } })

table('who and where', [
  [{ tool: 'shell', agent: 'main' }, 'ls', 'deny'],
  [{ tool: 'shell', agent: 'main' }, by(shell('ls'), { id: 'a', type: 'x' }), ''],
  [{ tool: 'shell', agent: 'main' }, by(shell('ls'), { id: 'a', type: 'main' }), ''],
  [{ tool: 'shell', agent: 'main' }, by(shell('ls'), { id: 'a', name: 'main' }), ''],
  [{ tool: 'shell', agent: 'rev*' }, by(shell('ls'), { id: 'a', type: 'reviewer' }), 'deny'],
  [{ tool: 'shell', agent: 'lead' }, by(shell('ls'), { id: 'a', name: 'lead' }), 'deny'],
  [{ tool: 'shell', agent: '*' }, by(shell('ls'), { id: 'a' }), 'deny'],
  [{ tool: 'shell', permission_mode: 'bypass*' }, on({ ...shell('ls'), permissionMode: 'bypassPermissions' }), 'deny'],
  [{ tool: 'shell', permission_mode: 'plan' }, 'ls', ''],
  [{ tool: 'shell', permission_mode: 'default' }, 'ls', 'deny'],
  [{ tool: 'shell', host: 'test' }, 'ls', 'deny'],
  [{ tool: 'shell', host: 'codex' }, 'ls', ''],
])

describe('events', () => {
  it('a rule that names none is about tool calls before they run', async () => {
    const hook = hookOf({ when: { tool: 'shell' }, then: 'deny' })
    expect(hook.meta.on).toEqual(['tool.before'])
  })

  it('SessionStart informs the model', async () => {
    const hook = hookOf({ when: { event: 'SessionStart' }, then: { context: 'Read {rule} first.' } })
    expect(await said(hook, on(sessionStart()))).toBe('context')
  })
})
