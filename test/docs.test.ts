import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compile } from '../packages/engine/src/policy/compile.ts'
import { renderMessage } from '../packages/engine/src/verdict.ts'
import { builtIn } from '../packages/packs/src/registry.ts'
import { temporaryDirectory } from '../packages/testing/src/repository.ts'

/** What the documents show must be true. */

const root = join(import.meta.dirname, '..')
const documents = ['.', 'docs/guides', 'docs/adr', 'docs/hooks'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const blocks = (language: string) =>
  documents.flatMap((path) =>
    [...read(path).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
      ([, text = ''], index) => [`${path} (${language} ${index + 1})`, text] as const,
    ),
  )

/** What the pattern finds between a line that begins with `start` and the next one that begins with `end`. */
function namesIn(text: string, start: string, end: string, pattern: RegExp): readonly string[] {
  const from = text.indexOf(`\n${start}`)
  const part = text.slice(from, text.indexOf(`\n${end}`, from + 1))
  return [...part.matchAll(pattern)].map(([, name = '']) => name).toSorted()
}

describe('documentation', () => {
  it.each(blocks('yaml'))('%s is a valid holdpoint.yml', async (_, text) => {
    const project = temporaryDirectory()
    try {
      project.write({ 'holdpoint.yml': text })
      // The user's own file may say everything that a project's may, and loosen the floor as well.
      const file = { name: 'user', path: join(project.path, 'holdpoint.yml') } as const
      expect((await compile([file], {}, builtIn)).problems).toEqual([])
    } finally {
      project.dispose()
    }
  })

  it.each(blocks('json'))('%s is JSON', (_, text) => {
    expect(JSON.parse(text)).toBeTypeOf('object')
  })

  it.each(documents)('%s links only to what is there', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target)
    expect(links.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([])
  })

  it('names every npm script it asks people to run', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = documents.flatMap((path) =>
      [...read(path).matchAll(/npm run ([a-z0-9:-]+)/g)].map(([, name = '']) => name),
    )
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it.each([
    { type: 'HookMeta', file: 'packages/engine/src/hook.ts', section: 'Metadata' },
    { type: 'Effects', file: 'packages/shell/src/effects.ts', section: 'Judge effects, not text' },
  ])('the guide for hooks has every field of $type, and no other', ({ type, file, section }) => {
    const fields = namesIn(read(file), `export interface ${type}`, '}', /^ {2}readonly (\w+)\??:/gm)
    const guide = read('docs/guides/writing-a-hook.md')
    expect(fields.length).toBeGreaterThan(5)
    expect(namesIn(guide, `## ${section}\n`, '## ', /^\| `(\w+)`/gm)).toEqual(fields)
  })

  it.each(builtIn.catalogue.map(({ id }) => id))('%s: its page shows the texts it says', async (id) => {
    const { messages } = (await builtIn.load(id)).meta
    const page = read(`docs/hooks/${id.split('/')[0]}.md`)
    for (const [name, message] of Object.entries(messages)) {
      const text = renderMessage(message).replaceAll('|', '\\|').replaceAll('\n', '<br>')
      expect(page).toContain(`| \`${name}\` | ${text} |`)
    }
  })
})
