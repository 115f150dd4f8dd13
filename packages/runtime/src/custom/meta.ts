import type { HookMeta, Schema, OwnHook } from '@holdpoint/engine'

/** Its options stand in its definition, which the configuration has checked. */
const NO_OPTIONS: Schema<unknown> = {
  '~standard': { version: 1, vendor: 'holdpoint', validate: (value) => ({ value }) },
}

/** What it says comes from outside, so it has no messages of ours. */
export const metaOf = ({ entry, summary }: OwnHook): HookMeta => ({
  ...entry,
  summary,
  options: NO_OPTIONS,
  messages: {},
})
