import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { temporaryDirectory, temporaryRepository, type TemporaryProject } from '../../../testing/src/repository.ts'
import { withoutPattern, withPattern } from './ignore.ts'
import { install, uninstall, type Target } from './install.ts'
import type { InstallScope } from './scopes.ts'

const OURS = '# Holdpoint keeps the state of this machine here.\n.claude/.*\n'

interface Site {
  readonly project: TemporaryProject
  readonly file: string
  /** Returns the message about the file, if any. */
  init(preset: string, scope?: InstallScope): Promise<{ did: string | undefined; notes: readonly string[] }>
  undo(scope?: InstallScope): string | undefined
  text(): string | undefined
}

async function inSite(project: TemporaryProject, work: (site: Site) => Promise<void>): Promise<void> {
  const file = join(project.path, '.gitignore')
  const target = (scope: InstallScope): Target => ({
    scope,
    root: project.path,
    env: { HOME: join(project.path, 'home') },
  })
  try {
    await work({
      project,
      file,
      async init(preset, scope = 'project') {
        const program = { scope, node: '/usr/bin/node', bin: '/opt/holdpoint.cjs' }
        const { changes, notes } = await install(target(scope), program, [preset])
        return { did: changes.find((change) => change.file === file)?.did, notes }
      },
      undo: (scope = 'project') => uninstall(target(scope)).find((change) => change.file === file)?.did,
      text: () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    })
  } finally {
    project.dispose()
  }
}

describe('HAR-ST-17: init and .gitignore', () => {
  it.each(['project', 'local'] as const)('%s: git leaves the state alone, and uninstall gives the file back', (scope) =>
    inSite(temporaryRepository(), async ({ project, init, undo, text }) => {
      expect((await init('harness', scope)).did).toBe('created')
      expect(text()).toBe(OURS)
      project.write({ '.claude/.test-status': 'x', '.claude/.session-changes-s1': 'x', '.claude/agents/a.md': 'x' })
      const ignored = ['.claude/.test-status', '.claude/.session-changes-s1', '.claude/agents/a.md'].filter((name) =>
        isIgnored(project, name),
      )
      expect(ignored).toEqual(['.claude/.test-status', '.claude/.session-changes-s1'])
      expect((await init('harness', scope)).did).toBe('unchanged')
      expect(undo(scope)).toBe('removed')
      expect(text()).toBeUndefined()
    }),
  )

  it('keeps the other lines of the file, also those added since', () =>
    inSite(temporaryRepository(), async ({ file, init, undo, text }) => {
      writeFileSync(file, 'node_modules')
      expect((await init('harness')).did).toBe('changed')
      expect(text()).toBe(`node_modules\n${OURS}`)
      writeFileSync(file, `${text()}dist\n`)
      expect((await init('harness')).did).toBe('unchanged')
      expect(undo()).toBe('changed')
      expect(text()).toBe('node_modules\ndist\n')
      expect(undo()).toBeUndefined()
    }))

  it('stays as long as one of two installs needs it', () =>
    inSite(temporaryRepository(), async ({ init, undo, text }) => {
      await init('harness', 'project')
      await init('harness', 'local')
      expect(undo('project')).toBeUndefined()
      expect(text()).toBe(OURS)
      expect(undo('local')).toBe('removed')
    }))

  it.each<[string, () => TemporaryProject, string, InstallScope]>([
    ['hooks that keep no such files', temporaryRepository, 'scratchpad', 'project'],
    ['a user’s install', temporaryRepository, 'harness', 'user'],
    ['a directory outside of git', temporaryDirectory, 'harness', 'project'],
  ])('is not touched for %s', (_, make, preset, scope) =>
    inSite(make(), async ({ init, undo, text }) => {
      expect(await init(preset, scope)).toEqual({ did: undefined, notes: [] })
      expect([undo(scope), text()]).toEqual([undefined, undefined])
    }),
  )

  it('is written for the one hook of `recommended` that keeps something', () =>
    inSite(temporaryRepository(), async ({ init }) => {
      expect((await init('recommended')).did).toBe('created')
    }))

  it('a file that may not be written, or is no UTF-8, stays as it is, and the user gets a message', () =>
    inSite(temporaryRepository(), async ({ file, init, undo }) => {
      const bytes = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])
      writeFileSync(file, bytes)
      expect((await init('harness')).notes).toEqual([
        expect.stringContaining('Add the line `.claude/.*` to it yourself'),
      ])
      expect(readFileSync(file)).toEqual(bytes)
      writeFileSync(file, Buffer.concat([Buffer.from(OURS), bytes]))
      expect(undo()).toBeUndefined()
      expect(readFileSync(file).subarray(-bytes.length)).toEqual(bytes)
      writeFileSync(file, 'x\n')
      chmodSync(file, 0o444)
      expect((await init('harness')).notes).toEqual([expect.stringContaining('is read-only')])
    }))

  it('a directory of that name is no obstacle', () =>
    inSite(temporaryRepository(), async ({ file, init, undo }) => {
      mkdirSync(file)
      expect((await init('harness')).notes).toEqual([expect.stringContaining('is not a file')])
      expect(undo()).toBeUndefined()
    }))

  it.each(['.claude', '.claude/', '/.claude/', '.claude/*', '**/.claude', '.claude/**', '.claude/.*', '/.claude/.* '])(
    'nothing is added where the file has %j',
    (line) => {
      expect(withPattern(`a\r\n${line}\r\nb`)).toBe(`a\r\n${line}\r\nb`)
    },
  )

  it.each(['.claude/settings.local.json', '!.claude', '# .claude/.*', 'x.claude', '.claude/.test-status'])(
    'something is added where the file has only %j',
    (line) => expect(withPattern(`${line}\n`)).toBe(`${line}\n${OURS}`),
  )

  it('keeps the line ends of the file', () => {
    expect(withPattern('a\r\n')).toBe(`a\r\n${OURS.replaceAll('\n', '\r\n')}`)
  })

  it('taking away what was added gives every text back, but for a missing last line end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '', 'dist/', '# x', '\t'), { maxLength: 6 }), (lines) => {
        const text = lines.map((line) => `${line}\n`).join('')
        expect(withoutPattern(withPattern(text)) ?? '').toBe(text.trim() === '' ? '' : text)
      }),
    )
  })
})

function isIgnored({ path }: TemporaryProject, name: string): boolean {
  try {
    execFileSync('git', ['check-ignore', '-q', name], { cwd: path, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
