import { lintersIn, findProgram, frameworksIn, programOf } from '@holdpoint/packs'
import { LLM_PROVIDERS, filled, userVariables, type Env } from '@holdpoint/engine'
import { openServices, within } from '@holdpoint/runtime'
import { files, findGit, findWorkTree, run } from '@holdpoint/runtime/system'
import { ok, warn, type Finding } from './finding.ts'

/** A program that hooks can use. Without a file it is configured here, but not installed. */
interface Tool {
  readonly name: string
  readonly file?: string
}

/** Optional programs that hooks use when they are installed. */
export interface Tools {
  /** Absent: there is no git outside the repository. */
  readonly git?: {
    readonly file: string
    readonly version?: string
    readonly inRepository: boolean
    /** Whether git answers for this repository. */
    readonly usable: boolean
  }
  readonly linters: readonly Tool[]
  readonly testFrameworks: readonly Tool[]
  /** The variables that hold a key for a language model. Their values are not reported. */
  readonly keys: readonly string[]
}

const LIMIT_MS = 10_000

export async function toolsOf(root: string, env: Env): Promise<Tools> {
  const world = { files, env: (name: string) => env[name] }
  const git = await gitOf(root, env)
  const tool = (name: string, file: string | undefined): Tool => ({ name, ...(file !== undefined && { file }) })
  const own = userVariables(files, env['HOME'])
  return {
    ...(git !== undefined && { git }),
    linters: lintersIn(root, files, (program) => findProgram(program, root, root, world)).map(({ name, file }) =>
      tool(name, file),
    ),
    testFrameworks: frameworksIn(root, world).map((framework) =>
      tool(framework.name, programOf(framework, root, world)),
    ),
    keys: KEYS.filter((name) => (filled(env[name]) ?? filled(own(name))) !== undefined),
  }
}

const KEYS = Object.values(LLM_PROVIDERS).flatMap(({ keys }) => keys)

async function gitOf(root: string, env: Env): Promise<Tools['git']> {
  const executable = findGit(env['PATH'], root)
  if (executable === undefined) return undefined
  const { file, path } = executable
  // Outside the repository, whose configuration must not decide what runs.
  const options = { cwd: '/', env: { PATH: path }, signal: AbortSignal.timeout(LIMIT_MS) }
  const { exitCode, stdout } = await run(file, ['--version'], options)
  const version = exitCode === 0 ? /\d+(?:\.\w+)+/.exec(stdout)?.[0] : undefined
  const inRepository = findWorkTree(root) !== undefined
  const { git } = openServices({ env, run }).for(within(LIMIT_MS))
  const usable = version !== undefined && (!inRepository || (await git.answers(root)))
  return { file, ...(version !== undefined && { version }), inRepository, usable }
}

export const toolFindings = ({ git, linters, testFrameworks, keys }: Tools): readonly Finding[] => [
  gitFinding(git),
  toolFinding(linters, 'linter', 'linters'),
  toolFinding(testFrameworks, 'test framework', 'test frameworks'),
  ok(
    keys.length === 0
      ? `no API key for a language model is set (${KEYS.join(', ')}). Only hooks that ask a model need one`
      : `API keys for language models are set: ${keys.join(', ')}`,
  ),
]

function gitFinding(git: Tools['git']): Finding {
  if (git === undefined) {
    return warn(
      'git is not on the PATH, so hooks cannot read branches and commits. Holdpoint does not run a git inside the repository.',
      'Install git.',
    )
  }
  const { file, version, inRepository, usable } = git
  if (version === undefined) return warn(`${file} does not run.`, `Run \`${file} --version\` to see why.`)
  if (!usable) return warn(`git ${version} (${file}) cannot read this repository.`, 'Run `git status` here to see why.')
  return ok(`git ${version} (${file})${inRepository ? '' : ' (this folder is not a repository)'}`)
}

/** A missing program is not a fault: hooks work without it. */
function toolFinding(tools: readonly Tool[], one: string, many: string): Finding {
  const [found, missing] = [true, false].map((isFound) =>
    tools.filter(({ file }) => (file !== undefined) === isFound).map(({ name }) => name),
  ) as [string[], string[]]
  const lacks = missing.length === 0 ? '' : `configured but not installed: ${missing.join(', ')}`
  if (found.length === 0) return ok(lacks === '' ? `no ${one} is configured here` : `no ${one} found, ${lacks}`)
  return ok(`${found.length === 1 ? one : many} found: ${found.join(', ')}${lacks === '' ? '' : `, ${lacks}`}`)
}
