import { memoryArea } from '../../../../../test/support/engine.ts'
import type { Task } from '@holdpoint/engine'
import type { OrchestratorState } from '../orchestrator-state.ts'
import { isFirstAttempt, keepFor, takeFor } from './tasks.ts'

const task = (id: string, subject = 'Add login'): Task => ({ id, subject })
const plan: OrchestratorState = {
  active_plan: 'docs/plan.md',
  slug: 's',
  team: 't',
  started: '2026-02-16T10:00:00Z',
  worktrees: {},
}

describe('the first attempt to complete a task', () => {
  it('ORC-29: comes once for each id', () => {
    const session = memoryArea()
    const attempts = ['7', '7', '8', '7', 'constructor'].map((id) => isFirstAttempt(task(id), plan, session))
    expect(attempts).toEqual([true, false, true, false, true])
  })

  it('comes again in another plan, whose tasks count from 1 again', () => {
    const session = memoryArea()
    expect(isFirstAttempt(task('1'), plan, session)).toBe(true)
    expect(isFirstAttempt(task('1'), { ...plan, started: '2026-02-17T10:00:00Z' }, session)).toBe(true)
    expect(isFirstAttempt(task('1'), { ...plan, active_plan: 'docs/other.md' }, session)).toBe(true)
    expect(isFirstAttempt(task('1'), plan, session)).toBe(false)
  })

  it('uses the subject where there is no id', () => {
    const session = memoryArea()
    const attempts = ['a', 'b', 'a'].map((subject) => isFirstAttempt(task('', subject), plan, session))
    expect(attempts).toEqual([true, true, false])
  })

  it.each([[null], ['x'], [{ a: 1 }], [[1, null, {}]]])('does not mind %j in the state', (rubbish) => {
    const session = memoryArea()
    session.update('orchestrator-verified', () => rubbish)
    session.update('orchestrator-waiting', () => rubbish)
    expect([isFirstAttempt(task('7'), plan, session), isFirstAttempt(task('7'), plan, session)]).toEqual([true, false])
    expect(takeFor('7', session)).toBeUndefined()
  })

  it('is forgotten after five hundred others, and never fills the disk', () => {
    const session = memoryArea()
    for (let id = 0; id < 501; id++) isFirstAttempt(task(String(id)), plan, session)
    expect(session.get<readonly string[]>('orchestrator-verified')).toHaveLength(500)
    expect(isFirstAttempt(task('0'), plan, session)).toBe(true)
  })
})

it('D10: of two texts for one task the newer is kept, and taken once', () => {
  const session = memoryArea()
  keepFor(task('7'), 'old', session)
  keepFor(task('8'), 'other', session)
  keepFor(task('7'), 'new', session)
  expect([takeFor('7', session), takeFor('7', session), takeFor('8', session)]).toEqual(['new', undefined, 'other'])
})
