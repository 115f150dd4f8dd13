import { openBudget } from './budget.ts'
import { readCommand } from './read/read-command.ts'
import type { ShellWorld } from './state/world.ts'

const world: ShellWorld = {
  home: '/home/dev',
  env: () => undefined,
  read: () => undefined,
  real: (path) => path,
  list: () => [],
  workTree: () => undefined,
}

describe('a budget', () => {
  it('ends when the work is done', () => {
    const budget = openBudget(3)
    expect([budget.spend(), budget.spend(), budget.spend(), budget.spend()]).toEqual([true, true, false, false])
    expect([budget.spent, budget.isUsedUp]).toEqual([3, true])
  })

  it('ends when the time is up, and stays ended', () => {
    const budget = openBudget(1e9, performance.now())
    expect(budget.spend(100_000)).toBe(false)
    expect([budget.spend(), budget.isUsedUp]).toEqual([false, true])
    expect(openBudget(1e9, performance.now() + 60_000).spend(100_000)).toBe(true)
  })

  it('that an event shares ends reading: what was not read is a doubt', () => {
    const command = Array.from({ length: 2_000 }, (_, at) => `echo a${at} > f${at}`).join('; ')
    const doubts = (until: number) =>
      readCommand(command, '/p', { ...world, until }).effects.doubts.map(({ about }) => about)
    expect(doubts(performance.now() + 60_000)).toEqual([])
    expect(doubts(performance.now())).toEqual(['limit'])
  })
})
