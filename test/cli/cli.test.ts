import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { temporaryDirectory, type TemporaryProject } from '../../packages/testing/src/repository.ts'
import { collapse, parseScript, type Result, type Step } from './script.ts'

const program = join(import.meta.dirname, '../../packages/cli/dist/bin/holdpoint.cjs')
const scripts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))

/** A project, a home and a PATH that hold nothing but what the script says. */
function aWorld(files: Readonly<Record<string, string>>) {
  const place: TemporaryProject = temporaryDirectory('holdpoint-cli-')
  const [project, home, bin] = ['project', 'home', 'bin'].map((name) => join(place.path, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [join(project, '.git'), home, bin]) mkdirSync(folder, { recursive: true })
  symlinkSync(program, join(bin, 'holdpoint'))
  place.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [pathOf(path), text])))

  const named = (text: string): string => text.replaceAll(project, '[PROJECT]').replaceAll(home, '[HOME]').trimEnd()
  const env = {
    HOME: home,
    // The daemon that `doctor` finds, or starts, is no other test's.
    XDG_RUNTIME_DIR: join(home, '.run'),
    PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
  }
  return {
    dispose: place.dispose,
    run({ command, expected }: Step): Result {
      const result = spawnSync('sh', ['-c', command], { cwd: project, env, encoding: 'utf8', input: '' })
      return {
        stdout: collapse(named(result.stdout), expected.stdout),
        stderr: collapse(named(result.stderr), expected.stderr),
        exitCode: result.status ?? -1,
      }
    },
  }
}

/** Files are the project's, unless they are said to be in `~`. */
const pathOf = (path: string): string => (path.startsWith('~/') ? join('home', path.slice(2)) : join('project', path))

describe.each(scripts)('%s', (name) => {
  const { steps, files } = parseScript(readFileSync(join(import.meta.dirname, name), 'utf8'))
  const world = aWorld(files)
  afterAll(world.dispose)

  it.each(steps.map((step) => [step.line, step.command, step] as const))('line %d: %s', (_, __, step) => {
    expect(world.run(step)).toEqual(step.expected)
  })
})
