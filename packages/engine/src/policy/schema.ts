import * as v from 'valibot'
import { PROVIDER_NAMES } from '../lib/llm-models.ts'
import { LEVELS } from './settings.ts'

/** The shape of `holdpoint.yml`. What a hook's `options` may hold is for the hook to say. */

export const levelSchema = v.picklist(LEVELS)

const options = v.record(v.string(), v.unknown())

export const packSchema = v.strictObject({
  level: v.optional(levelSchema),
  options: v.optional(options),
})

export const hookSchema = v.strictObject({
  level: v.optional(levelSchema),
  matcher: v.optional(v.string()),
  timeout_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(600_000))),
  options: v.optional(options),
})

export const fileSchema = v.strictObject({
  $schema: v.optional(v.string()),
  version: v.optional(v.literal(1)),
  // Which names there are follows from the hooks.
  presets: v.optional(v.array(v.unknown())),
  packs: v.optional(v.record(v.string(), v.unknown())),
  hooks: v.optional(v.record(v.string(), v.unknown())),
  rules: v.optional(v.record(v.string(), v.unknown())),
  own: v.optional(v.record(v.string(), v.unknown())),
  llm: v.optional(
    v.strictObject({
      providers: v.optional(v.array(v.picklist(PROVIDER_NAMES))),
    }),
  ),
  breaker: v.optional(
    v.strictObject({
      threshold: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
    }),
  ),
  stop_block_cap: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8))),
  dev_mode: v.optional(
    v.strictObject({
      file: v.optional(v.pipe(v.string(), v.minLength(1))),
      packs: v.optional(v.array(v.string())),
    }),
  ),
})

export const DEFAULTS = {
  breakerThreshold: 3,
  stopBlockCap: 5,
  devModeFile: 'hooks/.dev-mode',
} as const
