import type { Json, Scope } from './store.ts'

/** The same text for the same value, regardless of the order of its keys. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonical(item)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

export const scopeName = (scope: Scope): string => (scope.kind === 'session' ? `session:${scope.id}` : scope.kind)

/** A database may truncate a text at a zero byte, and two keys would become one. */
export function whole(name: string): string {
  if (name.includes('\0')) throw new Error('a name in the store may not hold a zero byte')
  return name
}
