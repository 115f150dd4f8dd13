import type { Services } from '@holdpoint/engine'
import type { Change } from '../change.ts'
import type { CheckFinding } from '../findings.ts'
import { dockerfileProblem, isDockerfile } from './dockerfile.ts'
import { jsonProblem } from './json.ts'
import { tomlProblem } from './toml.ts'

type ConfigFile = Pick<Change, 'path' | 'relative' | 'after'>

/** Whether a configuration file can be parsed by the program it is for. */
export async function configProblem(
  { path, relative, after }: ConfigFile,
  { yaml }: Pick<Services, 'yaml'>,
): Promise<CheckFinding | undefined> {
  const name = relative.slice(relative.lastIndexOf('/') + 1)
  if (/\.ya?ml$/.test(name)) return isTemplate(relative, after) ? undefined : yamlProblem(await yaml(path, 'documents'))
  const problem = /\.jsonc?$/.test(name)
    ? jsonProblem(after, allowsComments(relative))
    : name.endsWith('.toml')
      ? tomlProblem(after)
      : isDockerfile(name)
        ? dockerfileProblem(after)
        : undefined
  return problem === undefined ? undefined : { line: problem.line, what: problem.message }
}

/** Templates that another program fills in first. */
const isTemplate = (relative: string, text: string): boolean =>
  /(?:^|\/)templates\//.test(relative) && /\{\{|\{%/.test(text)

/** `line 3: …`. Merging several times is common, and every reader of such files allows it. */
function yamlProblem(data: Awaited<ReturnType<Services['yaml']>>): CheckFinding | undefined {
  const problem = data?.problem
  if (problem === undefined || problem.includes('the key `<<` is defined twice')) return undefined
  const [, line = '1', what = problem] = /^line (\d+): (.*)$/s.exec(problem) ?? []
  return { line: Number(line), what }
}

/** Programs that accept comments in their JSON. */
const allowsComments = (relative: string): boolean =>
  /\.jsonc$|(?:^|\/)(?:[jt]sconfig[\w.-]*|\.?devcontainer|\.eslintrc|\.oxlintrc|\.oxfmtrc|biome|turbo|nx|deno|angular|api-extractor|\.?swcrc|\.babelrc|renovate)\.json$|(?:^|\/)\.vscode\/[^/]+\.json$/.test(
    relative,
  )
