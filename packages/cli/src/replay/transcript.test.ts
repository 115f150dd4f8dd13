import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { temporaryDirectory } from '../../../testing/src/repository.ts'
import { projectFolders } from '@holdpoint/runtime'
import { namedTranscripts, transcriptsBelow } from './find.ts'
import { itemsOf, type Item, type ReadTally } from './transcript.ts'
import { tries } from '../../../../test/support/tries.ts'

const folder = temporaryDirectory('holdpoint-replay-')
afterAll(folder.dispose)
let serial = 0

const write = (content: string | Uint8Array, name = `t${++serial}.jsonl`): string => {
  const path = join(folder.path, name)
  writeFileSync(path, content)
  return path
}

function read(path: string): { readonly items: readonly Item[]; readonly tally: ReadTally } {
  const tally: ReadTally = { bytes: 0, tooLong: 0, damaged: 0 }
  return { items: [...itemsOf(path, tally)], tally }
}

const use = (id: string, command: string, more: object = {}): string =>
  JSON.stringify({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
    timestamp: '2026-03-01T12:00:00.000Z',
    sessionId: 's1',
    cwd: '/p/sub',
    ...more,
  })
const result = (id: string, more: object = {}, record: object = {}): string =>
  JSON.stringify({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', ...more }] },
    ...record,
  })
const START = JSON.stringify({ type: 'user', message: { role: 'user', content: 'Go' }, cwd: '/p', sessionId: 's1' })

describe('itemsOf', () => {
  it('finds calls, where they were made, and what became of them', () => {
    const path = write([START, use('a', 'ls'), result('a'), use('b', 'rm x')].join('\n'))
    const { items, tally } = read(path)
    const call = { session: 's1', cwd: '/p/sub', project: '/p', tool: 'Bash', at: new Date('2026-03-01T12:00:00Z') }
    expect(items).toEqual([
      { kind: 'call', call: { id: 'a', input: { command: 'ls' }, ...call } },
      { kind: 'result', id: 'a', fate: 'ran' },
      { kind: 'call', call: { id: 'b', input: { command: 'rm x' }, ...call } },
    ])
    expect(tally).toMatchObject({ damaged: 0, tooLong: 0 })
  })

  it.each([
    ['ran', {}, {}],
    ['failed', { is_error: true }, {}],
    ['refused', { is_error: true }, { permissionDecision: { decision: 'reject', source: 'hook' } }],
    ['ran', {}, { permissionDecision: { decision: 'accept' } }],
  ])('reads that a call %s', (fate, part, record) => {
    expect(read(write(result('a', part, record))).items).toEqual([{ kind: 'result', id: 'a', fate }])
  })

  it('knows the calls of sub-agents, in a file of their own or among the others', () => {
    writeFileSync(join(folder.path, 'agent-x1.meta.json'), JSON.stringify({ agentType: 'writer' }))
    const own = read(write(use('a', 'ls', { isSidechain: true, agentId: 'x1' }), 'agent-x1.jsonl')).items
    expect(own).toMatchObject([{ call: { agent: { id: 'x1', type: 'writer' } } }])
    const among = read(write(use('a', 'ls', { isSidechain: true }))).items
    expect(among).toMatchObject([{ call: { agent: { id: 'sidechain' } } }])
  })

  it('goes on behind what is damaged, unknown or cut off', () => {
    const lines = [
      use('a', 'one').slice(0, -20),
      '{"type":"tool_use"',
      '"tool_use"',
      '[{"tool_use":1}]',
      JSON.stringify({ type: 'some-new-record', message: { content: [{ type: 'tool_use', id: 'x', name: 'Bash' }] } }),
      JSON.stringify({ type: 'assistant', message: { content: 'a "tool_use" in words' } }),
      JSON.stringify({ type: 'assistant', message: { content: [null, 7, { type: 'tool_use' }, { type: 'text' }] } }),
      use('b', 'two'),
      use('c', 'three').slice(0, -3),
    ]
    const { items, tally } = read(write(lines.join('\n')))
    expect(items.map((item) => (item.kind === 'call' ? item.call.id : ''))).toEqual(['b'])
    // Half a line, a cut one, one without an object, a list and a cut last one.
    expect(tally.damaged).toBe(5)
  })

  it('reads lines longer than a chunk, and leaves out one that is longer than any call', () => {
    const long = use('long', 'x'.repeat(3 << 20))
    const { items, tally } = read(write([use('a', 'ls'), long, 'y'.repeat(33 << 20), use('b', 'ls')].join('\n')))
    expect(items.map((item) => (item.kind === 'call' ? item.call.id : ''))).toEqual(['a', 'long', 'b'])
    expect(tally.tooLong).toBe(1)
  })

  it('never throws, and always finds the whole call behind rubbish', () => {
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      fc.json({ maxDepth: 3 }).map((text) => Buffer.from(text)),
      fc
        .json()
        .map((text) => Buffer.from(`{"type":"assistant","message":{"content":[{"type":"tool_use","input":${text}}]}}`)),
      fc.nat(200).map((end) => Buffer.from(use('half', 'ls').slice(0, end))),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (rubbish) => {
        const bytes = Buffer.concat(rubbish.flatMap((piece) => [piece, Buffer.from('\n')]))
        const { items } = read(write(Buffer.concat([bytes, Buffer.from(use('whole', 'ls'))]), 'rubbish.jsonl'))
        expect(items.at(-1)).toMatchObject({ kind: 'call', call: { id: 'whole' } })
      }),
      tries(150),
    )
  })

  it('has nothing to tell of what is no file', () => {
    const link = join(folder.path, 'link.jsonl')
    symlinkSync(write(use('a', 'ls')), link)
    for (const path of [link, folder.path, join(folder.path, 'gone.jsonl')]) expect(read(path).items).toEqual([])
  })
})

describe('finding transcripts', () => {
  const home = join(folder.path, 'home')
  const projects = join(home, '.claude/projects')
  const put = (name: string): void => {
    mkdirSync(join(projects, name, '..'), { recursive: true })
    writeFileSync(join(projects, name), '')
  }
  for (const name of ['-w-app/s1.jsonl', '-w-app/s1/subagents/agent-1.jsonl', '-w-app/s1/agent-1.meta.json']) put(name)
  for (const name of ['-w-app-part/s2.jsonl', '-w-application/s3.jsonl']) put(name)
  symlinkSync(projects, join(projects, '-w-app/round'))

  it('finds those of a project and of the directories in it, and follows no links', () => {
    const folders = projectFolders('/w/app', { HOME: home })
    expect(folders.map((path) => path.slice(projects.length + 1))).toEqual(['-w-app', '-w-app-part'])
    const found = folders.flatMap((path) => transcriptsBelow(path))
    expect(found.map(({ path }) => path.slice(projects.length + 1))).toEqual([
      '-w-app/s1/subagents/agent-1.jsonl',
      '-w-app/s1.jsonl',
      '-w-app-part/s2.jsonl',
    ])
  })

  it('reads the directory that the agent is configured to use', () => {
    expect(projectFolders('/w/app', { HOME: '/nowhere', CLAUDE_CONFIG_DIR: join(home, '.claude') })).toHaveLength(2)
    expect(projectFolders('/w/app', {})).toEqual([])
  })

  it('leaves out what was last written before the period', () => {
    expect(transcriptsBelow(projects, Date.now() + 60_000)).toEqual([])
  })

  it('says which named file is not there', () => {
    expect(() => namedTranscripts(['/nowhere/x.jsonl'])).toThrow('/nowhere/x.jsonl does not exist.')
  })
})
