import { rootText } from './programs.ts'
import type { Files } from '@holdpoint/engine'

/** The supported linters and formatters, how a project shows that it uses one, and how their output is read. */
export interface Linter {
  readonly name: string
  readonly program: string
  /** Runs that fix what they can, in this order; the last one reports what is left. Empty: it cannot fix. */
  readonly fixes: readonly (readonly string[])[]
  /** Only reports problems. `{file}` and `{directory}` are relative to the project. */
  readonly check: readonly string[]
  /** Exit codes that report findings. Any other code but 0 means that the linter itself failed. */
  readonly findings: readonly number[]
  /** Output of a failure that the file causes after all. */
  readonly finding?: RegExp
  /** It needs no configuration: a project that has installed it uses it. */
  readonly needsNothing?: true
}

interface Rule extends Linter {
  isUsed(project: Project): boolean
}

interface Language {
  readonly name: string
  readonly files: RegExp
  /** Configuration files; when one of these changes, the cached choice is discarded. */
  readonly configs: readonly string[]
  readonly rules: readonly Rule[]
}

/** The files at the top of a project. */
export interface Project {
  has(...names: readonly string[]): boolean
  says(name: string, pattern: RegExp): boolean
}

export function projectIn(root: string, files: Files): Project {
  return {
    has: (...names) => names.some((name) => files.stat(`${root}/${name}`)?.kind === 'file'),
    says: (name, pattern) => pattern.test(rootText(root, name, files)),
  }
}

const endings = (name: string, ...ends: readonly string[]): readonly string[] => ends.map((end) => `${name}${end}`)

const BIOME = ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc']
const OXLINT = ['.oxlintrc.json', '.oxlintrc.jsonc', 'oxlint.config.ts']
const ESLINT = [
  ...endings('eslint.config', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'),
  ...endings('.eslintrc', '', '.js', '.cjs', '.json', '.yml', '.yaml'),
]
const PRETTIER = [
  ...endings('.prettierrc', '', '.json', '.json5', '.yml', '.yaml', '.toml', '.js', '.cjs', '.mjs', '.ts'),
  ...endings('prettier.config', '.js', '.cjs', '.mjs', '.ts'),
]

const LANGUAGES: readonly Language[] = [
  {
    name: 'python',
    files: /\.py$/,
    configs: ['pyproject.toml', 'ruff.toml', '.ruff.toml', 'setup.cfg', '.flake8', 'tox.ini'],
    rules: [
      {
        name: 'ruff',
        program: 'ruff',
        fixes: [
          ['format', '--quiet', '{file}'],
          ['check', '--fix', '{file}'],
        ],
        check: ['check', '{file}'],
        findings: [1],
        isUsed: ({ has, says }) => has('ruff.toml', '.ruff.toml') || says('pyproject.toml', /^\s*\[tool\.ruff[\].]/m),
      },
      {
        name: 'black',
        program: 'black',
        fixes: [['--quiet', '{file}']],
        check: ['--check', '{file}'],
        findings: [1],
        finding: /cannot (?:format|parse)/i,
        isUsed: ({ says }) => says('pyproject.toml', /^\s*\[tool\.black[\].]/m),
      },
      {
        name: 'flake8',
        program: 'flake8',
        fixes: [],
        check: ['{file}'],
        findings: [1],
        isUsed: ({ has, says }) =>
          has('.flake8') || says('setup.cfg', /^\s*\[flake8\]/m) || says('tox.ini', /^\s*\[flake8\]/m),
      },
    ],
  },
  {
    name: 'javascript',
    files: /\.(?:ts|tsx|js|jsx)$/,
    configs: ['package.json', ...BIOME, ...OXLINT, ...ESLINT, ...PRETTIER],
    rules: [
      {
        name: 'biome',
        program: 'biome',
        fixes: [['check', '--write', '{file}']],
        check: ['check', '{file}'],
        findings: [1],
        isUsed: ({ has }) => has(...BIOME),
      },
      {
        name: 'oxlint',
        program: 'oxlint',
        fixes: [['--fix', '{file}']],
        check: ['{file}'],
        findings: [1],
        isUsed: ({ has }) => has(...OXLINT),
      },
      {
        name: 'eslint',
        program: 'eslint',
        fixes: [['--fix', '{file}']],
        check: ['{file}'],
        findings: [1],
        isUsed: ({ has, says }) => has(...ESLINT) || says('package.json', /"eslint(?:Config)?"\s*:/),
      },
      {
        name: 'prettier',
        program: 'prettier',
        fixes: [['--write', '--log-level', 'warn', '{file}']],
        check: ['--check', '--log-level', 'warn', '{file}'],
        findings: [1],
        finding: /SyntaxError/,
        isUsed: ({ has, says }) => has(...PRETTIER) || says('package.json', /"prettier"\s*:/),
      },
    ],
  },
  {
    name: 'rust',
    files: /\.rs$/,
    configs: ['Cargo.toml'],
    rules: [
      {
        name: 'clippy',
        program: 'cargo',
        fixes: [],
        check: ['clippy', '--quiet', '--message-format', 'short', '--', '-D', 'warnings'],
        findings: [101],
        isUsed: ({ has }) => has('Cargo.toml'),
      },
    ],
  },
  {
    name: 'go',
    files: /\.go$/,
    configs: ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json', 'go.mod'],
    rules: [
      {
        name: 'golangci-lint',
        program: 'golangci-lint',
        fixes: [],
        check: ['run', '{directory}'],
        findings: [1],
        isUsed: ({ has }) => has('.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'),
      },
      {
        name: 'go vet',
        program: 'go',
        fixes: [
          ['fmt', '{directory}'],
          ['vet', '{directory}'],
        ],
        check: ['vet', '{directory}'],
        findings: [1],
        isUsed: ({ has }) => has('go.mod'),
      },
    ],
  },
  {
    name: 'shell',
    files: /\.(?:sh|bash)$/,
    configs: ['.shellcheckrc'],
    rules: [
      {
        name: 'shellcheck',
        program: 'shellcheck',
        fixes: [],
        check: ['--format', 'gcc', '{file}'],
        findings: [1],
        needsNothing: true,
        isUsed: () => true,
      },
    ],
  },
]

export const languageOf = (path: string): Language | undefined => LANGUAGES.find(({ files }) => files.test(path))

/** The first linter that a project uses. */
export const linterIn = ({ rules }: Language, project: Project): Linter | undefined =>
  rules.find((rule) => rule.isUsed(project))

/** What a project uses, a linter for each language, and where `find` says its program is. */
export function lintersIn(
  root: string,
  files: Files,
  find: (program: string) => string | undefined,
): readonly (Linter & { readonly file: string | undefined })[] {
  const project = projectIn(root, files)
  return LANGUAGES.flatMap((language) => {
    const linter = linterIn(language, project)
    const file = linter && find(linter.program)
    // One that needs no configuration is used only where it is installed.
    return linter === undefined || (linter.needsNothing === true && file === undefined) ? [] : [{ ...linter, file }]
  })
}

export const linterNamed = ({ rules }: Language, name: string): Linter | undefined =>
  rules.find((rule) => rule.name === name)

export type { Language }
