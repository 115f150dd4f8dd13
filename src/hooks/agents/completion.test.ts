import { after, agentStop, write } from '../../testing/events.ts'
import { playCase } from '../../testing/play-case.ts'
import type { EventBody } from '../../core/event.ts'
import post from './tdd/tdd-post-implementation/tdd-post-implementation.ts'
import end from './tdd/tdd-completion/tdd-completion.ts'
import type { Hook } from '../../core/hook.ts'

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
  ])('T-AGT-14: tells that the last tests of this agent %s', async (result, code) => {
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
