import { existsSync } from 'node:fs'
import { explainConfiguration } from '../compose.ts'
import {
  type Compiled,
  layerFiles,
  type LayerFile,
  type Layer,
  type Sourced,
  devModePacks,
  DEFAULTS,
} from '@holdpoint/engine/policy'
import { type HookMeta, ALL_RULES, type Env } from '@holdpoint/engine'
import { builtIn } from '@holdpoint/packs'

export const configurationIn = (root: string, env: Env): Promise<Compiled> =>
  explainConfiguration(root, { env, registry: builtIn })

/** Every possible layer, and whether it exists. */
export const layersIn = (root: string, env: Env): readonly (LayerFile & { readonly exists: boolean })[] =>
  layerFiles(root, env).map((layer) => ({ ...layer, exists: existsSync(layer.path) }))

export type Listing = Compiled['catalogue'][number] & Pick<HookMeta, 'summary'>

/** Every built-in or custom hook with its description, which the catalogue omits because no event needs it. */
export async function listingOf({ added }: Pick<Compiled, 'added'>): Promise<readonly Listing[]> {
  const hooks = await Promise.all(builtIn.catalogue.map(({ id }) => builtIn.load(id)))
  return [...hooks.map(({ meta }) => meta), ...added.filter(({ id }) => id !== ALL_RULES)]
}

type General = Readonly<
  Record<'breaker.threshold' | 'stop_block_cap' | 'dev_mode.file' | 'dev_mode.packs', Sourced<unknown>>
>

/** Settings that belong to no hook, and their sources. */
export function generalOf({
  settings,
  lastGood,
  catalogue,
}: Pick<Compiled, 'settings' | 'lastGood' | 'catalogue'>): General {
  const { breakerThreshold, stopBlockCap, devMode } = settings
  const origin = (value: unknown, standard: unknown, read: (layer: Layer) => unknown): string => {
    const named = (['managed', 'local', 'project', 'user'] as const).find((name) => {
      const layer = lastGood[name]
      return layer !== undefined && same(read(layer), value)
    })
    if (named !== undefined) return `${named} config`
    return same(value, standard) ? 'default' : 'a file with mistakes'
  }
  return {
    'breaker.threshold': {
      value: breakerThreshold,
      origin: origin(breakerThreshold, DEFAULTS.breakerThreshold, ({ breaker }) => breaker?.threshold),
    },
    stop_block_cap: {
      value: stopBlockCap,
      origin: origin(stopBlockCap, DEFAULTS.stopBlockCap, ({ stop_block_cap }) => stop_block_cap),
    },
    'dev_mode.file': {
      value: devMode.file,
      origin: origin(devMode.file, DEFAULTS.devModeFile, ({ dev_mode }) => dev_mode?.file),
    },
    'dev_mode.packs': {
      value: devMode.packs,
      origin: origin(devMode.packs, devModePacks(catalogue), ({ dev_mode }) => dev_mode?.packs),
    },
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
