import { isKnown, UNKNOWN } from '../../effects.ts'
import type { Context } from '../../read/context.ts'
import { known } from '../../words/value.ts'
import { escapesIn } from '../escapes.ts'
import { isFile } from '../modules.ts'
import { sameProgram, type Program, type Programs } from '../program.ts'
import { runScript } from '../scripts.ts'
import { directoryOf, nameOf, nearest, runProjectFile } from './project-file.ts'

/** Task runners other than make: which file they read, and which of its lines are commands. */

/** Commands of a file, by the name of the task they belong to; the empty name is the first task. */
type Tasks = (text: string) => ReadonlyMap<string, Task>

interface Task {
  readonly needs: readonly string[]
  readonly lines: readonly string[]
}

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

/** `name args: needs`, and lines that are indented. */
function justTasks(text: string): ReadonlyMap<string, Task> {
  const tasks = new Map<string, { needs: string[]; lines: string[] }>()
  const variables = new Map<string, string>()
  let task: { needs: string[]; lines: string[] } | undefined
  const filled = (line: string): string =>
    line.replace(/\{\{\s*([^}]*?)\s*\}\}/g, (_, name: string) => variables.get(name) ?? UNKNOWN)
  for (const line of text.split('\n')) {
    if (/^\s+\S/.test(line)) {
      task?.lines.push(filled(line.trim().replace(/^[@-]+/, '')))
      continue
    }
    const [, variable, value] = /^(?:export\s+)?([\w-]+)\s*:=\s*["'`]?([^"'`]*)["'`]?\s*$/.exec(line) ?? []
    if (variable !== undefined && value !== undefined) {
      variables.set(variable, line.includes('`') ? UNKNOWN : value)
      continue
    }
    const [, name, needs = ''] = /^@?([\w-]+)[^:\n]*:(?!=)\s*(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    task = { needs: needs.split(/\s+|&&/).map((need) => need.replace(/^\(|\)$/g, '')), lines: [] }
    if (tasks.size === 0) tasks.set('', task)
    tasks.set(name, task)
  }
  return tasks
}

/** YAML as people write it for tasks: `tasks:` with names one level below, and commands in lists or under `cmd`. */
function yamlTasks(text: string): ReadonlyMap<string, Task> {
  const tasks = new Map<string, { needs: string[]; lines: string[] }>()
  let task: { needs: string[]; lines: string[] } | undefined
  let [isInside, indent, key, block] = [false, -1, '', -1]
  for (const line of text.split('\n')) {
    if (/^\s*(?:#.*)?$/.test(line)) continue
    const depth = line.length - line.trimStart().length
    if (depth === 0) isInside = /^tasks\s*:/.test(line)
    if (!isInside || depth === 0) continue
    if (indent < 0) indent = depth
    const name = depth === indent ? /^\s*['"]?([\w:./-]+)['"]?\s*:\s*(.*)$/.exec(line) : null
    if (name !== null) {
      task = { needs: [], lines: [] }
      tasks.set(name[1] ?? '', task)
      if (name[2] !== undefined && /^[^\s[{&|>]/.test(name[2])) task.lines.push(plain(name[2]))
      ;[key, block] = ['', -1]
      continue
    }
    if (block >= 0 && depth > block) {
      task?.lines.push(templated(line.trim()))
      continue
    }
    const [, item, word, value = ''] = /^\s*(-\s+)?(?:([\w]+)\s*:(?=\s|$)\s*)?(.*)$/.exec(line) ?? []
    if (word !== undefined && item === undefined) key = word
    block = /^[|>][-+]?$/.test(value) ? depth : -1
    const what = word ?? key
    if (block >= 0 || value === '') continue
    if (what === 'deps' || what === 'task')
      task?.needs.push(
        ...value
          .replace(/[[\]'",]/g, ' ')
          .trim()
          .split(/\s+/),
      )
    else if (/^(?:cmds?|run|sh|defer)$/.test(what)) task?.lines.push(plain(value))
  }
  const first = tasks.get('default')
  return first === undefined ? tasks : tasks.set('', first)
}

const plain = (value: string): string => templated(value.trim().replace(/^(['"])(.*)\1$/s, '$2'))
const templated = (text: string): string => text.replace(/\{\{[^}]*\}\}/g, UNKNOWN)

/** `commands =` of every environment; which one is meant is not followed. */
function iniTasks(text: string): ReadonlyMap<string, Task> {
  const lines: string[] = []
  let isCommand = false
  for (const line of text.split('\n')) {
    const [, key, value = ''] = /^([\w_]+)\s*=\s*(.*)$/.exec(line) ?? []
    if (key !== undefined) isCommand = /^commands(?:_pre|_post)?$|^allowlist_externals_run$/.test(key)
    else if (!/^\s/.test(line)) isCommand = false
    const command = (key === undefined ? line : value).trim()
    if (isCommand && command !== '') lines.push(command.replace(/^-\s*/, '').replace(/\{[^}]*\}/g, UNKNOWN))
  }
  return new Map([['', { needs: [], lines }]])
}

/** Keys whose value is a command, and tables in which every value is one. */
const COMMAND_KEY = /^(?:entry|run|runner|cmd|command|script|exec|execstart\w*|shell|sh)$/i
const COMMAND_TABLE = /(?:^|[.\s"])(?:scripts|tasks|commands)["\]]*$/

/** YAML, TOML and the like with commands in them; which of them run is not followed. */
const configTasks =
  (isAnyKey: boolean): Tasks =>
  (text) => {
    const lines: string[] = []
    let isTable = isAnyKey
    for (const line of text.split('\n')) {
      if (line.length > MAX_LINE) continue
      const section = /^\s*\[+([^\]]+)\]+\s*$/.exec(line)?.[1]
      if (section !== undefined) isTable = COMMAND_TABLE.test(section)
      const [, key = '', value = ''] = /^[\s-]*["']?([\w.:-]+?)["']?\s*(?::\s|=)\s*(.+)$/.exec(line) ?? []
      if (value === '' || !(isTable || COMMAND_KEY.test(key))) continue
      const inner = /\b(?:cmd|shell|script|command)\s*=\s*["'](.+?)["']/.exec(value)?.[1]
      lines.push(templated(inner ?? asLine(value.trim())))
    }
    return new Map([['', { needs: [], lines }]])
  }

/** Longer lines are data. */
const MAX_LINE = 1000

/** `["rm", "-r", "x"]` is a line, too. */
const asLine = (value: string): string =>
  value.startsWith('[') ? value.replace(/^\[|\]$|["']?\s*,\s*["']?|["']/g, ' ').trim() : plain(value)

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
