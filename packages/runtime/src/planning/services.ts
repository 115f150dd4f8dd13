import { openServices, unlimited } from '../services.ts'
import type { Services } from '@holdpoint/engine'
import { openState, placeOf } from '../system/state/place.ts'

/** The services of a project outside any event. They start no program. */
export const planningServices = (root: string, env: Readonly<Record<string, string | undefined>>): Services =>
  openServices({ env, state: openState(placeOf(root, env), env, 'cli') }).for(unlimited)
