import {
  carriedOut,
  CONFIG,
  design,
  EXAMPLE,
  MIXED,
  PLAN,
  STATE,
  stateText,
} from '../../../../../test/process/support/orchestrator.ts'
import { compactBefore } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './precompact-state.ts'

const event = compactBefore('auto')

testHook(hook, {
  pass: [
    { name: 'no project.yml', covers: 'T-ORC-01', event, files: { [STATE]: stateText(), [PLAN]: design(MIXED) } },
    { name: 'no section', covers: 'T-ORC-02', event, files: carriedOut(MIXED, { [CONFIG]: 'name: x\n' }) },
    { name: 'no state file', covers: 'T-ORC-08', event, files: { [CONFIG]: EXAMPLE, [PLAN]: design(MIXED) } },
    { name: 'the document is gone', covers: 'ORC-50', event, files: { [CONFIG]: EXAMPLE, [STATE]: stateText() } },
  ],
  context: [
    {
      name: 'the whole state',
      covers: ['T-ORC-31', 'ORC-51'],
      event,
      files: carriedOut([...MIXED, 'blocked', 'escalated'], { [STATE]: stateText({ worktrees: { _all: '/w/t' } }) }),
      tells: [
        new RegExp(
          '^ORCHESTRATION STATE — preserve this across compaction\\. ' +
            `Plan: Demo plan \\(${PLAN}\\)\\. Team: t1\\. ` +
            'Progress: 2/8 tasks complete, 1 in-progress, 3 pending\\. 1 blocked\\. 1 escalated \\(needs human\\)\\. ' +
            'Worktrees: _all = /w/t\\. Slug: demo\\. ' +
            'Read the design doc after compaction to restore full context\\.$',
        ),
      ],
    },
    {
      name: 'a state file that names a plan and nothing else',
      event,
      files: carriedOut(MIXED, { [STATE]: JSON.stringify({ active_plan: PLAN, worktrees: [], team: 7 }) }),
      tells: [`(${PLAN}). Progress: 2/6`],
      hides: ['Team', 'Slug', 'Worktrees'],
    },
    {
      name: 'more work trees than anybody wants to read',
      event,
      files: carriedOut(MIXED, {
        [STATE]: stateText({
          worktrees: Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`s${n}`, `/w/${n}\n## Not a heading`])),
        }),
      }),
      tells: ['s19 = /w/19 ## Not a heading, and 5 more.'],
      hides: ['s20', '\n'],
    },
  ],
  notice: [
    {
      name: 'not true and not false',
      covers: 'ORC-05',
      event,
      files: carriedOut(MIXED, { [CONFIG]: 'hooks: { precompact_state: maybe }\n' }),
      id: 'config',
      says: '.claude/project.yml: hooks.precompact_state must be true or false',
    },
  ],
})
