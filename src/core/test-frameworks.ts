import type { Services } from './services.ts'
import { findProgram, rootText } from './programs.ts'

/** How a project is tested, told by files everybody knows. Nothing of it is read from a payload or a command. */
export interface Framework {
  readonly name: FrameworkName
  readonly language: 'javascript' | 'python' | 'rust' | 'go'
  readonly program: string
  readonly args: readonly string[]
}

export type FrameworkName = 'vitest' | 'jest' | 'npm test' | 'pytest' | 'cargo test' | 'go test'

type World = Pick<Services, 'files'>

const SCRIPT_ENDINGS = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs']

interface Rule extends Framework {
  isUsed(root: string, world: World): boolean
}

/** Of one language the first that fits. */
const RULES: readonly Rule[] = [
  {
    name: 'vitest',
    language: 'javascript',
    program: 'vitest',
    args: ['run'],
    isUsed: (root, { files }) => hasAny(root, 'vitest.config', SCRIPT_ENDINGS, files),
  },
  {
    name: 'jest',
    language: 'javascript',
    program: 'jest',
    args: [],
    isUsed: (root, { files }) =>
      hasAny(root, 'jest.config', [...SCRIPT_ENDINGS, 'json'], files) || isObject(manifest(root, files)['jest']),
  },
  {
    name: 'npm test',
    language: 'javascript',
    program: 'npm',
    args: ['test'],
    isUsed: (root, { files }) => hasTestScript(manifest(root, files)),
  },
  {
    name: 'pytest',
    language: 'python',
    program: 'pytest',
    args: ['--tb=short', '-q'],
    isUsed: (root, { files }) =>
      /^\s*\[tool\.pytest[\].]/m.test(rootText(root, 'pyproject.toml', files)) ||
      /^\s*\[tool:pytest\]/m.test(rootText(root, 'setup.cfg', files)) ||
      /^\s*\[pytest\]/m.test(rootText(root, 'tox.ini', files)) ||
      files.stat(`${root}/pytest.ini`) !== undefined ||
      ['tests', 'test'].some((folder) =>
        files.list(`${root}/${folder}`).some((name) => /^test_.*\.py$|_test\.py$/.test(name)),
      ),
  },
  {
    name: 'cargo test',
    language: 'rust',
    program: 'cargo',
    // Without this the first test program that fails hides the failures of all the others.
    args: ['test', '--no-fail-fast'],
    isUsed: (root, { files }) => files.stat(`${root}/Cargo.toml`) !== undefined,
  },
  {
    name: 'go test',
    language: 'go',
    program: 'go',
    args: ['test', './...'],
    isUsed: (root, { files }) => files.stat(`${root}/go.mod`) !== undefined,
  },
]

/** Everything the project is tested with: at most one framework for each language. */
export function frameworksIn(root: string, world: World): readonly Framework[] {
  const used = RULES.filter((rule) => rule.isUsed(root, world))
  return used.filter((rule, index) => used.findIndex(({ language }) => language === rule.language) === index)
}

const LANGUAGES: readonly (readonly [RegExp, Framework['language']])[] = [
  [/\.(?:ts|tsx|js|jsx)$/, 'javascript'],
  [/\.py$/, 'python'],
  [/\.rs$/, 'rust'],
  [/\.go$/, 'go'],
]

/** What tests a file: the framework of its language, else whatever the project is tested with. */
export function frameworkFor(path: string, frameworks: readonly Framework[]): Framework | undefined {
  const language = LANGUAGES.find(([files]) => files.test(path))?.[1]
  return frameworks.find((framework) => framework.language === language) ?? frameworks[0]
}

/** Where the program is; a project's own copy before anybody else's. */
export const programOf = (
  { program }: Framework,
  root: string,
  world: Pick<Services, 'files' | 'env'>,
): string | undefined => findProgram(program, root, root, world)

const hasAny = (root: string, name: string, endings: readonly string[], files: World['files']): boolean =>
  endings.some((ending) => files.stat(`${root}/${name}.${ending}`) !== undefined)

function hasTestScript({ scripts }: Readonly<Record<string, unknown>>): boolean {
  const test = isObject(scripts) ? scripts['test'] : undefined
  // What `npm init` writes is no test.
  return typeof test === 'string' && test.trim() !== '' && !test.includes('no test specified')
}

function manifest(root: string, files: World['files']): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(rootText(root, 'package.json', files))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
