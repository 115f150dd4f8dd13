import * as v from 'valibot'

/** Options that several hooks share; set them once under `packs: guard: options`. */
export const protectedBranches = v.optional(
  v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1))),
    v.description('Shared branches. Patterns such as `release/*` are possible.'),
  ),
  ['main', 'master'],
)

export const planExempt = v.optional(
  v.pipe(v.boolean(), v.description('A commit of MASTER_PLAN.md and nothing else needs no evidence.')),
  true,
)
