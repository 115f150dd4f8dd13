import * as v from 'valibot'
import { globListMatcher, defineHook } from '@holdpoint/engine'
import { changeOf, isImplementation } from '../../change.ts'
import { beforeChange } from '../../meta.ts'
import { globs } from '../../options.ts'
import { relatedTests, usualTest } from '../../related-tests.ts'
import { UNTESTED } from '../../untested.ts'

export default defineHook({
  meta: {
    ...beforeChange('ddd-pre-transformation'),
    summary: 'Block changes to existing source that no test covers.',
    options: v.strictObject({
      exempt: globs('Source that may change without a test, as globs relative to the project.', UNTESTED),
    }),
    stricter: { exempt: 'less' },
    messages: {
      uncharacterized: {
        what: 'no test covers what {path} does now.',
        why: 'Without a test, a change in behaviour goes unnoticed.',
        fix: 'Write a characterization test first, such as {test}, and run it. Then make this change.',
      },
    },
  },
  run({ event, options, services, deny, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || change.isNew || !isImplementation(change)) return pass
    if (globListMatcher(options.exempt)(change.relative)) return pass
    if (relatedTests(change, `${change.before ?? ''}\n${change.after}`, services.files).length > 0) return pass
    return deny('uncharacterized', { path: change.relative, test: usualTest(change.relative) })
  },
})
