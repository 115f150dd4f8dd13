import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { scaled, tries } from '../support/tries.ts'
import { aScript } from './support/bash/commands.ts'
import { asks, unseen } from './support/bash/covers.ts'
import { realBash } from './support/bash/real-bash.ts'

const bash = realBash()
afterAll(bash.dispose)

/** Always the same scripts: which of them fail does not depend on the day. */
const SEED = 21
const SCRIPTS = 600

describe('whatever real bash runs and writes', () => {
  it('was read as a run or a write, or is asked about', () => {
    let started = 0
    let asked = 0
    fc.assert(
      fc.property(aScript, (script) => {
        const truth = bash.run(script)
        // One that does not end in time says nothing.
        fc.pre(!truth.cut)
        const { effects } = bash.read(script)
        started += truth.started.length
        if (asks(effects)) asked += 1
        expect(unseen(truth, effects), script).toEqual([])
      }),
      { ...tries(SCRIPTS), seed: SEED },
    )
    // A reader that asks about everything would hold as well.
    expect(started).toBeGreaterThan(scaled(SCRIPTS))
    expect(asked).toBeLessThan(scaled(SCRIPTS) * 0.75)
  }, 600_000)
})
