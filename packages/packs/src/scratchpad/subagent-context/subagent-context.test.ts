import { agentStart } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './subagent-context.ts'

testHook(hook, {
  context: [
    {
      name: 'date, path, headings and the last three lines of others',
      covers: ['SCR-12', 'SCR-13'],
      event: agentStart('spec-writer'),
      files: {
        '.claude/scratchpad/ego/2026-02-28.md': 'e1\ne2\ne3\ne4\n',
        '.claude/scratchpad/coordinator/2026-02-28.md': 'k1\nk2\nk3\nk4\n',
      },
      tells: [
        'Today is 2026-03-01.',
        '.claude/scratchpad/spec-writer/2026-03-01.md',
        '## What I did\n## Cross-agent observations\n## Unresolved',
        'e2\ne3\ne4',
        'k2\nk3\nk4',
      ],
      hides: ['e1', 'k1'],
    },
    {
      name: 'no agent type',
      covers: ['T-SCR-07', 'SCR-16'],
      event: agentStart(undefined),
      tells: ['.claude/scratchpad/unknown/2026-03-01.md', '## Unresolved'],
    },
    {
      name: 'a type that tries to leave the folder',
      covers: 'T-ENG-10',
      event: agentStart('../../etc'),
      tells: [/Your scratchpad: \.claude\/scratchpad\/[^/\n]+\/2026-03-01\.md\n/],
      hides: ['..'],
    },
    {
      name: 'no tails, other headings',
      event: agentStart('x'),
      files: { '.claude/scratchpad/ego/2026-02-28.md': 'thought' },
      options: { tail_lines: 0, headings: ['Done'] },
      tells: ['## Done'],
      hides: ['thought', 'Unresolved'],
    },
  ],
})
