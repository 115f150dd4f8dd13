import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { typed } from '../support/command-line.ts'
import { blocksOf, read, root } from '../support/documents.ts'
import type { Ended } from '../process/support/process.ts'
import { aDirectory } from '../process/support/temporary.ts'

/** The recipes work, and the guides show them as they are. */

const recipes = readdirSync(join(root, 'examples/policies'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const blocks = ['rules', 'recipes', 'testing-policies'].flatMap((name) => blocksOf(`docs/guides/${name}.md`))

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
    expect(blocks.map(({ info }) => info)).toContain(`examples/policies/${name}/holdpoint.yml`)
  })
})

describe('what the guides show', () => {
  const shown = blocks.filter(({ info }) => info.startsWith('examples/') && statSync(join(root, info)).isFile())
  it.each(shown.map((block) => [block.document, block.info, block] as const))(
    '%s has %s as it is',
    (_, file, block) => {
      expect(block.text).toBe(read(file))
    },
  )

  it('the first rule works within two minutes', async () => {
    const own = blocks.filter(({ document }) => document === 'docs/guides/rules.md')
    const { path: project, write } = aDirectory()
    write({
      'holdpoint.yml': own.find(({ info }) => info === 'holdpoint.yml')?.text ?? '',
      'holdpoint.test.yml': own.find(({ info }) => info === 'holdpoint.test.yml')?.text ?? '',
    })
    const { stdout, code } = await test(project, '--min-coverage', '100')
    expect(stdout).toContain('2 passed')
    expect(code).toBe(0)
  })
})
