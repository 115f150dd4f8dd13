import { toJsonSchema } from '@valibot/to-json-schema'
import { importSource } from './bundle.mjs'

/** The schema that editors use for completion in holdpoint.yml. */
export async function jsonSchema(hooks) {
  const { fileSchema, packSchema, hookSchema, levelSchema } = await importSource(
    `export * from './packages/engine/src/policy/schema.ts'`,
  )
  const { conditionsSchema: conditions, ruleSchema } = await importSource(
    `export * from './packages/engine/src/policy/rules/schema.ts'`,
  )
  const { presetNames } = await importSource(`export * from './packages/engine/src/policy/presets.ts'`)
  const strip = ({ $schema: _, ...schema }) => schema
  const convert = (schema) => strip(toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' }))

  // Several places of a rule have conditions.
  const { $defs, ...rule } = strip(
    toJsonSchema(ruleSchema, { typeMode: 'input', errorMode: 'ignore', definitions: { conditions } }),
  )
  const level = {
    ...convert(levelSchema),
    description:
      'off: never runs. observe: judges and writes to the audit, and changes nothing. warn: tells, but lets it happen. on: enforced.',
  }
  const withOptions = (base, options, description) => {
    const entry = convert(base)
    return {
      description,
      anyOf: [level, { ...entry, properties: { ...entry.properties, level, options } }],
    }
  }
  const file = convert(fileSchema)
  const packs = [...new Set(hooks.map(({ pack }) => pack))]
  const presets = presetNames(hooks.map(({ meta, facts }) => ({ ...meta, pack: facts })))
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'holdpoint.yml',
    $defs,
    ...file,
    properties: {
      ...file.properties,
      presets: {
        type: 'array',
        description: 'Named sets of hooks. Without this key: recommended.',
        items: { enum: presets },
      },
      packs: {
        type: 'object',
        description: 'Level and shared options of whole packs.',
        additionalProperties: false,
        properties: Object.fromEntries(
          packs.map((pack) => {
            const members = hooks.filter((hook) => hook.pack === pack)
            const properties = mergeOptions(members.map(({ meta }) => convert(meta.options).properties))
            return [
              pack,
              withOptions(packSchema, { type: 'object', properties, additionalProperties: false }, `The pack ${pack}.`),
            ]
          }),
        ),
      },
      rules: {
        type: 'object',
        description: 'Rules of your own: when something happens, then what.',
        propertyNames: { pattern: '^[a-z0-9][a-z0-9-]{0,63}$' },
        additionalProperties: rule,
      },
      hooks: {
        type: 'object',
        description: 'Level, matcher, time limit and options of single hooks.',
        patternProperties: {
          '^(?:rules|own)/': withOptions(hookSchema, { type: 'object' }, 'A rule or hook of your own.'),
        },
        additionalProperties: false,
        properties: Object.fromEntries(
          hooks.flatMap(({ meta }) => {
            const entry = withOptions(hookSchema, convert(meta.options), meta.summary)
            return [meta.id, ...meta.aliases].map((name) => [name, entry])
          }),
        ),
      },
    },
  }
}

/** An option of a pack applies to every hook that has it, so it must be valid for all of them. */
function mergeOptions(all) {
  const merged = {}
  for (const [name, schema] of all.flatMap((properties) => Object.entries(properties))) {
    const before = merged[name]
    const isSame = before === undefined || JSON.stringify(before) === JSON.stringify(schema)
    merged[name] = isSame ? schema : { allOf: [before, schema] }
  }
  return merged
}
