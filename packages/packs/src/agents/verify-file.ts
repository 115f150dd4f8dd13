import { linterIn, languageOf, projectIn } from '../shared/linters.ts'
import { PLAIN } from '../shared/plain-output.ts'
import { findProgram } from '../shared/programs.ts'
import type { RunResult, Services } from '@holdpoint/engine'
import type { Change } from './change.ts'
import { maskedOutput } from './run-tests.ts'

/** Checks a file with its language's parser, then with the project's own linter and type checker. */

export interface Objection {
  readonly program: string
  readonly output: string
}

interface Check {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  /** Undefined: unknown. */
  judge(result: RunResult): string | undefined
}

export async function verifyFile(change: Change, limitMs: number, services: Services): Promise<Objection | undefined> {
  const endsAt = services.now().getTime() + limitMs
  for (const { name, program, args, judge } of checksFor(change, services)) {
    const path = findProgram(program, change.path.slice(0, change.path.lastIndexOf('/')), change.tree, services)
    const left = endsAt - services.now().getTime()
    if (path === undefined || left <= 0) continue
    const result = await services.process.run(path, args, { cwd: change.tree, env: PLAIN, timeoutMs: left })
    const output = judge(result)
    if (output !== undefined) return { program: name, output }
  }
  return undefined
}

function checksFor(change: Change, services: Services): readonly Check[] {
  return [...syntaxChecks(change, services), ...lintChecks(change, services), ...typeChecks(change, services)]
}

/** Syntax checks by the interpreter of a language, without running the file. */
const SYNTAX: readonly (readonly [RegExp, string, readonly string[]])[] = [
  [/\.[cm]?js$/, 'node', ['--check', '{file}']],
  [/\.py$/, 'python3', ['-c', 'import ast,sys;ast.parse(open(sys.argv[1],"rb").read(),sys.argv[1])', '{file}']],
  [/\.rb$/, 'ruby', ['-c', '{file}']],
  [/\.php$/, 'php', ['-l', '{file}']],
  [/\.go$/, 'gofmt', ['-e', '-l', '{file}']],
  [/\.(?:sh|bash)$/, 'bash', ['-n', '{file}']],
]

function syntaxChecks({ relative }: Change, services: Services): readonly Check[] {
  return SYNTAX.filter(([files]) => files.test(relative)).map(([, program, args]) => ({
    name: `${program} ${args[0] ?? ''}`.replace(/ -c$/, ''),
    program,
    args: fill(args, relative),
    judge: (result) =>
      result.exitCode === undefined || result.exitCode === 0 ? undefined : nonEmpty(maskedOutput(result, services)),
  }))
}

function lintChecks({ relative, tree }: Change, services: Services): readonly Check[] {
  const language = languageOf(relative)
  const linter = language && linterIn(language, projectIn(tree, services.files))
  if (linter === undefined) return []
  const judge = (result: RunResult): string | undefined => {
    const output = maskedOutput(result, services)
    const { exitCode } = result
    const isFinding = exitCode !== undefined && exitCode !== 0 && linter.findings.includes(exitCode)
    return isFinding || (exitCode !== 0 && linter.finding?.test(output) === true) ? nonEmpty(output) : undefined
  }
  return [{ name: linter.name, program: linter.program, args: fill(linter.check, relative), judge }]
}

/** The compiler checks the whole project; only its messages about this file count. */
function typeChecks({ relative, tree }: Change, services: Services): readonly Check[] {
  if (!/\.[cm]?tsx?$/.test(relative) || services.files.stat(`${tree}/tsconfig.json`) === undefined) return []
  const judge = (result: RunResult): string | undefined => {
    if (result.exitCode === undefined || result.exitCode === 0) return undefined
    const own = result.stdout
      .split('\n')
      .filter((line) => line.startsWith(`${relative}(`) || line.startsWith(`${relative}:`))
    return nonEmpty(maskedOutput({ ...result, stdout: own.join('\n'), stderr: '' }, services))
  }
  return [{ name: 'tsc', program: 'tsc', args: ['--noEmit', '--pretty', 'false', '-p', 'tsconfig.json'], judge }]
}

const nonEmpty = (text: string): string | undefined => (text.trim() === '' ? undefined : text)

/** A name that begins with a dash must not be read as an option. */
const fill = (args: readonly string[], relative: string): readonly string[] =>
  args.map((arg) =>
    arg === '{file}'
      ? `./${relative}`
      : arg === '{directory}'
        ? `./${relative.slice(0, Math.max(0, relative.lastIndexOf('/')))}`
        : arg,
  )
