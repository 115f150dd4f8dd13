import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { isFilled } from '../block.ts'
import { readTestCases } from '../test-cases.ts'
import { featureDirectory } from '../workspace.ts'
import { logged, sentBack } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/qa-strategist-output',
    summary:
      'Block the QA strategist until test cases have ids, acceptance tests have steps, and there is a coverage matrix.',
    on: ['agent.stop'],
    matcher: '^product-planning:qa-strategist$',
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    order: 9,
    aliases: [
      'H09',
      'planning/H09',
      'H09_qa_strategist_validator',
      'validate-qa-strategist-output.sh',
      'hooks/validate-qa-strategist-output.sh',
    ],
    options: v.strictObject({}),
    messages: {
      'no-unit': {
        exact:
          'No unit test IDs\n' +
          'QA strategist did not produce any unit test specifications (UT-xxx) in test-cases/unit/. Re-run QA agent.',
      },
      'no-uat': {
        exact:
          'No UAT script IDs\n' +
          'QA strategist did not produce any UAT scripts (UAT-xxx) in test-cases/uat/. Re-run QA agent.',
      },
      'no-steps': {
        exact:
          'UAT scripts missing Given-When-Then\n' +
          'Found {count} GWT markers for {uat} UAT scripts (expected at least {expected}). Ensure each UAT script has ' +
          'Given/When/Then sections.',
      },
      'no-plan': {
        exact: 'test-plan.md not found\nQA strategist did not produce test-plan.md in {directory}. Re-run QA agent.',
      },
      'no-matrix': {
        exact:
          'Missing coverage matrix\n' +
          'test-plan.md does not contain a coverage matrix. Add a section mapping acceptance criteria to test cases.',
      },
    },
  },
  run({ event, services, block, pass }) {
    const directory = featureDirectory(event, services)
    if (directory === undefined) return logged(pass, 'APPROVE', 'No FEATURE_DIR, cannot validate')
    const { files } = services
    const { unit, integration, e2e, uat, markers } = readTestCases(directory, files)
    if (unit === 0) return sentBack(block('no-unit'))
    if (uat === 0) return sentBack(block('no-uat'))
    const expected = uat * 3
    if (markers < expected) return sentBack(block('no-steps', { count: markers, uat, expected }))
    const plan = `${directory}/test-plan.md`
    if (!isFilled(plan, files, 0)) return sentBack(block('no-plan', { directory }))
    if (!/coverage.matrix/i.test(files.read(files.real(plan)) ?? '')) return sentBack(block('no-matrix'))
    return logged(pass, 'APPROVE', `UT=${unit}, INT=${integration}, E2E=${e2e}, UAT=${uat}`)
  },
})
