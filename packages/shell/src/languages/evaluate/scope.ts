import { either, type CodeScope, type CodeValue } from './values.ts'

export const newScope = (parent: CodeScope | undefined, isFunction = false): CodeScope => ({
  names: new Map(),
  parent,
  own: new Set(),
  outer: new Set(),
  isFunction,
})

export function lookup(scope: CodeScope, name: string): CodeValue | undefined {
  for (let at: CodeScope | undefined = scope; at !== undefined; at = at.parent) {
    const value = at.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** A change stays in the innermost scope until that scope ends. */
export function setName(scope: CodeScope, name: string, value: CodeValue, own = false): void {
  scope.names.set(name, value)
  if (own) scope.own.add(name)
}

/**
 * Takes over what was assigned in branches of which at most one ran. What only some of them assigned may still be what
 * it was before.
 */
export function mergeBranches(scope: CodeScope, branches: readonly CodeScope[], total: boolean): void {
  const found = new Map<string, CodeValue[]>()
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
export function leaveFunction(scope: CodeScope, leaks: boolean): void {
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

function holder(from: CodeScope | undefined, name: string): CodeScope | undefined {
  for (let at = from; at !== undefined; at = at.parent) if (at.names.has(name)) return at
  return undefined
}

function outermost(scope: CodeScope): CodeScope {
  let at = scope
  while (at.parent !== undefined) at = at.parent
  return at
}
