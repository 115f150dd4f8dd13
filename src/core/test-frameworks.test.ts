import { aDirectory } from '../../test/process/support/temporary.ts'
import { files } from '../files/files.ts'
import { frameworkFor, frameworksIn } from './test-frameworks.ts'

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
    [{}, []],
  ])('%j: %j', (given, expected) => expect(namesIn(given)).toEqual(expected))
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
