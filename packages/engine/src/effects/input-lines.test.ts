import { describe, expect, it } from 'vitest'
import { linesOf } from './input-lines.ts'
import { touchesOf } from './input-paths.ts'

const call = (name: string, input: Readonly<Record<string, unknown>>) =>
  ({ name, kind: 'mcp', input, files: [] }) as const
const texts = (name: string, input: Readonly<Record<string, unknown>>): readonly string[] =>
  linesOf(call(name, input)).lines.map(({ text }) => text)

describe('what a tool would run', () => {
  it.each([
    ['mcp__a__b', { command: 'ls -la' }, ['ls -la']],
    ['mcp__a__b', { cmd: ['git', 'commit', '-m', 'a b'] }, [`git commit -m 'a b'`]],
    ['mcp__a__b', { commands: ['npm ci', 'npm test'] }, ['npm ci', 'npm test']],
    ['mcp__a__b', { program: 'rm', args: ['-rf', '~'] }, ['rm -rf ~']],
    ['mcp__a__b', { command: 'rm', args: '-rf ~' }, ['rm -rf ~']],
    ['mcp__a__b', { command: 'bash', stdin: 'id' }, [`bash <<< 'id'`]],
    ['mcp__a__b', { command: 'git pull', env: { A: 'x y' } }, [`export A='x y'; git pull`]],
    ['mcp__a__b', { language: 'python', code: 'f()' }, [`python3 -c 'f()'`]],
    ['mcp__a__b', { language: 'powershell', code: 'gci' }, [`pwsh -Command 'gci'`]],
    ['mcp__a__b', { code: '```ruby\nf\n```' }, [`ruby -e 'f\n'`]],
    ['mcp__jupyter__run', { code: '!id\nx = 1' }, ['id', `python3 -c 'x = 1'`]],
    ['mcp__pg__query', { sql: 'select 1' }, [`psql -c 'select 1'`]],
    ['mcp__a__b', { x: '{"cmd":"id"}' }, ['id']],
    ['mcp__git__git_push', { force: true, remote: 'origin', branch: 'main' }, ['git push --force origin main']],
    ['mcp__playwright__browser_evaluate', { function: '() => document.title' }, []],
    ['mcp__chat__send', { text: 'rm -rf ~' }, []],
    ['mcp__chat__send', { foo: 'rm -rf ~' }, ['rm -rf ~']],
    ['mcp__chat__send', { foo: 'rm is a program that removes files' }, []],
    ['mcp__web__search', { query: 'drop table x' }, []],
    ['mcp__a__format_code', { code: 'rm -rf ~' }, []],
  ])('%s %j', (name, input, lines) => expect(texts(name, input)).toEqual(lines))

  it('runs where the input says', () => {
    expect(linesOf(call('mcp__a__b', { command: 'ls', cwd: '~' })).lines).toEqual([
      { text: 'ls', cwd: '~', maybe: false },
    ])
  })

  it('says so when it reads not everything', () => {
    const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ a: inner }), 'x')
    const many = Array.from({ length: 30_000 }, () => 'x')
    for (const input of [
      { deep },
      { many },
      { commands: Array.from({ length: 500 }, () => 'ls -la') },
      { command: 'x'.repeat(3 << 20) },
    ]) {
      expect(linesOf(call('mcp__a__b', input)).doubts).not.toEqual([])
    }
    expect(linesOf(call('mcp__a__run', { text: '\n'.repeat(1_000_000) + 'x' })).doubts).not.toEqual([])
    expect(touchesOf(call('mcp__a__read', { paths: Array.from({ length: 300 }, () => 'x') })).over).toBe(true)
  })
})

describe('files that a tool would touch', () => {
  const ops = (name: string, input: Readonly<Record<string, unknown>>): readonly string[] =>
    touchesOf(call(name, input)).touches.map(({ op, path, maybe }) => `${op}${maybe ? '?' : ''} ${path}`)

  it.each([
    ['mcp__a__read_file', { path: ' a ' }, ['read a']],
    ['mcp__a__write_file', { location: 'a', content: 'b' }, ['write a']],
    ['mcp__a__edit_file', { path: 'a' }, ['read a', 'write a']],
    ['mcp__a__move_file', { source: 'a', destination: 'b' }, ['read a', 'delete a', 'write b']],
    ['mcp__a__upload', { localFile: 'a' }, ['read a']],
    ['mcp__a__batch', { ops: [{ type: 'delete', path: 'a' }] }, ['read? delete', 'delete a']],
    ['mcp__a__b', { x: ['/a', 'https://b', 'file:///c%20d'] }, ['read? /a', 'read? /c d']],
    ['mcp__a__create_issue', { title: '.env', body: '~/.ssh/id_rsa' }, []],
    ['apply_patch', { input: '*** Begin Patch\n*** Delete File: a\n*** Update File: b\n' }, ['delete a', 'write b']],
  ])('%s %j', (name, input, touched) => expect(ops(name, input)).toEqual(touched))
})
