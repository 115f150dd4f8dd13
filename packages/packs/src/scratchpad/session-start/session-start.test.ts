import { sessionStart } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './session-start.ts'

const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}`).join('\n')

testHook(hook, {
  pass: [
    { name: 'nothing exists, not a git repository', covers: ['T-SCR-04', 'SCR-10'], event: sessionStart() },
    { name: 'resume', covers: 'SCR-08', event: sessionStart('resume'), git: {} },
    { name: 'compact', event: sessionStart('compact'), git: {} },
    { name: 'clear', event: sessionStart('clear'), git: {} },
    { name: 'an empty repository', event: sessionStart(), git: { commits: [] } },
    { name: 'files that are no entries', event: sessionStart(), files: { '.claude/scratchpad/ego/notes.md': 'x' } },
    { name: 'every part switched off', event: sessionStart(), git: {}, options: { commits: 0 } },
  ],
  context: [
    {
      name: 'the newest entries, their last lines, and five commits',
      covers: ['SCR-09', 'SCR-10'],
      event: sessionStart(),
      git: { commits: ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'] },
      files: {
        '.claude/scratchpad/coordinator/2026-02-27.md': 'old news',
        '.claude/scratchpad/coordinator/2026-02-28.md': `${lines(30, 'step')}\n\n`,
        '.claude/scratchpad/ego/2026-02-28.md': lines(21, 'thought'),
      },
      tells: [
        '(.claude/scratchpad/coordinator/2026-02-28.md)',
        /\n\nstep 6\n[\s\S]*step 30\n/,
        /\n\nthought 2\n/,
        /[0-9a-f]{7} c6\n[\s\S]*c2/,
      ],
      hides: ['old news', 'step 5\n', 'thought 1\n', 'c1'],
    },
    {
      name: 'missing parts are left out',
      event: sessionStart(),
      files: { '.claude/scratchpad/ego/2026-02-28.md': 'alone' },
      tells: ['Last ego assessment', 'alone'],
      hides: ['coordinator', 'commits'],
    },
  ],
})
