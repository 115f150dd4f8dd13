import type { OwnHook } from '../own.ts'
import { schemaFrom } from '../lib/option-defaults.ts'
import type { OptionRules } from './check.ts'
import type { Layer } from './parse.ts'

/**
 * What the options of hooks may be that are files of the project. The options of a module that was never trusted, or
 * that brings its own schema, are known only when it runs: until then any value is accepted.
 */
export const moduleOptions = (
  modules: readonly OwnHook[],
  layers: readonly Layer[],
): readonly (readonly [id: string, rules: OptionRules])[] =>
  modules.map(({ entry: { id }, definition }) => {
    const defaults = definition.type === 'module' ? definition.options : undefined
    if (defaults === undefined) {
      const given = layers.flatMap(({ hooks }) => Object.keys(hooks[id]?.options ?? {}))
      return [id, { names: given, check: (value) => ({ value }) }]
    }
    const { validate } = schemaFrom(defaults)['~standard']
    return [id, { names: Object.keys(defaults), check: (value) => validate(value) as ReturnType<OptionRules['check']> }]
  })
