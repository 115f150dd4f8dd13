import { checkSettings } from '../doctor/settings.ts'
import { showProblem } from '@holdpoint/engine/policy'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { droppedOf } from './dropped.ts'
import { hookFiles } from './hook-files.ts'

const ENTRY = { type: 'command', command: 'x' }
const group = (fields: object): object => ({ hooks: { PreToolUse: [{ hooks: [ENTRY], ...fields }] } })
const entry = (fields: object): object => ({ hooks: { PreToolUse: [{ hooks: [fields] }] } })
const FILE = '.claude/settings.local.json'

/** Whether the whole file is dropped or a part, and the message about it. */
const DROPPED: readonly (readonly [string, string | object, 'file' | 'parts', RegExp])[] = [
  ['no JSON', '{"hooks": ', 'file', /^is not valid JSON at line 1, column 11/],
  ['a list', '[]', 'file', /^is not a JSON object/],
  ['a comment', '{ // mine\n}', 'file', /^has comments/],
  ['hooks that are a list', { hooks: [] }, 'file', /^`hooks` must be of type object/],
  ['an event without a list', { hooks: { Stop: {} } }, 'file', /^`hooks\.Stop` must be a list/],
  ['a group that is none', { hooks: { Stop: [null] } }, 'file', /^`hooks\.Stop\[0\]` must be an object/],
  ['an entry in the place of its group', { hooks: { Stop: [ENTRY] } }, 'file', /^`hooks\.Stop\[0\]\.hooks` must be a/],
  ['a matcher that is a number', group({ matcher: 5 }), 'file', /\.matcher` must be text/],
  ['a matcher that is a list', group({ matcher: ['Bash'] }), 'file', /\.matcher` must be text/],
  ['a matcher that is null', group({ matcher: null }), 'file', /\.matcher` must be text/],
  ['an entry without its command', entry({ type: 'command' }), 'file', /\.command` must be text/],
  ['an entry without its type', entry({ command: 'x' }), 'file', /\.type` is `missing`/],
  ['an entry of another type', entry({ type: 'shell', command: 'x' }), 'file', /\.type` is `"shell"`/],
  ['no time at all', entry({ ...ENTRY, timeout: 0 }), 'file', /\.timeout` is `0`/],
  ['a model that is a number', { model: 5 }, 'file', /^`model` must be of type string/],
  [
    'an unknown event',
    { hooks: { BeforeTool: [{ hooks: [ENTRY] }] } },
    'parts',
    /^`BeforeTool` is not an event .* do not run\.$/,
  ],
  ['an event in other letters', { hooks: { stop: [{ hooks: [ENTRY] }] } }, 'parts', /Did you mean Stop\?$/],
  ['an empty matcher', group({ matcher: '' }), 'parts', /\.matcher` is empty\. .* Copilot/],
]

const textOf = (settings: string | object): string =>
  typeof settings === 'string' ? settings : JSON.stringify(settings, null, 2)

describe('what an agent drops of a settings file', () => {
  it.each(DROPPED)('%s', async (_, settings, what, words) => {
    const text = textOf(settings)
    const found = droppedOf('s.json', text)
    expect(found[what].map(({ message }) => message)).toEqual([expect.stringMatching(words)])
    expect([...found.file, ...found.parts]).toHaveLength(1)

    const { path: root, write } = aDirectory()
    write({ [FILE]: text })
    const env = { HOME: aDirectory().path }
    const validated = hookFiles(root, env).flatMap(({ problems, notes }) => [
      ...problems.map((problem) => `error ${showProblem(problem)}`),
      ...notes.map((note) => `warn ${showProblem(note)}`),
    ])
    const program = { node: 'node', script: 'x.cjs', scope: 'local' } as never
    const { findings } = await checkSettings({ scope: 'local', root, env }, program)
    expect(findings.map((finding) => `${finding.level} ${finding.what}`)).toEqual(validated)
    expect(validated).toHaveLength(1)
  })

  it.each<[string, string | object]>([
    ['an empty file', ''],
    ['blanks', ' \n'],
    ['an empty object', {}],
    ['a byte order mark', `\uFEFF${textOf(group({ matcher: 'Bash' }))}`],
    ['fields it does not know', group({ later: true })],
    ['other kinds of entries', entry({ type: 'prompt', prompt: 'x' })],
    ['a group of nothing, which no agent starts', { hooks: { Stop: [{ matcher: '', hooks: [] }] } }],
  ])('%s is kept', (_, settings) => {
    expect(droppedOf('s.json', textOf(settings))).toEqual({ file: [], parts: [] })
  })

  it('reports positions, also of missing fields, up to a limit', () => {
    expect(droppedOf('s.json', textOf(group({ matcher: 5 }))).file).toMatchObject([{ line: 11 }])
    expect(droppedOf('s.json', textOf(entry({ type: 'command' }))).file).toMatchObject([{ line: 6 }])
    const many = { hooks: { Stop: Array.from({ length: 5_000 }, () => 7) } }
    expect(droppedOf('s.json', textOf(many)).file).toHaveLength(21)
  })
})
