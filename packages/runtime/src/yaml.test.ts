import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { aDirectory } from '../../../test/process/support/temporary.ts'
import { program } from '../../../test/process/support/program.ts'
import { memoryArea } from '../../../test/support/engine.ts'
import type { StateArea, YamlData } from '@holdpoint/engine'
import { frontMatter, openYaml } from './yaml.ts'
import { tries } from '../../../test/support/tries.ts'

function aFile(text: string | Uint8Array) {
  const path = join(aDirectory().path, 'file.yaml')
  writeFileSync(path, text)
  return path
}
const whole = (text: string): Promise<YamlData | undefined> => openYaml(memoryArea())(aFile(text))
const front = (text: string): Promise<YamlData | undefined> => openYaml(memoryArea())(aFile(text), 'front matter')

describe('YAML as plain data', () => {
  it('is undefined where there is no file, or only a link to one', async () => {
    expect(await openYaml(memoryArea())('/nowhere/at/all')).toBeUndefined()
  })

  it.each([
    ['a mapping', 'a: 1\nb: [x, "y"]\n', { value: { a: 1, b: ['x', 'y'] } }],
    ['CRLF and a byte order mark', '\uFEFFa: 1\r\nb: two\r\n', { value: { a: 1, b: 'two' } }],
    ['words that are no truth here', 'a: off\nb: no\nc: true\n', { value: { a: 'off', b: 'no', c: true } }],
    ['anchors', 'a: &x [1]\nb: *x\n', { value: { a: [1], b: [1] } }],
    ['nothing', '', { value: undefined }],
    ['blanks', ' \n', { value: undefined }],
    ['a name that every object has', '"__proto__": {x: 1}\n', { value: JSON.parse('{"__proto__":{"x":1}}') }],
  ])('holds %s', async (_, text, expected) => {
    expect(await whole(text)).toEqual(expected)
  })

  it('takes the last of two keys, and says so', async () => {
    expect(await whole('a: 1\na: 2\n')).toEqual({ value: { a: 2 }, problem: 'line 2: the key `a` is defined twice.' })
  })

  it.each([
    ['tabs', 'phase: RESEARCH\nlist:\n\t- x\n', { phase: 'RESEARCH' }],
    ['an open bracket', "mode: 'rapid'\nx: [\nphase: A # note\n", { mode: 'rapid', phase: 'A # note' }],
    [
      'a bomb',
      `a: &a [${'x,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]\nphase: X\n`,
      { phase: 'X' },
    ],
  ])('of a text with %s is the values at the left margin', async (_, text, value) => {
    expect(await whole(text)).toEqual({ value, problem: expect.stringMatching(/^line \d+: /) })
  })

  it.each([
    ['one', 'a: 1\n', { value: [{ a: 1 }] }],
    ['several', '%YAML 1.2\n---\na: 1\n---\n# nothing\n---\nb: 2\n', { value: [{ a: 1 }, null, { b: 2 }] }],
    ['none', '# nothing\n', { value: [null] }],
    ['a mistake in the second', 'a: 1\n---\nb: [\n', { problem: expect.stringMatching(/^line [34]: /) }],
    ['a key twice in the second', 'a: 1\n---\na: 1\na: 2\n', { problem: 'line 4: the key `a` is defined twice.' }],
  ])('may be all documents of a file: %s', async (_, text, expected) => {
    expect(await openYaml(memoryArea())(aFile(text), 'documents')).toMatchObject(expected)
  })

  it('of a file that is too large is nothing', async () => {
    expect(await whole(`a: "${'x'.repeat(5 << 20)}"\n`)).toEqual({
      value: undefined,
      problem: 'it is larger than 4194304 bytes',
    })
  })

  it('never throws, whatever the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await openYaml(memoryArea())(aFile(bytes), 'front matter')).toBeDefined()
      }),
      tries(50),
    )
  })
})

describe('front matter', () => {
  it.each([
    ['---\na: 1\n---\nb: 2\n', 'a: 1'],
    ['\uFEFF---\r\na: 1\r\n---  \r\nrest', 'a: 1'],
    ['\n\n---\na: 1\n---\n', 'a: 1'],
    ['---\na: 1\n', 'a: 1\n'],
    ['no fence', ''],
    ['', ''],
    ['----\na: 1\n----\n', ''],
  ])('of %j', (text, expected) => {
    expect(frontMatter(text)).toBe(expected)
  })

  it('is read without the rest', async () => {
    expect(await front('---\nphase: A\n---\n\nphase: B\n: : :\n')).toEqual({ value: { phase: 'A' } })
  })
})

describe('what is kept of a file', () => {
  it('serves as long as the text is the same, and is replaced when it is not', async () => {
    const values: Record<string, unknown> = {}
    const path = aFile('a: 1\n')
    await openYaml(memoryArea(values))(path)
    const [name = ''] = Object.keys(values)
    values[name] = { ...(values[name] as object), value: { a: 'kept' } }
    expect(await openYaml(memoryArea(values))(path)).toMatchObject({ value: { a: 'kept' } })
    writeFileSync(path, 'a: 2\n')
    expect(await openYaml(memoryArea(values))(path)).toMatchObject({ value: { a: 2 } })
    expect(Object.keys(values)).toHaveLength(1)
  })

  it.each([
    ['damaged', 'x'],
    ['of another format', { format: 0 }],
    ['empty', null],
  ])('is not used when it is %s', async (_, kept) => {
    const values: Record<string, unknown> = {}
    const path = aFile('a: 1\n')
    await openYaml(memoryArea(values))(path)
    for (const name of Object.keys(values)) values[name] = kept
    expect(await openYaml(memoryArea(values))(path)).toMatchObject({ value: { a: 1 } })
  })

  it('is optional: without a cache directory everything is parsed again', async () => {
    const fail = (): never => {
      throw new Error('read-only')
    }
    const area: StateArea = { get: fail, update: fail }
    expect(await openYaml(area)(aFile('a: 1\n'))).toEqual({ value: { a: 1 } })
  })
})

const reader = await program(`
  import { openYaml } from './packages/runtime/src/yaml.ts'
  import { openArea } from './packages/runtime/src/system/state/area.ts'
  const { value } = await openYaml(openArea(process.argv[2]))(process.argv[3])
  console.log(JSON.stringify(value))
`)

it('the same data comes from the file and from what was kept', async () => {
  const [area, path] = [join(aDirectory().path, 'area'), aFile('a: .inf\nb: 2026-01-01\nc: ~\nd: 1e3\n')]
  const [first, second] = [await reader.start([area, path]).ended, await reader.start([area, path]).ended]
  expect(first.stdout).not.toBe('')
  expect(second.stdout).toBe(first.stdout)
})
