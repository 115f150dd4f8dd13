import { chmodSync, copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aWatched, type Watched } from './support/daemon.ts'
import type { Ended } from './support/process.ts'

/**
 * What an earlier call of the session fetched, copied or wrote is judged when a later call runs it. The calls are only
 * judged; this test makes the files that they would make, and none of them is ever started.
 */

const CONFIG = 'presets: [recommended]\n'
const BINARY = Buffer.from(`\x7fELF\0\0${'\0'.repeat(5000)}`)

interface Session {
  readonly watched: Watched
  bash(command: string, session?: string): Promise<string>
  write(path: string, content: string): Promise<string>
  put(name: string, content: string | Buffer): void
}

const decisionOf = ({ stdout }: Ended): string =>
  /"permissionDecision":\s*"(\w+)"/.exec(stdout)?.[1] ??
  (stdout.trim() === '' || stdout.trim() === '{}' ? 'pass' : stdout)

async function aSession(way: 'process' | 'daemon'): Promise<Session> {
  const watched = aWatched(CONFIG)
  if (way === 'daemon') {
    await watched.line('SessionStart', { source: 'startup' })
    await watched.settled(({ sessions }) => sessions >= 1)
  }
  const tool = async (name: string, input: object, session = 's1'): Promise<string> => {
    const event = { tool_name: name, tool_input: input }
    return decisionOf(
      way === 'daemon'
        ? await watched.line('PreToolUse', event, { session })
        : await watched.hookProcess('PreToolUse', { ...event, session_id: session }),
    )
  }
  return {
    watched,
    bash: (command, session) => tool('Bash', { command }, session),
    write: (path, content) => tool('Write', { file_path: join(watched.project, path), content }),
    put(name, content) {
      writeFileSync(join(watched.project, name), content)
      chmodSync(join(watched.project, name), 0o755)
    },
  }
}

describe.each(['process', 'daemon'] as const)('with a %s', (way) => {
  it('a fetched program is asked about, a fetched script is judged by its text', async () => {
    const { bash, put } = await aSession(way)
    expect(await bash('curl -fsSo tool https://x.example/tool && chmod +x tool')).toBe('pass')
    put('tool', BINARY)
    expect(await bash('./tool --version')).toBe('ask')
    expect(await bash('./tool --version', 's2')).toBe('pass')
    put('tool', '#!/bin/sh\necho hi\n')
    expect(await bash('./tool')).toBe('pass')
    put('tool', '#!/bin/sh\nrm -rf ~\n')
    expect(await bash('sh tool')).toBe('deny')
  })

  it('a download is not the program whose name it has', async () => {
    const { bash, put } = await aSession(way)
    await bash('wget -qO node https://x.example/node')
    put('node', BINARY)
    expect(await bash('./node --version')).toBe('ask')
    expect(await bash('PATH=.:$PATH node --version')).toBe('ask')
  })

  it('a copy of a program is that program, whoever made it', async () => {
    const { bash, watched } = await aSession(way)
    copyFileSync('/bin/rm', join(watched.project, 'tidy'))
    expect(await bash('./tidy -rf ~')).toBe('deny')
    expect(await bash('PATH=$PWD:$PATH tidy -rf ~')).toBe('deny')
    expect(await bash('./tidy -f build.log')).toBe('pass')
  })

  it('a script of the project keeps its doubts, one that the session wrote does not', async () => {
    const { bash, write, put } = await aSession(way)
    const script = '#!/bin/sh\neval "$AFTER"\n'
    put('own.sh', script)
    expect(await bash('./own.sh')).toBe('pass')
    expect(await write('new.sh', script)).toBe('pass')
    put('new.sh', script)
    expect(await bash('sh new.sh')).toBe('ask')
  })

  it('damaged notes stop nothing', async () => {
    const { bash, put, watched } = await aSession(way)
    await bash('curl -fsSo tool https://x.example/tool')
    put('tool', BINARY)
    for (const path of notesBelow(watched.home)) {
      expect(statSync(path).mode & 0o777).toBe(0o600)
      writeFileSync(path, '[["')
    }
    expect(await bash('./tool')).toBe('pass')
    expect(await bash('ls')).toBe('pass')
    expect(await bash('rm -rf ~')).toBe('deny')
  })
})

function notesBelow(home: string): readonly string[] {
  const found = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('/written-files.json'),
  )
  expect(found).toHaveLength(1)
  return found.map((name) => join(home, name))
}
