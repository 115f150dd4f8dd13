import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The Markdown files of the repository and the code blocks in them. */

export const root = join(import.meta.dirname, '../..')

const FOLDERS = ['.', 'docs', 'docs/guides', 'docs/adr', 'docs/hooks', 'packages/cli', 'packages/cli/plugin']

export const documents: readonly string[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

/** Documents whose commands are run. */
export const guides = documents.filter((path) => /^(?:README|CONTRIBUTING)\.md$|^docs\/guides\//.test(path))

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

export interface Block {
  readonly document: string
  readonly line: number
  readonly language: string
  /**
   * What follows the language on the fence. A path names the file that the block shows; for commands, the folder of the
   * repository they run in. `no-run <reason>` and `no-check <reason>` leave a block out.
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

/** Why a block is left out; undefined when it is not. */
export const leftOut = ({ info }: Block): string | undefined => /^no-(?:run|check) (.+)$/.exec(info)?.[1]
