import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml'
import * as v from 'valibot'
import { type Problem, check, mistake, A_MAPPING } from '@holdpoint/engine/policy'
import { parseYaml, type Path, type Report } from '@holdpoint/engine/yaml'
import { checkExpected } from './check-expected.ts'
import { checkGiven, givenOf, isInside, type GivenInput } from './check-given.ts'
import { checkStep, stepOf } from './check-step.ts'
import type { Expected, PolicyTest, Step } from './policy-test.ts'
import { isObject } from '@holdpoint/engine'

/** A file of policy tests, from its text to tests that can be run. */

export interface TestFile {
  readonly file: string
  readonly tests: readonly PolicyTest[]
  /** Files and folders of the project that its hooks need, in addition to those that are always copied. */
  readonly copy: readonly string[]
  readonly problems: readonly Problem[]
}

const fileSchema = v.strictObject({
  $schema: v.optional(v.string()),
  given: v.optional(v.unknown()),
  copy: v.optional(v.array(v.string())),
  tests: v.optional(v.array(v.unknown())),
})

const testSchema = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.minLength(1))),
  given: v.optional(v.unknown()),
  when: v.optional(v.unknown()),
  // oxlint-disable-next-line unicorn/no-thenable -- a key of the file format; the object is never awaited.
  then: v.optional(v.unknown()),
})

export function checkTestFile(text: string, file: string): TestFile {
  const { value, report, problems } = parseYaml(text, file)
  const { given, copy = [], tests = [] } = check(fileSchema, value ?? {}, [], report)
  const ofFile = checkGiven(given, ['given'], report)
  for (const [index, path] of copy.entries()) {
    if (!isInside(path)) report(['copy', index], mistake(['copy', index], path, 'a path below the project'))
  }
  const lines = linesOf(text)
  const names = new Set<string>()
  const sound = tests.flatMap((entry, index) => {
    const test = checkTest(entry, ofFile, ['tests', index], report)
    if (test === undefined) return []
    if (names.has(test.name)) report(['tests', index, 'name'], 'another test has this name.')
    names.add(test.name)
    return [{ ...test, file, line: lines[index] ?? 1 }]
  })
  if (tests.length === 0 && problems().length === 0) report([], 'there are no `tests` in this file.')
  return { file, tests: sound, copy, problems: problems() }
}

function checkTest(
  value: unknown,
  ofFile: GivenInput,
  path: Path,
  report: Report,
): Omit<PolicyTest, 'file' | 'line'> | undefined {
  if (!isObject(value)) {
    report(path, mistake(path, value, A_MAPPING))
    return undefined
  }
  const { name, given, when, then } = check(testSchema, value, path, report)
  const ofTest = checkGiven(given, [...path, 'given'], report, Object.keys(ofFile.files ?? {}))
  if (name === undefined) report(path, 'this test has no `name`.')
  if (when === undefined) report(path, 'this test has no `when`: add the event.')
  if (then === undefined) report(path, 'this test has no `then`: add the expectation.')
  if (name === undefined || when === undefined || then === undefined) return undefined
  const facts = givenOf(ofFile, ofTest)
  const happens = listed(when, [...path, 'when']).map(({ item, at }) => checkStep(item, at, report))
  const expected = listed(then, [...path, 'then']).map(({ item, at }) => checkExpected(item, at, report))
  if (happens.length === 0) report([...path, 'when'], 'this list is empty.')
  if (Array.isArray(when) !== Array.isArray(then)) {
    report([...path, 'then'], '`when` and `then` must both be lists, or neither.')
    return undefined
  }
  if (happens.length !== expected.length) {
    const counts = `\`when\` has ${happens.length} events, and this list ${expected.length}`
    report([...path, 'then'], `${counts}. Give one expectation for each, \`any\` if it does not matter.`)
    return undefined
  }
  const steps: Step[] = happens.flatMap((input, index) => {
    const wanted: Expected | undefined = expected[index]
    return input === undefined || wanted === undefined ? [] : [{ ...stepOf(input, facts), expected: wanted }]
  })
  return { name, given: facts, steps }
}

const listed = (value: unknown, path: Path): readonly { readonly item: unknown; readonly at: Path }[] =>
  Array.isArray(value)
    ? value.map((item: unknown, index) => ({ item, at: [...path, index] }))
    : [{ item: value, at: path }]

/** On which line each test begins. */
function linesOf(text: string): readonly number[] {
  const lines = new LineCounter()
  const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false, schema: 'core', logLevel: 'error' })
  const tests = isMap(contents) ? contents.get('tests') : undefined
  if (!isSeq(tests)) return []
  return tests.items.map((item) => lines.linePos((isNode(item) ? item.range?.[0] : undefined) ?? 0).line)
}
