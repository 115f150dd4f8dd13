import * as v from 'valibot'
import { defaultsProblem, schemaFrom } from '@holdpoint/engine'
import { playCase } from '../../../../testing/src/play-case.ts'
import { shell } from '../../../../testing/src/events.ts'
import { defineHook } from './define.ts'
import { describe as describeHook } from './describe.ts'
import { resolveImport } from './resolve.ts'
import { verdictFrom } from './verdict.ts'

describe('an import', () => {
  const files = new Set(['gate.ts', 'lib/a.ts', 'lib/b.js', 'lib/index.ts', 'lib/c.mts', 'data.json'])
  it.each([
    ['./lib/a.ts', 'gate.ts', 'lib/a.ts'],
    ['./lib/a.js', 'gate.ts', 'lib/a.ts'],
    ['./lib/a', 'gate.ts', 'lib/a.ts'],
    ['./lib/b', 'gate.ts', 'lib/b.js'],
    ['./lib/c.mjs', 'gate.ts', 'lib/c.mts'],
    ['./lib', 'gate.ts', 'lib/index.ts'],
    ['../gate.ts', 'lib/a.ts', 'gate.ts'],
    ['.././/lib/./a.ts', 'lib/b.js', 'lib/a.ts'],
    ['./data.json', 'gate.ts', 'data.json'],
  ])('%s in %s is %s', (specifier, importer, path) => {
    expect(resolveImport(specifier, importer, files)).toEqual({ from: 'project', path })
  })

  it.each([
    'lodash',
    '/etc/passwd',
    'file:///etc/passwd',
    '../x.ts',
    './../../gate.ts',
    'holdpoint/testing',
    'data:text/javascript,1',
    './none',
    '',
    '.',
  ])('%j is refused', (specifier) => {
    expect(resolveImport(specifier, 'gate.ts', files)).toHaveProperty('problem')
  })
})

describe('options by their defaults', () => {
  const schema = schemaFrom({ text: 'a', count: 1, flag: true, words: ['a'], none: [], numbers: [1] })
  const check = (value: unknown) => schema['~standard'].validate(value)

  it.each([
    [{}, { text: 'a', count: 1, flag: true, words: ['a'], none: [], numbers: [1] }],
    [
      { text: 'b', count: 0.5, flag: false, words: [], none: ['x'], numbers: [2, 3] },
      { text: 'b', count: 0.5, flag: false, words: [], none: ['x'], numbers: [2, 3] },
    ],
  ])('%j is sound', (given, value) => {
    expect(check(given)).toEqual({ value })
  })

  it.each([
    [{ text: 1 }, 'a text'],
    [{ count: '1' }, 'a number'],
    [{ count: Number.NaN }, 'a number'],
    [{ flag: 'yes' }, 'true or false'],
    [{ words: 'a' }, 'a list of texts'],
    [{ words: [1] }, 'a list of texts'],
    [{ numbers: [1, 'x'] }, 'a list of numbers'],
    [{ other: 1 }, 'one of text, count, flag, words, none, numbers'],
    [{ toString: 1 }, 'one of text, count, flag, words, none, numbers'],
    [[], 'a mapping of keys to values'],
    [null, 'a mapping of keys to values'],
  ])('%j is not', (given, message) => {
    expect(check(given)).toMatchObject({ issues: [{ message }] })
  })

  it.each([[5], [[]], [{ a: null }], [{ a: {} }], [{ a: [1, 'x'] }], [{ a: [[]] }], [{ 'a b': 1 }], [{ a: () => 1 }]])(
    '%j describes none',
    (defaults) => {
      expect(defaultsProblem(defaults)).toBeTypeOf('string')
    },
  )
})

describe('defineHook', () => {
  it('fills in what is not said, and the tester takes it', async () => {
    const hook = defineHook({
      meta: { on: ['tool.before'], options: { word: 'x' }, messages: { no: 'It is {word}.' } },
      run: ({ event, options, deny, pass }) =>
        event.tool.command === options.word ? deny('no', { word: options.word }) : pass,
    })
    expect(hook.meta).toMatchObject({ id: 'own/hook', role: 'gate', onError: 'open', timeoutMs: 10_000 })
    expect(await playCase(hook, { event: shell('x') })).toMatchObject({ decision: 'deny', reason: 'It is x.' })
    expect(await playCase(hook, { event: shell('x'), options: { word: 'y' } })).toEqual({ decision: 'pass' })
  })

  it('takes a schema as well, and its own work a second time', async () => {
    const hook = defineHook({
      meta: { on: ['tool.before'], options: v.strictObject({ word: v.optional(v.string(), 'x') }) },
      run: ({ options, inject }) => inject(options.word),
    })
    expect(await playCase(defineHook(hook as never), { event: shell('x') })).toMatchObject({ context: 'x' })
  })
})

describe('what a hook says of itself', () => {
  it('becomes an entry', () => {
    const { meta } = defineHook({
      meta: { on: ['turn.stop'], matcher: 'a|b', summary: 'One.' },
      run: ({ pass }) => pass,
    })
    expect(describeHook('x', meta, { a: 1 })).toEqual({
      entry: {
        id: 'own/x',
        on: ['turn.stop'],
        matcher: 'a|b',
        role: 'gate',
        onError: 'open',
        timeoutMs: 10_000,
        enabledBy: 'preset',
        aliases: [],
        ownLayer: 'project',
      },
      summary: 'One.',
      options: { a: 1 },
    })
  })

  it.each<readonly [object | undefined, string]>([
    [undefined, 'it has no `meta`'],
    [{}, 'meta.on: it names no event'],
    [{ on: [] }, 'meta.on: it is a list'],
    [{ on: 'turn.stop' }, 'meta.on: it is a list'],
    [{ on: ['turn.stop'], tools: ['Bash'] }, 'meta.tools: "Bash" is none of shell,'],
    [{ on: ['turn.stop'], timeoutMs: 0 }, 'meta.timeoutMs: it is a number from 1 to 600000'],
    [{ on: ['turn.stop'], timeoutMs: '1' }, 'meta.timeoutMs'],
    [{ on: ['turn.stop'], onError: 'maybe' }, 'meta.onError: it is one of open, closed'],
    [{ on: ['turn.stop'], matcher: '(' }, 'meta.matcher: '],
    [{ on: ['turn.stop'], messages: { a: 1 } }, 'meta.messages: '],
    [{ on: ['turn.stop'], aliases: ['guard.sh'] }, 'meta.aliases: '],
    [{ on: ['turn.stop'], ownLayer: 'user' }, 'meta.ownLayer: there is no such field'],
    [{ on: ['turn.stop'], constructor: 1 }, 'meta.constructor: there is no such field'],
  ])('%j is refused', (meta, message) => {
    expect(describeHook('x', meta, undefined)).toContain(message)
  })
})

describe('a verdict from another thread', () => {
  it('keeps what a verdict may have, and nothing else', () => {
    const verdict = { decision: 'deny', reason: 'r', messageId: 'm', context: 'c', rewrite: { a: 1 } }
    expect(verdictFrom(JSON.stringify({ ...verdict, parts: [], other: 1 }))).toEqual(verdict)
  })

  it.each([
    'null',
    '5',
    '"deny"',
    '[]',
    '{}',
    '{"decision":1}',
    '{"decision":"deny","reason":5}',
    '{"decision":"pass","rewrite":[]}',
  ])('%s is none', (json) => {
    expect(() => verdictFrom(json)).toThrow('it returned no verdict')
  })
})
