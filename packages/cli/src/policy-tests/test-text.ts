import { isMap, isSeq, parseDocument } from 'yaml'
import { UserError, type JsonObject } from '@holdpoint/engine'

/** A file of policy tests with one more test; everything else in it, comments included, stays. */
export function withTest(text: string | undefined, test: JsonObject): string {
  const document = parseDocument(text === undefined || text.trim() === '' ? 'tests: []\n' : text)
  if (document.errors.length > 0 || !isMap(document.contents))
    throw new UserError('the policy tests have mistakes; run `holdpoint test` and fix them first.')
  const tests = document.get('tests')
  if (isSeq(tests)) {
    tests.flow = false
    tests.add(document.createNode(test))
  } else document.set('tests', document.createNode([test]))
  return document.toString({ lineWidth: 0 })
}
