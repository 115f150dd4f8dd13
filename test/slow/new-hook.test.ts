import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryDirectory, type TemporaryProject } from '../../packages/testing/src/repository.ts'

const root = join(import.meta.dirname, '../..')

/** The working tree without what git ignores, and with the dependencies that are installed. */
function copyOfProject(): TemporaryProject {
  const copy = temporaryDirectory('holdpoint-copy-')
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of listed.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(copy.path, path)), { recursive: true })
    cpSync(join(root, path), join(copy.path, path))
  }
  mkdirSync(join(copy.path, 'node_modules/@holdpoint'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => entry !== '@holdpoint'))
    symlinkSync(join(root, 'node_modules', name), join(copy.path, 'node_modules', name))
  for (const name of readdirSync(join(root, 'node_modules/@holdpoint')))
    symlinkSync(join(copy.path, 'packages', name), join(copy.path, 'node_modules/@holdpoint', name))
  // Packages whose versions npm could not share.
  for (const own of readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'node_modules')))
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(copy.path, own))
  return copy
}

describe('a contributor adds a hook', () => {
  const copy = copyOfProject()
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: copy.path, encoding: 'utf8' })
  afterAll(copy.dispose)

  it('new-hook makes a hook that judges effects, is tested in every spelling, registered and documented', () => {
    const made = run('node', 'scripts/new-hook.mjs', 'guard/no-curl-pipe')
    expect(made.stderr).toBe('')
    expect(made.stdout).toContain('wrote packages/packs/src/guard/no-curl-pipe/no-curl-pipe.ts')

    const tested = run('node_modules/.bin/vitest', 'run', 'packages/packs/src/guard/no-curl-pipe')
    expect(tested.stdout).toMatch(/17 passed/)
    expect(run('node_modules/.bin/oxfmt', '--check', 'packages/packs/src/guard/no-curl-pipe')).toMatchObject({
      status: 0,
    })
    expect(run('node_modules/.bin/oxlint', 'packages/packs/src/guard/no-curl-pipe')).toMatchObject({ status: 0 })
    expect(run('node', 'scripts/generate.mjs', '--check').stdout).toContain('in step')
    expect(run('node_modules/.bin/tsc', '-p', '.').stdout).toBe('')
    expect(readFileSync(join(copy.path, 'docs/hooks/guard.md'), 'utf8')).toContain('guard/no-curl-pipe')
    expect(readFileSync(join(copy.path, 'packages/cli/schema/holdpoint.schema.json'), 'utf8')).toContain(
      '"guard/no-curl-pipe"',
    )
  })

  it('refuses a name that is taken or unusable', () => {
    expect(run('node', 'scripts/new-hook.mjs', 'guard/no-curl-pipe')).toMatchObject({ status: 1 })
    expect(run('node', 'scripts/new-hook.mjs', '../evil')).toMatchObject({ status: 1 })
    expect(run('node', 'scripts/new-hook.mjs').stderr).toContain('Usage: npm run new-hook <pack>/<name>')
  })

  it('a change of metadata without `npm run generate` is noticed', () => {
    const file = 'packages/packs/src/scratchpad/stop/stop.ts'
    copy.write({ [file]: readFileSync(join(copy.path, file), 'utf8').replace('timeoutMs: 10_000', 'timeoutMs: 9_000') })
    const checked = run('node', 'scripts/generate.mjs', '--check')
    expect(checked.status).toBe(1)
    expect(checked.stderr).toContain('out of step: packages/packs/src/catalogue.generated.ts')
    expect(checked.stderr).toContain('out of step: docs/hooks/scratchpad.md')
  })
})
