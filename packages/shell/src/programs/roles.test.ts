import { describe, expect, it } from 'vitest'
import { configsIn, isDescribed, looseWords } from './call-roles.ts'
import { place, type Roles } from './roles.ts'

const TOOL: Roles = {
  options: '-o:write --output:write -c:shell -v --verbose -i!edit -n:value of=:write +:code -e:pattern',
  operands: 'pattern read',
}

const placedIn = (roles: Roles, words: string): readonly string[] =>
  place(roles, words.split(' ')).placed.map(({ role, text }) => `${role} ${text}`)

describe('place', () => {
  it.each([
    ['-o out x a', ['write out', 'pattern x', 'read a']],
    ['-oout x a', ['write out', 'pattern x', 'read a']],
    ['-vo out x', ['write out', 'pattern x']],
    ['-von 3 x', ['write n', 'pattern 3', 'read x']],
    ['--output=out x a b', ['write out', 'pattern x', 'read a', 'read b']],
    ['--output out x', ['write out', 'pattern x']],
    ['--outp=out x', ['write out', 'pattern x']],
    ['-e x a b', ['pattern x', 'read a', 'read b']],
    ['x -- -o a', ['pattern x', 'read -o', 'read a']],
    ['of=out x', ['write out', 'pattern x']],
    ['+go x', ['code go', 'pattern x']],
    ['x -', ['pattern x', 'read -']],
    ['-20 x', ['pattern x']],
    ['x -o', ['pattern x']],
    ['--verbose=yes x', ['pattern x']],
  ])('%s', (words, expected) => {
    expect(placedIn(TOOL, words)).toEqual(expected)
  })

  it('keeps options that nobody described', () => {
    expect(place(TOOL, ['--frob=1', '-z', 'x']).unlisted).toEqual([
      { name: '--frob', at: 0, value: '1' },
      { name: '-z', at: 1 },
    ])
  })

  it('says how flags change the operands', () => {
    expect([...place(TOOL, ['-vi', 'x', 'a']).changes]).toEqual(['edit'])
  })

  it('leaves everything behind the name of a program to that program', () => {
    expect(placedIn({ options: '-n:value', operands: 'argv' }, '-n 5 rm -o x')).toEqual(['value 5', 'argv rm'])
    expect(placedIn({ options: '--args:argv' }, '--args rm -o x')).toEqual(['argv rm'])
    expect(placedIn({ operands: 'value argv' }, '5 rm -rf x')).toEqual(['value 5', 'argv rm'])
  })

  it('reads its own options until the program begins', () => {
    const lock: Roles = { options: '-c:shell', operands: 'value argv' }
    expect(placedIn(lock, 'file -c ls')).toEqual(['shell ls', 'value file'])
    expect(placedIn(lock, 'file ls -c x')).toEqual(['value file', 'argv ls'])
  })

  it('takes no name as an operand that an option gives', () => {
    const as: Roles = { options: '-u:who', operands: 'who argv' }
    expect(placedIn(as, '-u me ls -l')).toEqual(['who me', 'argv ls'])
    expect(placedIn(as, 'me ls -l')).toEqual(['who me', 'argv ls'])
  })

  it('reads long options behind one dash where a program has them', () => {
    expect(placedIn({ options: '-ex:code -x:file', longDash: true }, '-ex bt -x a')).toEqual(['code bt', 'file a'])
  })

  it('finds the description of a subcommand, with the options of the program', () => {
    const roles: Roles = { options: '-C:enter', commands: { 'run exec': 'argv', list: { options: '-a' } } }
    const { command } = place(roles, ['-C', 'sub', 'exec', 'rm', '-a'])
    expect(command).toMatchObject({ name: 'exec', at: 2, roles: { operands: 'argv', options: '-C:enter' } })
    expect(place(roles, ['frob']).command?.roles).toEqual({})
  })

  it('reads options with two values, values that are never the next word, and words that begin with a name', () => {
    const roles: Roles = { options: '--pair:value,read -i?value -agent::load -Wl,:value', operands: 'read' }
    expect(placedIn(roles, '--pair x a b')).toEqual(['value x', 'read a', 'read b'])
    expect(placedIn(roles, '-i a')).toEqual(['read a'])
    expect(placedIn(roles, '-i.bak a')).toEqual(['value .bak', 'read a'])
    expect(placedIn(roles, '-agent:x.so a')).toEqual(['load x.so', 'read a'])
  })

  it('keeps the last word apart where it is something else', () => {
    expect(placedIn({ operands: 'read+ write' }, 'a b c')).toEqual(['read a', 'read b', 'write c'])
    expect(placedIn({ operands: 'read+ write' }, 'a')).toEqual(['read a'])
    expect(placedIn({ operands: 'value read+ write' }, 'x a b')).toEqual(['value x', 'read a', 'write b'])
  })
})

describe('isDescribed', () => {
  const roles: Roles = { commands: { exec: 'argv', config: { commands: { get: 'value' } } } }

  it.each([
    ['exec ls', true],
    ['config get x', true],
    ['', true],
    ['frob x', false],
    ['config frob', false],
  ])('%s: %s', (words, expected) => {
    expect(isDescribed(roles, words === '' ? [] : words.split(' '))).toBe(expected)
  })
})

describe('looseWords', () => {
  it.each<[string, Roles, readonly number[]]>([
    ['a -o x', { options: '-o:write', operands: 'value' }, [0, 1]],
    ['-e p a', { options: '-e:code', operands: 'value' }, [0, 2]],
    ['a rm x', { operands: 'value argv' }, [0]],
    ['exec rm x', { commands: { exec: 'argv' } }, [0]],
  ])('%s', (words, roles, expected) => {
    expect([...looseWords(roles, words.split(' '))]).toEqual(expected)
  })
})

describe('configsIn', () => {
  it('names the files of settings, also behind a subcommand, and the input', () => {
    const roles: Roles = { options: '-c:config', commands: { up: { operands: 'config', stdin: 'config' } } }
    expect(configsIn(roles, ['-c', 'a', 'up', 'b'])).toEqual(['a', 'b', '-'])
  })
})
