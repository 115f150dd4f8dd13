import { builtIn, type Registry } from '../registry/registry.ts'
import { itemOfProject } from '../own/trust.ts'
import { trustListing, type TrustListing } from '../own/trust-list.ts'
import type { TrustPlace } from '../own/trust-store.ts'
import { placeOf } from '../state/place.ts'
import { explainConfiguration } from './compose.ts'
import { settingsFiles } from './plugins.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface ProjectTrust extends TrustListing {
  readonly place: TrustPlace
}

/** Everything in a project's files that needs trust, and whether it has it. */
export async function trustIn(root: string, env: Env, registry: Registry): Promise<ProjectTrust> {
  const { settings } = await explainConfiguration(root, { env, registry })
  const place = { root, directory: placeOf(root, env).directory }
  return { place, ...trustListing(settings.own, place, isForAll(root, env) ? [itemOfProject(settings)] : []) }
}

/** Whether the user has installed us for all projects, or chosen the plugin. */
function isForAll(root: string, env: Env): boolean {
  const { user, managed } = settingsFiles(root, env['HOME'])
  return /\bhook(?: |",")[A-Za-z]+(?: |",")--from(?: |",")user\b|\?from=user\b|"holdpoint@[^"]*":true/.test(
    JSON.stringify([user, managed]),
  )
}

/** What does not run, and why. */
export async function untrusted(
  root: string,
  env: Env,
  registry: Registry = builtIn,
): Promise<readonly { readonly id: string; readonly why: string }[]> {
  const { entries } = await trustIn(root, env, registry)
  return entries.flatMap(({ item: { id }, trust }) => (trust === 'granted' ? [] : [{ id, why: TRUST_WORDS[trust] }]))
}

export const TRUST_WORDS = {
  granted: 'trusted',
  missing: 'not trusted',
  changed: 'changed since it was trusted',
} as const
