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
    summary: 'Report Markdown with an unclosed code fence or broken links, and pages without a title.',
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
        what: '{path} has problems:\n{list}',
        why: '\nAn unclosed fence hides the rest of the page, and a broken link is useless.',
        fix: 'Fix them in the file.',
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
        : [{ line: prose.unclosed, what: 'the code fence that starts here is not closed' }]),
      ...brokenLinks(prose, change, services.files),
    ]
    const needsTitle =
      change.after.trim() !== '' && !hasTitle(prose) && !globListMatcher(options.untitled)(change.relative)
    const context = needsTitle ? `${change.relative} has no title. Start it with \`# …\`.` : ''
    if (faults.length === 0) return inject(context)
    return {
      ...feedback('faults', { path: change.relative, list: listed(faults) }),
      ...(needsTitle && { context }),
    }
  },
})
