import { resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { compile } from '../config/compile.ts'
import { layerFiles, type LayerFile } from '../config/layers.ts'
import { readLayer } from '../config/parse.ts'
import type { Problem } from '../config/settings.ts'
import { builtIn } from '../registry/registry.ts'
import { colours, print, printJson, printProblem } from './output.ts'
import { projectRoot } from './project.ts'

interface ValidateOptions {
  readonly project?: string
  readonly json?: boolean
}

/** Exit code 1 when anything is wrong, so that a CI job can use it. */
export async function validate(named: readonly string[], { project, json }: ValidateOptions): Promise<void> {
  const files = named.length > 0 ? named.map(asProjectFile) : layerFiles(projectRoot(project), process.env)
  const present = files.filter(({ path }) => readLayer(path) !== undefined)
  // Each file by itself: `compile` takes one file per layer.
  const ofFiles = await Promise.all(present.map((file) => compile([file], {}, builtIn)))
  const ofSwitches = named.length > 0 ? [] : (await compile([], process.env, builtIn)).problems
  const problems = [...ofFiles.flatMap((result) => result.problems), ...ofSwitches]

  if (json === true) printJson({ ok: problems.length === 0, files: present.map(({ path }) => path), problems })
  else show(present, problems)
  if (problems.length > 0) process.exitCode = 1
}

function show(files: readonly LayerFile[], problems: readonly Problem[]): void {
  for (const problem of problems) printProblem(problem)
  for (const { path } of files) {
    if (!problems.some(({ file }) => file === path)) print(`${colours.green('✓')} ${path}`)
  }
  if (files.length === 0 && problems.length === 0) print('No configuration file: the preset `recommended` is in force.')
}

function asProjectFile(path: string): LayerFile {
  if (readLayer(path) === undefined) throw new UserError(`${path} does not exist.`)
  return { name: 'project', path: resolve(path) }
}
