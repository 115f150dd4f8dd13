import { answers, programs, withPath as env } from '../../../../../../test/support/agents.ts'
import { SAYS, testedAfterChange, VITEST, wrote } from '../../../../../../test/support/agents-cases.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './tdd-post-implementation.ts'

testHook(hook, {
  ...testedAfterChange,
  pass: [
    ...testedAfterChange.pass,
    {
      name: 'a test that fails is the first step',
      covers: 'T-AGT-09',
      event: wrote('src/a.test.ts'),
      files: { ...VITEST, ...answers(1, SAYS) },
      prepare: programs('vitest'),
      env,
    },
  ],
})
