import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import {
  carriedOut,
  CONFIG,
  design,
  EXAMPLE,
  MIXED,
  PLAN,
  STATE,
  stateText,
  times,
} from '../../../../../test/process/support/orchestrator.ts'
import { turnStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './stop-guard.ts'

const stop = turnStop()
const again = turnStop(undefined, true)
const onlyThis = { [CONFIG]: 'hooks:\n  stop_guard: true\n' }
const incomplete = (count: number): string =>
  `${count} tasks still incomplete in 'Demo plan'. Complete implementation or stop again to force-stop.`
const inTree = { root: '{project}/tree', cwd: '{project}/tree' }
const withConfig = (text: string) => carriedOut(['pending'], { [CONFIG]: text })

testHook(hook, {
  pass: [
    { name: 'no project.yml', covers: 'T-ORC-01', event: stop, files: { [STATE]: stateText(), [PLAN]: design(MIXED) } },
    { name: 'no section', covers: 'T-ORC-02', event: stop, files: withConfig('name: demo\n') },
    { name: 'an empty section', event: stop, files: withConfig('hooks:\n') },
    { name: 'an empty file', event: stop, files: withConfig('') },
    { name: 'no key', event: stop, files: withConfig('hooks:\n  session_context: true\n') },
    { name: 'a key without a value', event: stop, files: withConfig('hooks:\n  stop_guard:\n') },
    { name: 'switched off', covers: 'ORC-02', event: stop, files: withConfig('hooks: { stop_guard: false }\n') },
    { name: 'the key elsewhere', covers: 'ORC-07', event: stop, files: withConfig('stop_guard: true\n') },
    {
      name: 'the key in another section',
      covers: 'ORC-07',
      event: stop,
      files: withConfig('other:\n  stop_guard: true\nhooks:\n  session_context: true\n'),
    },
    { name: 'no state file', covers: 'T-ORC-08', event: stop, files: { [CONFIG]: EXAMPLE, [PLAN]: design(MIXED) } },
    { name: 'a state file that is no JSON', covers: 'ORC-16', event: stop, files: carriedOut(MIXED, { [STATE]: '{' }) },
    {
      name: 'a state file without a plan',
      covers: 'ORC-16',
      event: stop,
      files: carriedOut(MIXED, { [STATE]: stateText({ active_plan: '' }) }),
    },
    {
      name: 'a state file with a plan of the wrong type',
      event: stop,
      files: carriedOut(MIXED, { [STATE]: stateText({ active_plan: [PLAN] }) }),
    },
    { name: 'a state file that is a list', event: stop, files: carriedOut(MIXED, { [STATE]: '[1]' }) },
    {
      name: 'the document is gone',
      covers: 'T-ORC-10',
      event: stop,
      files: { [CONFIG]: EXAMPLE, [STATE]: stateText() },
    },
    {
      name: 'the document is a directory',
      event: stop,
      files: { ...carriedOut([]), [STATE]: stateText({ active_plan: 'docs' }) },
    },
    {
      name: 'a plan outside of the project',
      event: { ...stop, root: '{project}/inside' },
      files: {
        'inside/.claude/project.yml': EXAMPLE,
        'inside/.claude/orchestrator-state.json': stateText({ active_plan: '../plan.md' }),
        'plan.md': design(MIXED),
      },
    },
    {
      name: 'a plan behind a link out of the project',
      event: { ...stop, root: '{project}/inside' },
      files: {
        'inside/.claude/project.yml': EXAMPLE,
        'inside/.claude/orchestrator-state.json': stateText({ active_plan: 'plan.md' }),
        'plan.md': design(MIXED),
      },
      prepare: ({ path }) => symlinkSync(join(path, 'plan.md'), join(path, 'inside/plan.md')),
    },
    {
      name: 'only what never prevents stopping',
      covers: ['T-ORC-14', 'ORC-38'],
      event: stop,
      files: carriedOut(['complete', 'blocked', 'escalated']),
    },
    {
      name: 'pending in another table and another column',
      covers: 'T-ORC-17',
      event: stop,
      files: carriedOut([], {
        [PLAN]: `${design(['complete'])}\n## Rollout\n\n| Region | Status |\n|--|--|\n| EU | pending |\n`,
      }),
    },
    { name: 'a second stop with nothing open', event: again, files: carriedOut(['complete']) },
    { name: 'a second stop without a plan', covers: 'ORC-39', event: again, files: { [CONFIG]: EXAMPLE } },
    {
      name: 'a state file that is a link',
      event: stop,
      files: { [CONFIG]: EXAMPLE, [PLAN]: design(MIXED), 'elsewhere.json': stateText() },
      prepare: ({ path }) => symlinkSync(join(path, 'elsewhere.json'), join(path, STATE)),
    },
  ],
  block: [
    {
      name: 'the commented example of the document',
      covers: ['T-ORC-06', 'ORC-37'],
      event: stop,
      files: carriedOut(times(2, 'pending')),
      id: 'incomplete',
      says: incomplete(2),
    },
    {
      name: 'one pending row and none in progress',
      covers: 'ORC-22',
      event: stop,
      files: carriedOut(['complete', 'pending'], onlyThis),
      id: 'incomplete',
      says: incomplete(1),
    },
    {
      name: 'one row in progress and none pending',
      covers: 'ORC-22',
      event: stop,
      files: carriedOut(['in-progress']),
      id: 'incomplete',
      says: incomplete(1),
    },
    { name: 'both kinds', event: stop, files: carriedOut(MIXED), id: 'incomplete', says: incomplete(4) },
    {
      name: 'a quoted true',
      covers: 'ORC-07',
      event: stop,
      files: withConfig('hooks: { stop_guard: "true" }\n'),
      id: 'incomplete',
    },
    {
      name: 'the working directory is another one',
      covers: 'T-ORC-11',
      event: { ...stop, cwd: '/' },
      files: carriedOut(times(2, 'pending')),
      id: 'incomplete',
    },
    {
      name: 'an absolute path in the project',
      covers: 'ORC-17',
      event: stop,
      files: carriedOut(['pending']),
      prepare: (project) => project.write({ [STATE]: stateText({ active_plan: join(project.path, PLAN) }) }),
      id: 'incomplete',
    },
    {
      name: 'a document without a heading goes by its name',
      covers: 'T-ORC-19',
      event: stop,
      files: carriedOut([], { [PLAN]: design(['pending'], '') }),
      id: 'incomplete',
      says: "1 tasks still incomplete in 'demo-design'. Complete implementation or stop again to force-stop.",
    },
    {
      name: 'a linked work tree without a state file of its own',
      covers: 'ORC-18',
      event: { ...stop, ...inTree },
      git: {},
      files: carriedOut(['pending']),
      prepare: (project) => void project.git('worktree', 'add', '--quiet', 'tree'),
      id: 'incomplete',
    },
    {
      name: 'a document behind a link inside of the project',
      event: stop,
      files: carriedOut(['pending']),
      prepare: (project) => {
        symlinkSync(join(project.path, PLAN), join(project.path, 'linked.md'))
        project.write({ [STATE]: stateText({ active_plan: 'linked.md' }) })
      },
      id: 'incomplete',
    },
    {
      name: 'two thousand rows',
      event: stop,
      files: carriedOut([...times(1999, 'complete'), 'pending']),
      id: 'incomplete',
      says: incomplete(1),
    },
  ],
  notice: [
    {
      name: 'a second stop in the same turn',
      covers: ['T-ORC-15', 'ORC-39'],
      event: again,
      files: carriedOut(times(3, 'pending')),
      id: 'forced',
      says: 'Force-stopping with 3 incomplete tasks. Running implementers will continue without lead coordination.',
    },
    {
      name: 'not true and not false',
      covers: ['T-ORC-05', 'ORC-05'],
      event: stop,
      files: withConfig('hooks:\n  stop_guard: "yes please"\n'),
      id: 'config',
      says: '.claude/project.yml: hooks.stop_guard must be true or false',
    },
    { name: 'a number', event: stop, files: withConfig('hooks: { stop_guard: 1 }\n'), id: 'config' },
    { name: 'a list', event: stop, files: withConfig('hooks: { stop_guard: [true] }\n'), id: 'config' },
    {
      name: 'hooks is no section',
      event: stop,
      files: withConfig('hooks: [stop_guard]\n'),
      id: 'config',
      says: /hooks must be a section/,
    },
    {
      name: 'no YAML',
      event: stop,
      files: withConfig('hooks:\n  stop_guard: "true\n'),
      id: 'config',
      says: /^\.claude\/project\.yml: it cannot be read: line \d+: /,
    },
  ],
})
