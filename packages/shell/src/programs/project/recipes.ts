import { isKnown } from '../../effects.ts'
import type { Context } from '../../read/context.ts'
import { known } from '../../words/value.ts'
import { escapesIn } from '../escapes.ts'
import { isFile } from '../modules.ts'
import { sameProgram, type Program, type Programs } from '../program.ts'
import { runScript } from '../scripts.ts'
import { directoryOf, nameOf, nearest, runProjectFile } from './project-file.ts'
import { configTasks, iniTasks, justTasks, yamlTasks, type Tasks } from './task-files.ts'

/** Task runners other than make: which file they read, and which of its lines are commands. */

const MAX_TASKS = 200

const runner =
  (files: readonly string[], tasksIn: Tasks, skip: RegExp = /^$/): Program =>
  (context) => {
    const { rest, values } = context.options({
      short: 'fdte',
      long: ['justfile', 'taskfile', 'dir', 'file', 'working-directory'],
    })
    const [named] = values('f', 'justfile', 'taskfile', 'file', 't')
    const file = named === undefined ? nearest(context, files, context.state.cwd) : context.path(named)
    if (file === undefined) return
    const run = (at: Context, text: string): void => {
      const tasks = tasksIn(text)
      const wanted = rest.filter((word) => !skip.test(word) && tasks.has(word))
      const queue = wanted.length > 0 ? wanted : ['']
      const seen = new Set<string>()
      for (let index = 0; index < queue.length && seen.size < MAX_TASKS; index++) {
        const name = queue[index] ?? ''
        const task = tasks.get(name)
        if (task === undefined || seen.has(name) || !at.reader.step(task.lines.length)) continue
        seen.add(name)
        queue.push(...task.needs)
        for (const line of task.lines)
          at.shell(known(line), { cwd: directoryOf(file), via: `${at.name} → ${nameOf(file)}` })
      }
    }
    runProjectFile(context, file, run, rest.join(' '))
  }

/** Files in a language of their own that a program runs as a whole, from beginning to end. */
const WHOLE: Readonly<Record<string, { readonly files: string; readonly interpreter: string }>> = {
  'rake rails': { files: 'Rakefile rakefile Rakefile.rb', interpreter: 'ruby' },
  'bundle bundler': { files: 'Gemfile gems.rb', interpreter: 'ruby' },
  thor: { files: 'Thorfile', interpreter: 'ruby' },
  cap: { files: 'Capfile', interpreter: 'ruby' },
  pod: { files: 'Podfile', interpreter: 'ruby' },
  fastlane: { files: 'fastlane/Fastfile Fastfile', interpreter: 'ruby' },
  vagrant: { files: 'Vagrantfile', interpreter: 'ruby' },
  'pytest py.test': { files: 'conftest.py tests/conftest.py', interpreter: 'python' },
  nox: { files: 'noxfile.py', interpreter: 'python' },
  'inv invoke': { files: 'tasks.py', interpreter: 'python' },
  fab: { files: 'fabfile.py', interpreter: 'python' },
  scons: { files: 'SConstruct', interpreter: 'python' },
  'pip pip3 uv': { files: 'setup.py', interpreter: 'python' },
  gulp: { files: 'gulpfile.js gulpfile.mjs gulpfile.ts', interpreter: 'node' },
  grunt: { files: 'Gruntfile.js Gruntfile.cjs', interpreter: 'node' },
  direnv: { files: '.envrc', interpreter: 'bash' },
}

const whole =
  (files: readonly string[], interpreter: string): Program =>
  (context) => {
    const { directory, runs } = directoryOfCall(context)
    for (const name of runs ? files : []) {
      const path = `${directory}/${name}`
      if (!isFile(context, path)) continue
      runScript(context, known(path), [], interpreter)
      if (interpreter === 'ruby')
        runProjectFile(context, path, (at, text) => escapesIn(text).forEach((line) => at.shell(known(line))))
    }
  }

/** `pip install ./x` runs what is in `x`; other calls of pip run nothing of the project. */
function directoryOfCall({ name, texts, state, path }: Context): {
  readonly directory: string
  readonly runs: boolean
} {
  if (!/^(?:pip3?|uv)$/.test(name)) return { directory: state.cwd, runs: true }
  const place = texts.find((text) => /^\.{0,2}\/|^\.{1,2}(?:$|\[)/.test(text))
  const isInstall = texts.some((text) => /^(?:install|wheel|sync|build)$/.test(text))
  return {
    directory: path((place ?? '.').replace(/\[.*$/, '')),
    runs: isInstall && place !== undefined && isKnown(place),
  }
}

const wholeFiles: Programs = Object.fromEntries(
  Object.entries(WHOLE).flatMap(([names, { files, interpreter }]) =>
    Object.entries(sameProgram(names, whole(files.split(' '), interpreter))),
  ),
)

export const recipes: Programs = {
  ...wholeFiles,
  just: runner(['justfile', 'Justfile', '.justfile'], justTasks),
  ...sameProgram(
    'task go-task',
    runner(['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'Taskfile.dist.yml'], yamlTasks),
  ),
  tox: runner(['tox.ini'], iniTasks),
  ...sameProgram(
    'poe pdm hatch rye poetry pixi uv taskipy',
    runner(['pyproject.toml', 'pixi.toml'], configTasks(false)),
  ),
  cargo: runner(['.cargo/config.toml', '.cargo/config'], configTasks(false)),
  'pre-commit': runner(['.pre-commit-config.yaml', '.pre-commit-config.yml'], configTasks(false)),
  lefthook: runner(['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', 'lefthook.toml'], configTasks(false)),
  ...sameProgram('foreman honcho overmind hivemind goreman', runner(['Procfile', 'Procfile.dev'], configTasks(true))),
}
