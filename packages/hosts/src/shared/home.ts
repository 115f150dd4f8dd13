import { join } from 'node:path'
import type { Env } from '@holdpoint/engine'

/** A path in the user's home; undefined without HOME. */
export const inHome = (env: Env, path: string): string | undefined =>
  env['HOME'] === undefined || env['HOME'] === '' ? undefined : join(env['HOME'], path)
