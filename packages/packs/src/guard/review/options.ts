import * as v from 'valibot'

/** Options that both review hooks share; set them once under `packs: guard: options`. */
export const approve = v.optional(
  v.pipe(
    v.picklist(['reads', 'work']),
    v.description(
      '`reads`: commands that only read, print or list count as safe. `work`: so do everyday changes inside of the project: `mkdir`, `touch`, `cp` and `mv` there, `git add`, `git switch -c`, formatters, and the command in `test`.',
    ),
  ),
  'reads',
)

export const test = v.optional(
  v.pipe(
    v.string(),
    v.description(
      'With `approve: work`: the command that runs the tests of the project, approved as a whole: `npm test`.',
    ),
  ),
)

export const FORMER_OPTIONS = {
  builds: { gone: 'Commands that build, install or fetch are never approved; `approve` says what is.' },
} as const
