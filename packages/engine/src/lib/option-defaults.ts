import type { Schema, SchemaIssue, SchemaResult } from '../hook.ts'
import { isObject } from './values.ts'

/** The kinds of values an option may have when only its default describes it. */
type Plain = string | number | boolean
export type OptionDefaults = Readonly<Record<string, Plain | readonly Plain[]>>

/** Options described by their defaults: what is given has to be of the same kind. */
export function schemaFrom<O extends object>(defaults: O): Schema<O> & { readonly entries: O } {
  const validate = (value: unknown): SchemaResult<O> => {
    if (!isObject(value)) return { issues: [{ message: 'a mapping of keys to values' }] }
    const issues = Object.entries(value).flatMap(([name, given]): readonly SchemaIssue[] => {
      if (!Object.hasOwn(defaults, name))
        return [{ message: `one of ${Object.keys(defaults).join(', ')}`, path: [name] }]
      const wanted = kindOf((defaults as Readonly<Record<string, unknown>>)[name])
      return fits(given, wanted) ? [] : [{ message: wanted, path: [name] }]
    })
    return issues.length > 0 ? { issues } : { value: { ...defaults, ...value } }
  }
  return { entries: defaults, '~standard': { version: 1, vendor: 'holdpoint', validate } }
}

/** Why something cannot be the default of an option; undefined when it can. */
export function defaultsProblem(defaults: unknown): string | undefined {
  if (!isObject(defaults)) return 'options are a mapping of names to defaults'
  const wrong = Object.entries(defaults).find(([name, value]) => !NAME.test(name) || kindOf(value) === NOTHING)
  if (wrong === undefined) return undefined
  const [name] = wrong
  if (!NAME.test(name)) return `the option \`${name}\` has no simple name: use letters, digits and _`
  return `the default of the option \`${name}\` is neither a text, a number, true or false, nor a list of one kind of them`
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/i
const NOTHING = 'nothing'
const WORDS: Readonly<Record<string, string>> = { string: 'text', number: 'number', boolean: 'true or false' }

/** In words, which are also what a mistake is answered with. An empty list is one of texts. */
function kindOf(value: unknown): string {
  if (!Array.isArray(value)) return isPlain(value) ? single(typeof value) : NOTHING
  const kinds = new Set(value.map((item) => typeof item))
  const [kind = 'string'] = kinds
  return value.every(isPlain) && kinds.size <= 1 ? `a list of ${WORDS[kind]}${kind === 'boolean' ? '' : 's'}` : NOTHING
}

const single = (type: string): string => (type === 'boolean' ? 'true or false' : `a ${WORDS[type]}`)

const fits = (value: unknown, wanted: string): boolean =>
  kindOf(value) === wanted || (Array.isArray(value) && value.length === 0 && wanted.startsWith('a list'))

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
