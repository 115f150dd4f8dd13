import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { temporaryDirectory, type TemporaryProject } from '../../packages/testing/src/repository.ts'
import { start } from '../process/support/process.ts'
import { typed } from '../support/command-line.ts'
import { collapse, parseScript, type Result, type Step } from './script.ts'

const program = join(import.meta.dirname, '../../packages/cli/dist/bin/holdpoint.cjs')
const scripts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))

/** Needs no shell, and is a command of the command line: then no process is started for it. */
const IS_PLAIN =
  /^holdpoint (?:validate|explain|init|orchestrator|planning|proof|plan|export|report|log|upgrade|uninstall|list)(?: [\w@%+=:,./-]+)*$/

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
    async run({ command, expected }: Step): Promise<Result> {
      const { stdout, stderr, code } = IS_PLAIN.test(command)
        ? await typed(command.split(' ').slice(1), { cwd: project, env })
        : await start('/bin/sh', ['-c', command], { cwd: project, env, input: '' }).ended
      return {
        stdout: collapse(named(stdout), expected.stdout),
        stderr: collapse(named(stderr), expected.stderr),
        exitCode: code ?? -1,
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

  it.each(steps.map((step) => [step.line, step.command, step] as const))('line %d: %s', async (_, __, step) => {
    expect(await world.run(step)).toEqual(step.expected)
  })
})
