import { rootText } from './programs.ts'
import { isObject, type Services } from '@holdpoint/engine'

export type Language =
  | 'javascript'
  | 'python'
  | 'rust'
  | 'go'
  | 'jvm'
  | 'dotnet'
  | 'ruby'
  | 'php'
  | 'elixir'
  | 'swift'
  | 'c'
  | 'any'

export type TestRuleServices = Pick<Services, 'files'>

/** A program on the PATH or of the project; with a slash it is a file of the project, such as `./gradlew`. */
interface Command {
  readonly program: string
  readonly args: readonly string[]
}

interface Rule {
  readonly name: string
  readonly language: Language
  /** Undefined: the project does not use it. */
  detect(root: string, world: TestRuleServices): Command | undefined
}

type Used = (root: string, world: TestRuleServices) => boolean

const rule = (name: string, language: Language, command: string, isUsed: Used): Rule => {
  const [program = '', ...args] = command.split(' ')
  return { name, language, detect: (root, world) => (isUsed(root, world) ? { program, args } : undefined) }
}

const has =
  (...names: readonly string[]): Used =>
  (root, { files }) =>
    names.some((name) => files.stat(`${root}/${name}`) !== undefined)

const hasEnding =
  (pattern: RegExp): Used =>
  (root, world) =>
    namesIn(root, world).some((name) => pattern.test(name))

const says =
  (name: string, pattern: RegExp): Used =>
  (root, { files }) =>
    pattern.test(rootText(root, name, files))

const any =
  (...uses: readonly Used[]): Used =>
  (root, world) =>
    uses.some((isUsed) => isUsed(root, world))

const scriptEndings = (name: string): readonly string[] =>
  ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((ending) => `${name}.${ending}`)

const usesPytest = any(
  says('pyproject.toml', /^\s*\[tool\.pytest[\].]/m),
  says('setup.cfg', /^\s*\[tool:pytest\]/m),
  says('tox.ini', /^\s*\[pytest\]/m),
  has('pytest.ini'),
)

/** The first matching rule of each language. */
export const TEST_RULES: readonly Rule[] = [
  rule('vitest', 'javascript', 'vitest run', has(...scriptEndings('vitest.config'))),
  rule(
    'jest',
    'javascript',
    'jest',
    any(has(...scriptEndings('jest.config'), 'jest.config.json'), (root, { files }) =>
      isObject(manifest(root, files)['jest']),
    ),
  ),
  { name: 'npm test', language: 'javascript', detect: packageScript },
  rule(
    'mocha',
    'javascript',
    'mocha',
    has('.mocharc.js', '.mocharc.cjs', '.mocharc.json', '.mocharc.jsonc', '.mocharc.yml', '.mocharc.yaml'),
  ),
  rule('deno test', 'javascript', 'deno test -A', has('deno.json', 'deno.jsonc')),
  rule('bun test', 'javascript', 'bun test', has('bun.lock', 'bun.lockb', 'bunfig.toml')),
  rule('node --test', 'javascript', 'node --test', usesNodeTest),
  rule('pytest', 'python', 'pytest --tb=short -q', usesPytest),
  rule('tox', 'python', 'tox', says('tox.ini', /^\s*\[(?:tox|testenv)[\]:]/m)),
  { name: 'unittest', language: 'python', detect: unittest },
  rule('pytest', 'python', 'pytest --tb=short -q', (root, world) => pythonTests(root, world).length > 0),
  rule('nextest', 'rust', 'cargo nextest run --no-fail-fast', has('.config/nextest.toml')),
  // Without --no-fail-fast the first test program that fails hides the failures of the others.
  rule('cargo test', 'rust', 'cargo test --no-fail-fast', has('Cargo.toml')),
  rule('go test', 'go', 'go test ./...', has('go.mod')),
  rule('gradle test', 'jvm', './gradlew test', has('gradlew')),
  rule(
    'gradle test',
    'jvm',
    'gradle test',
    has('build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'),
  ),
  rule('mvn test', 'jvm', './mvnw -B test', has('mvnw')),
  rule('mvn test', 'jvm', 'mvn -B test', has('pom.xml')),
  rule('dotnet test', 'dotnet', 'dotnet test', hasEnding(/\.(?:slnx?|csproj|fsproj|vbproj)$/)),
  { name: 'rspec', language: 'ruby', detect: rspec },
  { name: 'minitest', language: 'ruby', detect: minitest },
  rule('pest', 'php', 'pest', has('tests/Pest.php')),
  rule('phpunit', 'php', 'phpunit', has('phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml')),
  rule('mix test', 'elixir', 'mix test', has('mix.exs')),
  rule('swift test', 'swift', 'swift test', has('Package.swift')),
  {
    name: 'ctest',
    language: 'c',
    // Tests of an outdated build would say nothing about the source.
    detect: (root, world) =>
      has('build/CTestTestfile.cmake')(root, world)
        ? { program: '/bin/sh', args: ['-c', 'cmake --build build && ctest --test-dir build --output-on-failure'] }
        : undefined,
  },
  { name: 'make test', language: 'any', detect: makeTarget },
]

/** The script `test`, by the package manager whose lock file is there. */
function packageScript(root: string, { files }: TestRuleServices): Command | undefined {
  if (testScript(root, { files }) === undefined) return undefined
  const managers = [
    ['pnpm-lock.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bun'],
    ['bun.lockb', 'bun'],
  ] as const
  const program = managers.find(([lock]) => files.stat(`${root}/${lock}`) !== undefined)?.[1] ?? 'npm'
  return { program, args: program === 'bun' ? ['run', 'test'] : ['test'] }
}

/** What the script `test` runs; undefined when there is none. The one that `npm init` writes does not count. */
export function testScript(root: string, { files }: TestRuleServices): string | undefined {
  const { scripts } = manifest(root, files)
  const test = isObject(scripts) ? scripts['test'] : undefined
  return typeof test === 'string' && test.trim() !== '' && !test.includes('no test specified') ? test : undefined
}

const MAX_READ_TESTS = 20

function usesNodeTest(root: string, world: TestRuleServices): boolean {
  const folders = ['', 'test/', 'tests/', 'src/', 'lib/']
  const tests = folders.flatMap((folder) =>
    namesIn(`${root}/${folder}`, world)
      .filter((name) => /\.[cm]?[jt]s$/.test(name) && (folder.startsWith('test') || /(?:^|[.\-_])test\./.test(name)))
      .map((name) => folder + name),
  )
  return tests.slice(0, MAX_READ_TESTS).some((name) => rootText(root, name, world.files).includes('node:test'))
}

/** Test files where Python projects have them, relative to the project. */
const pythonTests = (root: string, world: TestRuleServices): readonly string[] =>
  ['tests/', 'test/', ''].flatMap((folder) =>
    namesIn(`${root}/${folder}`, world)
      .filter((name) => /^test_.*\.py$|_test\.py$/.test(name))
      .map((name) => folder + name),
  )

/** Tests that are written with unittest and do not mention pytest run without anything to install. */
function unittest(root: string, world: TestRuleServices): Command | undefined {
  const tests = pythonTests(root, world)
  const texts = tests.slice(0, MAX_READ_TESTS).map((name) => rootText(root, name, world.files))
  const isUnittest = (text: string): boolean => /^\s*(?:import|from) unittest\b/m.test(text) && !text.includes('pytest')
  if (texts.length === 0 || !texts.every(isUnittest)) return undefined
  const folder = tests[0]?.split('/').slice(0, -1).join('/') ?? ''
  const isPackage = world.files.stat(`${root}/${folder}/__init__.py`) !== undefined
  const where = folder === '' ? [] : ['-s', folder, ...(isPackage ? ['-t', '.'] : [])]
  return { program: 'python3', args: ['-m', 'unittest', 'discover', ...where] }
}

const bundled = (command: string, root: string, { files }: TestRuleServices): Command => {
  const words = command.split(' ')
  const [program = '', ...args] = files.stat(`${root}/Gemfile`) === undefined ? words : ['bundle', 'exec', ...words]
  return { program, args }
}

function rspec(root: string, world: TestRuleServices): Command | undefined {
  const isTested = namesIn(`${root}/spec`, world).some((name) => name.endsWith('_spec.rb'))
  return isTested || has('.rspec', 'spec/spec_helper.rb')(root, world) ? bundled('rspec', root, world) : undefined
}

function minitest(root: string, world: TestRuleServices): Command | undefined {
  if (has('bin/rails')(root, world)) return { program: 'bin/rails', args: ['test'] }
  const isTested = namesIn(`${root}/test`, world).some((name) => /^test_.*\.rb$|_test\.rb$/.test(name))
  return isTested && has('Rakefile')(root, world) ? bundled('rake test', root, world) : undefined
}

function makeTarget(root: string, { files }: TestRuleServices): Command | undefined {
  const text = ['GNUmakefile', 'makefile', 'Makefile'].map((name) => rootText(root, name, files)).join('\n')
  const target = ['test', 'check'].find((name) => new RegExp(`^${name}\\s*:(?!=)`, 'm').test(text))
  return target === undefined ? undefined : { program: 'make', args: [target] }
}

function manifest(root: string, files: TestRuleServices['files']): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(rootText(root, 'package.json', files))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function namesIn(directory: string, { files }: TestRuleServices): readonly string[] {
  try {
    return files.list(directory.replace(/\/$/, ''))
  } catch {
    return []
  }
}
