import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The Markdown files of the repository and the code blocks in them. */

export const root = join(import.meta.dirname, '../..')

const isIn = (pattern: RegExp, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => pattern.test(path) && !/node_modules|\/dist\//.test(path))
    .toSorted()

/** Everything that is written for people. Commands and skills of the plugin are prompts; the plan in examples is data. */
export const documents: readonly string[] = [
  ...isIn(/^[^/]+\.md$/, '.'),
  ...isIn(/\.md$/, 'docs'),
  ...isIn(/^packages\/(?:[^/]+|cli\/plugin(?:\/docs)?)\/[^/]+\.md$/, 'packages'),
  ...isIn(/\/README\.md$/, 'examples'),
]

/** Documents with commands, all of which are run. */
export const documentsWithCommands = (): readonly string[] =>
  documents.filter((path) => blocksOf(path).some(({ language }) => language === 'sh'))

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

export interface Block {
  readonly document: string
  readonly line: number
  readonly language: string
  /**
   * What follows the language on the fence. A path names the file that the block shows; for commands, the folder of the
   * repository they run in. `no-run <reason>` and `no-check <reason>` leave a block out. `text output` is what the
   * commands right above it print.
   */
  readonly info: string
  readonly text: string
}

const FENCE = /^```(\w+)(?: ([^\n]*))?\n([\s\S]*?)^```$/gm

export const blocksOf = (document: string): readonly Block[] => {
  const whole = read(document)
  return [...whole.matchAll(FENCE)].map((found) => ({
    document,
    line: whole.slice(0, found.index).split('\n').length,
    language: found[1] ?? '',
    info: found[2] ?? '',
    text: found[3] ?? '',
  }))
}

/** Blocks of a language in all documents, as rows of a table of tests. */
export const blocksIn = (...languages: readonly string[]): readonly (readonly [name: string, block: Block])[] =>
  documents
    .flatMap(blocksOf)
    .filter(({ language }) => languages.includes(language))
    .map((block) => [`${block.document}:${block.line}`, block] as const)

/** Commands in a line of text: `holdpoint why last`. */
export const inlineCommands = (document: string): readonly string[] =>
  [
    ...read(document)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/`(?:npx )?(holdpoint [^`]+)`/g),
  ].map(([, command = '']) => command.replaceAll('\\|', '|'))

/** Why a block is left out; undefined when it is not. */
export const leftOut = ({ info }: Block): string | undefined => /^no-(?:run|check) (.+)$/.exec(info)?.[1]

/** Words that hide the actor or have a common technical term. */
const STOP_WORDS = [
  'nobody, somebody, anybody, everybody, whoever, whatever',
  'told, tells, mend, mended, anew, meanwhile, perhaps',
  'look at, looks at, looked at, only looks, content with',
  'go round, goes round, going round, walked round, held up, for ever',
  'says so, said so, by itself, its kin, their kin, brings along, taken back, keeps silent',
  'stands there, stands in, what stands, source document',
].flatMap((line) => line.split(', '))

/** Stop words in the prose of a document, with their lines. Code is left out. */
export function stopWordsIn(document: string): readonly string[] {
  const prose = read(document)
    .replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`/g, '')
  const pattern = new RegExp(String.raw`\b(?:${STOP_WORDS.join('|')})\b`, 'gi')
  return prose
    .split('\n')
    .flatMap((line, index) => (line.match(pattern) ?? []).map((word) => `${document}:${index + 1}: ${word}`))
}
