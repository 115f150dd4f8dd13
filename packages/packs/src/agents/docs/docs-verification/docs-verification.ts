import * as v from 'valibot'
import { globListMatcher, defineHook } from '@holdpoint/engine'
import { changeOf, isForeign } from '../../change.ts'
import { brokenLinks, hasTitle, readProse } from '../../checks/markdown.ts'
import { listed, type CheckFinding } from '../../findings.ts'
import { keepInLedger } from '../../ledger.ts'
import { afterChange } from '../../meta.ts'
import { globs } from '../../options.ts'

export default defineHook({
  meta: {
    ...afterChange('docs-verification'),
    summary: 'Give back Markdown with a fence that does not end or links that lead nowhere; ask for a title.',
    options: v.strictObject({
      untitled: globs('Markdown that needs no title, as globs relative to the project.', [
        '.changeset/**',
        '.github/**',
        '**/_*',
        '**/CHANGELOG.md',
      ]),
    }),
    stricter: { untitled: 'less' },
    messages: {
      faults: {
        what: 'Readers of {path} will stumble:\n{list}',
        why: '\nA fence without an end swallows the rest of the page, and a broken link leads nowhere.',
        fix: 'Mend this in the file.',
      },
    },
  },
  run({ event, options, services, feedback, inject, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || isForeign(change) || !/\.(?:md|mdx|markdown)$/i.test(change.relative)) return pass
    keepInLedger(event, services.state.session, change.path)
    const prose = readProse(change.after)
    const faults: readonly CheckFinding[] = [
      ...(prose.unclosed === undefined
        ? []
        : [{ line: prose.unclosed, what: 'the code fence that begins here does not end' }]),
      ...brokenLinks(prose, change, services.files),
    ]
    const needsTitle =
      change.after.trim() !== '' && !hasTitle(prose) && !globListMatcher(options.untitled)(change.relative)
    const context = needsTitle ? `${change.relative} has no title. Begin it with \`# …\`.` : ''
    if (faults.length === 0) return inject(context)
    return {
      ...feedback('faults', { path: change.relative, list: listed(faults) }),
      ...(needsTitle && { context }),
    }
  },
})
