import { HOSTS } from '@holdpoint/hosts'
import { agentTable } from './hosts.ts'

const all = agentTable(HOSTS.map((host) => ({ host, version: '10.100.1000' })))

it('fits a terminal of 80 columns, with a frame', () => {
  expect(all.split('\n').filter((line) => line.length > 74)).toEqual([])
})

it('says for every agent how far it is proven, its scopes, and what becomes of an ask and a failure', () => {
  expect(all.split('\n').slice(0, 6)).toEqual([
    'agent, scopes     enforced              an ask            a failing hook',
    'Claude Code       deny, ask, rewrite,   the user is       the tool call',
    'claude-code       context, stop block,  asked             needs approval',
    '10.100.1000       prompt block',
    'project, local,',
    'user',
  ])
  const firstColumn = all
    .split('\n')
    .map((line) => line.slice(0, 16).trim())
    .join(' ')
  for (const text of ['Cursor (experimental)', 'Cline (halt only)', 'opencode 10.100.1000'])
    expect(firstColumn).toContain(text)
})

it('says when a program does not tell its version', () => {
  expect(agentTable(HOSTS.slice(0, 1).map((host) => ({ host, version: undefined })))).toContain('(version')
})
