import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { DECISIONS } from '../packages/engine/src/verdict.ts'
import { builtIn } from '../packages/packs/src/registry.ts'

/** Facts that were once written down several times, and then differed. */

const PACKAGES = resolve(import.meta.dirname, '../packages')

const SOURCES = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) => name.endsWith('.ts') && !/\.(?:test|generated|d)\.ts$|node_modules|\bdist\b|dashboard\/page/.test(name),
  )
  .map((name) => ({ name: basename(name), path: name, text: readFileSync(join(PACKAGES, name), 'utf8') }))

/** Of each list the words in quotation marks, and of each object the keys that have a number. */
const literals = (text: string): readonly (readonly string[])[] => [
  ...(text.match(/\[[^[\]]*\]/g) ?? []).map((list) => [...list.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)),
  ...(text.match(/\{[^{}]*\}/g) ?? []).map((map) => [...map.matchAll(/\b(\w+): \d/g)].map(([, key = '']) => key)),
]

/** Files with a list of at least so many different words, and of these only. */
const listing = (count: number, known: readonly string[]): readonly string[] =>
  SOURCES.filter(({ text }) =>
    literals(text).some((words) => new Set(words).size >= count && words.every((word) => known.includes(word))),
  ).map(({ name }) => name)

it('finds the lists it looks for', () => {
  expect(literals(`const A = ['pass', 'ask']; const b = { deny: 4, block: 4 }`)).toEqual([
    ['pass', 'ask'],
    ['deny', 'block'],
  ])
  expect(SOURCES.length).toBeGreaterThan(500)
})

it('how strict decisions are is said in one place', () => {
  expect(listing(4, DECISIONS)).toEqual(['verdict.ts'])
})

it('which rules need trust is said in one place, and so is whose a layer is', () => {
  expect(listing(3, ['run', 'allow', 'rewrite'])).toEqual(['rule.ts'])
  const layers =
    /'(?:user|managed)' \|\| \w+ === '(?:user|managed)'|'(?:project|local)' \|\| \w+ === '(?:project|local)'/
  expect(SOURCES.filter(({ text }) => layers.test(text)).map(({ path }) => path)).toEqual([
    expect.stringMatching(/\bown\.ts$/),
  ])
})

describe('that a hook sends data', () => {
  const asking = builtIn.catalogue.flatMap(({ id, asksOthers }) => (asksOthers === true ? [id] : []))

  it('is said by the hook itself, and by every hook that asks a model', () => {
    const ask = SOURCES.filter(({ path, text }) => path.startsWith('packs/') && /\bllm\.ask\(/.test(text))
    const ids = ask.map(({ text }) => / id: '([^']+)'/.exec(text)?.[1])
    expect(ids.toSorted()).toEqual(asking.toSorted())
  })

  it('is said nowhere else', () => {
    // This one says which hooks keep files below .claude.
    const others = SOURCES.filter(({ name, path }) => !path.startsWith('packs/') && name !== 'ignore.ts')
    const naming = others.filter(({ text }) => asking.some((id) => text.includes(`'${id}'`)))
    expect(naming.map(({ path }) => path)).toEqual([])
  })
})

it('services are put together in one place', () => {
  const opening = SOURCES.filter(({ text }) => /(?<!function )\bopen(?:Git|Llm)\(/.test(text))
  expect(opening.map(({ name }) => name)).toEqual(['services.ts'])
})

it.each(['Env', 'World', 'Place', 'Call', 'Finding'])('the type name %s has one meaning', (name) => {
  const declared = new RegExp(`^(?:export )?(?:type|interface) ${name}\\b`, 'm')
  expect(SOURCES.filter(({ text }) => declared.test(text)).length).toBeLessThanOrEqual(1)
})
