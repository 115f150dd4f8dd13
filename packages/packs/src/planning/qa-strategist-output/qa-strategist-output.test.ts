import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { F, testFiles, UAT, without } from '../../../../../test/process/support/plan-files.ts'
import { agentStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './qa-strategist-output.ts'

const git = {}
const stop = agentStop('product-planning:qa-strategist')
const files = (changed: Record<string, string>) => ({ git, files: { ...testFiles, ...changed } })
const uat = (text: string) => files({ [`${F}/test-cases/uat/login.md`]: text })

testHook(hook, {
  pass: [
    { name: 'everything is there', covers: ['T-PLN-26', 'PLN-TC-26', 'PLN-H09-08'], event: stop, ...files({}) },
    {
      name: 'one acceptance test with its three steps',
      covers: ['T-PLN-76', 'G-90'],
      event: stop,
      ...uat(`# Scripts\n\n${UAT}`),
    },
    {
      name: 'bold steps',
      covers: 'PLN-H09-05',
      event: stop,
      ...uat('# UAT-1\n**Given**: a\n**When:** b\n__Then__: c\n'),
    },
    {
      name: 'ids in folders below',
      event: stop,
      git,
      files: { ...without(testFiles, 'test-cases/unit/login.md'), [`${F}/test-cases/unit/a/b/c.md`]: '##UT-9\n' },
    },
    { name: 'no feature directory', covers: ['T-PLN-109', 'PLN-H09-01'], event: stop, git: { branch: 'main' } },
    { name: 'a matrix in other letters', event: stop, ...files({ [`${F}/test-plan.md`]: 'coverage matrix' }) },
    { name: 'another agent', event: agentStop('product-planning:qa-security'), git },
  ],
  block: [
    {
      name: 'no test-cases directory',
      covers: ['T-PLN-79', 'PLN-FM-17', 'PLN-H09-03'],
      event: stop,
      git,
      id: 'no-unit',
      says:
        'No unit test IDs\nQA strategist did not produce any unit test specifications (UT-xxx) in test-cases/unit/. ' +
        'Re-run QA agent.',
    },
    {
      name: 'unit files without an id',
      covers: ['T-PLN-75', 'PLN-FM-18'],
      event: stop,
      ...files({ [`${F}/test-cases/unit/login.md`]: 'UT-001 in running text\n' }),
      id: 'no-unit',
    },
    {
      name: 'no acceptance test',
      covers: ['PLN-TC-27', 'PLN-H09-04'],
      event: stop,
      ...uat('# Nothing\n'),
      id: 'no-uat',
      says: /^No UAT script IDs\nQA strategist did not produce any UAT scripts/,
    },
    {
      name: 'acceptance tests without steps',
      covers: ['T-PLN-28', 'PLN-TC-28'],
      event: stop,
      ...uat('## UAT-001 Log in\n\nLog in and see.\n'),
      id: 'no-steps',
      says:
        'UAT scripts missing Given-When-Then\nFound 0 GWT markers for 1 UAT scripts (expected at least 3). Ensure each ' +
        'UAT script has Given/When/Then sections.',
    },
    {
      name: 'two tests, five steps',
      covers: 'T-PLN-77',
      event: stop,
      ...uat(`${UAT}## UAT-002\nGiven: x\nWhen: y\n`),
      id: 'no-steps',
      says: /expected at least 6/,
    },
    {
      name: 'no test plan',
      covers: 'PLN-H09-06',
      event: stop,
      git,
      files: without(testFiles, 'test-plan.md'),
      id: 'no-plan',
      says: /^test-plan\.md not found\n/,
    },
    {
      name: 'no matrix',
      covers: ['PLN-TC-29', 'PLN-H09-07'],
      event: stop,
      ...files({ [`${F}/test-plan.md`]: '# Test plan\n' }),
      id: 'no-matrix',
      says: /^Missing coverage matrix\n/,
    },
    { name: 'an empty test plan', event: stop, ...files({ [`${F}/test-plan.md`]: '' }), id: 'no-matrix' },
    {
      name: 'a link in a circle does not count, and does not hang',
      event: stop,
      git,
      prepare: (project) => {
        project.write({ [`${F}/test-cases/unit/x`]: '' })
        symlinkSync(join(project.path, F), join(project.path, F, 'test-cases/unit/loop'))
      },
      id: 'no-unit',
    },
  ],
})
