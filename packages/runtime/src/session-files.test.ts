import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Effects, FileEffect, Origin } from '@holdpoint/shell'
import { aDirectory } from '../../../test/process/support/temporary.ts'
import { openSessionFiles } from './session-files.ts'
import { openArea } from './system/state/area.ts'

const NOWHERE: Origin = {
  files: [],
  lists: [],
  network: false,
  decoded: false,
  unknown: false,
  programs: [],
  secrets: [],
}
const FETCHED: Origin = { ...NOWHERE, network: true }

const writing = (path: string, more: Partial<FileEffect> = {}): Effects => ({
  runs: [],
  files: [{ op: 'write', path, real: path, recursive: false, force: true, maybe: false, ...more }],
  git: [],
  net: [],
  code: [],
  system: [],
  printed: [],
  doubts: [],
})

const now = new Date()

function aSession() {
  const { path } = aDirectory()
  const area = openArea(join(path, 'state'))
  const file = (name: string): string => {
    mkdirSync(join(path, 'unpacked'), { recursive: true })
    writeFileSync(join(path, name), 'x')
    return join(path, name)
  }
  return { path, area, file, open: () => openSessionFiles(area) }
}

describe('what a session has put where', () => {
  it.each([
    ['from the network', { from: FETCHED }, 'foreign'],
    ['decoded', { from: { ...NOWHERE, decoded: true }, content: 'x' }, 'foreign'],
    ['printed by a program', { from: { ...NOWHERE, unknown: true, programs: ['gen'] } }, 'foreign'],
    ['written by a tool', { content: 'echo hi' }, 'session'],
    ['copied from a file of the project', { from: { ...NOWHERE, files: ['/p/a'] } }, 'session'],
    ['only possible', { from: FETCHED, maybe: true }, undefined],
    ['deleted', { op: 'delete' }, undefined],
  ] as const)('a file %s', (_, effect, origin) => {
    const { file, open } = aSession()
    const path = file('run.sh')
    open().remember(writing(path, effect), now)
    expect(open().originOf(path)).toBe(origin)
  })

  it('data is no matter unless it is fetched', () => {
    const { file, open } = aSession()
    open().remember(writing(file('a.json'), { content: '{}' }), now)
    open().remember(writing(file('b.json'), { from: FETCHED }), now)
    expect([open().originOf(file('a.json')), open().originOf(file('b.json'))]).toEqual([undefined, 'foreign'])
  })

  it('an unpacked archive is everything below its directory', () => {
    const { path, file, open } = aSession()
    open().remember(writing(join(path, 'unpacked/\uFFFC'), { from: FETCHED, recursive: true }), now)
    expect(open().originOf(file('unpacked/install.sh'))).toBe('session')
  })

  it('a later call replaces what an earlier one says', () => {
    const { file, open } = aSession()
    const path = file('run.sh')
    open().remember(writing(path, { from: FETCHED }), now)
    open().remember(writing(path, { content: 'echo hi' }), now)
    expect(open().originOf(path)).toBe('session')
  })

  it('a call that was not made leaves the old file as it is', () => {
    const { file, open } = aSession()
    const path = file('run.sh')
    open().remember(writing(path, { from: FETCHED }), new Date(Date.now() + 60_000))
    expect(open().originOf(path)).toBeUndefined()
  })

  it('a rehearsal is not remembered', () => {
    const { area, file, open } = aSession()
    const path = file('run.sh')
    openSessionFiles(area, true).remember(writing(path, { from: FETCHED }), now)
    expect(open().originOf(path)).toBeUndefined()
  })

  it('only its newest 400 files are kept, for this user alone', () => {
    const { path, open } = aSession()
    for (let n = 0; n < 3; n++) {
      const files = Array.from({ length: 200 }, (_, at) => writing(`/x/${n}-${at}.sh`, { from: FETCHED }).files).flat()
      open().remember({ ...writing('/x/y.sh'), files }, now)
    }
    const stored = join(path, 'state/written-files.json')
    expect(statSync(stored).mode & 0o777).toBe(0o600)
    expect(statSync(stored).size).toBeLessThan(64 << 10)
  })

  it.each(['', '{', 'null', '"x"', '{"a":1}', '[1,[2],["/a","other",3],["/b","foreign","now"],null]'])(
    'damaged notes are none: %s',
    (text) => {
      const { path, file, open } = aSession()
      mkdirSync(join(path, 'state'), { recursive: true })
      writeFileSync(join(path, 'state/written-files.json'), text)
      const run = file('run.sh')
      expect(open().originOf(run)).toBeUndefined()
      open().remember(writing(run, { from: FETCHED }), now)
      expect(open().originOf(run)).toBe('foreign')
    },
  )
})
