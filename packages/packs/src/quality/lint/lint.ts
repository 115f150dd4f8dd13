import * as v from 'valibot'
import { defineHook, type RunResult, type Services, capText } from '@holdpoint/engine'
import { currentText } from '../../shared/new-text.ts'
import { PLAIN, withoutColours } from '../../shared/plain-output.ts'
import { findProgram } from '../../shared/programs.ts'
import { isSource, touchedFiles, type Touched } from '../touched.ts'
import { linterOf } from './cache.ts'
import { languageOf, type Linter } from '../../shared/linters.ts'

export default defineHook({
  meta: {
    id: 'quality/lint',
    summary: 'Run the project’s own linter on a written file, and report what it could not fix.',
    on: ['tool.after'],
    tools: ['write', 'edit'],
    role: 'context',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    needsTrust: true,
    order: 310,
    aliases: ['lint.sh', 'harness/lint'],
    options: v.strictObject({
      fix: v.optional(v.pipe(v.boolean(), v.description('Let the linter fix what it can first.')), true),
    }),
    stricter: { fix: 'free' },
    messages: {
      findings: {
        what: '{linter} reports problems in {path}:\n{output}',
        why: '',
        fix: '\nFix them. Automatic fixes are already applied, so read the file again first.',
      },
    },
  },
  async run({ event, options, services, pass, feedback, inject }) {
    if (event.failed) return pass
    const [file] = await touchedFiles(event, services)
    const language = file && languageOf(file.path)
    if (file?.tree === undefined || language === undefined || !isSource(file)) return pass
    const before = currentText(file.path, services.files)
    if (before === undefined) return pass
    const linter = linterOf(language, file.tree, event.root, services.files)
    const program = linter && findProgram(linter.program, directoryOf(file.path), file.tree, services)
    if (linter === undefined || program === undefined) return pass

    const { findings, output } = await lint(
      linter,
      program,
      file,
      options.fix && services.isObserved !== true,
      services,
    )
    if (findings) return feedback('findings', { linter: linter.name, path: file.relative, output })
    const isChanged = currentText(file.path, services.files) !== before
    return isChanged ? inject(changedNotice(linter.name, file.relative)) : pass
  },
})

interface Answer {
  readonly findings: boolean
  readonly output: string
}

/** Fixes first; only the remaining findings count. */
async function lint(
  linter: Linter,
  program: string,
  file: Touched,
  fix: boolean,
  { process }: Services,
): Promise<Answer> {
  const run = (args: readonly string[]): Promise<RunResult> =>
    process.run(
      program,
      args.map((arg) => fill(arg, file)),
      { cwd: file.tree ?? '/', env: PLAIN },
    )
  const steps = fix && linter.fixes.length > 0 ? linter.fixes : [linter.check]
  // A failure of an earlier step shows up again in the last one.
  for (const args of steps.slice(0, -1)) await run(args)
  return answerOf(linter, await run(steps.at(-1) ?? linter.check))
}

/** A name that begins with a dash must not be read as an option. */
const fill = (arg: string, { relative }: Touched): string =>
  arg === '{file}' ? `./${relative}` : arg === '{directory}' ? `./${directoryOf(relative)}` : arg

const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

function answerOf({ name, findings, finding }: Linter, { exitCode, stdout, stderr }: RunResult): Answer {
  const said = [stdout, stderr].map((text) => withoutColours(text).trim()).filter((text) => text !== '')
  const output = capText(said.join('\n'), MAX_OUTPUT)
  if (exitCode === 0) return { findings: false, output }
  const isFinding = exitCode !== undefined && (findings.includes(exitCode) || finding?.test(output) === true)
  // Without output there is nothing to report to the agent.
  if (isFinding && output !== '') return { findings: true, output }
  throw new Error(
    `${name} ended with ${exitCode === undefined ? 'a signal' : `code ${exitCode}`}: ${output.slice(0, 200)}`,
  )
}

const MAX_OUTPUT = 4_000

const changedNotice = (linter: string, path: string): string =>
  `${linter} changed ${path} after it was written. Read it again before the next edit.`
