import * as v from 'valibot'

/** Slightly below the host's timeout, so that the hook can still answer. */
export const timeLimit = v.optional(
  v.pipe(
    v.number(),
    v.minValue(1),
    v.maxValue(60),
    v.description('Time limit in seconds for each program. A slower program has no result.'),
  ),
  8,
)

export const globs = (description: string, defaults: readonly string[]) =>
  v.optional(v.pipe(v.array(v.string()), v.description(description)), [...defaults])

export const toggle = (description: string) => v.optional(v.pipe(v.boolean(), v.description(description)), true)

export const maxRepeats = v.optional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(10),
    v.description('Consecutive blocks, then it passes with a notice to the user.'),
  ),
  3,
)
