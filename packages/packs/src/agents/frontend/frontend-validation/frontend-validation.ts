import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { changeOf, isForeign, type Change } from '../../change.ts'
import { evals, imagesWithoutAlt, rawHtml } from '../../checks/markup.ts'
import { newSecrets } from '../../checks/secrets.ts'
import { readCode, type Code } from '../../code/read-code.ts'
import { fresh, listed } from '../../findings.ts'
import { beforeChange } from '../../meta.ts'
import { SECRET } from '../../words.ts'

export default defineHook({
  meta: {
    ...beforeChange('frontend-validation'),
    summary: 'Block secrets and `eval(` in front-end code. Warn about raw HTML and images without `alt`.',
    options: v.strictObject({}),
    messages: {
      secret: SECRET,
      eval: {
        what: '{path} would run text as code:\n{list}',
        why: '\nAn attacker who controls that text runs code in every visitor’s browser.',
        fix: 'Use `JSON.parse` for data, and a function or a lookup table for behaviour.',
      },
    },
  },
  run({ event, services, deny, inject, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || isForeign(change)) return pass
    const { before, after, relative } = change
    const code = readCode(after, relative)
    const secrets = newSecrets(change, code)
    if (secrets.length > 0) return deny('secret', { path: relative, list: listed(secrets) })
    const run = code === undefined ? [] : fresh(evals(after, code), before, after)
    if (run.length > 0) return deny('eval', { path: relative, list: listed(run) })
    return inject(warnings(change, code))
  },
})

function warnings({ before, after, relative }: Change, code: Code | undefined): string {
  const raw = fresh(rawHtml(after, relative, code), before, after)
  const images = fresh(imagesWithoutAlt(after, relative, code), before, after)
  return [
    ...(raw.length > 0
      ? [`${relative} turns text into HTML or code. Make sure that the text is trusted:\n${listed(raw)}`]
      : []),
    ...(images.length > 0
      ? [`Images in ${relative} need an \`alt\` text, or \`alt=""\` if they are decorative:\n${listed(images)}`]
      : []),
  ].join('\n\n')
}
