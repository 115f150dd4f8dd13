import { either, type Scope, type Value } from './values.ts'

export const newScope = (parent: Scope | undefined, isFunction = false): Scope => ({
  names: new Map(),
  parent,
  own: new Set(),
  outer: new Set(),
  isFunction,
})

export function lookup(scope: Scope, name: string): Value | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const value = at.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** A change stays in the innermost scope until that scope ends. */
export function setName(scope: Scope, name: string, value: Value, own = false): void {
  scope.names.set(name, value)
  if (own) scope.own.add(name)
}

/**
 * Takes over what was assigned in branches of which at most one ran. What only some of them assigned may still be what
 * it was before.
 */
export function mergeBranches(scope: Scope, branches: readonly Scope[], total: boolean): void {
  const found = new Map<string, Value[]>()
  for (const branch of branches) {
    for (const name of branch.outer) scope.outer.add(name)
    for (const [name, value] of branch.names) {
      if (branch.own.has(name)) continue
      const values = found.get(name)
      if (values === undefined) found.set(name, [value])
      else values.push(value)
    }
  }
  for (const [name, values] of found) {
    const before = total && values.length === branches.length ? undefined : lookup(scope, name)
    setName(scope, name, either(before === undefined ? values : [before, ...values]))
  }
}

/** What a function assigned outside itself: all names that exist there, or only those it said it would change. */
export function leaveFunction(scope: Scope, leaks: boolean): void {
  for (const [name, value] of scope.names) {
    if (scope.own.has(name)) continue
    const home = holder(scope.parent, name)
    const isOuter = scope.outer.has(name)
    if (!isOuter && (!leaks || home === undefined)) continue
    const target = home ?? outermost(scope)
    const before = target.names.get(name)
    target.names.set(name, before === undefined ? value : either([before, value]))
  }
}

function holder(from: Scope | undefined, name: string): Scope | undefined {
  for (let at = from; at !== undefined; at = at.parent) if (at.names.has(name)) return at
  return undefined
}

function outermost(scope: Scope): Scope {
  let at = scope
  while (at.parent !== undefined) at = at.parent
  return at
}
