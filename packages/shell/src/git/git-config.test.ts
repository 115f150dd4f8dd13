import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { isFalse, parseGitConfig } from './git-config.ts'
import { tries } from '../../../../test/support/tries.ts'

const TEXT = `# a comment
[alias]
  st = status --short
  WIPE = "!git reset --hard" ; all of it
  long = log --format=\\"%h\\" \\
    -5
[remote "Origin"]
\tpush = +refs/heads/*:refs/heads/*
\tpush = :
[core] editor = vim
[section.sub] key
nonsense ] here
[push]
default=matching
`

describe('parseGitConfig', () => {
  const config = parseGitConfig(TEXT)
  it.each([
    ['alias.st', ['status --short']],
    ['alias.wipe', ['!git reset --hard']],
    ['alias.long', ['log --format="%h"     -5']],
    ['remote.origin.push', ['+refs/heads/*:refs/heads/*', ':']],
    ['core.editor', ['vim']],
    ['section.sub.key', ['true']],
    ['push.default', ['matching']],
    ['push.other', undefined],
  ])('%s', (key, expected) => {
    expect(config.get(key)).toEqual(expected)
  })

  it('reads what git reads', () => {
    const { path } = aDirectory()
    const file = join(path, 'config')
    const value = fc.stringMatching(/^[ -~\t]{0,20}$/)
    fc.assert(
      fc.property(value, (text) => {
        writeFileSync(file, '')
        execFileSync('git', ['config', '--file', file, 'alias.x', text])
        const written = execFileSync('git', ['config', '--file', file, '--get', 'alias.x'], { encoding: 'utf8' })
        const read = parseGitConfig(execFileSync('cat', [file], { encoding: 'utf8' }))
        expect(read.get('alias.x')).toEqual([written.slice(0, -1)])
      }),
      tries(25),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseGitConfig(text)))
    expect(parseGitConfig(`[${'a "'.repeat(50_000)}`).size).toBe(0)
    expect(parseGitConfig(`[a]\nb = ${'\\\n'.repeat(50_000)}x`).get('a.b')).toEqual(['x'])
  })
})

describe('isFalse', () => {
  it.each([
    ['false', true],
    ['No', true],
    ['0', true],
    ['', true],
    ['true', false],
    [undefined, false],
  ] as const)('%s: %s', (value, expected) => {
    expect(isFalse(value)).toBe(expected)
  })
})
