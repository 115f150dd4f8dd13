import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { builtIn } from '../packages/packs/src/registry.ts'

const root = join(import.meta.dirname, '../packages/cli')

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
    const fixed = paths.filter((path) => !/^dist\/(bin\/chunks|plugin|docs|dashboard\/assets)\//.test(path))
    expect(fixed.toSorted()).toEqual([
      '.claude-plugin/plugin.json',
      'LICENSE',
      'README.md',
      'dist/THIRD_PARTY_LICENSES.md',
      'dist/bin/aside.cjs',
      'dist/bin/ask.sh',
      'dist/bin/cli.cjs',
      'dist/bin/client.sh',
      'dist/bin/daemon.cjs',
      'dist/bin/holdpoint.cjs',
      'dist/bin/hook.cjs',
      'dist/bin/hook.sh',
      'dist/bin/index.cjs',
      'dist/bin/opencode.js',
      'dist/bin/runner.cjs',
      'dist/bin/testing.cjs',
      'dist/bin/worker.cjs',
      'dist/dashboard/icon.svg',
      'dist/dashboard/index.html',
      'dist/dashboard/theme.js',
      'dist/lib/index.js',
      'dist/lib/testing.js',
      'dist/types/index.d.ts',
      'dist/types/shared.d.ts',
      'dist/types/testing.d.ts',
      'package.json',
      'schema/holdpoint.schema.json',
      'schema/holdpoint.test.schema.json',
    ])
    expect(
      paths.filter((path) => /\.test\.[mc]?[jt]s|fixture|\.map$|\.ts$/.test(path) && !path.endsWith('.d.ts')),
    ).toEqual([])
    expect(paths.length).toBeLessThan(300)
  })

  it('holds the guides and the hook reference, whose links lead to shipped pages or to the repository', () => {
    const docs = paths.filter((path) => path.startsWith('dist/docs/'))
    expect(docs).toEqual(expect.arrayContaining(['dist/docs/guides/getting-started.md', 'dist/docs/hooks/guard.md']))
    expect(docs.filter((path) => !path.endsWith('.md') || path.includes('adr/'))).toEqual([])
    const dead = docs.flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
      return [...text.matchAll(/\]\((?!https:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => join(dirname(path), target))
        .filter((target) => !paths.includes(target))
    })
    expect(dead).toEqual([])
  })

  it('exports the names of its sources, and the guide for the library names each function', async () => {
    const guide = readFileSync(join(root, '../../docs/guides/typescript.md'), 'utf8')
    for (const [built, source] of [
      ['index', await import('../packages/cli/src/index.ts')],
      ['testing', await import('../packages/testing/src/index.ts')],
    ] as const) {
      const library = (await import(join(root, `dist/lib/${built}.js`))) as object
      expect(Object.keys(library).toSorted()).toEqual(Object.keys(source).toSorted())
      if (built === 'index') expect(Object.keys(library).filter((name) => !guide.includes(`\`${name}`))).toEqual([])
    }
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

  it('has a chunk for every pack', () => {
    const packs = new Set(builtIn.catalogue.map(({ id }) => id.split('/')[0] ?? ''))
    for (const pack of packs)
      expect(
        paths.some((path) => path.startsWith(`dist/bin/chunks/pack-${pack}-`)),
        pack,
      ).toBe(true)
  })

  it('makes the command executable', () => {
    const bin = files.find(({ path }) => path === 'dist/bin/holdpoint.cjs')
    expect((bin?.mode ?? 0) & 0o111).not.toBe(0)
    expect(readFileSync(join(root, 'dist/bin/holdpoint.cjs'), 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true)
  })

  it('keeps Node modules that are slow to load out of what every event loads', () => {
    const seen = new Map<string, string>()
    const read = (file: string): void => {
      if (seen.has(file)) return
      const text = readFileSync(join(root, 'dist/bin', file), 'utf8')
      seen.set(file, text)
      // What a file loads later is required inside of a function: `=> require(…)`.
      for (const [, name] of text.matchAll(/[\w$]=require\("\.\/(?:chunks\/)?([^"]+)"\)/g)) read(`chunks/${name ?? ''}`)
    }
    read('hook.cjs')
    const required = [...seen.values()].flatMap((text) => [...text.matchAll(/[\w$]=require\("(node:[^"]+)"\)/g)])
    expect([...new Set(required.map(([, name]) => name))].toSorted()).toEqual(['node:buffer', 'node:fs', 'node:path'])
    expect([...seen.keys()].map((name) => name.replace(/-.*/, ''))).toEqual(['hook.cjs', 'chunks/rolldown'])
  })

  it('imports nothing dynamically in a file that may run from compiled code, because that cannot import', () => {
    for (const path of paths.filter((name) => name.startsWith('dist/bin/chunks/')))
      expect([path, /\bimport\(/.test(readFileSync(join(root, path), 'utf8'))]).toEqual([path, false])
  })
})
