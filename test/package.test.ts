import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

interface Packed {
  readonly files: readonly { readonly path: string; readonly mode: number }[]
}

const packed = (): Packed => {
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  const value = JSON.parse(text) as readonly Packed[] | Readonly<Record<string, Packed>>
  const [first] = Object.values(value)
  if (first === undefined) throw new Error('npm packed nothing')
  return first
}

describe('the packed tarball', () => {
  const { files } = packed()
  const paths = files.map(({ path }) => path)

  it('holds the program, the page, the library, types, schema and licences, and nothing else', () => {
    const fixed = paths.filter(
      (path) => !/^dist\/(bin|bin\/cli|bin\/daemon|lib)\/chunks\/|^dist\/(types|plugin|dashboard\/assets)\//.test(path),
    )
    expect(fixed.toSorted()).toEqual([
      '.claude-plugin/marketplace.json',
      '.claude-plugin/plugin.json',
      'LICENSE',
      'README.md',
      'dist/THIRD_PARTY_LICENSES.md',
      'dist/bin/ask.sh',
      'dist/bin/cli/cli.cjs',
      'dist/bin/client.sh',
      'dist/bin/compile/compile.cjs',
      'dist/bin/daemon/daemon.cjs',
      'dist/bin/holdpoint.cjs',
      'dist/bin/hook.cjs',
      'dist/bin/hook.sh',
      'dist/bin/own/worker.cjs',
      'dist/dashboard/icon.svg',
      'dist/dashboard/index.html',
      'dist/dashboard/theme.js',
      'dist/lib/index.js',
      'dist/lib/testing.js',
      'package.json',
      'schema/holdpoint.schema.json',
      'schema/holdpoint.test.schema.json',
    ])
    expect(
      paths.filter((path) => /\.test\.[mc]?[jt]s|fixture|\.map$|\.ts$/.test(path) && !path.endsWith('.d.ts')),
    ).toEqual([])
  })

  it('is a plugin of Claude Code: its manifest names parts that are there, and its own version', () => {
    const read = (name: string): Record<string, string> =>
      JSON.parse(readFileSync(join(root, name), 'utf8')) as Record<string, string>
    const { version, hooks, commands, skills, agents } = read('.claude-plugin/plugin.json')
    expect(version).toBe(read('package.json')['version'])
    for (const part of [hooks, commands, skills, agents]) {
      const inPackage = part?.replace(/^\.\//, '') ?? ''
      expect([part, paths.some((path) => path === inPackage || path.startsWith(`${inPackage}/`))]).toEqual([part, true])
    }
    // The program is in the package once; a folder that looks like a whole plugin but is none would mislead.
    expect(paths.filter((path) => /^dist\/plugin\/(dist|node_modules|\.claude-plugin)\//.test(path))).toEqual([])
  })

  it('has a lazy chunk for every hook', () => {
    for (const name of ['session-start', 'subagent-context', 'subagent-stop', 'stop']) {
      expect(paths.some((path) => path.startsWith(`dist/bin/chunks/${name}-`))).toBe(true)
    }
  })

  it('makes the command executable', () => {
    const bin = files.find(({ path }) => path === 'dist/bin/holdpoint.cjs')
    expect((bin?.mode ?? 0) & 0o111).not.toBe(0)
    expect(readFileSync(join(root, 'dist/bin/holdpoint.cjs'), 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true)
  })

  it('keeps what is dear to load out of the hook entry', () => {
    const entry = readFileSync(join(root, 'dist/bin/hook.cjs'), 'utf8')
    const required = [...entry.matchAll(/require\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name ?? '')
    const atStart = required.filter((name) => name.startsWith('node:'))
    // Node has loaded node:buffer itself by then.
    expect([...new Set(atStart)].toSorted()).toEqual(['node:buffer', 'node:fs', 'node:path'])
    expect(entry).not.toContain('performance.now')
    // Code that was kept compiled cannot import.
    expect(entry).not.toMatch(/\bimport\(/)
  })
})
