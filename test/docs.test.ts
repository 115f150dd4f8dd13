import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { program } from '../packages/cli/src/commands/commands.ts'
import { checkTestFile } from '../packages/cli/src/policy-tests/check-file.ts'
import { compile } from '../packages/engine/src/policy/compile.ts'
import { renderMessage } from '../packages/engine/src/verdict.ts'
import { builtIn } from '../packages/packs/src/registry.ts'
import { temporaryDirectory } from '../packages/testing/src/repository.ts'
import { blocksIn, blocksOf, documents, inlineCommands, leftOut, read, root, stopWordsIn } from './support/documents.ts'

/** What the documents show must be true. */

/** What the pattern finds between a line that begins with `start` and the next one that begins with `end`. */
function namesIn(text: string, start: string, end: string, pattern: RegExp): readonly string[] {
  const from = text.indexOf(`\n${start}`)
  const part = text.slice(from, text.indexOf(`\n${end}`, from + 1))
  return [...part.matchAll(pattern)].map(([, name = '']) => name).toSorted()
}

/** The anchors that a page's headings get. */
function anchorsOf(path: string): ReadonlySet<string> {
  const headings = [
    ...read(path)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ]
  return new Set(
    headings.map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  )
}

type Command = Pick<ReturnType<typeof program>, 'commands' | 'options'>

/** What of a documented command line the program does not have. */
function problemsOf(line: string): readonly string[] {
  const words = (line.replaceAll(/'[^']*'|"[^"]*"/g, '…').split(/ -- | [|>&]/)[0] ?? '').split(/\s+/).slice(1)
  const [name = ''] = words
  if (!/^[a-z]/.test(name)) return []
  const path: Command[] = [program()]
  for (const word of words) {
    const next = path[0]?.commands.find((command) => command.name() === word || command.aliases().includes(word))
    if (next === undefined) break
    path.unshift(next)
  }
  if (path.length === 1) return [`${line}: there is no command ${name}`]
  const known = path.flatMap(({ options }) => options.flatMap(({ long, short }) => [long, short]))
  return words
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.replace(/[=,.;:)\]].*$/, ''))
    .filter((word) => ![...known, '--help', '-h'].includes(word))
    .map((word) => `${line}: ${word}`)
}

describe('documentation', () => {
  const yaml = blocksIn('yaml').filter(([, block]) => leftOut(block) === undefined)

  it.each(yaml)('%s is a valid file of its kind', async (_, { info, text }) => {
    if (info.endsWith('holdpoint.test.yml')) return expect(checkTestFile(text, info).problems).toEqual([])
    // The policies in examples/ are tested with the files beside them.
    if (info !== '' && info !== 'holdpoint.yml') return expect(parse(text)).toBeTypeOf('object')
    const project = temporaryDirectory()
    try {
      project.write({ 'holdpoint.yml': text })
      // The user's own file can say everything that a project's can, and loosen the floor as well.
      const file = { name: 'user', path: join(project.path, 'holdpoint.yml') } as const
      expect((await compile([file], {}, builtIn)).problems).toEqual([])
    } finally {
      project.dispose()
    }
  })

  it.each(blocksIn('json'))('%s is JSON', (_, { text }) => {
    expect(JSON.parse(text)).toBeTypeOf('object')
  })

  // The plugin's README is for the built folder, where its links lead elsewhere.
  it.each(documents.filter((path) => !path.includes('plugin/')))(
    '%s links only to files and headings that exist',
    (path) => {
      const links = [...read(path).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      const dead = links.filter(([, target = '', anchor]) => {
        const file = target === '' ? path : join(dirname(path), target)
        if (!existsSync(join(root, file))) return true
        return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor)
      })
      expect(dead.map(([link]) => link)).toEqual([])
    },
  )

  it.each(documents)('%s says of every block what it is', (path) => {
    const fences = [...read(path).matchAll(/^ *```(.*)$/gm)].map(([, info = '']) => info.trim())
    expect(fences.filter((info, index) => index % 2 === 0 && info === '')).toEqual([])
  })

  it.each(documents)('%s names commands and options that the program has', (path) => {
    const typed = blocksOf(path)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'))
      .flatMap((line) => /^(?:npx )?(holdpoint .*?)(?:\s+#.*)?$/.exec(line)?.[1] ?? [])
    const wrong = [...typed, ...inlineCommands(path)].flatMap(problemsOf)
    expect(wrong).toEqual([])
  })

  // The pages of hooks show their messages, which have a test of their own.
  it.each(documents.filter((path) => !path.startsWith('docs/hooks/')))('%s uses plain words', (path) => {
    expect(stopWordsIn(path)).toEqual([])
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
