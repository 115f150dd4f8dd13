import { describe, expect, it } from 'vitest'
import { shell } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import { moveIntoProject } from './move.ts'
import hook from './project-tmp.ts'

testHook(hook, {
  pass: [
    { name: 'a command that only reads', event: shell('cat /tmp/x.txt'), covers: 'T-HAR-15' },
    'cp /tmp/a ./b',
    'ls /tmp/',
    'grep x /tmp/log | wc -l',
    'echo "see /tmp/readme"',
    'echo a > /var/tmp/x',
    'echo a > /tmp/claude-501/x',
    'echo a > /private/tmp/claude-501/tasks/x',
    'echo a > out.txt',
    { name: 'the project lies below /tmp', event: shell('echo a > {project}/out.txt'), covers: 'T-HAR-15' },
    'git commit -m "write to /tmp/x"',
  ],
  rewrite: [
    {
      run: 'echo a > /tmp/x.txt',
      id: 'moved',
      to: { command: 'mkdir -p {project}/tmp && echo a > {project}/tmp/x.txt' },
      covers: 'HAR-GUARD-12',
    },
    {
      name: 'the directory is there',
      event: shell('echo a > /private/tmp/x.txt'),
      files: { 'tmp/.gitignore': '*' },
      id: 'moved',
      to: { command: 'echo a > {project}/tmp/x.txt' },
      covers: 'T-HAR-13',
    },
    {
      name: 'inside another shell',
      event: shell(`bash -c 'mkdir -p /tmp/a/b && touch /tmp/a/b/c'`),
      files: { 'tmp/.gitignore': '*' },
      id: 'moved',
      to: { command: `bash -c 'mkdir -p {project}/tmp/a/b && touch {project}/tmp/a/b/c'` },
    },
    {
      name: 'written through a pipe',
      event: shell('date | tee /tmp/now'),
      files: { 'scratch/x': '' },
      options: { directory: 'scratch' },
      id: 'moved',
      to: { command: 'date | tee {project}/scratch/now' },
    },
    ...[
      'cp a /tmp/b',
      'mv a /tmp/b',
      'install a /tmp/b',
      'touch /tmp/b',
      'mkdir /tmp/b',
      'curl -o /tmp/b https://x',
      'sort -o /tmp/b a',
    ].map((run) => ({
      run,
      files: { 'tmp/x': '' },
      id: 'moved',
      to: { command: run.replace('/tmp/', '{project}/tmp/') },
      covers: 'HAR-GUARD-12',
    })),
  ],
})

/** The project's own path differs from run to run, so these rows name it. */
describe('a command moved into a project', () => {
  const move = (command: string, exists = true, root = '/w/p'): string | undefined =>
    moveIntoProject(command, root, `${root}/tmp`, exists)

  it.each([
    ['HAR-GUARD-12 a redirection', 'echo a > /tmp/x.txt', 'echo a > /w/p/tmp/x.txt'],
    ['T-HAR-13 the other name of /tmp', 'echo a > /private/tmp/x.txt', 'echo a > /w/p/tmp/x.txt'],
    ['T-HAR-15 later reads go along', 'echo a > /tmp/x && cat /tmp/x', 'echo a > /w/p/tmp/x && cat /w/p/tmp/x'],
    ['several files', 'tee /tmp/a /tmp/b < c', 'tee /w/p/tmp/a /w/p/tmp/b < c'],
    ['an attached option', 'curl -o/tmp/x u --output=/tmp/y', 'curl -o/tmp/x u --output=/w/p/tmp/y'],
    ['double quotes', 'echo a > "/tmp/my file"', 'echo a > "/w/p/tmp/my file"'],
    ['single quotes', "echo a > '/tmp/my file'", "echo a > '/w/p/tmp/my file'"],
    ['no space', 'echo a >/tmp/x', 'echo a >/w/p/tmp/x'],
    ['another tmp stays', 'cp /var/tmp/a /tmp/b', 'cp /var/tmp/a /w/p/tmp/b'],
    ['the agent’s own stays', 'cp /tmp/claude-1/a /tmp/b', 'cp /tmp/claude-1/a /w/p/tmp/b'],
    ['an escaped quote', String.raw`echo \" > /tmp/x`, String.raw`echo \" > /w/p/tmp/x`],
  ])('%s', (_, command, expected) => expect(move(command)).toBe(expected))

  it('makes the directory first when it is missing', () =>
    expect(move('echo a > /tmp/x', false)).toBe('mkdir -p /w/p/tmp && echo a > /w/p/tmp/x'))

  it.each([
    ['a space', '/w/my p', 'echo a > /tmp/x', 'mkdir -p "/w/my p/tmp" && echo a > "/w/my p/tmp"/x'],
    ['a quote in double quotes', '/w/a"b', 'echo a > "/tmp/x"', 'mkdir -p "/w/a\\"b/tmp" && echo a > "/w/a\\"b/tmp/x"'],
    [
      'a quote in single quotes',
      "/w/it's",
      "echo a > '/tmp/x'",
      `mkdir -p "/w/it's/tmp" && echo a > '/w/it'\\''s/tmp/x'`,
    ],
    ['a dollar', '/w/$x', 'echo a > /tmp/x', 'mkdir -p "/w/\\$x/tmp" && echo a > "/w/\\$x/tmp"/x'],
  ])('keeps a project path with %s one word', (_, root, command, expected) =>
    expect(move(command, false, root)).toBe(expected),
  )

  it('leaves a path alone that is the project’s own, below /tmp', () =>
    expect(move('echo a > /tmp/p/out.txt', true, '/tmp/p')).toBeUndefined())

  it('has nothing to do where no path is written out', () => expect(move('echo a > "$X"')).toBeUndefined())
})
