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
import { sessionStart } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './session-context.ts'

const clear = sessionStart('clear')
const WORKTREES = 'Worktrees are configured — check the design doc for paths.'
const withSection = (heading: string) => carriedOut([], { [PLAN]: `${design(MIXED)}\n${heading}\n\nhere\n` })

testHook(hook, {
  pass: [
    { name: 'startup', covers: 'T-ORC-26', event: sessionStart('startup'), files: carriedOut(MIXED) },
    { name: 'compact', covers: 'T-ORC-26', event: sessionStart('compact'), files: carriedOut(MIXED) },
    {
      name: 'no project.yml',
      covers: 'T-ORC-01',
      event: clear,
      files: { [STATE]: stateText(), [PLAN]: design(MIXED) },
    },
    { name: 'no section', covers: 'T-ORC-02', event: clear, files: carriedOut(MIXED, { [CONFIG]: 'name: x\n' }) },
    { name: 'no state file', covers: 'T-ORC-08', event: clear, files: { [CONFIG]: EXAMPLE, [PLAN]: design(MIXED) } },
    {
      name: 'the document is gone',
      covers: 'ORC-17',
      event: clear,
      files: { [CONFIG]: EXAMPLE, [STATE]: stateText() },
    },
  ],
  context: [
    {
      name: 'after /clear',
      covers: ['T-ORC-27', 'ORC-46'],
      event: clear,
      files: carriedOut(MIXED),
      tells: [
        new RegExp(
          `^Active implementation: Demo plan \\(${PLAN}\\)\\. ` +
            'Progress: 2/6 tasks complete, 1 in-progress, 3 pending\\. ' +
            `Read the design doc for full details: ${PLAN}$`,
        ),
      ],
    },
    {
      name: 'on resume',
      covers: 'T-ORC-30',
      event: sessionStart('resume'),
      files: carriedOut(MIXED),
      tells: ['Progress: 2/6 tasks complete'],
      hides: ['blocked', 'escalated', 'Worktrees'],
    },
    {
      name: 'blocked and escalated tasks',
      covers: 'T-ORC-28',
      event: clear,
      files: carriedOut([...MIXED, 'blocked', 'escalated']),
      tells: ['Progress: 2/8 tasks complete', ' pending. 1 blocked. 1 escalated (needs human). Read'],
    },
    {
      name: 'no tasks at all',
      covers: 'ORC-22',
      event: clear,
      files: carriedOut([]),
      tells: ['Progress: 0/0 tasks complete, 0 in-progress, 0 pending.'],
    },
    { name: 'one work tree', covers: 'T-ORC-29', event: clear, files: withSection('## Worktree'), tells: [WORKTREES] },
    {
      name: 'several work trees',
      covers: 'T-ORC-29',
      event: clear,
      files: withSection('## Worktrees'),
      tells: [WORKTREES],
    },
    {
      name: 'work trees that only an example has',
      covers: 'ORC-25',
      event: clear,
      files: withSection('```\n## Worktrees\n```'),
      tells: ['Demo plan'],
      hides: [WORKTREES],
    },
    {
      name: 'work trees of the state file',
      covers: 'ORC-48',
      event: clear,
      files: carriedOut(MIXED, { [STATE]: stateText({ worktrees: { api: '/w/api', web: '/w/web', odd: 5 } }) }),
      tells: [' 3 pending. Worktrees: api = /w/api, web = /w/web. Read the design doc'],
    },
    {
      name: 'a title with quotes, a backslash and an emoji',
      covers: 'T-ENG-12',
      event: clear,
      files: carriedOut([], { [PLAN]: design(['pending'], '# "Quoted" \\ and 🚀 \'it\'\n') }),
      tells: ['Active implementation: "Quoted" \\ and 🚀 \'it\' ('],
    },
    {
      name: 'a title without an end',
      event: clear,
      files: carriedOut([], { [PLAN]: design(['pending'], `# ${'long '.repeat(20_000)}\n`) }),
      tells: [/^Active implementation: (long )+lo.{0,3}… \(/],
    },
  ],
  notice: [
    {
      name: 'not true and not false',
      covers: 'ORC-05',
      event: clear,
      files: carriedOut(MIXED, { [CONFIG]: 'hooks: { session_context: on }\n' }),
      id: 'config',
      says: '.claude/project.yml: hooks.session_context must be true or false',
    },
  ],
})
