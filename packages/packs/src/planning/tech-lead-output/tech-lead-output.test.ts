import { F, tasks } from '../../../../../test/process/support/plan-files.ts'
import { agentStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './tech-lead-output.ts'

const git = {}
const stop = agentStop('product-planning:tech-lead', 'a1', 'Done.')
const list = (text: string, config = '') => ({
  git,
  files: { [`${F}/tasks.md`]: text, ...(config !== '' && { 'config/planning-config.yaml': config }) },
})
const agents = (line: string): string => `feature_flags:\n  hooks_agent_validation:\n    ${line}\n`
const critique = 'feature_flags:\n  s1_self_critique:\n    enabled: true\n'
const stray = `${tasks(5, 0)}\n## Tests\n\nUT-1\nUT-2\nUT-3\nUT-4\nUT-5\n`

testHook(hook, {
  pass: [
    {
      name: '20 tasks, 90 % with a test',
      covers: ['T-PLN-22', 'PLN-TC-22', 'PLN-H07-09'],
      event: stop,
      ...list(tasks(20, 18)),
    },
    { name: 'exactly 80 %', event: stop, ...list(tasks(10, 8)) },
    {
      name: 'half is enough, says the configuration',
      covers: 'T-PLN-70',
      event: stop,
      ...list(tasks(10, 5), agents('tdd_min_coverage: 50')),
    },
    { name: 'half is enough, says an option', event: stop, ...list(tasks(10, 5)), options: { tdd_min_coverage: 50 } },
    {
      name: 'a self-critique that is asked for',
      covers: 'T-PLN-71',
      event: stop,
      ...list(`${tasks(5, 5)}\n## Self-Critique\n`, critique),
    },
    {
      name: 'tasks that are ticked, with CRLF',
      event: stop,
      ...list(tasks(5, 5).replaceAll('[ ]', '[x]').replaceAll('\n', '\r\n')),
    },
    {
      name: 'three tasks are enough, says the configuration',
      event: stop,
      ...list(tasks(3, 3), agents('min_tasks: 3')),
    },
    { name: 'another agent', event: agentStop('product-planning:tech-writer'), git },
    { name: 'an agent whose name only begins alike', event: agentStop('product-planning:tech-lead-helper'), git },
  ],
  block: [
    {
      name: 'no tasks.md',
      covers: ['PLN-TC-23', 'PLN-FM-13', 'PLN-H07-02'],
      event: stop,
      git,
      id: 'missing',
      says: /^tasks\.md not found\nTech-lead agent did not produce tasks\.md in \{project\}\/specs\/demo\. Re-run task generation\.$/,
    },
    {
      name: 'no feature directory',
      covers: 'G-109',
      event: stop,
      git: { branch: 'main' },
      id: 'missing',
      says: /tasks\.md in UNKNOWN\./,
    },
    {
      name: 'an empty tasks.md',
      covers: ['PLN-FM-14', 'PLN-H07-03'],
      event: stop,
      ...list(''),
      id: 'empty',
      says: /^tasks\.md is empty\nTech-lead agent produced an empty/,
    },
    {
      name: 'four tasks',
      covers: 'PLN-H07-04',
      event: stop,
      ...list(tasks(4, 4)),
      id: 'few',
      says:
        'Too few tasks (4)\nTech-lead output has only 4 tasks with proper format (- [ ] [T###]). Minimum required: 5. ' +
        'Re-run with more detailed breakdown.',
    },
    {
      name: 'tasks in another format',
      event: stop,
      ...list(tasks(9, 9).replaceAll('[T', '[X')),
      id: 'few',
      says: /^Too few tasks \(0\)/,
    },
    { name: 'blanks alone', event: stop, ...list(' \n \n'), id: 'few' },
    {
      name: 'half of them have a test',
      covers: ['T-PLN-24', 'PLN-TC-24', 'PLN-H07-06'],
      event: stop,
      ...list(tasks(20, 10)),
      id: 'untested',
      says:
        'Insufficient TDD integration: 50% (need >=80%)\nTech-lead output has 10/20 tasks with test references (50%). ' +
        'Required: >=80%. Add UT-/INT-/E2E-/UAT- references to task Definition of Done sections.',
    },
    {
      name: 'tests that belong to no task',
      covers: ['T-PLN-67', 'PLN-H07-05', 'G-89'],
      event: stop,
      ...list(stray),
      id: 'untested',
      says: /: 0% /,
    },
    { name: '79 % is rounded down', event: stop, ...list(tasks(19, 15)), id: 'untested', says: /: 78% / },
    {
      name: 'no phases',
      covers: ['PLN-TC-25', 'PLN-H07-07'],
      event: stop,
      ...list(tasks(5, 5, 1)),
      id: 'unphased',
      says: /^Missing phase structure\ntasks\.md has only 1 '## Phase' headers\./,
    },
    {
      name: 'no self-critique',
      covers: ['T-PLN-71', 'PLN-H07-08'],
      event: stop,
      ...list(tasks(5, 5), critique),
      id: 'uncritical',
      says: /^Missing self-critique section\n/,
    },
    {
      name: 'the first failure is reported',
      covers: 'PLN-H07-10',
      event: stop,
      ...list(tasks(4, 0, 0), critique),
      id: 'few',
    },
    { name: 'a megabyte of something else', event: stop, ...list('x'.repeat(1 << 20)), id: 'few' },
  ],
})
