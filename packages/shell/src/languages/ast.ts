/**
 * One small tree for all languages. Whatever a language calls its constructs, what matters here is which names are
 * called with which values, so each parser translates into these few forms.
 */
export type Expr =
  | { readonly kind: 'text'; readonly parts: readonly (string | Expr)[] }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  /** `a.b[c](d)`: the first operand, then the steps on it, in order. */
  | { readonly kind: 'chain'; readonly base: Expr; readonly steps: readonly Step[] }
  /** Operators of one precedence, left to right. A flat list, so that a long sum is not a deep tree. */
  | { readonly kind: 'series'; readonly rank: number; readonly first: Expr; readonly rest: readonly Operation[] }
  | { readonly kind: 'prefix'; readonly op: string; readonly operand: Expr }
  | { readonly kind: 'list'; readonly items: readonly Expr[] }
  | { readonly kind: 'spread'; readonly value: Expr }
  | { readonly kind: 'map'; readonly entries: readonly Entry[] }
  | { readonly kind: 'assign'; readonly op: string; readonly target: Expr; readonly value: Expr; readonly own: boolean }
  /** Which one it is depends on something that is not judged. */
  | { readonly kind: 'choice'; readonly test: Expr; readonly options: readonly Expr[] }
  | { readonly kind: 'function'; readonly name?: string; readonly params: readonly Param[]; readonly body: Expr }
  /** One after the other; its value is that of the last. */
  | { readonly kind: 'block'; readonly body: readonly Expr[] }
  | {
      readonly kind: 'branches'
      readonly tests: readonly Expr[]
      readonly bodies: readonly Expr[]
      readonly total: boolean
    }
  | {
      readonly kind: 'loop'
      readonly target?: Expr
      readonly over?: Expr
      readonly body: Expr
      readonly collects: boolean
    }
  | { readonly kind: 'return'; readonly value: Expr }
  /** Names that a function takes from outside and may change there. */
  | { readonly kind: 'outer'; readonly names: readonly string[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown' }

export type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly index: Expr }
  | { readonly kind: 'slice'; readonly from?: Expr; readonly to?: Expr; readonly by?: Expr }
  | { readonly kind: 'call'; readonly args: readonly Argument[] }

export interface Operation {
  readonly op: string
  readonly operand: Expr
}

export interface Argument {
  readonly value: Expr
  readonly name?: string
  /** `*list`, `...list`, `**map`. */
  readonly spread?: boolean
}

/** Without a key: everything of another map. */
export interface Entry {
  readonly key?: Expr
  readonly value: Expr
}

export interface Param {
  readonly target: Expr
  readonly fallback?: Expr
  /** Takes all that is left. */
  readonly rest?: boolean
}

export interface CodeProgram {
  readonly body: Expr
  /** False when a part could not be read, so that there may be more than is reported. */
  readonly whole: boolean
}

export const UNKNOWN_EXPR: Expr = { kind: 'unknown' }
export const NOTHING_EXPR: Expr = { kind: 'nothing' }

export const textExpr = (text: string): Expr => ({ kind: 'text', parts: [text] })
export const nameExpr = (name: string): Expr => ({ kind: 'name', name })
export const block = (body: readonly Expr[]): Expr => ({ kind: 'block', body })

export const callOf = (name: string, args: readonly Expr[]): Expr => ({
  kind: 'chain',
  base: nameExpr(name),
  steps: [{ kind: 'call', args: args.map((value) => ({ value })) }],
})

export const assign = (target: Expr, value: Expr, own = false): Expr => ({
  kind: 'assign',
  op: '=',
  target,
  value,
  own,
})

/** Adds a step without making the tree deeper. */
export const step = (base: Expr, next: Step): Expr =>
  base.kind === 'chain'
    ? { kind: 'chain', base: base.base, steps: [...base.steps, next] }
    : { kind: 'chain', base, steps: [next] }
