import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtIn } from '../packages/packs/src/registry.ts'
import { PACKS } from '../packages/packs/src/packs.generated.ts'

/**
 * Nothing outside of the packs names a pack or one of its hooks: what the rest has to know stands in `pack.ts` and in
 * the metadata. Sentences and examples for people may name them, so only a literal that is a name counts.
 */

const SOURCES = join(import.meta.dirname, '../packages')
const isSource = (name: string): boolean =>
  /^\w+\/(?:src|server)\/.*\.ts$/.test(name) && !/\.test\.ts$|\.generated\.ts$/.test(name)
/** The command line has commands that are named after packs, and the dashboard shows them. */
const hasCommands = (name: string): boolean => /^(?:cli\/src\/commands|dashboard)\//.test(name)

const ids = new Set(builtIn.catalogue.map(({ id }) => id as string))
/** The other names are ordinary words of the program: a session, a plan, agents. */
const names = PACKS.map(({ name }) => name).filter((name) => !['session', 'plan', 'agents'].includes(name))
const prefix = new RegExp(`^(?:${PACKS.map(({ name }) => name).join('|')})/(?:\\$\\{.*)?$`)

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const literals = (text: string): readonly string[] =>
  [...withoutComments(text).matchAll(/(['"`])((?:(?!\1)[^\n])*)\1/g)].map(([, , literal = '']) => literal)

it('only packs name packs and hooks', () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => isSource(name) && !name.startsWith('packs/'))
    .flatMap((name) =>
      literals(readFileSync(join(SOURCES, name), 'utf8'))
        .filter((text) => ids.has(text) || prefix.test(text) || (names.includes(text) && !hasCommands(name)))
        .map((text) => `${name}: ${text}`),
    )
  expect(found).toEqual([])
})
