import { chmodSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, shell, write } from '../../../../testing/src/events.ts'
import { playCase } from '../../../../testing/src/play-case.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './lint.ts'

/** A linter of the project's own: reports `bad`, fixes `ugly` with its fix option. */
const fake = (name: string, code = 1) =>
  program(
    name,
    `const fs = require('node:fs')
     const args = process.argv.slice(2)
     fs.appendFileSync('calls.log', ['${name}', ...args].join(' ') + '\\n')
     const file = args.at(-1)
     let text = fs.readFileSync(file, 'utf8')
     if (args.includes('--fix') || args.includes('--write')) fs.writeFileSync(file, (text = text.replaceAll('ugly', 'fine')))
     if (/bad|ugly/.test(text)) {
       console.log('\\u001b[31m' + file + ':1:1 no bad words\\u001b[0m')
       process.exitCode = ${code}
     }`,
  )

const program =
  (name: string, source: string) =>
  ({ path, write: put }: TemporaryProject): void => {
    put({ [`node_modules/.bin/${name}`]: `#!/usr/bin/env node\n${source}\n` })
    chmodSync(join(path, 'node_modules/.bin', name), 0o755)
  }

const both =
  (...prepares: readonly ((project: TemporaryProject) => void)[]) =>
  (project: TemporaryProject): void => {
    for (const prepare of prepares) prepare(project)
  }

const wrote = (path: string, failed = false) => after(write(path, ''), {}, failed)
const eslint = { 'eslint.config.js': '' }
const real = (name: string) => ({
  prepare: ({ path }: TemporaryProject): void => {
    mkdirSync(join(path, 'node_modules/.bin'), { recursive: true })
    const found = realpathSync(resolve(import.meta.dirname, '../../../../../node_modules/.bin', name))
    symlinkSync(found, join(path, 'node_modules/.bin', name))
  },
})

testHook(hook, {
  pass: [
    {
      name: 'a clean file',
      covers: 'T-HAR-72',
      event: wrote('a.ts'),
      files: { ...eslint, 'a.ts': 'good' },
      prepare: fake('eslint'),
    },
    {
      name: 'no linter configured',
      covers: 'T-HAR-73',
      event: wrote('a.ts'),
      files: { 'a.ts': 'bad' },
      prepare: fake('eslint'),
    },
    {
      name: 'a linter that is not installed',
      covers: 'HAR-LINT-02',
      event: wrote('a.ts'),
      files: { ...eslint, 'a.ts': 'bad' },
    },
    {
      name: 'no source',
      covers: 'HAR-LINT-02',
      event: wrote('a.md'),
      files: { ...eslint, 'a.md': 'bad' },
      prepare: fake('eslint'),
    },
    {
      name: 'a test',
      covers: 'HAR-LINT-02',
      event: wrote('a.test.ts'),
      files: { ...eslint, 'a.test.ts': 'bad' },
      prepare: fake('eslint'),
    },
    {
      name: 'other people’s code',
      event: wrote('vendor/a.ts'),
      files: { ...eslint, 'vendor/a.ts': 'bad' },
      prepare: fake('eslint'),
    },
    {
      name: 'a write that failed',
      event: wrote('a.ts', true),
      files: { ...eslint, 'a.ts': 'bad' },
      prepare: fake('eslint'),
    },
    { name: 'a file that is gone again', event: wrote('a.ts'), files: eslint, prepare: fake('eslint') },
    { name: 'a file outside of the project', event: wrote('/nowhere/a.ts'), files: eslint, prepare: fake('eslint') },
    {
      name: 'a command',
      covers: 'D6',
      event: after(shell('echo bad > a.ts'), {}),
      files: { ...eslint, 'a.ts': 'bad' },
      prepare: fake('eslint'),
    },
    { name: 'another language', event: wrote('a.py'), files: { ...eslint, 'a.py': 'bad' }, prepare: fake('eslint') },
    {
      name: 'a broken manifest',
      event: wrote('a.ts'),
      files: { 'package.json': '{', 'a.ts': 'bad' },
      prepare: fake('eslint'),
    },
    {
      name: 'the bare input of the document',
      covers: 'T-HAR-111',
      event: after(write('/test.ts'), {}),
    },
  ],
  context: [
    {
      name: 'what could be mended has been, and the model is told',
      event: wrote('a.ts'),
      files: { ...eslint, 'a.ts': 'ugly' },
      prepare: fake('eslint'),
      tells: ['eslint changed a.ts'],
    },
    {
      name: 'the formatter of this project itself',
      event: wrote('a.js'),
      files: { '.prettierrc': '{"semi":false}', 'a.js': 'let  x = 1;' },
      ...real('prettier'),
      tells: ['prettier changed a.js'],
    },
  ],
  feedback: [
    {
      name: 'a finding',
      covers: ['T-HAR-72', 'HAR-LINT-01'],
      event: wrote('src/a.ts'),
      files: { ...eslint, 'src/a.ts': 'bad' },
      prepare: fake('eslint'),
      id: 'findings',
      says: /^eslint reports problems in src\/a\.ts:\n\.\/src\/a\.ts:1:1 no bad words \nFix them/,
    },
    {
      name: 'without mending',
      event: wrote('a.ts'),
      files: { ...eslint, 'a.ts': 'ugly' },
      prepare: fake('eslint'),
      options: { fix: false },
      id: 'findings',
    },
    {
      name: 'the first of several that are configured',
      event: wrote('a.ts'),
      files: { ...eslint, 'biome.json': '{}', '.prettierrc': '', 'a.ts': 'bad' },
      prepare: both(fake('eslint'), fake('biome'), fake('prettier')),
      id: 'findings',
      says: /^biome /,
    },
    {
      name: 'named in the manifest',
      event: wrote('a.jsx'),
      files: { 'package.json': '{"devDependencies":{"eslint":"9"}}', 'a.jsx': 'bad' },
      prepare: fake('eslint'),
      id: 'findings',
    },
    {
      name: 'each language has its own',
      covers: 'HAR-ST-16',
      event: wrote('b.py'),
      before: [wrote('a.ts')],
      files: { ...eslint, 'pyproject.toml': '[tool.ruff]\n', 'a.ts': 'good', 'b.py': 'bad' },
      prepare: both(fake('eslint'), fake('ruff')),
      id: 'findings',
      says: /^ruff /,
    },
    {
      name: 'a cache that names something else',
      event: wrote('a.ts'),
      files: { ...eslint, 'a.ts': 'bad', '.claude/.lint-cache': 'javascript|../../evil|x\ngarbage\n' },
      prepare: fake('eslint'),
      id: 'findings',
      says: /^eslint /,
    },
    {
      name: 'a file whose name looks like an option',
      event: wrote('--fix.ts'),
      files: { ...eslint, '--fix.ts': 'bad' },
      prepare: fake('eslint'),
      id: 'findings',
      says: /\.\/--fix\.ts:1:1/,
    },
    {
      name: 'a file with spaces, quotes and a dollar',
      event: wrote('a "$(id)" b.ts'),
      files: { ...eslint, 'a "$(id)" b.ts': 'bad' },
      prepare: fake('eslint'),
      id: 'findings',
      says: /\.\/a "\$\(id\)" b\.ts:1:1/,
    },
    {
      name: 'a linter in a package of a monorepo',
      event: wrote('packages/x/a.ts'),
      files: { ...eslint, 'packages/x/a.ts': 'bad' },
      prepare: ({ path, write: put }) => {
        put({ 'packages/x/node_modules/.bin/eslint': '#!/bin/sh\necho own; exit 1\n' })
        chmodSync(join(path, 'packages/x/node_modules/.bin/eslint'), 0o755)
      },
      id: 'findings',
      says: /own/,
    },
    {
      name: 'a linter that prints without end is cut',
      event: wrote('a.ts'),
      files: { ...eslint, 'a.ts': 'bad' },
      prepare: program('eslint', `process.stdout.write('x'.repeat(50e6), () => process.exit(1))`),
      id: 'findings',
      says: /^[^]{1,5000}$/,
    },
    {
      name: 'the real oxlint',
      event: wrote('a.ts'),
      files: { '.oxlintrc.json': '{"rules":{"no-debugger":"error"}}', 'a.ts': 'debugger\nexport {}\n' },
      ...real('oxlint'),
      id: 'findings',
      says: /no-debugger/,
    },
    {
      name: 'a syntax error, which the real prettier cannot mend',
      event: wrote('a.js'),
      files: { '.prettierrc': '{}', 'a.js': 'let = (' },
      ...real('prettier'),
      id: 'findings',
      says: /SyntaxError/,
    },
  ],
})

describe('D8: a linter that fails is no finding, and not silent', () => {
  const crash = (source: string) =>
    playCase(hook, { event: wrote('a.ts'), files: { ...eslint, 'a.ts': 'x' }, prepare: program('eslint', source) })
  it('when it says why', async () => {
    const failure = 'quality/lint failed: eslint ended with code 2: config is broken'
    await expect(crash(`console.error('config is broken'); process.exit(2)`)).rejects.toThrow(failure)
  })
  it('when it says nothing', async () => {
    await expect(crash('process.exit(1)')).rejects.toThrow('quality/lint failed: eslint ended with code 1')
  })
  it('when it is killed', async () => {
    await expect(crash(`process.kill(process.pid, 'SIGKILL')`)).rejects.toThrow('eslint ended with a signal')
  })
})
