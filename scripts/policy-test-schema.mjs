import { toJsonSchema } from '@valibot/to-json-schema'
import { importSource } from './bundle.mjs'

/** The schema that editors use for completion in holdpoint.test.yml. */
export async function policyTestSchema() {
  const { givenSchema, stepSchema, expectedSchema, OUTCOMES } = await importSource(
    `export { givenSchema } from './packages/cli/src/policy-tests/check-given.ts'
     export { stepSchema } from './packages/cli/src/policy-tests/check-step.ts'
     export { expectedSchema } from './packages/cli/src/policy-tests/check-expected.ts'
     export { OUTCOMES } from './packages/cli/src/policy-tests/policy-test.ts'`,
  )
  const convert = (schema) => {
    const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })
    return rest
  }
  const oneOrMore = (schema) => ({ anyOf: [schema, { type: 'array', minItems: 1, items: schema }] })
  const given = { ...convert(givenSchema), description: 'What is there before anything happens.' }
  const expected = { anyOf: [{ enum: [...OUTCOMES] }, convert(expectedSchema)] }
  const test = {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'when', 'then'],
    properties: {
      name: { type: 'string', minLength: 1 },
      given,
      when: { ...oneOrMore(convert(stepSchema)), description: 'One event, or several of one session.' },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { ...oneOrMore(expected), description: 'What it comes to; a list when `when` is one.' },
    },
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'holdpoint.test.yml',
    type: 'object',
    additionalProperties: false,
    required: ['tests'],
    properties: {
      $schema: { type: 'string' },
      given: { ...given, description: 'The same for all tests; a test may have one of its own.' },
      copy: {
        type: 'array',
        items: { type: 'string' },
        description: 'Files and folders of the project that its hooks need.',
      },
      tests: { type: 'array', minItems: 1, items: test },
    },
  }
}
