import { answers, programs, withPath as env } from '../../../../../../test/support/agents.ts'
import { SAYS, testedAfterChange, VITEST, wrote } from '../../../../../../test/support/agents-cases.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './ddd-post-transformation.ts'

testHook(hook, {
  ...testedAfterChange,
  feedback: [
    ...testedAfterChange.feedback,
    {
      name: 'a test that no longer passes',
      event: wrote('src/a.test.ts'),
      files: { ...VITEST, ...answers(1, SAYS) },
      prepare: programs('vitest'),
      env,
      id: 'failed',
      says: /vitest run \.\/src\/a\.test\.ts/,
    },
  ],
})
