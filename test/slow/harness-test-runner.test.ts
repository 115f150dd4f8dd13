import { execFileSync } from 'node:child_process'
import { breakAndFix, type TestedBy } from '../process/support/test-projects.ts'

/** Frameworks that take their time. What this machine does not have is not tested here. */

const has = (name: string): boolean => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const FRAMEWORKS: readonly TestedBy[] = ['vitest', ...(['pytest', 'cargo'] as const).filter(has)]

describe('T-HAR-82, D13: a real project whose tests break', () => {
  it.each(FRAMEWORKS)('%s: the status says how many, the commit is held, and goes ahead when they are mended', (name) =>
    breakAndFix(name),
  )
})
