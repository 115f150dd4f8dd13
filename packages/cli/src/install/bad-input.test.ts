import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory, aRepository } from '../../../../test/process/support/temporary.ts'
import { commandLine } from './command-line.ts'
import { install, isInstalled, uninstall, type Target } from './install.ts'
import { addPackage } from './package-manager.ts'
import { packageFolder } from './project-package.ts'
import { changedLines, rehearse } from './rehearsal.ts'
import { stackOf } from './stack.ts'

const program = { scope: 'project', node: '/usr/bin/node', bin: '/opt/holdpoint.cjs' } as const

function aTarget(root = aRepository().path): Target {
  return { scope: 'project', root, env: { HOME: aDirectory().path } }
}
const settingsOf = ({ root }: Target): string => readFileSync(join(root, '.claude/settings.json'), 'utf8')
function put(root: string, name: string, text: string): void {
  mkdirSync(join(root, name, '..'), { recursive: true })
  writeFileSync(join(root, name), text)
}

describe('where a project’s line finds the package', () => {
  const FILE = 'node_modules/holdpoint/dist/bin/hook.sh'

  it('in the project itself, in a work space above it, and nowhere beyond the repository', () => {
    const { path: root } = aRepository()
    expect(packageFolder(root)).toBeUndefined()
    put(root, FILE, '')
    mkdirSync(join(root, 'packages/a'), { recursive: true })
    expect(packageFolder(root)).toBe('node_modules/holdpoint')
    expect(packageFolder(join(root, 'packages/a'))).toBe('../../node_modules/holdpoint')
    const outer = aDirectory().path
    put(outer, FILE, '')
    mkdirSync(join(outer, 'inner/.git'), { recursive: true })
    expect(packageFolder(join(outer, 'inner'))).toBeUndefined()
  })

  it('is in the line of a package of a workspace', async () => {
    const { path: root } = aRepository()
    put(root, FILE, '')
    const target = aTarget(join(root, 'packages/a'))
    mkdirSync(target.root, { recursive: true })
    await install(target, program, ['scratchpad'])
    expect(settingsOf(target)).toContain('$CLAUDE_PROJECT_DIR/../../node_modules/holdpoint/dist/bin/hook.sh')
  })

  it.each([
    ['package-lock.json', 'npm install --save-dev holdpoint'],
    ['pnpm-lock.yaml', 'pnpm add --save-dev holdpoint'],
    ['yarn.lock', 'yarn add --dev holdpoint'],
    ['bun.lock', 'bun add --dev holdpoint'],
  ])('with %s it is added by %s', (lock, command) => {
    const { path: root } = aRepository()
    put(root, lock, '')
    mkdirSync(join(root, 'a/b'), { recursive: true })
    for (const folder of [root, join(root, 'a/b')]) expect(addPackage(folder).join(' ')).toBe(command)
  })
})

describe('init over what is there', () => {
  /** The lines that the previous version wrote into users' files. */
  const OLD_LINES = [
    'p="$CLAUDE_PROJECT_DIR"/node_modules/.bin/holdpoint; [ -x "$p" ] || p=$(command -v holdpoint); set -- "$p"; e=PreToolUse s=project w=--daemon; u= f=${p%.bin/holdpoint}holdpoint/dist/bin/client.sh; if [ -f "$f" ]; then . "$f"; else o=$(NODE_EXTRA_CA_CERTS= "$@" hook PreToolUse --from project); fi && printf %s "$o" || printf %s \'{}\'',
    'set -- node --v8-pool-size=0; o=$(NODE_EXTRA_CA_CERTS= "$@" hook PreToolUse --from project --daemon) && printf %s "$o" # holdpoint',
  ]

  it.each(OLD_LINES)('the line of an earlier version is replaced, with its empty matcher: %s', async (command) => {
    const target = aTarget()
    const theirs = { hooks: [{ type: 'command', command: 'say done' }] }
    const ours = { matcher: '', hooks: [{ type: 'command', command, timeout: 10 }] }
    put(target.root, '.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [theirs, ours] } }))
    await install(target, program, ['recommended'])
    const { hooks } = JSON.parse(settingsOf(target)) as { hooks: Record<string, readonly { matcher?: string }[]> }
    expect(hooks['PreToolUse']).toHaveLength(2)
    expect(hooks['PreToolUse']?.[0]).toEqual(theirs)
    expect(JSON.stringify(hooks['PreToolUse']?.[1])).toContain('hook.sh')
    expect(settingsOf(target)).not.toContain('client.sh')
    expect(settingsOf(target)).not.toContain('"matcher":""')
  })

  it('a settings file of 5 MB gets its entries, and is given back byte for byte', async () => {
    const target = aTarget()
    const allow = Array.from({ length: 110_000 }, (_, index) => `Bash(a command with some words ${index}:*)`)
    const text = JSON.stringify({ permissions: { allow } }, undefined, 2)
    expect(text.length).toBeGreaterThan(5_000_000)
    put(target.root, '.claude/settings.json', text)
    await install(target, program, ['recommended'])
    expect(isInstalled(target)).toBe(true)
    uninstall(target)
    expect(settingsOf(target)).toBe(text)
  }, 60_000)

  it.each(["it's", 'say "hi"', 'new\nline', '$(touch x)', 'a;b'])('a project in a folder named %j', async (name) => {
    const root = join(aDirectory().path, name)
    mkdirSync(join(root, '.git'), { recursive: true })
    const target = aTarget(root)
    await install(target, program, ['scratchpad'])
    expect(isInstalled(target)).toBe(true)
    // Shared between machines, so it must contain no path of this one.
    expect(settingsOf(target)).not.toContain(root)
    uninstall(target)
    expect(existsSync(join(root, '.claude/settings.json'))).toBe(false)
  })

  it('a read-only settings file is refused before anything is written', async () => {
    const target = aTarget()
    put(target.root, '.claude/settings.json', '{}')
    const { chmodSync } = await import('node:fs')
    chmodSync(join(target.root, '.claude/settings.json'), 0o444)
    await expect(install(target, program, ['recommended'])).rejects.toThrow('is read-only')
    expect(existsSync(join(target.root, 'holdpoint.yml'))).toBe(false)
  })

  it('a `.claude` that is no directory is reported, not thrown', async () => {
    const target = aTarget()
    symlinkSync('/dev/null', join(target.root, '.claude'))
    await expect(install(target, program, ['scratchpad'])).rejects.toThrow('.claude/settings.json')
  })
})

describe('init --dry-run', () => {
  it('shows exactly what init would write, and writes nothing', async () => {
    const target = aTarget()
    put(target.root, '.claude/settings.json', '{\n  "model": "opus"\n}\n')
    const { previews } = await rehearse(target, (copy) => install(copy, program, ['harness']))
    expect(existsSync(join(target.root, 'holdpoint.yml'))).toBe(false)
    expect(settingsOf(target)).toBe('{\n  "model": "opus"\n}\n')
    await install(target, program, ['harness'])
    for (const { file, after } of previews) expect(readFileSync(file, 'utf8')).toBe(after)
    expect(previews.map(({ file }) => file)).toContain(join(target.root, '.claude/settings.json'))
    const again = await rehearse(target, (copy) => install(copy, program, []))
    expect(again.previews.every(({ before, after }) => before === after)).toBe(true)
  })

  it.each([
    ['', 'a\n', ['+ a']],
    ['a\nb\nc\n', 'a\nx\ny\nc\n', ['- b', '+ x', '+ y']],
    ['a\n', 'a\n', []],
    ['a\na\n', 'a\na\na\n', ['+ a']],
  ])('from %j to %j', (before, after, lines) => {
    expect(changedLines(before, after)).toEqual(lines)
  })
})

it('the stack of a project is found by its files, and presets are proposed', () => {
  const { path: root } = aRepository()
  expect(stackOf(root)).toEqual({ found: [], presets: ['recommended'], because: {} })
  for (const name of ['package.json', 'pyproject.toml', 'requirements.txt', 'go.mod', 'Cargo.toml', 'App.sln'])
    put(root, name, '')
  put(root, 'MASTER_PLAN.md', '')
  put(root, '.claude/agents/expert-debug.md', '')
  const { found, presets } = stackOf(root)
  expect(found).toEqual([
    'Node.js (package.json)',
    'Python (pyproject.toml)',
    'Go (go.mod)',
    'Rust (Cargo.toml)',
    '.NET (App.sln)',
  ])
  expect(presets).toEqual(['recommended', 'agents', 'harness', 'node', 'python'])
})

it('a line names nothing but what it needs', () => {
  expect(commandLine('PreCompact', program)).toBe(
    'unset -f test printf read; f="$CLAUDE_PROJECT_DIR/node_modules/holdpoint/dist/bin/hook.sh"; set -- hook PreCompact --from project --daemon; test -r "$f" && . "$f"; exit 0',
  )
})
