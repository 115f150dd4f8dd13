import * as v from 'valibot'
import { globListMatcher, defineHook } from '@holdpoint/engine'
import { changeOf, isImplementation } from '../../change.ts'
import { beforeChange } from '../../meta.ts'
import { globs } from '../../options.ts'
import { relatedTests, usualTest } from '../../related-tests.ts'
import { UNTESTED } from '../../untested.ts'

export default defineHook({
  meta: {
    ...beforeChange('tdd-pre-implementation'),
    summary: 'Block source without a test: the test comes first.',
    options: v.strictObject({
      exempt: globs('Source that needs no test, as globs relative to the project.', UNTESTED),
    }),
    stricter: { exempt: 'less' },
    messages: {
      untested: {
        what: '{path} has no test yet.',
        why: 'This workflow starts with a failing test (RED), then the code that makes it pass (GREEN).',
        fix: 'Write the test first, such as {test}. An empty file does not count. Then write {path} again.',
      },
    },
  },
  run({ event, options, services, deny, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || !isImplementation(change)) return pass
    if (globListMatcher(options.exempt)(change.relative)) return pass
    if (relatedTests(change, change.after, services.files).length > 0) return pass
    return deny('untested', { path: change.relative, test: usualTest(change.relative) })
  },
})
