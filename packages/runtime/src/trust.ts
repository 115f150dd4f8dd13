import { builtIn, type Registry } from '@holdpoint/packs'
import { itemOfLoosening, itemOfProject, LOOSENING } from './custom/trust.ts'
import { trustListing, type TrustListing } from './custom/trust-list.ts'
import type { TrustPlace } from './custom/trust-store.ts'
import { placeOf } from './system/state/place.ts'
import { explainConfiguration } from './compose.ts'
import { isForAll } from './installs.ts'
import { looseningNeedsTrust, mayLoosen } from './custom/own.ts'
import type { Env } from '@holdpoint/engine'

export interface ProjectTrust extends TrustListing {
  readonly place: TrustPlace
}

/** Everything in a project's files that needs trust, and its trust state. */
export async function trustIn(root: string, env: Env, registry: Registry): Promise<ProjectTrust> {
  const { settings } = await explainConfiguration(root, { env, registry })
  const place = { root, directory: placeOf(root, env).directory }
  const { loosening } = settings
  const waits = loosening !== undefined && looseningNeedsTrust(loosening, undefined, { root, env })
  const items = [
    ...(waits ? [itemOfLoosening(settings)] : []),
    ...(isForAll(root, env) ? [itemOfProject(settings)] : []),
  ]
  return { place, ...trustListing(settings.own, place, items) }
}

/** What does not run, and why. */
export async function untrusted(
  root: string,
  env: Env,
  registry: Registry = builtIn,
): Promise<readonly { readonly id: string; readonly why: string }[]> {
  const { entries } = await trustIn(root, env, registry)
  return entries.flatMap(({ item: { id }, trust }) =>
    trust === 'granted' || id === LOOSENING ? [] : [{ id, why: TRUST_WORDS[trust] }],
  )
}

/** What this repository's files would loosen and Holdpoint ignores: by hook or setting, from which value to which. */
export async function ignoredLoosening(
  root: string,
  env: Env,
  registry: Registry = builtIn,
): Promise<Readonly<Record<string, string>>> {
  const { settings } = await explainConfiguration(root, { env, registry })
  const isIn = await mayLoosen(settings, undefined, { root, env, directory: placeOf(root, env).directory })
  return isIn ? {} : (settings.loosening?.changes ?? {})
}

export const LOOSENING_WAITS = 'This repository’s configuration would loosen yours; that is ignored until you trust it'

export const TRUST_WORDS = {
  granted: 'trusted',
  missing: 'not trusted',
  changed: 'changed since it was trusted',
} as const
