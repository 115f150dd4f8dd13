import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../../testing/src/repository.ts'
import type { Group } from './entries.ts'
import {
  agentWrapper,
  isNamespace,
  isOurScript,
  isUnedited,
  statusLineScript,
  uncovered,
  wrapperEntries,
  wrapperIn,
  wrapperLine,
  wrapperTexts,
} from './wrappers.ts'

const DOCUMENTED = { namespace: 'moai', all: false }
const ALL = { namespace: 'moai', all: true }
const found = { root: '/project', bin: '/opt/it’s here/holdpoint.cjs' }
const need = (matcher?: string, timeout = 7): Group => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [{ type: 'command', command: 'x', timeout }],
})

describe('entries', () => {
  it('AGT-33 AGT-34 G-30 the documented five, nested and quoted', () => {
    const line = (name: string): string => `"$CLAUDE_PROJECT_DIR/.claude/hooks/moai/handle-${name}.sh"`
    const entry = (name: string, timeout: number) => [{ type: 'command', command: line(name), timeout }]
    expect(wrapperEntries(DOCUMENTED, { UserPromptSubmit: need() })).toEqual({
      SessionStart: { hooks: entry('session-start', 5) },
      PreCompact: { hooks: entry('compact', 5) },
      PreToolUse: { matcher: 'Write|Edit|Bash', hooks: entry('pre-tool', 5) },
      PostToolUse: { matcher: 'Write|Edit', hooks: entry('post-tool', 60) },
      Stop: { hooks: entry('stop', 5) },
    })
  })

  it('on request what the hooks need as well', () => {
    const entries = wrapperEntries(ALL, { PreToolUse: need(undefined, 40), SubagentStop: need(), TaskCreated: need() })
    expect(Object.keys(entries)).toHaveLength(7)
    expect(entries['PreToolUse']).toMatchObject({ hooks: [{ timeout: 40 }] })
    expect(entries['PreToolUse']).not.toHaveProperty('matcher')
    expect(entries['TaskCreated']).toMatchObject({
      hooks: [{ command: wrapperLine('moai', 'handle-task-created.sh') }],
    })
  })

  it('D2 reports what the documented entries do not cover', () => {
    const needed = { PreToolUse: need(''), PostToolUse: need('Edit'), Stop: need(), SubagentStop: need('') }
    expect(uncovered(needed, wrapperEntries(DOCUMENTED, needed))).toEqual([
      'PreToolUse (only Write|Edit|Bash)',
      'SubagentStop',
    ])
    expect(uncovered(needed, wrapperEntries(ALL, needed))).toEqual([])
  })

  it('finds its own lines again', () => {
    expect(wrapperIn(wrapperLine('moai', 'handle-stop.sh'))).toEqual({ namespace: 'moai', file: 'handle-stop.sh' })
    expect(wrapperIn('$CLAUDE_PROJECT_DIR/.claude/hooks/a.b/handle-agent-hook.sh tdd-completion')?.namespace).toBe(
      'a.b',
    )
    for (const line of [
      '"$CLAUDE_PROJECT_DIR/.claude/hooks/moai/x.sh"',
      './handle-stop.sh',
      'rm -rf x; "$CLAUDE_PROJECT_DIR/.claude/hooks/a/handle-stop.sh"',
      '',
    ]) {
      expect(wrapperIn(line)).toBeUndefined()
    }
  })

  it.each(['moai', 'holdpoint', 'a.b-c_1'])('%s is a namespace', (name) => expect(isNamespace(name)).toBe(true))
  it.each(['', '..', '.a', 'a/b', 'a b', '$x', '"', '`x`', "it's", 'x'.repeat(65), 'ünï', 'a\n'])(
    'AGT-32 %j is none',
    (name) => expect(isNamespace(name)).toBe(false),
  )
})

describe('scripts', () => {
  it('AGT-29 G-95 six, and on request one for each of the other nine events', () => {
    expect(Object.keys(wrapperTexts(DOCUMENTED, ['Stop'], found)).toSorted()).toEqual(
      ['agent-hook', 'compact', 'post-tool', 'pre-tool', 'session-start', 'stop'].map((name) => `handle-${name}.sh`),
    )
    const all = Object.keys(wrapperTexts(ALL, ['TaskCreated'], found))
    expect(all).toHaveLength(16)
    expect(all).toEqual(
      expect.arrayContaining(['handle-post-tool-use-failure.sh', 'handle-session-end.sh', 'handle-task-created.sh']),
    )
  })

  it('AGT-37 names no path of the machine but that of the program, and none inside the project', () => {
    const script = (bin: string | undefined): string => statusLineScript({ root: '/project', bin })
    const pathsIn = (text: string): readonly string[] => text.match(/(?<=[\s'])\/[a-z][^\s']*/g) ?? []
    expect(pathsIn(script('/opt/holdpoint.cjs'))).toEqual(['/opt/holdpoint.cjs'])
    expect(pathsIn(script('/project/node_modules/holdpoint/dist/bin/holdpoint.cjs'))).toEqual([])
    expect(script('/project/dist/x.cjs')).toContain('"${0%/*}"/../dist/x.cjs')
    expect(pathsIn(script(undefined))).toEqual([])
  })

  it('AGT-37 is sealed: an edit shows, on any machine', () => {
    const text = statusLineScript(found)
    expect(text).toBe(statusLineScript(found))
    expect([isOurScript(text), isUnedited(text)]).toEqual([true, true])
    expect(isUnedited(text.replace('exit 0', 'exit 1'))).toBe(false)
    expect(isUnedited(text.replace(/Seal: .{4}/, 'Seal: 0000'))).toBe(false)
    expect([isOurScript('#!/bin/sh\nmoai hook stop\n'), isUnedited('')]).toEqual([false, false])
  })
})

/** What a wrapper does, with a program that prints its input and arguments. */
function run(where: 'path' | 'detected' | 'project' | 'nowhere', args: readonly string[] = [], folder = 'plain') {
  const place = temporaryDirectory()
  try {
    const root = join(place.path, folder)
    const program = '#!/bin/sh\nprintf "%s|" "$0" "$@"; cat; echo oops >&2; exit 3\n'
    const bin = {
      path: 'bin/holdpoint',
      detected: 'opt/x y/holdpoint.cjs',
      project: join(folder, 'node_modules/.bin/holdpoint'),
      nowhere: '',
    }[where]
    const script = join(folder, '.claude/hooks/moai/handle-agent-hook.sh')
    const [text = ''] = Object.values(agentWrapper({ root, bin: join(place.path, 'opt/x y/holdpoint.cjs') }))
    place.write({ [script]: text, ...(bin !== '' && { [bin]: program }) })
    mkdirSync(join(place.path, 'tmp'))
    for (const file of [script, ...(bin === '' ? [] : [bin])]) chmodSync(join(place.path, file), 0o755)
    const env = {
      PATH: `${join(place.path, 'bin')}:/usr/bin:/bin`,
      CLAUDE_PROJECT_DIR: root,
      TMPDIR: join(place.path, 'tmp'),
    }
    const line = [wrapperLine('moai', 'handle-agent-hook.sh'), ...args].join(' ')
    const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', line], { input: 'IN\0PUT\n', encoding: 'utf8', env })
    return { stdout: stdout.replace(place.path, ''), stderr, status, left: readdirSync(join(place.path, 'tmp')) }
  } finally {
    place.dispose()
  }
}

describe('running', () => {
  it.each([
    ['path', '/bin/holdpoint'],
    ['detected', '/opt/x y/holdpoint.cjs'],
  ] as const)(
    'AGT-30 AGT-31 by %s: input, output and exit code come through, and nothing is left behind',
    (where, name) => {
      expect(run(where, ['tdd-completion'])).toEqual({
        stdout: `${name}|hook|agent|tdd-completion|IN\0PUT\n`,
        stderr: 'oops\n',
        status: 3,
        left: [],
      })
    },
  )

  it('AGT-31 in the project, where npm puts it', () => {
    const { stdout, status } = run('project', ['x'])
    expect(stdout).toMatch(/node_modules\/\.bin\/holdpoint\|hook\|agent\|x\|IN/)
    expect(status).toBe(3)
  })

  it('AGT-28 AGT-31 G-112 without the program: nothing, and exit code 0', () => {
    expect(run('nowhere', ['x'])).toEqual({ stdout: '', stderr: '', status: 0, left: [] })
  })

  it('an action that is missing stays missing, one with a space stays one', () => {
    expect(run('path').stdout).toContain('hook|agent|IN')
    expect(run('path', ["'a b'", 'c']).stdout).toContain('hook|agent|a b|IN')
  })

  it.each(['a b', "it's", '"quoted"', '$HOME', '`id`', 'ünï ☃', 'new\nline', '-dash', 'back\\slash'])(
    'AGT-34 works in a folder named %j',
    (folder) => {
      expect(run('project', ['x'], folder).status).toBe(3)
      expect(run('path', ['x'], folder).status).toBe(3)
    },
  )
})
