import type { Log } from './log.ts'

/** What can be kept: anything JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Whom a value belongs to, and so how long it lives. */
export type Scope =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'project' }
  | { readonly kind: 'user' }

export interface Count {
  readonly value: number
  /** False when the limit kept it from being counted. */
  readonly counted: boolean
}

export interface Values {
  get(scope: Scope, key: string): Promise<Json | undefined>
  /**
   * Undefined removes the value. With a condition nothing happens unless the value is as expected (undefined: there
   * is none); the answer tells whether it happened.
   */
  put(
    scope: Scope,
    key: string,
    value: Json | undefined,
    condition?: { readonly expected: Json | undefined },
  ): Promise<boolean>
  /** Atomic: however many count at once, the value never passes the limit and no count is lost. */
  increment(scope: Scope, key: string, options?: { readonly by?: number; readonly limit?: number }): Promise<Count>
}

export type Locked =
  | { readonly held: true }
  | { readonly held: false; readonly owner: string; readonly expiresAt: number }

export interface Locks {
  /** Takes the lock, or renews one's own. A lock whose time is over belongs to whoever asks first. */
  lock(scope: Scope, name: string, owner: string, lifeMs: number): Promise<Locked>
  /** Only the owner can; tells whether it was. */
  unlock(scope: Scope, name: string, owner: string): Promise<boolean>
}

/**
 * State that several processes share. Everything is atomic by contract, and answers are promises even where the
 * database is a file, so that a database elsewhere can stand in: see test/store/contract.ts.
 */
export interface Store extends Values, Locks, Log {
  close(): Promise<void>
}
