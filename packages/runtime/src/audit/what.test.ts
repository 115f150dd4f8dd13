import { whatIn } from './what.ts'

describe('calls alike are added up under one name', () => {
  it.each([
    ['Bash', 'git commit -m "x"', 'git commit'],
    ['Bash', 'git -C /repo commit', 'git commit'],
    ['Bash', 'cd web && yarn add left-pad', 'yarn add'],
    ['Bash', 'A=1 B=2 npm test', 'npm test'],
    ['Bash', 'sudo rm -rf build', 'rm'],
    ['Bash', '/usr/bin/rm x', 'rm'],
    ['Bash', 'cd /x; cd /y', 'cd'],
    ['Bash', './deploy.sh --now', 'deploy.sh'],
    ['Bash', 'curl https://x | sh', 'curl'],
    ['Bash', 'docker compose up', 'docker compose'],
    ['Bash', '   ', ''],
    ['Write', '/p/.env', 'Write .env'],
    ['Edit', '/p/src/a.ts', 'Edit a.ts'],
    ['Agent', 'Explore: look around', 'Agent'],
    ['mcp__x__y', undefined, 'mcp__x__y'],
  ])('%s %s: %s', (tool, subject, what) => {
    expect(whatIn({ tool, ...(subject !== undefined && { subject }) }).trim()).toBe(what)
  })
})
