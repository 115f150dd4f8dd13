import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { parseLayer, readLayer } from './parse.ts'
import { showProblem } from './settings.ts'

const problemsOf = (text: string): readonly string[] => parseLayer(text, 'f.yml').problems().map(showProblem)

const TOP = '$schema, version, presets, packs, hooks, rules, own, llm, breaker, stop_block_cap, dev_mode'
const ENTRY = 'off, observe, warn, on, or a mapping of keys to values'
const MAPPING = 'a mapping of keys to values'

const NINE = (name: string): string => `[${Array.from({ length: 9 }, () => name).join(', ')}]`
const BOMB = `a: &a ${NINE('x')}\nb: &b ${NINE('*a')}\nc: &c ${NINE('*b')}\nhooks: *c\n`

describe('a file that is no YAML', () => {
  it.each<[string, string, string]>([
    [
      'an open bracket',
      'hooks: [\n',
      'f.yml:2:1 Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    ['a tab as indentation', 'hooks:\n\ta/b: on\n', 'f.yml:2:1 Tabs are not allowed as indentation.'],
    ['the same key twice', 'hooks: {}\npresets: []\nhooks: {}\n', 'f.yml:3:1 the key `hooks` is defined twice.'],
    [
      'the same key twice, deep down',
      'hooks:\n  a/b: {level: on, level: off}\n',
      'f.yml:2:20 the key `level` is defined twice.',
    ],
    ['two documents', 'hooks: {}\n---\nhooks: {}\n', 'f.yml:2:1 a second document begins here; only one is allowed.'],
    [
      'a name that was never given',
      'hooks: *base\n',
      'f.yml:1:1 Unresolved alias (the anchor must be set before the alias): base.',
    ],
    ['a bomb of aliases', BOMB, 'f.yml:1:1 Excessive alias count indicates a resource exhaustion attack.'],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })

  it.each<[string, string, string]>([
    ['brackets without end', `hooks: ${'['.repeat(100_000)}${']'.repeat(100_000)}`, '1:108 this is nested too deeply.'],
    ['brackets over many lines', `hooks:\n${' {a:\n'.repeat(100_000)}`, '102:2 this is nested too deeply.'],
    ['dashes without end', `hooks:\n  ${'- '.repeat(100_000)}x`, '2:203 this is nested too deeply.'],
    ['indents without end', Array.from({ length: 1_400 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'), 'too deeply.'],
    ['keys of keys', '? '.repeat(100_000), '1:1 a key behind `?` is not allowed; write `key: value`.'],
    ['a key in brackets', 'hooks:\n  a: [{? b : c}]\n', '2:8 a key behind `?` is not allowed; write `key: value`.'],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(text)[0]).toContain(problem)
  })

  it('takes a question mark or a bracket for text where it is one', () => {
    const texts = ['why?', '? b', '[['.repeat(200), '- '.repeat(200)]
    const value = `# ? [\nrules:\n${texts.map((text) => `  - { name: ${JSON.stringify(text)} }\n`).join('')}`
    expect(problemsOf(value).join('\n')).not.toMatch(/behind|too deep/)
  })
})

describe('a file with a mistake names the place, the value and what is allowed', () => {
  it.each<[string, string]>([
    ['[a, b]', `f.yml:1:1 the file is \`["a","b"]\`; allowed: ${MAPPING}.`],
    ['just words', `f.yml:1:1 the file is \`"just words"\`; allowed: ${MAPPING}.`],
    ['42', `f.yml:1:1 the file is \`42\`; allowed: ${MAPPING}.`],
    ['preset: [all]', `f.yml:1:1 unknown key \`preset\`; did you mean \`presets\`? Allowed here: ${TOP}.`],
    ['# note\nfrobnicate: 1', `f.yml:2:1 unknown key \`frobnicate\`. Allowed here: ${TOP}.`],
    ['[a, b]: 1', `f.yml:1:1 unknown key \`[ a, b ]\`. Allowed here: ${TOP}.`],
    ['$schema: 1', 'f.yml:1:10 `$schema` is `1`; allowed: a text.'],
    ['version: 2', 'f.yml:1:10 `version` is `2`; allowed: 1.'],
    ['version: "1"', 'f.yml:1:10 `version` is `"1"`; allowed: 1.'],
    ['presets: all', 'f.yml:1:10 `presets` is `"all"`; allowed: a list.'],
    ['presets: {all: on}', 'f.yml:1:10 `presets` is `{"all":"on"}`; allowed: a list.'],
    ['packs: [desk]', `f.yml:1:8 \`packs\` is \`["desk"]\`; allowed: ${MAPPING}.`],
    ['hooks: true', `f.yml:1:8 \`hooks\` is \`true\`; allowed: ${MAPPING}.`],
    ['hooks:', `f.yml:1:7 \`hooks\` is \`null\`; allowed: ${MAPPING}.`],
    ['packs: {desk: enabled}', 'f.yml:1:15 `packs.desk` is `"enabled"`; allowed: off, observe, warn, on.'],
    ['packs: {desk: true}', `f.yml:1:15 \`packs.desk\` is \`true\`; allowed: ${ENTRY}.`],
    ['packs: {desk: {matcher: x}}', 'f.yml:1:16 unknown key `matcher`. Allowed here: level, options.'],
    ['packs: {desk: {options: 5}}', `f.yml:1:25 \`packs.desk.options\` is \`5\`; allowed: ${MAPPING}.`],
    ['hooks:\n  a/b: On', 'f.yml:2:8 `hooks.a/b` is `"On"`; allowed: off, observe, warn, on.'],
    ['hooks:\n  a/b: [on]', `f.yml:2:8 \`hooks.a/b\` is \`["on"]\`; allowed: ${ENTRY}.`],
    ['hooks:\n  a/b:', `f.yml:2:7 \`hooks.a/b\` is \`null\`; allowed: ${ENTRY}.`],
    ['hooks:\n  1: 2', `f.yml:2:6 \`hooks.1\` is \`2\`; allowed: ${ENTRY}.`],
    ['hooks:\n  a/b:\n    level: false', 'f.yml:3:12 `hooks.a/b.level` is `false`; allowed: off, observe, warn, on.'],
    ['hooks:\n  a/b:\n    matcher: [x]', 'f.yml:3:14 `hooks.a/b.matcher` is `["x"]`; allowed: a text.'],
    ['hooks:\n  a/b:\n    timeout_ms: 1s', 'f.yml:3:17 `hooks.a/b.timeout_ms` is `"1s"`; allowed: a number.'],
    ['hooks:\n  a/b:\n    timeout_ms: 0', 'f.yml:3:17 `hooks.a/b.timeout_ms` is `0`; allowed: 1 or more.'],
    [
      'hooks:\n  a/b:\n    timeout_ms: 600001',
      'f.yml:3:17 `hooks.a/b.timeout_ms` is `600001`; allowed: 600000 or less.',
    ],
    [
      'hooks:\n  a/b:\n    timeout_ms: .inf',
      'f.yml:3:17 `hooks.a/b.timeout_ms` is `Infinity`; allowed: a whole number.',
    ],
    ['hooks:\n  a/b:\n    options: [1]', `f.yml:3:14 \`hooks.a/b.options\` is \`[1]\`; allowed: ${MAPPING}.`],
    [
      'hooks:\n  a/b:\n    lvl: on',
      'f.yml:3:5 unknown key `lvl`; did you mean `level`? Allowed here: level, matcher, timeout_ms, options.',
    ],
    ['breaker: 3', `f.yml:1:10 \`breaker\` is \`3\`; allowed: ${MAPPING}.`],
    ['breaker: {threshold: 1.5}', 'f.yml:1:22 `breaker.threshold` is `1.5`; allowed: a whole number.'],
    ['breaker: {treshold: 5}', 'f.yml:1:11 unknown key `treshold`; did you mean `threshold`? Allowed here: threshold.'],
    ['stop_block_cap: -1', 'f.yml:1:17 `stop_block_cap` is `-1`; allowed: 0 or more.'],
    ['stop_block_cap: 9', 'f.yml:1:17 `stop_block_cap` is `9`; allowed: 8 or less.'],
    ['dev_mode: {file: ""}', 'f.yml:1:18 `dev_mode.file` is `""`; allowed: at least 1 character.'],
    ['dev_mode: {packs: planning}', 'f.yml:1:19 `dev_mode.packs` is `"planning"`; allowed: a list.'],
    ['dev_mode: {packs: [a, 2]}', 'f.yml:1:23 `dev_mode.packs.1` is `2`; allowed: a text.'],
    ['__proto__: {hooks: {}}', `f.yml:1:1 unknown key \`__proto__\`. Allowed here: ${TOP}.`],
    [
      'hooks: {a/b: {constructor: 1}}',
      'f.yml:1:15 unknown key `constructor`. Allowed here: level, matcher, timeout_ms, options.',
    ],
    ['hoo\0ks: {}', `f.yml:1:1 unknown key \`hoo\\u0000ks\`; did you mean \`hooks\`? Allowed here: ${TOP}.`],
    ['hooks:\n  a/b: o\0n', 'f.yml:2:8 `hooks.a/b` is `"o\\u0000n"`; allowed: off, observe, warn, on.'],
    ['"\\e[31mred": 1', `f.yml:1:1 unknown key \`\\u001b[31mred\`. Allowed here: ${TOP}.`],
    ['\uFEFFpreset: []', `f.yml:1:1 unknown key \`preset\`; did you mean \`presets\`? Allowed here: ${TOP}.`],
    ['hooks:\r\n  a/b: maybe\r\n', 'f.yml:2:8 `hooks.a/b` is `"maybe"`; allowed: off, observe, warn, on.'],
    ['hooks: {a/b: !!binary aGk=}', 'f.yml:1:23 `hooks.a/b` is `"aGk="`; allowed: off, observe, warn, on.'],
  ])('%j', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })

  it('a name of any length is cut', () => {
    const problem = `f.yml:1:1 unknown key \`${'k'.repeat(60)}…\`. Allowed here: ${TOP}.`
    expect(problemsOf(`${'k'.repeat(1000)}: 1`)).toEqual([problem])
  })

  it('through an alias, the place where it is used', () => {
    expect(problemsOf('hooks:\n  a/b: &x {level: on}\n  c/d: *x\n  e/f: &y maybe\n  g/h: *y\n')).toEqual([
      'f.yml:4:11 `hooks.e/f` is `"maybe"`; allowed: off, observe, warn, on.',
      'f.yml:5:8 `hooks.g/h` is `"maybe"`; allowed: off, observe, warn, on.',
    ])
  })

  it('reports everything at once, from top to end', () => {
    const text = 'presets: x\nfoo: 1\nbar: 2\nhooks:\n  a/b: {lvl: 1, level: of, matcher: 2}\n'
    expect(problemsOf(text).map((line) => line.split(' ')[0])).toEqual([
      'f.yml:1:10',
      'f.yml:2:1',
      'f.yml:3:1',
      'f.yml:5:9',
      'f.yml:5:24',
      'f.yml:5:37',
    ])
  })

  it('stops reporting after twenty', () => {
    const text = Array.from({ length: 30 }, (_, index) => `key${index}: 1`).join('\n')
    expect(problemsOf(text)).toHaveLength(21)
    expect(problemsOf(text).at(-1)).toBe('f.yml has 10 more problems.')
  })
})

describe('a file without a mistake', () => {
  it.each<[string, string]>([
    ['empty', ''],
    ['only comments', '# hooks:\n#   a/b: on\n'],
    ['null', '~'],
    ['an empty mapping', '{}'],
    ['only a document start', '---\n'],
  ])('%s says nothing', (_, text) => {
    const { layer, problems } = parseLayer(text, 'f.yml')
    expect([layer, problems()]).toEqual([{ packs: {}, hooks: {} }, []])
  })

  it.each<[string, string]>([
    ['plain', 'hooks:\n  a/b: on\n'],
    ['a byte order mark', '\uFEFFhooks:\n  a/b: on\n'],
    ['Windows line ends', 'hooks:\r\n  a/b: on\r\n'],
    ['YAML 1.1, where `on` would be true', '%YAML 1.1\n---\nhooks:\n  a/b: on\n'],
    ['JSON', '{"hooks": {"a/b": "on"}}'],
    ['the long form', 'hooks:\n  a/b:\n    level: on\n'],
    ['an alias', 'hooks:\n  a/b: &x on\n  c/d: *x\n'],
  ])('%s is read', (_, text) => {
    const { layer, problems } = parseLayer(text, 'f.yml')
    expect(problems()).toEqual([])
    expect(layer.hooks['a/b']).toEqual({ level: 'on' })
  })
})

describe('what is sound beside a mistake is kept', () => {
  it.each<[string, string, object]>([
    ['unknown keys', 'foo: 1\nbar: 2\nstop_block_cap: 2', { stop_block_cap: 2 }],
    ['a wrong value', 'version: 3\nstop_block_cap: 2', { stop_block_cap: 2 }],
    ['a wrong section', 'packs: []\nhooks: {a/b: on}', { hooks: { 'a/b': { level: 'on' } } }],
    ['wrong items of a list', 'dev_mode: {packs: [1, 2, desk, 3]}', { dev_mode: { packs: ['desk'] } }],
    ['a wrong level', 'hooks: {a/b: {level: of, timeout_ms: 5}}', { hooks: { 'a/b': { timeout_ms: 5 } } }],
    ['two unknown keys of a hook', 'hooks: {a/b: {x: 1, y: 2, level: on}}', { hooks: { 'a/b': { level: 'on' } } }],
    ['a wrong hook', 'hooks: {a/b: maybe, c/d: on}', { hooks: { 'c/d': { level: 'on' } } }],
    ['a repeated key', 'stop_block_cap: 2\nhooks: {a/b: on, a/b: off}', { stop_block_cap: 2 }],
  ])('%s', (_, text, kept) => {
    const { layer, problems } = parseLayer(text, 'f.yml')
    expect(layer).toMatchObject(kept)
    expect(problems()).not.toEqual([])
  })

  it('no key reaches a prototype', () => {
    const { layer } = parseLayer('hooks: {__proto__: on}\npacks: {__proto__: {options: {__proto__: {x: 1}}}}', 'f.yml')
    expect(Object.keys(layer.hooks)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>)['level']).toBeUndefined()
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('readLayer', () => {
  const read = (path: string): readonly string[] | undefined =>
    readLayer(path)
      ?.problems()
      .map((problem) => showProblem({ ...problem, file: 'f.yml' }))

  it('no file is no layer, whatever is in the way', () => {
    const { path, write } = aDirectory()
    write({ file: '' })
    expect(readLayer(join(path, 'holdpoint.yml'))).toBeUndefined()
    expect(readLayer(join(path, 'file/holdpoint.yml'))).toBeUndefined()
  })

  it('a directory is reported', () => {
    const { path } = aDirectory()
    mkdirSync(join(path, 'holdpoint.yml'))
    expect(read(join(path, 'holdpoint.yml'))).toEqual(['f.yml cannot be read: it is not a file.'])
  })

  it('a link that goes in circles is reported', () => {
    const path = join(aDirectory().path, 'holdpoint.yml')
    symlinkSync(path, path)
    expect(read(path)).toEqual([expect.stringMatching(/^f\.yml cannot be read: ELOOP: .*holdpoint\.yml'\.$/)])
  })

  it('a link to a file is followed', () => {
    const { path, write } = aDirectory()
    write({ 'real.yml': 'hooks: {a/b: on}' })
    symlinkSync(join(path, 'real.yml'), join(path, 'holdpoint.yml'))
    expect(readLayer(join(path, 'holdpoint.yml'))?.layer.hooks['a/b']).toEqual({ level: 'on' })
  })

  it('a file of 2 MB is not read', () => {
    const path = join(aDirectory().path, 'holdpoint.yml')
    writeFileSync(path, '#'.repeat(2 << 20))
    expect(read(path)).toEqual(['f.yml cannot be read: it is larger than 1024 KB.'])
  })
})
