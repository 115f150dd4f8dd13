import * as fc from 'fast-check'
import { foldPath } from '@holdpoint/shell'
import { runFileOf, TABLE } from './table.ts'

describe('files that others run', () => {
  it.each(TABLE.map(([, pattern], index) => ({ pattern, index })))(
    'the endings of row $index allow what its pattern matches',
    ({ pattern }) => {
      fc.assert(
        fc.property(fc.stringMatching(pattern), (text) => {
          const path = `/project/${text}`
          const folded = foldPath(path)
          // A name that ends in a dot or a blank is folded to another one, which may be no such file.
          fc.pre(pattern.test(folded) && !/\.(?:md|mdx|rst|txt|adoc|html|orig|bak|lock|sample|example)$/.test(folded))
          const [, , format] = TABLE.find(([, other]) => other.test(folded)) ?? []
          expect(runFileOf(path)?.format).toBe(format)
        }),
        { numRuns: 60 },
      )
    },
  )
})
