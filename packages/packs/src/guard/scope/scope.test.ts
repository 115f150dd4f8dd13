import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { EventBody } from '@holdpoint/engine'
import { edit, mcp, read, shell, write } from '../../../../testing/src/events.ts'
import { temporaryRepository } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './scope.ts'

const by = (type: string, event: EventBody): EventBody => ({ ...event, agent: { id: 'agent-1', type } })
const named = (name: string, event: EventBody): EventBody => ({ ...event, agent: { id: 'agent-1', name } })

const STATE = '.claude/orchestrator-state.json'
const SCOPES = '.claude/hooks/scopes/t1.json'
const state = (extra: object = {}): string => JSON.stringify({ active_plan: 'docs/plan.md', team: 't1', ...extra })
const scopes = JSON.stringify({ team: 't1', agents: { x: { allow: ['src/a/**', './docs/*.md'] } } })
const main = temporaryRepository()
afterAll(() => main.dispose())

const team = { [STATE]: state(), [SCOPES]: scopes }

testHook(hook, {
  pass: [
    { name: 'inside', covers: ['ORC-54', 'ORC-55'], event: by('x', write('src/a/f.ts')), files: team },
    { name: 'a glob that starts here', event: by('x', edit('docs/plan.md')), files: team },
    {
      name: 'without a state file',
      covers: 'T-ORC-36',
      event: by('x', write('src/b/f.ts')),
      files: { [SCOPES]: scopes },
    },
    { name: 'a state file without a team', event: by('x', write('src/b/f.ts')), files: { ...team, [STATE]: '{}' } },
    {
      name: 'a state file that cannot be read',
      covers: 'ORC-16',
      event: by('x', write('src/b/f.ts')),
      files: { ...team, [STATE]: '{' },
    },
    { name: 'an agent without an entry', covers: 'ORC-55', event: by('y', write('src/b/f.ts')), files: team },
    { name: 'an agent called like a part of every object', event: by('constructor', write('src/b/f.ts')), files: team },
    { name: 'the main thread', event: write('src/b/f.ts'), files: team },
    { name: 'no scope file', event: by('x', write('src/b/f.ts')), files: { [STATE]: state() } },
    {
      name: 'another team',
      event: by('x', write('src/b/f.ts')),
      files: { [STATE]: state({ team: 't2' }), [SCOPES]: scopes },
    },
    {
      name: 'a team that names a file elsewhere',
      event: by('x', write('src/b/f.ts')),
      files: { ...team, [STATE]: state({ team: '../t1' }) },
    },
    { name: 'reading outside', event: by('x', read('src/b/f.ts')), files: team },
    { name: 'reading outside with a shell', event: by('x', shell('cat src/b/f.ts')), files: team },
    { name: 'a test run', event: by('x', shell('npm test -- src/b')), files: team },
    {
      name: 'a shell that writes inside',
      event: by('x', shell('sed -i s/a/b/ src/a/f.ts && echo done > src/a/log')),
      files: team,
    },
    { name: 'a shell that throws output away', event: by('x', shell('ls > /dev/null 2>&1')), files: team },
    { name: 'a temporary file', event: by('x', shell('sort src/b/f.ts > /tmp/sorted')), files: team },
    { name: 'removing what is all inside', event: by('x', shell('rm -rf src/a')), files: team },
    { name: 'the file a wildcard in a set allows', event: by('x', write('src/a/deep/er/f.ts')), files: team },
    {
      name: 'a message to the lead',
      event: by('x', mcp('mcp__chat__send', { to: 'lead', text: 'see src/b' })),
      files: { [STATE]: state(), [SCOPES]: JSON.stringify({ agents: { x: { allow: ['**'] } } }) },
    },
    {
      name: 'the same file in a work tree of the plan',
      event: by('x', write('/wt/one/src/a/f.ts')),
      files: { ...team, [STATE]: state({ worktrees: { _all: '/wt/one' } }) },
    },
    {
      name: 'an agent with an entry asks how things stand',
      event: by('x', shell('holdpoint orchestrator status')),
      files: team,
    },
    { name: 'the lead ends the work', event: shell('holdpoint orchestrator finish'), files: team },
    { name: 'own list, inside', event: by('z', write('lib/f.ts')), options: { agents: { z: ['lib/**'] } } },
    { name: 'own list, another agent', event: by('y', write('src/f.ts')), options: { agents: { z: ['lib/**'] } } },
    { name: 'teams left out', event: by('x', write('src/b/f.ts')), files: team, options: { teams: false } },
  ],
  deny: [
    {
      name: 'outside',
      covers: ['T-ORC-36', 'ORC-54', 'ORC-55'],
      event: by('x', write('src/b/f.ts')),
      files: { [STATE]: state(), [SCOPES]: JSON.stringify({ team: 't1', agents: { x: { allow: ['src/a/**'] } } }) },
      id: 'outside',
      says: /x may not write `src\/b\/f\.ts`.*src\/a\/\*\*/,
    },
    { name: 'an edit outside', event: by('x', edit('src/b/f.ts')), files: team, id: 'outside' },
    { name: 'by its name', event: named('x', write('src/b/f.ts')), files: team, id: 'outside' },
    { name: 'a name that only starts the same', event: by('x', write('src/ab/f.ts')), files: team, id: 'outside' },
    { name: 'a level deeper than the glob', event: by('x', write('docs/deep/plan.md')), files: team, id: 'outside' },
    {
      name: 'up and out again',
      covers: 'ENG-110',
      event: by('x', write('src/a/../b/f.ts')),
      files: team,
      id: 'outside',
    },
    { name: 'outside of the project', event: by('x', write('/etc/hosts')), files: team, id: 'outside' },
    { name: 'a temporary file by the Write tool', event: by('x', write('/tmp/f')), files: team, id: 'outside' },
    { name: 'a shell that redirects', event: by('x', shell('echo x > src/b/f.ts')), files: team, id: 'outside' },
    {
      name: 'a shell that edits in place',
      event: by('x', shell('sed -i s/a/b/ src/b/f.ts')),
      files: team,
      id: 'outside',
    },
    { name: 'a shell that moves there', event: by('x', shell('mv src/a/f.ts src/b/f.ts')), files: team, id: 'outside' },
    {
      name: 'a shell that goes there first',
      event: by('x', shell('cd src/b && touch f.ts')),
      files: team,
      id: 'outside',
    },
    { name: 'removing more than what is inside', event: by('x', shell('rm -rf src')), files: team, id: 'outside' },
    {
      name: 'through a link that lies inside',
      covers: 'ENG-110',
      event: by('x', write('src/a/link/f.ts')),
      files: { ...team, 'src/a/keep': '', 'src/b/keep': '' },
      prepare: ({ path }) => symlinkSync(join(path, 'src/b'), join(path, 'src/a/link')),
      id: 'outside',
    },
    {
      name: 'a tool of a server',
      event: by('x', mcp('mcp__fs__write_file', { path: 'src/b/f.ts' })),
      files: team,
      id: 'outside',
    },
    {
      name: 'an entry that allows nothing',
      event: by('x', write('a')),
      files: { ...team, [SCOPES]: '{"agents":{"x":{"allow":[]}}}' },
      id: 'outside',
      says: /Write only nothing/,
    },
    {
      name: 'own list, outside',
      event: by('z', write('src/f.ts')),
      options: { agents: { z: ['lib/**'] } },
      id: 'outside',
    },
    {
      name: 'both lists hold',
      event: by('x', write('src/a/g.ts')),
      files: team,
      options: { agents: { x: ['src/a/f.ts'] } },
      id: 'outside',
    },
    {
      name: 'in a work tree the main one is asked',
      covers: 'ORC-18',
      event: by('x', write('src/b/f.ts')),
      prepare: ({ path }) => {
        main.write(team)
        main.git('worktree', 'add', '--quiet', '--detach', path)
      },
      id: 'outside',
    },
    { name: 'the scope file itself', event: by('x', write(SCOPES, '{}')), files: team, id: 'rules' },
    {
      name: 'the scope file, by an agent without an entry',
      event: by('y', shell(`rm ${SCOPES}`)),
      files: team,
      id: 'rules',
    },
    {
      name: 'the scope file, by the main thread',
      event: write('.claude/hooks/scopes/t2.json'),
      files: team,
      id: 'rules',
    },
    {
      name: 'a scope file that is no JSON',
      event: by('x', write('src/a/f.ts')),
      files: { ...team, [SCOPES]: '{' },
      id: 'broken',
      says: /t1\.json` cannot be parsed/,
    },
    {
      name: 'a scope file of another shape',
      event: by('y', write('src/a/f.ts')),
      files: { ...team, [SCOPES]: '{"agents":{"x":["src"]}}' },
      id: 'broken',
    },
    {
      name: 'a scope file that is a directory',
      event: by('x', write('f')),
      files: { [STATE]: state(), [`${SCOPES}/x`]: '' },
      id: 'broken',
    },
    {
      name: 'ending the team to get out',
      event: by('x', shell('holdpoint orchestrator abort')),
      files: team,
      id: 'ends',
    },
    {
      name: 'another team to get out',
      event: by('x', shell('holdpoint orchestrator start --plan docs/plan.md --slug s --team mine --force')),
      files: team,
      id: 'ends',
    },
  ],
  ask: [
    {
      name: 'a name that cannot be told',
      event: by('x', shell('for f in $(cat list); do touch "src/a/$f"; done')),
      files: team,
      id: 'unclear',
    },
  ],
})
