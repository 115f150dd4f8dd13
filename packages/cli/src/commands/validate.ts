import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '@holdpoint/engine'
import { PROJECT_CONFIG, builtIn } from '@holdpoint/packs'
import { ignoredLoosening, untrusted } from '@holdpoint/runtime'
import { compile, layerFiles, type LayerFile, readLayer, showProblem, type Problem } from '@holdpoint/engine/policy'
import { hookFile, hookFiles, isHookFile, type HookFile } from '../install/hook-files.ts'
import { switchesOf } from '@holdpoint/runtime/inspect'
import { knownModules } from '@holdpoint/runtime/custom'
import { placeOf } from '@holdpoint/runtime/system'
import { colours, print, printJson, printProblem } from './output.ts'
import { projectRoot } from './project.ts'
import { printIgnored } from './trust-words.ts'

interface ValidateOptions {
  readonly project?: string
  readonly json?: boolean
}

/** Exit code 1 when anything is wrong, so that a CI job can use it. */
export async function validate(named: readonly string[], { project, json }: ValidateOptions): Promise<void> {
  const files =
    named.length > 0 ? named.filter(isConfig).map(asProjectFile) : layerFiles(projectRoot(project), process.env)
  const present = files.filter(({ path }) => readLayer(path) !== undefined)
  // A layer may refer to what another layer adds; files named on the command line are checked alone.
  const ofFiles =
    named.length > 0
      ? await Promise.all(present.map((file) => compile([file], {}, builtIn)))
      : [await compile(present, process.env, builtIn, {}, modulesIn(projectRoot(project)))]
  const ofProject = named.length > 0 ? [] : await projectProblems(projectRoot(project))
  const waiting = named.length > 0 ? [] : await untrusted(projectRoot(project), process.env)
  const ignored = named.length > 0 ? {} : await ignoredLoosening(projectRoot(project), process.env)
  const hooked =
    named.length > 0 ? named.filter(isHookFile).map(asHookFile) : hookFiles(projectRoot(project), process.env)
  const problems = [...[...ofFiles, ...hooked].flatMap((result) => result.problems), ...ofProject]
  const notes = [...ofFiles, ...hooked].flatMap((result) => result.notes)
  const checked = [...present.map(({ path }) => path), ...hooked.map(({ file }) => file)]

  if (json === true)
    printJson({
      ok: problems.length === 0,
      files: checked,
      problems,
      ...(notes.length > 0 && { notes }),
      ...(waiting.length > 0 && { untrusted: waiting }),
      ...(Object.keys(ignored).length > 0 && { ignored }),
    })
  else show(checked, problems)
  if (json !== true) for (const note of notes) print(`${colours.yellow('!')} ${showProblem(note)}`)
  if (json !== true)
    for (const { id, why } of waiting)
      print(`${colours.yellow('!')} ${id}: ${why}. Review it with \`holdpoint trust\`.`)
  if (json !== true) printIgnored(ignored)
  if (json !== true && present.length + named.length + problems.length === 0) print(NO_CONFIG)
  if (problems.length > 0) process.exitCode = 1
}

/** The project's own file switches the hooks of the orchestrator; each mistake is reported once. */
async function projectProblems(root: string): Promise<readonly Problem[]> {
  const problems = (await switchesOf(root, process.env)).flatMap(({ problem }) =>
    problem === undefined ? [] : [problem],
  )
  return [...new Set(problems)].map((message) => ({ file: join(root, PROJECT_CONFIG), message }))
}

const modulesIn = (root: string): ReturnType<typeof knownModules> =>
  knownModules(root, placeOf(root, process.env).directory)

const NO_CONFIG = 'No configuration file: the preset `recommended` is in use.'

function show(files: readonly string[], problems: readonly Problem[]): void {
  for (const problem of problems) printProblem(problem)
  for (const path of files) {
    if (!problems.some(({ file }) => file === path)) print(`${colours.green('✓')} ${path}`)
  }
}

const isConfig = (path: string): boolean => !isHookFile(path)

function asProjectFile(path: string): LayerFile {
  if (readLayer(path) === undefined) throw new UserError(`${path} does not exist.`)
  return { name: 'project', path: resolve(path) }
}

function asHookFile(path: string): HookFile {
  if (!existsSync(path)) throw new UserError(`${path} does not exist.`)
  return hookFile(resolve(path))
}
