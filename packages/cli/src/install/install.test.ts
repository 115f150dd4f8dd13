import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryRepository, type TemporaryProject } from '../../../testing/src/repository.ts'
import { changeUserFile } from './file.ts'
import { install, isInstalled, uninstall, type Target } from './install.ts'
import { builtIn } from '@holdpoint/packs'
import { pluginHooks } from './plugin.ts'
import { filesOf, INSTALL_SCOPES, type InstallScope } from './scopes.ts'

const program = { node: '/usr/bin/node', bin: '/opt/holdpoint.cjs' }

interface Site {
  readonly project: TemporaryProject
  readonly target: Target
  readonly settings: string
  readonly config: string
}

function site(scope: InstallScope = 'project'): Site {
  const project = temporaryRepository()
  const target: Target = { scope, root: project.path, env: { HOME: join(project.path, 'home') } }
  return { project, target, ...filesOf(scope, target.root, target.env) }
}

async function withSite(scope: InstallScope, work: (site: Site) => Promise<void>): Promise<void> {
  const here = site(scope)
  try {
    await work(here)
  } finally {
    here.project.dispose()
  }
}

const put = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}
const read = (path: string): string => readFileSync(path, 'utf8')
interface Written {
  readonly hooks: Record<string, { matcher?: string; hooks: { type: string; command: string; timeout: number }[] }[]>
}

const COMMENTED = `{
\t// mine
\t"permissions": { "allow": ["Bash(ls:*)"] },
\t"hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }] }
}
`

describe('install', () => {
  it('T-SCR-21 T-ENG-36 SCR-02 registers the four events of the scratchpad pack as documented', () =>
    withSite('project', async ({ target, settings }) => {
      await install(target, { ...program, scope: 'project' }, ['scratchpad'])
      const { hooks } = JSON.parse(read(settings)) as Written
      const own = ['SessionStart', 'SubagentStart', 'SubagentStop', 'Stop']
      // The floor adds an entry of its own to every preset.
      expect(Object.keys(hooks).toSorted()).toEqual(
        [...own, 'PreToolUse', 'UserPromptSubmit', 'UserPromptExpansion'].toSorted(),
      )
      for (const event of own) {
        expect(hooks[event]).toHaveLength(1)
        expect(hooks[event]?.[0]?.hooks).toEqual([expect.objectContaining({ type: 'command', timeout: 10 })])
      }
      // An empty matcher makes another agent drop the file.
      for (const groups of Object.values(hooks)) for (const { matcher } of groups) expect(matcher).not.toBe('')
      const alone = pluginHooks(builtIn.catalogue.filter(({ id }) => id.startsWith('scratchpad/'))).hooks
      expect([alone['SubagentStart']?.[0].matcher, alone['SubagentStop']?.[0].matcher]).toEqual(['', ''])
      expect(hooks['SessionStart']?.[0]?.matcher).toBe('startup')
    }))

  it.each(INSTALL_SCOPES)('%s: install and uninstall leave every byte as it was', (scope) =>
    withSite(scope, async ({ target, settings, config }) => {
      put(settings, COMMENTED)
      await install(target, { ...program, scope }, ['scratchpad'])
      expect(isInstalled(target)).toBe(true)
      expect(read(settings)).toContain('// mine')
      await install(target, { ...program, scope }, ['scratchpad'])
      uninstall(target)
      expect(read(settings)).toBe(COMMENTED)
      expect(existsSync(config)).toBe(false)
      expect(isInstalled(target)).toBe(false)
    }),
  )

  it('what did not exist does not exist afterwards', () =>
    withSite('local', async ({ target, settings }) => {
      await install(target, { ...program, scope: 'local' }, ['scratchpad'])
      uninstall(target)
      expect(existsSync(settings)).toBe(false)
    }))

  it('a file edited since loses our entries and nothing else; an edited configuration stays', () =>
    withSite('project', async ({ target, settings, config }) => {
      put(settings, COMMENTED)
      await install(target, { ...program, scope: 'project' }, ['scratchpad'])
      writeFileSync(settings, read(settings).replace('// mine', '// ours'))
      writeFileSync(config, `${read(config)}# edited\n`)
      const changes = uninstall(target)
      expect(changes.map(({ did }) => did)).toEqual(['changed', 'kept'])
      expect(read(settings)).toContain('// ours')
      expect(read(settings)).toContain('say done')
      expect(read(settings)).not.toContain('holdpoint')
      expect(read(config)).toContain('# edited')
    }))

  it('keeps the comments of a configuration when presets change', () =>
    withSite('project', async ({ target, config }) => {
      put(config, '# our rules\npresets: [recommended] # for now\nhooks:\n  scratchpad/stop: warn\n')
      await install(target, { ...program, scope: 'project' }, ['recommended', 'scratchpad'])
      expect(read(config)).toContain('# our rules\npresets: [ recommended, scratchpad ]')
      expect(read(config)).toContain('scratchpad/stop: warn')
    }))

  it('writes through a link and keeps the mode', () =>
    withSite('user', async ({ project, target, settings }) => {
      const real = join(project.path, 'dotfiles.json')
      put(real, '{}\n')
      chmodSync(real, 0o640)
      mkdirSync(join(settings, '..'), { recursive: true })
      symlinkSync(real, settings)
      await install(target, { ...program, scope: 'user' }, ['scratchpad'])
      expect(lstatSync(settings).isSymbolicLink()).toBe(true)
      expect(read(real)).toContain('holdpoint')
      expect(statSync(real).mode & 0o777).toBe(0o640)
    }))

  it.each<[string, (path: string) => void, string]>([
    ['is a directory', (path) => mkdirSync(path, { recursive: true }), 'is not a file'],
    ['is not JSON', (path) => put(path, '{"a":'), 'is not valid JSON at line 1, column 6'],
    ['is read-only', (path) => (put(path, '{}'), chmodSync(path, 0o444)), 'is read-only'],
    [
      'has an entry the CLI rejects',
      (path) => put(path, '{"hooks":{"Stop":[{"hooks":[{"type":"nope"}]}]}}'),
      'ignore the whole file',
    ],
  ])('refuses settings.json that %s, and writes nothing', (_, make, sentence) =>
    withSite('project', async ({ target, settings, config }) => {
      make(settings)
      await expect(install(target, { ...program, scope: 'project' }, ['scratchpad'])).rejects.toThrow(sentence)
      expect(existsSync(config)).toBe(false)
    }),
  )

  it('takes a file of 5 MB', () =>
    withSite('project', async ({ target, settings }) => {
      const big = JSON.stringify({ env: { BIG: 'x'.repeat(5 << 20) } })
      put(settings, big)
      await install(target, { ...program, scope: 'project' }, ['scratchpad'])
      uninstall(target)
      expect(read(settings)).toBe(big)
    }))

  it('a concurrent write of another process is not lost', () =>
    withSite('project', async ({ settings }) => {
      put(settings, 'one')
      let interfered = false
      changeUserFile(settings, (text) => {
        if (!interfered) put(settings, 'two')
        interfered = true
        return `${text} and ours`
      })
      expect(read(settings)).toBe('two and ours')
    }))
})
