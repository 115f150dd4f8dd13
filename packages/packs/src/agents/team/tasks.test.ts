import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import type { TeammateIdle } from '@holdpoint/engine'
import { files } from '@holdpoint/runtime/system'
import { eventIn } from '../../../../testing/src/play-case.ts'
import { isOpen, openTasks } from './tasks.ts'

const task = (id: string, status: string, owner: string, blockedBy: readonly string[] = []): string =>
  JSON.stringify({ id, subject: `Do ${id}`, description: '', status, owner, blocks: [], blockedBy })
const TASKS = {
  '.claude/tasks/shop-1/1.json': task('1', 'in_progress', 'ann'),
  '.claude/tasks/shop-1/2.json': task('2', 'completed', 'ann'),
  '.claude/tasks/shop-1/3.json': task('3', 'pending', 'bob'),
  '.claude/tasks/shop-1/4.json': task('4', 'pending', 'ann', ['2']),
  '.claude/tasks/shop-1/5.json': task('5', 'pending', 'ann', ['3']),
  '.claude/tasks/shop-1/6.json': '{',
  '.claude/tasks/shop-1/7.json': 'null',
  '.claude/tasks/shop-1/8.json': '{"status":"pending"}',
  '.claude/tasks/shop-1/.highwatermark': '8',
  '.claude/tasks/s1/1.json': task('1', 'pending', 'ann'),
}
const event = (more: object): TeammateIdle => {
  const made = eventIn('/p', { kind: 'teammate.idle', teammate: 'ann', session: 's1', ...more }, new Date())
  if (made.kind !== 'teammate.idle') throw new Error('not idle')
  return made
}
/** Replaces `~` with a temporary home. */
const open = (more: object, env: Readonly<Record<string, string>> = { HOME: '~' }): readonly string[] => {
  const { path, write } = aDirectory()
  write(TASKS)
  return openTasks(event(more), { files, env: (name) => env[name]?.replace('~', path) })
}

describe('the open tasks of a teammate', () => {
  it('T-AGT-18: are those of its own that nothing blocks', () => {
    expect(open({ team: 'shop 1' })).toEqual(['#1 Do 1 (in progress)', '#4 Do 4 (pending)'])
    expect(open({ team: 'shop 1', teammate: 'bob' })).toEqual(['#3 Do 3 (pending)'])
  })

  it('are read from the list of the session, when there is no team', () => {
    expect(open({})).toEqual(['#1 Do 1 (pending)'])
  })

  it('are read from the configured directory of the agent', () => {
    expect(open({}, { HOME: '/nowhere', CLAUDE_CONFIG_DIR: '~/.claude' })).toHaveLength(1)
    expect(open({ team: 'x' }, { HOME: '~', CLAUDE_CODE_TASK_LIST_ID: 's1' })).toHaveLength(1)
  })

  it.each([{}, { HOME: '' }, { HOME: '/nowhere' }, { CLAUDE_CONFIG_DIR: 'relative' }])('are none with %j', (env) => {
    expect(open({ team: 'shop 1' }, env as Readonly<Record<string, string>>)).toEqual([])
  })

  it('cannot be read from another directory by a name', () => {
    expect(open({ team: '../../../etc' })).toEqual([])
  })

  it.each([
    ['2 open', true],
    ['open: 2', true],
    ['3 tasks pending, 1 done', true],
    ['0 open, 0 in progress', false],
    ['pending: 0', false],
    ['no open tasks', false],
    ['all tasks are completed', false],
    ['finished everything', false],
    ['- [x] a', false],
    ['still todo: the docs', true],
    ['', false],
  ])('a summary %j is open: %j', (text, expected) => {
    expect(isOpen(text)).toBe(expected)
  })
})
