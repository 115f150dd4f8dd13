import * as v from 'valibot'

/** Options that both review hooks share; set them once under `packs: guard: options`. */
export const builds = v.optional(
  v.pipe(
    v.picklist(['on', 'off']),
    v.description(
      'Whether commands count as safe that resolve or check a project and may run its build description on the way: `cargo check`, `uv sync`, `bundle list`, `terraform plan`.',
    ),
  ),
  'on',
)
