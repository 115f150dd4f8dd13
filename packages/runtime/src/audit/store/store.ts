import type { Log } from './log.ts'

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The owner of a value, which determines its lifetime. */
export type Scope =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'project' }
  | { readonly kind: 'user' }

export interface Count {
  readonly value: number
  /** False when the limit was reached. */
  readonly counted: boolean
}

export interface Values {
  get(scope: Scope, key: string): Promise<Json | undefined>
  /**
   * Undefined removes the value. With a condition nothing happens unless the value is as expected (undefined: there
   * is none); returns whether it happened.
   */
  put(
    scope: Scope,
    key: string,
    value: Json | undefined,
    condition?: { readonly expected: Json | undefined },
  ): Promise<boolean>
  /** Atomic: with any number of concurrent callers, the value never passes the limit and no count is lost. */
  increment(scope: Scope, key: string, options?: { readonly by?: number; readonly limit?: number }): Promise<Count>
}

export type Locked =
  | { readonly held: true }
  | { readonly held: false; readonly owner: string; readonly expiresAt: number }

export interface Locks {
  /** Takes the lock, or renews one's own. An expired lock goes to the first caller. */
  lock(scope: Scope, name: string, owner: string, lifeMs: number): Promise<Locked>
  /** Only the owner can release it; returns whether the caller was the owner. */
  unlock(scope: Scope, name: string, owner: string): Promise<boolean>
}

/**
 * State that several processes share. Every operation is atomic, and returns a promise even where the
 * database is a file, so that a remote database can replace it: see test/store/contract.ts.
 */
export interface Store extends Values, Locks, Log {
  close(): Promise<void>
}
