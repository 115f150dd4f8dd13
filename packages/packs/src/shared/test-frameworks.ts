import { listed } from './listed.ts'
import { findProgram } from './programs.ts'
import type { Services } from '@holdpoint/engine'
import { TEST_RULES, type Language, type TestRuleServices } from './test-rules.ts'

/** How a project is tested. Detected from well-known files, never from a payload or a command. */
export interface Framework {
  readonly name: string
  readonly language: Language
  readonly program: string
  readonly args: readonly string[]
}

/** Everything the project is tested with: at most one framework for each language. */
export function frameworksIn(root: string, { files }: TestRuleServices): readonly Framework[] {
  const world = { files: listed(files) }
  const found: Framework[] = []
  for (const { name, language, detect } of TEST_RULES) {
    if (found.some((framework) => framework.language === language)) continue
    // A Makefile usually calls the tests of the languages above, so it counts only where there are none.
    if (language === 'any' && found.length > 0) continue
    const command = detect(root, world)
    if (command !== undefined) found.push({ name, language, ...command })
  }
  return found
}

/** The framework of a configured command: it replaces detection, because the user set it. */
export const configuredFramework = (command: string): Framework => ({
  name: command,
  language: 'any',
  program: '/bin/sh',
  args: ['-c', command],
})

/** What a project is tested with when `command` is configured, and when it is not. */
export const testedWith = (command: string, root: string, world: TestRuleServices): readonly Framework[] =>
  command === '' ? frameworksIn(root, world) : [configuredFramework(command)]

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/\.(?:[cm]?ts|tsx|[cm]?js|jsx|vue|svelte)$/, 'javascript'],
  [/\.py$/, 'python'],
  [/\.rs$/, 'rust'],
  [/\.go$/, 'go'],
  [/\.(?:java|kts?|scala|groovy)$/, 'jvm'],
  [/\.(?:cs|fs|vb)$/, 'dotnet'],
  [/\.rb$/, 'ruby'],
  [/\.php$/, 'php'],
  [/\.exs?$/, 'elixir'],
  [/\.swift$/, 'swift'],
  [/\.(?:c|cc|cpp|h|hpp)$/, 'c'],
]

/** What tests a file: the framework of its language, else whatever the project is tested with. */
export function frameworkFor(path: string, frameworks: readonly Framework[]): Framework | undefined {
  const language = LANGUAGES.find(([files]) => files.test(path))?.[1]
  return frameworks.find((framework) => framework.language === language) ?? frameworks[0]
}

/** The command as a user would type it. */
export const commandText = ({ name, program, args }: Framework): string =>
  program === '/bin/sh' ? name : [program, ...args].join(' ')

/** Where the program is. The project's own copy comes first. */
export const programOf = (
  { program }: Framework,
  root: string,
  world: Pick<Services, 'files' | 'env'>,
): string | undefined => {
  if (program.startsWith('/')) return program
  if (!program.includes('/')) return findProgram(program, root, root, world)
  const own = `${root}/${program}`
  return world.files.stat(own) === undefined ? undefined : own
}
