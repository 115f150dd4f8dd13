import { openServices } from '../services.ts'
import type { Services } from '@holdpoint/engine'
import { openState, placeOf } from '../system/state/place.ts'

/** Services of a project outside of any event. No program is started. */
export const planningServices = (root: string, env: Readonly<Record<string, string | undefined>>): Services =>
  openServices({ env, state: openState(placeOf(root, env), env, 'cli') }).for(new AbortController().signal)
