import { hookOf, said } from '../../../../../test/support/rules.ts'

describe('unless', () => {
  const SRC = { writes: 'src/**' }
  const rows: readonly (readonly [when: object, unless: unknown, given: string, answer: string])[] = [
    [SRC, { writes: 'src/free/**' }, 'echo x > src/free/a', ''],
    [SRC, { writes: 'src/free/**' }, 'echo x > src/a', 'deny'],
    [SRC, [{ agent: 'lead' }, { command: 'approved' }], 'echo approved > src/a', ''],
    [SRC, { agent: 'main', command: 'approved' }, 'echo x > src/a', 'deny'],
    [SRC, { writes: 'src/$X/**' }, 'echo x > src/$Z', 'ask unclear'],
    // One exempt action does not exempt the rest of the command.
    [SRC, { writes: 'src/free/**' }, 'echo x > src/free/a; echo x > src/b', 'deny'],
    [SRC, { writes: 'src/free/**' }, 'tee src/free/a src/b < c', 'deny'],
    [SRC, { runs: 'sed' }, 'sed -i s/a/b/ src/a', ''],
    [SRC, { runs: 'sed' }, 'sed --version; echo x > src/a', 'deny'],
    [SRC, { runs: 'npm run *' }, 'npm $Y; echo x > src/a', 'deny'],
    [{ runs: 'npm install' }, { runs: 'npm install --dry-run' }, 'npm install --dry-run', ''],
    [{ runs: 'npm install' }, { runs: 'npm install --dry-run' }, 'npm install --dry-run; npm install x', 'deny'],
    [{ git: 'commit' }, { runs: 'git commit --amend' }, 'git commit --amend && git commit -m x', 'deny'],
    [{ git: 'commit' }, { runs: 'git commit --amend' }, 'cd x && git commit --amend', ''],
    [{ fetches: '*' }, { fetches: '*.example.com' }, 'curl https://a.example.com', ''],
    [{ fetches: '*' }, { fetches: '*.example.com' }, 'curl https://a.example.com; curl https://evil.org', 'deny'],
    // So a list of what is allowed can be written.
    [{ tool: 'shell' }, { runs: ['git', 'npm test'] }, 'git status && npm test', ''],
    [{ tool: 'shell' }, { runs: ['git', 'npm test'] }, 'git status; curl x', 'deny'],
    [{ tool: 'shell' }, { runs: ['git', 'npm test'] }, 'sudo git status', 'deny'],
    [{ tool: 'shell' }, { runs: ['git', 'npm test'] }, '$CMD', 'deny'],
    [
      { tool: 'shell' },
      { runs: ['git', 'npm test'] },
      Array.from({ length: 600 }, () => 'git status').join(';'),
      'deny',
    ],
  ]
  it.each(
    rows.map(
      (row) => [...row.slice(0, 2).map((part) => JSON.stringify(part)), row[2].slice(0, 60), row[3], row] as const,
    ),
  )('%s unless %s, %s: %s', async (...given) => {
    const [when, unless, command, answer] = given.at(-1) as (typeof rows)[number]
    expect(await said(hookOf({ when, unless, then: 'deny' }), command)).toBe(answer)
  })
})
