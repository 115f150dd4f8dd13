import { agentAction, AGENT_ACTIONS } from '../agent-actions.ts'
import type { EventBody, Hook } from '@holdpoint/engine'
import { after, agentStop, write } from '../../../../testing/src/events.ts'
import { playCase } from '../../../../testing/src/play-case.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import post from '../tdd/tdd-post-implementation/tdd-post-implementation.ts'
import hooks from './completion.ts'

it('there is one for each action at the end of an agent', () => {
  const actions = AGENT_ACTIONS.filter(({ kind }) => kind === 'agent.stop').map(({ action }) => action)
  expect(hooks.map(({ meta }) => meta.id).toSorted()).toEqual(actions.map((action) => `agents/${action}`).toSorted())
})

for (const hook of hooks) {
  const agent = agentAction(hook.meta.id.slice('agents/'.length))?.agent ?? ''
  testHook(hook, {
    notice: [
      {
        name: 'counts what is not committed, and reads what the tests said',
        covers: 'T-AGT-14',
        event: agentStop(agent),
        git: { commits: ['one'] },
        files: { 'a.ts': 'x', 'b.ts': 'y', '.claude/.test-status': 'pass|0|1772366400\n' },
        id: 'complete',
        says: `${agent}: workflow complete. Files changed: 2. Tests: pass.`,
      },
      {
        name: 'without a repository and without tests',
        event: { kind: 'agent.stop', alreadyBlocked: false },
        id: 'complete',
        says: `${agent}: workflow complete. Files changed: 0. Tests: unknown.`,
      },
    ],
  })
}

const end = hooks.find(({ meta }) => meta.id === 'agents/tdd-completion')
if (end === undefined) throw new Error('there is no report of manager-tdd')

/** Two hooks of one agent as if they were one, so that they share a state. */
const both: Hook = {
  ...end,
  meta: {
    ...end.meta,
    on: [...post.meta.on, ...end.meta.on],
    options: post.meta.options,
    messages: { ...post.meta.messages, ...end.meta.messages },
  },
  run: (context) => (context.event.kind === 'tool.after' ? post : end).run(context),
}
const by = (event: EventBody, id: string): EventBody => ({ ...event, agent: { id, type: 'manager-tdd' } })
const said = async (before: readonly EventBody[], files: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await playCase(both, { event: agentStop('manager-tdd', 'a1'), before, files })).notice ?? ''
const wrote = (path: string): EventBody => by(after(write(path, 'x'), {}), 'a1')

describe('the report', () => {
  it('T-AGT-14: counts what this agent has written, each file once', async () => {
    const files = { 'src/a.ts': 'x', 'src/a.test.ts': 'x', 'src/b.ts': 'x' }
    const other = by(after(write('src/b.ts', 'x'), {}), 'a2')
    expect(await said([wrote('src/a.test.ts'), wrote('src/a.ts'), wrote('src/a.ts'), other], files)).toBe(
      'manager-tdd: workflow complete. Files changed: 2. Tests: unknown.',
    )
  })

  it.each([
    ['pass', 0],
    ['fail', 1],
  ])('T-AGT-14: reports that the last tests of this agent %s', async (result, code) => {
    const files = {
      'src/a.ts': 'x',
      'package.json': `{"scripts":{"test":"exit ${code}"}}`,
      '.claude/.test-status': 'x',
    }
    const env = { PATH: process.env['PATH'] ?? '' }
    const { notice } = await playCase(both, {
      event: agentStop('manager-tdd', 'a1'),
      before: [wrote('src/a.ts')],
      files,
      env,
    })
    expect(notice).toBe(`manager-tdd: workflow complete. Files changed: 1. Tests: ${result}.`)
  })
})
