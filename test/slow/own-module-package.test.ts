import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { temporaryDirectory, temporaryRepository } from '../../packages/testing/src/repository.ts'
import { start, type Ended } from '../process/support/process.ts'
import { answerOf } from '../process/support/sandbox.ts'

/** The example as a user would have it: copied into a project that depends on the packed package, and nothing else. */

const root = resolve(import.meta.dirname, '../..')
const project = temporaryRepository()
const home = temporaryDirectory()

beforeAll(() => {
  const folder = join(project.path, 'node_modules')
  mkdirSync(folder)
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: join(root, 'packages/cli'),
    encoding: 'utf8',
  })
  execFileSync('tar', ['-xzf', packed.trim().split('\n').at(-1) ?? ''], { cwd: folder })
  execFileSync('mv', ['package', 'holdpoint'], { cwd: folder })
  for (const name of ['oxc-transform', '@oxc-transform', '@libsql']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(folder, name))
  }
  cpSync(join(root, 'examples/typescript-hooks/.holdpoint'), join(project.path, '.holdpoint'), { recursive: true })
  project.write({
    'package.json': '{"name":"stranger","private":true,"type":"module"}',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        module: 'nodenext',
        allowImportingTsExtensions: true,
        noEmit: true,
        skipLibCheck: false,
        types: [],
      },
      include: ['.holdpoint/hooks/*.ts'],
    }),
    '.gitignore': 'node_modules\n',
  })
}, 60_000)
afterAll(() => {
  project.dispose()
  home.dispose()
})

const run = (program: string, ...args: readonly string[]): Promise<Ended> =>
  start(program, args, { cwd: project.path, env: { HOME: home.path, NO_COLOR: '1' } }).ended
const holdpoint = (...args: readonly string[]): Promise<Ended> =>
  run(process.execPath, join(project.path, 'node_modules/holdpoint/dist/bin/holdpoint.cjs'), ...args)

describe('the example of TypeScript hooks, in a project with the packed package', () => {
  it('has sound types', async () => {
    const { code, stdout } = await run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')
    expect([code, stdout]).toEqual([0, ''])
  })

  it('passes its own tests in Vitest and in Node’s runner', async () => {
    const vitest = await run(
      process.execPath,
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      project.path,
      '--globals',
    )
    expect(vitest.stdout + vitest.stderr).toMatch(/Tests +12 passed/)
    const node = await run(process.execPath, '--test', '.holdpoint/hooks/small-files.test.mjs')
    expect(node.stdout).toMatch(/pass 4/)
    expect(node.code).toBe(0)
  })

  it('works: trusted by the user, asked by the agent', async () => {
    const trusted = await holdpoint('trust', '--yes')
    expect(trusted.stdout).toContain('own/small-files is trusted')
    expect(trusted.stdout).toContain('own/ticket is trusted')
    const ask = async (command: string): Promise<string> => {
      const input = JSON.stringify({ session_id: 's1', cwd: project.path, tool_name: 'Bash', tool_input: { command } })
      const program = join(project.path, 'node_modules/holdpoint/dist/bin/holdpoint.cjs')
      const ended = await start(process.execPath, [program, 'hook', 'PreToolUse'], {
        cwd: project.path,
        env: { HOME: home.path },
        input,
      }).ended
      return JSON.stringify(answerOf(ended).json)
    }
    expect(await ask('git commit -m sums')).toContain('This commit names no ticket.')
    expect(await ask('git commit -m "ABC-1: sums"')).toBe('{}')
    project.write({ 'holdpoint.yml': 'hooks: { own/ticket: { options: { projects: [XYZ] } } }\n' })
    expect(await ask('git commit -m "ABC-1: sums"')).toContain('such as `XYZ-123')
  })
})
