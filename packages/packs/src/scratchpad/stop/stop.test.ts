import { turnStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './stop.ts'

const today = '2026-03-01.md'
const delegated = { [`.claude/scratchpad/spec-writer/${today}`]: 'anything' }
const stop = turnStop()

testHook(hook, {
  pass: [
    { name: 'no scratchpads at all', covers: ['T-SCR-16', 'SCR-23'], event: stop },
    {
      name: 'delegation, and the coordinator wrote',
      covers: 'SCR-26',
      event: stop,
      files: { ...delegated, [`.claude/scratchpad/coordinator/${today}`]: 'A day.' },
    },
    {
      name: 'only ego and coordinator entries',
      covers: 'T-SCR-19',
      event: stop,
      files: { [`.claude/scratchpad/ego/${today}`]: 'x', [`.claude/scratchpad/coordinator/${today}`]: 'x' },
    },
    { name: 'delegation yesterday', event: stop, files: { '.claude/scratchpad/spec-writer/2026-02-28.md': 'x' } },
    { name: 'a stray file in the folder', event: stop, files: { [`.claude/scratchpad/${today}`]: 'x' } },
  ],
  block: [
    {
      name: 'delegation without a coordinator entry',
      covers: ['T-SCR-17', 'SCR-25'],
      event: stop,
      files: delegated,
      id: 'missing',
      says:
        'Multi-agent delegation detected but no coordinator scratchpad for today. ' +
        'Write to .claude/scratchpad/coordinator/2026-03-01.md before ending session.',
    },
    {
      name: 'an empty coordinator entry counts as missing',
      covers: 'SCR-28',
      event: stop,
      files: { ...delegated, [`.claude/scratchpad/coordinator/${today}`]: ' \n' },
      id: 'missing',
    },
    {
      name: 'an empty entry of a sub-agent is delegation too',
      event: stop,
      files: { [`.claude/scratchpad/x/${today}`]: '' },
      id: 'missing',
    },
  ],
  notice: [
    {
      name: 'the fourth stop in a row is let go',
      covers: 'SCR-29',
      event: stop,
      before: [stop, stop, stop],
      files: delegated,
      id: 'released',
    },
  ],
})
