import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkTestFile } from '../../packages/cli/src/policy-tests/check-file.ts'
import { typed } from '../support/command-line.ts'
import type { Ended } from '../process/support/process.ts'
import { aDirectory } from '../process/support/temporary.ts'

/** The recipes work, and the guides show them as they are. */

const root = join(import.meta.dirname, '../..')
const GUIDES = ['first-rule', 'recipes', 'policy-tests'].map((name) => `docs/guides/${name}.md`)
const recipes = readdirSync(join(root, 'examples/policies'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Block {
  readonly guide: string
  readonly language: string
  /** What stands behind the language: which file this is. */
  readonly file: string
  readonly text: string
}

const blocks: readonly Block[] = GUIDES.flatMap((guide) =>
  [...read(guide).matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)].map(
    ([, language = '', file = '', text = '']) => ({
      guide,
      language,
      file,
      text,
    }),
  ),
)

function test(project: string, ...args: readonly string[]): Promise<Ended> {
  const { path: home } = aDirectory()
  return typed(['test', '--project', project, ...args], { cwd: project, env: { HOME: home } })
}

describe('each recipe', () => {
  it.each(recipes)('%s passes its own tests, which show all of it', async (name) => {
    const { stdout, stderr, code } = await test(
      join(root, 'examples/policies', name),
      '--trust',
      '--min-coverage',
      '100',
    )
    expect(stdout + stderr).not.toContain('✗')
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })

  it.each(recipes)('%s is explained in the guide', (name) => {
    expect(blocks.map(({ file }) => file)).toContain(`examples/policies/${name}/holdpoint.yml`)
  })
})

describe('what the guides show', () => {
  const shown = blocks.filter(({ file }) => file.startsWith('examples/'))
  it.each(shown.map((block) => [block.guide, block.file, block] as const))('%s has %s as it is', (_, file, block) => {
    expect(block.text).toBe(read(file))
  })

  const tests = blocks.filter(({ file }) => file === 'holdpoint.test.yml')
  it.each(tests.map((block) => [block.guide, block] as const))('%s has tests that can be read', (_, { text }) => {
    const { problems, tests: found } = checkTestFile(text, 'holdpoint.test.yml')
    expect(problems).toEqual([])
    expect(found.length).toBeGreaterThan(0)
  })

  it('the first rule works within two minutes', async () => {
    const own = blocks.filter(({ guide }) => guide === 'docs/guides/first-rule.md')
    const { path: project, write } = aDirectory()
    write({
      'holdpoint.yml': own.find(({ language }) => language === 'yaml')?.text ?? '',
      'holdpoint.test.yml': own.find(({ file }) => file === 'holdpoint.test.yml')?.text ?? '',
    })
    const { stdout, code } = await test(project, '--min-coverage', '100')
    expect(stdout).toContain('2 passed')
    expect(code).toBe(0)
  })
})
