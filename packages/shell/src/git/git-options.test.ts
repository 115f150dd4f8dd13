import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { UNKNOWN } from '../effects.ts'
import { isOn, readGitArguments, valueOf, valuesOf, wordsOf, type GitOptionUse } from './git-options.ts'
import { tries } from '../../../../test/support/tries.ts'

const GRAMMAR = 'f,force q,quiet e,exclude= recurse=? b='
const read = (...args: readonly string[]) => readGitArguments(args, GRAMMAR)

describe('readGitArguments', () => {
  it('knows clusters, abbreviations, values and what was taken back', () => {
    const given = read('-qf', '--exc', '-x', 'one', '-ea', '--no-fo', '--recurse', 'two', '--', '--force', '-q')
    expect(isOn(given, 'force')).toBe(false)
    expect(isOn(given, 'quiet')).toBe(true)
    expect(isOn(given, 'recurse')).toBe(true)
    expect(valuesOf(given, 'exclude')).toEqual(['-x', 'a'])
    expect(valueOf(given, 'exclude')).toBe('a')
    expect(valueOf(given, 'recurse')).toBeUndefined()
    expect(given.words).toEqual([
      { text: 'one', at: 3 },
      { text: 'two', at: 7 },
    ])
    expect(given.separated).toBe(true)
    expect(given.paths).toEqual(['--force', '-q'])
    expect(wordsOf(given)).toEqual(['one', 'two', '--force', '-q'])
  })

  it.each([
    [['--help'], true],
    [['-h'], true],
    [['--exclude', '--help'], false],
    [['--', '--help'], false],
    [['-qh'], false],
  ])('%j asks for help: %s', (args, expected) => {
    expect(read(...args).help).toBe(expected)
  })

  it.each([
    [[`--fo${UNKNOWN}`], true],
    [[`-q${UNKNOWN}`], true],
    [[`--exclude=${UNKNOWN}`], false],
    [[`-e${UNKNOWN}`], false],
    [['-e', UNKNOWN], false],
    [[UNKNOWN], false],
    [['--', `--fo${UNKNOWN}`], false],
  ])('%j is unclear: %s', (args, expected) => {
    expect(read(...args).unclear).toBe(expected)
  })

  it('options end at --end-of-options, too', () => {
    expect(read('--end-of-options', '-f', '--')).toMatchObject({
      separated: false,
      words: [{ text: '-f' }, { text: '--' }],
    })
  })

  it('reads what git itself reads', () => {
    const options = '-f -q -qf -fq --force --forc --f --no-force --no-f --quiet --no-quiet --recurse --recurse=x --rec'
    const values = '-e -ea -qea -e-f --exclude --exclude= --exclude=a=b --exc=f -b -bf -qb -- - word'
    const word = fc.constantFrom('', 'a b', ...`${options} ${values}`.split(' '))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (args) => {
        const theirs = readByGit(args)
        if (theirs === undefined) return
        const { options, words, paths } = read(...args)
        expect([...options.map(written), '--', ...words.map(({ text }) => text), ...paths]).toEqual(theirs)
      }),
      tries(150),
    )
  })

  it('never throws, and loses no argument', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (args, grammar) => {
        const { words } = readGitArguments(args, grammar)
        for (const { text, at } of words) expect(args[at]).toBe(text)
      }),
    )
  })
})

/** As git writes it: by its letter, unless it is taken back. */
function written({ name, on, value }: GitOptionUse): string {
  const letter = { force: '-f', quiet: '-q', exclude: '-e', b: '-b' }[name]
  return `${(on ? letter : undefined) ?? `--${on ? '' : 'no-'}${name}`}${value === undefined ? '' : ` ${value}`}`
}

/** The same arguments through `git rev-parse --parseopt`; undefined when git refuses them. */
function readByGit(args: readonly string[]): readonly string[] | undefined {
  const spec = 'git x\n--\nf,force does\nq,quiet does\ne,exclude= does\nrecurse? does\nb= does\n'
  const { status, stdout } = spawnSync('git', ['rev-parse', '--parseopt', '--', ...args], {
    input: spec,
    encoding: 'utf8',
  })
  if (status !== 0) return undefined
  const shell = spawnSync('sh', ['-c', `${stdout}\nprintf '%s\\0' "$@"`], { encoding: 'utf8' })
  const parts = shell.stdout.split('\0').slice(0, -1)
  const options: string[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? ''
    if (part === '--') return [...options, ...parts.slice(index)]
    const takes = /^-[eb]$/.test(part) || (part === '--recurse' && !(parts[index + 1] ?? '-').startsWith('-'))
    options.push(takes ? `${part} ${parts[++index]}` : part)
  }
  return options
}
