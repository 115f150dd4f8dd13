import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryDirectory, temporaryRepository } from '../../../testing/src/repository.ts'
import { install, isInstalled, isRegistered, uninstall, type Extras, type Installed, type Target } from './install.ts'
import type { InstallScope } from './scopes.ts'
import { wrapperLine } from './wrappers.ts'

const MOAI: Extras = { wrappers: { namespace: 'moai', all: false } }
const FOLDER = '.claude/hooks/moai'
const SETTINGS = '.claude/settings.json'
const LOCAL = '.claude/settings.local.json'

interface Site {
  readonly root: string
  readonly home: string
  target(scope?: InstallScope): Target
  init(extras?: Extras, scope?: InstallScope, presets?: readonly string[]): Promise<Installed>
  put(path: string, text: string): void
  read(path: string): string
  has(path: string): boolean
}

async function withSite(work: (site: Site) => Promise<void>): Promise<void> {
  const project = temporaryRepository()
  const state = temporaryDirectory()
  const root = project.path
  const target = (scope: InstallScope = 'project'): Target => ({ scope, root, env: { HOME: state.path } })
  try {
    await work({
      root,
      home: state.path,
      target,
      init: (extras = {}, scope = 'project', presets = ['recommended']) =>
        install(target(scope), { scope, node: '/usr/bin/node', bin: '/opt/my apps/holdpoint.cjs' }, presets, extras),
      put(path, text) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), text)
      },
      read: (path) => readFileSync(join(root, path), 'utf8'),
      has: (path) => existsSync(join(root, path)),
    })
  } finally {
    project.dispose()
    state.dispose()
  }
}

const did = ({ changes }: Installed, ending: string): string | undefined =>
  changes.find(({ file }) => file.endsWith(ending))?.did
interface Settings {
  readonly hooks?: Readonly<Record<string, readonly { hooks: { command: string }[] }[]>>
  readonly statusLine?: { readonly type: string; readonly command: string }
}
const settingsIn = (text: string): Settings => JSON.parse(text) as Settings

describe('init --namespace', () => {
  it('T-AGT-23 AGT-29 ENG-62 writes six scripts that can be run, and entries that call five of them', () =>
    withSite(async ({ root, init, read }) => {
      await init(MOAI)
      const scripts = readdirSync(join(root, FOLDER))
      expect(scripts).toHaveLength(6)
      for (const name of scripts) expect(statSync(join(root, FOLDER, name)).mode & 0o777).toBe(0o755)
      const commands = Object.values(settingsIn(read(SETTINGS)).hooks ?? {}).map(([group]) => group?.hooks[0]?.command)
      expect(commands).toEqual(
        ['session-start', 'compact', 'pre-tool', 'post-tool', 'stop'].map((name) =>
          wrapperLine('moai', `handle-${name}.sh`),
        ),
      )
    }))

  it('AGT-37 a second time changes nothing, and uninstall leaves every byte as it was', () =>
    withSite(async ({ init, put, read, has, target }) => {
      put(SETTINGS, '{"model":"opus"}\n')
      await init({ ...MOAI, statusLine: true })
      const again = await init({ ...MOAI, statusLine: true })
      expect(again.changes.filter((change) => change.did !== 'unchanged')).toEqual([])
      expect(isInstalled(target())).toBe(true)
      uninstall(target())
      expect(read(SETTINGS)).toBe('{"model":"opus"}\n')
      expect([has('.claude/hooks'), has('.moai'), has('holdpoint.yml'), isInstalled(target())]).toEqual([
        false,
        false,
        false,
        false,
      ])
    }))

  it('D15 is kept by an init and an upgrade without the flag', () =>
    withSite(async ({ init, read }) => {
      await init(MOAI)
      const before = read(SETTINGS)
      await init({}, 'project', [])
      expect(read(SETTINGS)).toBe(before)
    }))

  it('says what the documented entries do not cover; with all events nothing is left', () =>
    withSite(async ({ init, read, root }) => {
      expect((await init(MOAI)).notes).toEqual([
        expect.stringMatching(/PreToolUse \(only Write\|Edit\|Bash\).*--all-events/),
      ])
      const all = await init({ wrappers: { namespace: 'moai', all: true } })
      expect(all.notes).toEqual([])
      expect(readdirSync(join(root, FOLDER)).length).toBeGreaterThanOrEqual(15)
      const before = read(SETTINGS)
      await init()
      expect(read(SETTINGS)).toBe(before)
    }))

  it('an edited wrapper is reported and kept, unless forced; then uninstall restores it', () =>
    withSite(async ({ init, put, read, target, has }) => {
      await init(MOAI)
      const edited = `${read(`${FOLDER}/handle-stop.sh`)}# mine\n`
      put(`${FOLDER}/handle-stop.sh`, edited)
      expect(did(await init(MOAI), 'handle-stop.sh')).toBe('kept')
      expect(read(`${FOLDER}/handle-stop.sh`)).toBe(edited)
      expect(did(await init({ ...MOAI, force: true }), 'handle-stop.sh')).toBe('changed')
      uninstall(target())
      expect(read(`${FOLDER}/handle-stop.sh`)).toBe(edited)
      expect(has(`${FOLDER}/handle-compact.sh`)).toBe(false)
    }))

  it('a wrapper that is not ours is not replaced unless forced, and nothing is written before that is clear', () =>
    withSite(async ({ init, put, read, has, target }) => {
      put(`${FOLDER}/handle-stop.sh`, '#!/bin/bash\nmoai hook stop\n')
      await expect(init(MOAI)).rejects.toThrow(/is not from holdpoint.*--force/)
      expect([has(SETTINGS), has('holdpoint.yml'), has(`${FOLDER}/handle-compact.sh`)]).toEqual([false, false, false])
      await init({ ...MOAI, force: true })
      uninstall(target())
      expect(read(`${FOLDER}/handle-stop.sh`)).toBe('#!/bin/bash\nmoai hook stop\n')
    }))

  it('a wrapper that lost its mark gets it back', () =>
    withSite(async ({ root, init }) => {
      await init(MOAI)
      const file = join(root, FOLDER, 'handle-pre-tool.sh')
      chmodSync(file, 0o644)
      expect(did(await init(), 'handle-pre-tool.sh')).toBe('changed')
      expect(statSync(file).mode & 0o111).toBe(0o111)
    }))

  it('entries of another product with wrappers of the same names stay', () =>
    withSite(async ({ init, put, read, target }) => {
      const theirs = {
        hooks: { Stop: [{ hooks: [{ type: 'command', command: wrapperLine('moai', 'handle-stop.sh') }] }] },
      }
      put(SETTINGS, JSON.stringify(theirs))
      put(`${FOLDER}/handle-stop.sh`, '#!/bin/bash\nmoai hook stop\n')
      await init()
      expect(settingsIn(read(SETTINGS)).hooks?.['Stop']?.[0]).toEqual(theirs.hooks.Stop[0])
      uninstall(target())
      expect(read(SETTINGS)).toBe(JSON.stringify(theirs))
      expect(read(`${FOLDER}/handle-stop.sh`)).toContain('moai hook stop')
    }))

  it.each([FOLDER, '.claude/hooks', '.claude'])('writes nothing through %s when that leads outside', (folder) =>
    withSite(async ({ root, home, init }) => {
      mkdirSync(join(home, 'elsewhere'))
      mkdirSync(dirname(join(root, folder)), { recursive: true })
      symlinkSync(join(home, 'elsewhere'), join(root, folder))
      await expect(init(MOAI)).rejects.toThrow(/leads outside the project/)
      expect(readdirSync(join(home, 'elsewhere'))).toEqual([])
    }),
  )

  it('what else is in the folder of hooks stays', () =>
    withSite(async ({ init, put, has, target }) => {
      put('.claude/hooks/mine.py', 'x')
      put(`${FOLDER}/README`, 'x')
      await init(MOAI)
      uninstall(target())
      expect([has('.claude/hooks/mine.py'), has(`${FOLDER}/README`), has(`${FOLDER}/handle-stop.sh`)]).toEqual([
        true,
        true,
        false,
      ])
    }))
})

describe('init --statusline', () => {
  it.each(['project', 'local'] as const)('AGT-35 G-114 %s: a path relative to the project, and no variable', (scope) =>
    withSite(async ({ root, init, read, target, has }) => {
      const file = scope === 'local' ? LOCAL : SETTINGS
      await init({ statusLine: true }, scope)
      expect(settingsIn(read(file)).statusLine).toEqual({ type: 'command', command: '.holdpoint/status_line.sh' })
      expect(statSync(join(root, '.holdpoint/status_line.sh')).mode & 0o111).toBe(0o111)
      uninstall(target(scope))
      expect([has(file), has('.holdpoint')]).toEqual([false, false])
    }),
  )

  it('AGT-35 with a namespace it is in a folder of that name', () =>
    withSite(async ({ init, read }) => {
      await init({ ...MOAI, statusLine: true })
      expect(settingsIn(read(SETTINGS)).statusLine?.command).toBe('.moai/status_line.sh')
    }))

  it('for the user it names the program, because it is for all projects', () =>
    withSite(async ({ init, home }) => {
      await init({ statusLine: true }, 'user')
      const text = readFileSync(join(home, '.claude/settings.json'), 'utf8')
      expect(settingsIn(text).statusLine?.command).toBe("/usr/bin/node '/opt/my apps/holdpoint.cjs' statusline")
    }))

  it.each([{ type: 'command', command: '~/mine.sh' }, { command: '.moai/status_line.sh' }, 'odd'])(
    'one that is not ours stays: %j',
    (statusLine) =>
      withSite(async ({ init, put, read, has, target }) => {
        put(SETTINGS, JSON.stringify({ statusLine }))
        const { notes } = await init({ statusLine: true })
        expect(notes).toEqual([expect.stringMatching(/already has a status line, which was not changed/)])
        expect(settingsIn(read(SETTINGS)).statusLine).toEqual(statusLine)
        expect(has('.holdpoint')).toBe(false)
        uninstall(target())
        expect(read(SETTINGS)).toBe(JSON.stringify({ statusLine }))
      }),
  )

  it('two installs share a script, which stays until the last of them goes', () =>
    withSite(async ({ init, has, target }) => {
      await init({ statusLine: true })
      await init({ statusLine: true }, 'local')
      uninstall(target('local'))
      expect(has('.holdpoint/status_line.sh')).toBe(true)
      uninstall(target())
      expect(has('.holdpoint/status_line.sh')).toBe(false)
    }))

  it('settings edited since lose it, and nothing else; other files in the folder stay', () =>
    withSite(async ({ init, put, read, has, target }) => {
      await init({ statusLine: true })
      put('.holdpoint/other', 'x')
      put(SETTINGS, read(SETTINGS).replace('{', '{ "model": "opus",'))
      uninstall(target())
      expect(settingsIn(read(SETTINGS))).toEqual({ model: 'opus' })
      expect([has('.holdpoint/other'), has('.holdpoint/status_line.sh'), isRegistered(target())]).toEqual([
        true,
        false,
        false,
      ])
    }))

  it('an uninstall of one scope leaves the wrappers of the project alone', () =>
    withSite(async ({ init, target, has }) => {
      await init(MOAI)
      await init({}, 'local')
      uninstall(target('local'))
      expect(has(`${FOLDER}/handle-stop.sh`)).toBe(true)
    }))
})
