import type { HookMeta, Schema, OwnHook } from '@holdpoint/engine'

/** The options are in the definition, which the configuration has validated. */
const NO_OPTIONS: Schema<unknown> = {
  '~standard': { version: 1, vendor: 'holdpoint', validate: (value) => ({ value }) },
}

/** Its texts come from outside, so it has no built-in messages. */
export const metaOf = ({ entry, summary }: OwnHook): HookMeta => ({
  ...entry,
  summary,
  options: NO_OPTIONS,
  messages: {},
})
