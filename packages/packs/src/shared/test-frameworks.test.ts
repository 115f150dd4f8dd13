import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { files } from '@holdpoint/runtime/system'
import { commandText, frameworkFor, frameworksIn, testedWith } from './test-frameworks.ts'

const namesIn = (given: Readonly<Record<string, string>>): readonly string[] => {
  const { path, write } = aDirectory()
  write(given)
  return frameworksIn(path, { files }).map(({ name }) => name)
}
const script = (test: string): string => JSON.stringify({ scripts: { test } })

describe('HAR-TR-01: what a project is tested with', () => {
  it.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [{ 'vitest.config.ts': '' }, ['vitest']],
    [{ 'vitest.config.mjs': '', 'package.json': script('vitest run') }, ['vitest']],
    [{ 'jest.config.cjs': '', 'package.json': script('x') }, ['jest']],
    [{ 'package.json': '{"jest":{}}' }, ['jest']],
    [{ 'package.json': script('node --test') }, ['npm test']],
    [{ 'package.json': script('echo "Error: no test specified" && exit 1') }, []],
    [{ 'package.json': script('') }, []],
    [{ 'package.json': '{"scripts":{"test":1}}' }, []],
    [{ 'package.json': '{' }, []],
    [{ 'package.json': '[]' }, []],
    [{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, ['pytest']],
    [{ 'pyproject.toml': '[tool.pytest]\n' }, ['pytest']],
    [{ 'pyproject.toml': '# [tool.pytestx]\n[tool.black]\n' }, []],
    [{ 'setup.cfg': '[tool:pytest]\n' }, ['pytest']],
    [{ 'pytest.ini': '' }, ['pytest']],
    [{ 'tox.ini': '[pytest]\n' }, ['pytest']],
    [{ 'tests/test_a.py': '' }, ['pytest']],
    [{ 'tests/a.js': '' }, []],
    [{ 'Cargo.toml': '' }, ['cargo test']],
    [{ 'go.mod': '' }, ['go test']],
    [{ 'go.mod': '', 'package.json': script('x'), 'test/test_a.py': '' }, ['npm test', 'pytest', 'go test']],
    [{ '.mocharc.yml': '' }, ['mocha']],
    [{ '.mocharc.yml': '', 'package.json': script('mocha') }, ['npm test']],
    [{ 'deno.json': '{}' }, ['deno test']],
    [{ 'bun.lock': '', 'a.test.ts': '' }, ['bun test']],
    [{ 'package.json': '{}', 'test/a.js': 'import test from "node:test"' }, ['node --test']],
    [{ 'a.test.mjs': "import { test } from 'node:test'" }, ['node --test']],
    [{ 'test/a.js': 'import { it } from "something"' }, []],
    [{ 'tests/test_a.py': 'import unittest\n' }, ['unittest']],
    [{ 'test_a.py': 'from unittest import TestCase\n' }, ['unittest']],
    [{ 'tests/test_a.py': 'import unittest\nimport pytest\n' }, ['pytest']],
    [{ 'tests/test_a.py': 'import unittest\n', 'tests/test_b.py': 'def test_b(): pass\n' }, ['pytest']],
    [{ 'tests/test_a.py': 'import unittest\n', 'pytest.ini': '' }, ['pytest']],
    [{ 'tox.ini': '[tox]\n[testenv]\n' }, ['tox']],
    [{ 'tox.ini': '[testenv:py312]\n' }, ['tox']],
    [{ 'Cargo.toml': '', '.config/nextest.toml': '' }, ['nextest']],
    [{ gradlew: '', 'build.gradle': '' }, ['gradle test']],
    [{ 'build.gradle.kts': '' }, ['gradle test']],
    [{ 'pom.xml': '' }, ['mvn test']],
    [{ 'App.sln': '' }, ['dotnet test']],
    [{ 'App.Tests.csproj': '' }, ['dotnet test']],
    [{ '.rspec': '' }, ['rspec']],
    [{ 'spec/a_spec.rb': '' }, ['rspec']],
    [{ 'bin/rails': '', Gemfile: '' }, ['minitest']],
    [{ 'test/a_test.rb': '', Rakefile: '' }, ['minitest']],
    [{ 'phpunit.xml.dist': '' }, ['phpunit']],
    [{ 'tests/Pest.php': '', 'phpunit.xml': '' }, ['pest']],
    [{ 'mix.exs': '' }, ['mix test']],
    [{ 'Package.swift': '' }, ['swift test']],
    [{ 'build/CTestTestfile.cmake': '', 'CMakeLists.txt': '' }, ['ctest']],
    [{ Makefile: 'all:\n\ttrue\ntest: all\n\ttrue\n' }, ['make test']],
    [{ Makefile: 'check:\n\ttrue\n' }, ['make test']],
    [{ Makefile: 'test := 1\nlatest:\n' }, []],
    [{ Makefile: 'test:\n', 'go.mod': '' }, ['go test']],
    [{}, []],
  ])('%j: %j', (given, expected) => expect(namesIn(given)).toEqual(expected))
})

describe('the command of a project', () => {
  it.each<[Readonly<Record<string, string>>, string]>([
    [{ 'package.json': script('x') }, 'npm test'],
    [{ 'package.json': script('x'), 'pnpm-lock.yaml': '' }, 'pnpm test'],
    [{ 'package.json': script('x'), 'yarn.lock': '' }, 'yarn test'],
    [{ 'package.json': script('x'), 'bun.lockb': '' }, 'bun run test'],
    [{ gradlew: '' }, './gradlew test'],
    [{ mvnw: '', 'pom.xml': '' }, './mvnw -B test'],
    [{ 'spec/a_spec.rb': '', Gemfile: '' }, 'bundle exec rspec'],
    [{ 'spec/a_spec.rb': '' }, 'rspec'],
    [{ Makefile: 'check:' }, 'make check'],
    [{ 'tests/test_a.py': 'import unittest\n' }, 'python3 -m unittest discover -s tests'],
    [{ 'tests/test_a.py': 'import unittest\n', 'tests/__init__.py': '' }, 'python3 -m unittest discover -s tests -t .'],
  ])('%j: %s', (given, expected) => {
    const { path, write } = aDirectory()
    write(given)
    expect(frameworksIn(path, { files }).map(commandText)).toEqual([expected])
  })
  it('is the configured one, whatever the files say', () => {
    const { path, write } = aDirectory()
    write({ 'package.json': script('x') })
    expect(testedWith('make lint && make test', path, { files }).map(commandText)).toEqual(['make lint && make test'])
  })
})

describe('what tests a file', () => {
  it.each([
    ['src/a.ts', 'npm test'],
    ['a.py', 'pytest'],
    ['a.go', 'npm test'],
    ['a.sh', 'npm test'],
  ])('%s: %s', (file, expected) => {
    const project = aDirectory()
    project.write({ 'package.json': script('x'), 'pytest.ini': '' })
    expect(frameworkFor(file, frameworksIn(project.path, { files }))?.name).toBe(expected)
  })
  it('nothing, when there is nothing', () => expect(frameworkFor('a.ts', [])).toBeUndefined())
})
