import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findGit } from '@holdpoint/runtime/system'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { toolFindings, toolsOf } from './tools.ts'

const SYSTEM = '/usr/bin:/bin'
const SECRET = 'dummy-value-of-a-key'

type Variables = Readonly<Record<string, string>>

/** A folder of programs that do what their text says. */
function aPath(programs: Readonly<Record<string, string>>): string {
  const { path } = aDirectory()
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(path, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(path, name), 0o755)
  }
  return path
}

async function inspect(files: Readonly<Record<string, string>>, env: Variables = {}) {
  const { path, write } = aDirectory()
  write(files)
  const tools = await toolsOf(path, { HOME: aDirectory().path, PATH: aPath({}), ...env })
  return { tools, said: toolFindings(tools).map(({ level, what }) => `${level}: ${what}`) }
}

describe('ENG-06: doctor reports git', () => {
  const GIT = findGit(SYSTEM, '/nowhere')?.file ?? ''

  it('its version and its place, and that the folder is no repository', async () => {
    const { tools, said } = await inspect({}, { PATH: SYSTEM })
    expect(tools.git).toMatchObject({ file: GIT, usable: true, inRepository: false })
    expect(said[0]).toMatch(/^ok: git \d+\.\d+\S* \(.*git\) \(this folder is not a repository\)$/)
  })

  it('a repository that it cannot read', async () => {
    const { tools, said } = await inspect({ '.git/note': 'nothing of a repository' }, { PATH: SYSTEM })
    expect(tools.git).toMatchObject({ usable: false, inRepository: true })
    expect(said[0]).toMatch(/^warn: git .* cannot read this repository\.$/)
  })

  it('that there is none', async () => {
    const { tools, said } = await inspect({})
    expect(tools.git).toBeUndefined()
    expect(said[0]).toMatch(/^warn: git is not on the PATH/)
  })

  it('one that does not run', async () => {
    const PATH = aPath({ git: 'exit 3' })
    const { tools, said } = await inspect({}, { PATH })
    expect(tools.git).toEqual({ file: `${PATH}/git`, inRepository: false, usable: false })
    expect(said[0]).toBe(`warn: ${PATH}/git does not run.`)
  })

  it('and never starts one that the repository brings', async () => {
    const { path, write } = aDirectory()
    write({ '.git/HEAD': 'ref: refs/heads/main\n' })
    mkdirSync(join(path, 'bin'))
    writeFileSync(join(path, 'bin/git'), `#!/bin/sh\necho > '${path}/started'\n`, { mode: 0o755 })
    const { git } = await toolsOf(path, { HOME: path, PATH: join(path, 'bin') })
    expect(git).toBeUndefined()
    expect(existsSync(join(path, 'started'))).toBe(false)
  })
})

describe('ENG-06: doctor reports linters and test frameworks', () => {
  it('none, where the project has none', async () => {
    const { tools, said } = await inspect({ 'README.md': '' })
    expect(tools).toMatchObject({ linters: [], testFrameworks: [] })
    expect(said.slice(1, 3)).toEqual(['ok: no linter is configured here', 'ok: no test framework is configured here'])
  })

  it('the project’s own programs before those on the PATH', async () => {
    const files = { '.oxlintrc.json': '{}', 'node_modules/.bin/oxlint': '', 'ruff.toml': '', 'mix.exs': '' }
    const PATH = aPath({ oxlint: '', ruff: '', mix: '' })
    const { tools, said } = await inspect(files, { PATH })
    expect(tools.linters).toEqual([
      { name: 'ruff', file: `${PATH}/ruff` },
      { name: 'oxlint', file: expect.stringMatching(/node_modules\/\.bin\/oxlint$/) },
    ])
    expect(tools.testFrameworks).toEqual([{ name: 'mix test', file: `${PATH}/mix` }])
    expect(said.slice(1, 3)).toEqual(['ok: linters found: ruff, oxlint', 'ok: test framework found: mix test'])
  })

  it('what is configured, but not installed', async () => {
    const { tools, said } = await inspect(
      { 'biome.json': '{}', '.golangci.yml': '', 'go.mod': '' },
      { PATH: aPath({ biome: '' }) },
    )
    expect(tools.testFrameworks).toEqual([{ name: 'go test' }])
    expect(said.slice(1, 3)).toEqual([
      'ok: linter found: biome, configured but not installed: golangci-lint',
      'ok: no test framework found, configured but not installed: go test',
    ])
  })

  it('shellcheck only where it is installed, as it needs no configuration', async () => {
    const { tools } = await inspect({}, { PATH: aPath({ shellcheck: '' }) })
    expect(tools.linters.map(({ name }) => name)).toEqual(['shellcheck'])
  })
})

describe('ENG-06: doctor reports keys', () => {
  it.each<[string, Variables, readonly string[]]>([
    ['none', {}, []],
    ['an empty one', { OPENAI_API_KEY: ' ' }, []],
    ['one', { ANTHROPIC_API_KEY: SECRET }, ['ANTHROPIC_API_KEY']],
    ['all', { GOOGLE_API_KEY: SECRET, OPENAI_API_KEY: SECRET }, ['OPENAI_API_KEY', 'GOOGLE_API_KEY']],
    ['others', { STRIPE_API_KEY: SECRET }, []],
  ])('%s, by name alone', async (_, env, expected) => {
    const { tools, said } = await inspect({}, env)
    expect(tools.keys).toEqual(expected)
    expect(JSON.stringify([tools, said])).not.toContain(SECRET)
    expect(said[3]).toMatch(expected.length === 0 ? /^ok: no API key / : new RegExp(`: ${expected.join(', ')}$`))
  })

  it('also those in the user’s own file', async () => {
    const { path, write } = aDirectory()
    write({ '.claude/.env': `export GEMINI_API_KEY="${SECRET}"\n` })
    const { tools, said } = await inspect({}, { HOME: path })
    expect(tools.keys).toEqual(['GEMINI_API_KEY'])
    expect(JSON.stringify([tools, said])).not.toContain(SECRET)
  })

  it('but none of a file that the project brings', async () => {
    const { tools } = await inspect({
      '.env': `OPENAI_API_KEY=${SECRET}\n`,
      '.claude/.env': `OPENAI_API_KEY=${SECRET}\n`,
    })
    expect(tools.keys).toEqual([])
  })
})
