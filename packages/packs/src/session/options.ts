import * as v from 'valibot'

/** Options that several hooks share; set them once under `packs: session: options`. */

export const researchLog = v.optional(
  v.pipe(
    v.string(),
    v.description('Path of the research log in the project. Empty: RESEARCH_LOG.md, else .claude/research-log.md.'),
  ),
  '',
)
