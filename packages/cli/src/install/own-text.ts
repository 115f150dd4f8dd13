import { isMap, parseDocument, type Document } from 'yaml'
import { UserError, isObject, type JsonObject } from '@holdpoint/engine'

/** The sections `own` and `rules` of a configuration file; everything else in it, comments included, stays. */

type Section = 'own' | 'rules'

export interface Named {
  readonly name: string
  readonly value: JsonObject
}

export function withNamed(text: string | undefined, section: Section, added: readonly Named[], fresh = ''): string {
  const document = documentOf(text === undefined || text.trim() === '' ? fresh : text)
  if (!isMap(document.getIn([section]))) document.setIn([section], document.createNode({}))
  for (const { name, value } of added) document.setIn([section, name], document.createNode(value))
  return document.toString({ lineWidth: 0 })
}

/** The text without these; undefined when nothing is left. */
export function withoutNamed(text: string, section: Section, names: readonly string[]): string | undefined {
  const document = documentOf(text)
  for (const name of names) document.deleteIn([section, name])
  const left = document.getIn([section])
  if (isMap(left) && left.items.length === 0) document.deleteIn([section])
  const isEmpty = document.contents === null || (isMap(document.contents) && document.contents.items.length === 0)
  return isEmpty ? undefined : document.toString({ lineWidth: 0 })
}

export function namedIn(text: string | undefined, section: Section): JsonObject {
  const value: unknown = documentOf(text ?? '').toJS()
  const found = isObject(value) ? value[section] : undefined
  return isObject(found) ? found : {}
}

function documentOf(text: string): Document {
  const document = parseDocument(text)
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) {
    throw new UserError('the configuration has mistakes. Fix them first: `holdpoint validate` lists them.')
  }
  return document
}
