import { agentStop } from '../../../../testing/events.ts'
import { testHook } from '../../../../testing/test-hook.ts'
import hook from './testing-completion.ts'

testHook(hook, {
  notice: [
    {
      name: 'counts what is not committed, and reads what the tests said',
      event: agentStop('expert-testing'),
      git: { commits: ['one'] },
      files: { 'a.ts': 'x', 'b.ts': 'y', '.claude/.test-status': 'pass|0|1772366400\n' },
      id: 'complete',
      says: 'expert-testing: workflow complete. Files changed: 2. Tests: pass.',
    },
    {
      name: 'without a repository and without tests',
      event: { kind: 'agent.stop', alreadyBlocked: false },
      id: 'complete',
      says: 'expert-testing: workflow complete. Files changed: 0. Tests: unknown.',
    },
  ],
})
