import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { canonical, factsOf, itemOfHook, trustOf, type TrustItem } from './trust.ts'
import { changeTrust, whyNotOwned, readTrust, withGrant } from './trust-store.ts'
import { wordsOf } from './trust-words.ts'

describe('wordsOf', () => {
  it.each<readonly [string, readonly string[]]>([
    ['./a.sh', ['./a.sh']],
    ['sh -e a.sh "b c.sh" d\\ e.sh', ['sh', '-e', 'a.sh', 'b c.sh', 'd e.sh']],
    ["sh -c 'cd x; ./a.sh'", ['cd', 'x', './a.sh']],
    ['node -e "require(\'./a.js\')"', ['./a.js']],
    ['tool --config=./a.json', ['./a.json']],
    ['a.sh|b.sh&&c.sh;d.sh', ['a.sh', 'b.sh', 'c.sh', 'd.sh']],
    ['$(cat a.sh) `cat b.sh`', ['a.sh', 'b.sh']],
    ['sh <a.sh', ['a.sh']],
    ['"$X"/a.sh', ['$X/a.sh']],
    ['sh -c "sh -c \'sh a.sh\'"', ['a.sh']],
    ["unfinished 'quote a.sh", ['quote a.sh', 'a.sh']],
  ])('%s', (command, words) => {
    expect(wordsOf(command)).toEqual(expect.arrayContaining([...words]))
  })

  it.each(['x > out.log', 'x 2>out.log', 'x >> out.log', 'x 2>&1 >out.log'])(
    'leaves out where output goes: %s',
    (command) => {
      expect(wordsOf(command)).not.toContain('out.log')
    },
  )

  it('reads anything, and every plain word of it', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z./]{1,8}$/), { maxLength: 20 }), (words) => {
        expect(wordsOf(words.join(' '))).toEqual(expect.arrayContaining(words))
      }),
    )
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => Array.isArray(wordsOf(text))))
  })

  it('takes a long line in its stride', () => {
    const started = wordsOf(`${'"'.repeat(9_999)}${'('.repeat(9_999)}${"a='".repeat(9_999)}`)
    expect(started.length).toBeLessThan(1_000_000)
  })
})

describe('what is trusted', () => {
  const command = (definition: object, files: readonly string[] = []): TrustItem => ({
    id: 'own/x',
    layer: 'project',
    definition: { type: 'command', ...definition },
    files,
  })

  it('canonical JSON does not mind the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed())
        expect(canonical(turned)).toBe(canonical(value))
        expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it.each<readonly [string, object, readonly string[], readonly string[]]>([
    [
      'a program and its arguments',
      { command: './a.sh', args: ['b/c.txt', '-x', '/etc/hosts'] },
      [],
      ['a.sh', 'b/c.txt'],
    ],
    ['a file that is not there', { command: './none.sh' }, [], []],
    ['a declared file that is not there', { command: 'x' }, ['none.sh'], ['none.sh']],
    ['a directory', { command: 'ls b' }, [], []],
    ['a link inside', { command: './inside' }, [], ['inside']],
    ['what a rule runs', { then: { run: ['sh', 'a.sh'] } }, [], ['a.sh']],
    ['a prompt names nothing', { type: 'prompt', prompt: './a.sh' }, [], []],
  ])('%s', (_, definition, declared, paths) => {
    const { path, write } = aDirectory()
    write({ 'a.sh': '1', 'b/c.txt': '2' })
    symlinkSync('a.sh', join(path, 'inside'))
    const { files, problem } = factsOf(command(definition, declared), path)
    expect(files.map((file) => file.path)).toEqual(paths)
    expect(problem).toBeUndefined()
  })

  it.each<readonly [string, object, readonly string[], string]>([
    ['a link that leads out', { command: './out' }, [], 'out is a link that leads out of the project'],
    ['a directory that leads out', { command: 'away/sh' }, [], 'away/sh is a link that leads out of the project'],
    ['a declared file outside', { command: 'x' }, ['../x'], '../x does not lie in the project'],
    ['a large file', { command: './large' }, [], 'large is larger than 8 MB'],
    [
      'a thousand files',
      { command: 'x' },
      Array.from({ length: 65 }, (_, index) => `f${index}`),
      'it names more than 64 files',
    ],
    ['a line without end', { command: 'x '.repeat(2_000) }, [], 'it has more than 1000 words'],
  ])('%s cannot be trusted', (_, definition, declared, problem) => {
    const { path } = aDirectory()
    symlinkSync('/bin/sh', join(path, 'out'))
    symlinkSync('/bin', join(path, 'away'))
    writeFileSync(join(path, 'large'), Buffer.alloc((8 << 20) + 1))
    expect(factsOf(command(definition, declared), path).problem).toBe(problem)
  })

  it('a name that no file can have says nothing', () => {
    const { path } = aDirectory()
    for (const name of ['\0', 'x'.repeat(5_000), '/'.repeat(300), 'a/../../..']) {
      expect(factsOf(command({ command: name }), path)).toMatchObject({ files: [] })
    }
  })

  it('what is the user’s own needs no trust', () => {
    const entry = {
      id: 'own/x',
      on: [],
      role: 'gate',
      onError: 'open',
      timeoutMs: 1,
      enabledBy: 'preset',
      aliases: [],
    } as const
    const hook = { entry, summary: '', definition: { type: 'command', command: 'x' } } as const
    expect(itemOfHook({ ...hook, layer: 'user' })).toBeUndefined()
    expect(itemOfHook({ ...hook, layer: 'managed' })).toBeUndefined()
    expect(itemOfHook({ ...hook, layer: 'local' })).toMatchObject({ id: 'own/x' })
    expect(trustOf({ ...command({}), layer: 'user' }, { root: '/', directory: '/nowhere' })).toBe('own')
  })
})

describe('the store', () => {
  function aPlace() {
    const base = aDirectory().path
    mkdirSync(join(base, 'state/key'), { recursive: true, mode: 0o700 })
    mkdirSync(join(base, 'project'))
    chmodSync(join(base, 'state'), 0o700)
    return { root: join(base, 'project'), directory: join(base, 'state/key') }
  }
  const grant = (digest: string) => ({ digest, at: '2026-01-01T00:00:00.000Z', definition: {}, files: [] })

  it('keeps the last versions of each thing, the newest last', () => {
    const place = aPlace()
    for (let count = 0; count < 12; count++) changeTrust(place, (old) => withGrant(old, 'own/x', grant(String(count))))
    changeTrust(place, (old) => withGrant(old, 'own/x', grant('7')))
    expect(readTrust(place).grants['own/x']?.map(({ digest }) => digest)).toEqual([
      '4',
      '5',
      '6',
      '8',
      '9',
      '10',
      '11',
      '7',
    ])
  })

  it.each<readonly [string, number, boolean, number | undefined, string | undefined]>([
    ['mine', 0o100600, true, 1000, undefined],
    ['of another user', 0o100600, true, 1001, 'it belongs to another user'],
    ['of a system without users', 0o100600, true, undefined, undefined],
    ['that the group can write', 0o100620, true, 1000, 'other users can write it'],
    ['that everybody can write', 0o100602, true, 1000, 'other users can write it'],
    ['that is no file', 0o040700, false, 1000, 'it is no regular file'],
  ])('a file %s', (_, mode, isFile, uid, expected) => {
    expect(whyNotOwned({ uid: 1000, mode, isFile: () => isFile }, uid)).toBe(expected)
  })

  it('two who write at the same time both count', async () => {
    const place = aPlace()
    await Promise.all(['a', 'b', 'c'].map(async (id) => changeTrust(place, (old) => withGrant(old, id, grant('1')))))
    expect(Object.keys(readTrust(place).grants)).toEqual(['a', 'b', 'c'])
  })
})
