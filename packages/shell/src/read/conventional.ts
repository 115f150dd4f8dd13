import { UNKNOWN } from '../effects.ts'
import { entryOf } from '../programs/programs.ts'
import { isInstalledFile, isOfPlaces } from '../words/places.ts'
import type { Value } from '../words/value.ts'

/**
 * What runs under a name that is not written out, where convention says which program it is: `$EDITOR notes.md`,
 * `"$JAVA_HOME/bin/java"`, `"$(npm bin)/eslint"`. It is read as that program; undefined where it may be any.
 */
export function conventionalName(name: Value): string | undefined {
  const { text, from } = name
  // `concurrently pnpm:lint-*`: scripts of the project.
  if (/^(?:npm|pnpm|yarn|bun|node):[\w:.\uE0F0-]+$/.test(text)) return text.slice(0, text.indexOf(':'))
  if (isInstalledFile(name)) return text.slice(text.lastIndexOf('/') + 1)
  return text === UNKNOWN && isOfPlaces(from) && from.programs.length === 1
    ? programIn(from.programs[0] ?? '')
    : undefined
}

/** `$PYTHON`, `$MAKE`: a variable named as the program it holds. */
function programIn(made: string): string | undefined {
  if (/^(?:nvm|nvs) which/.test(made)) return 'node'
  const name = /^\$([A-Z][A-Z0-9_]*)$/.exec(made)?.[1]
  if (name === undefined || ANYTHING.test(name)) return undefined
  const program = KINDS[name] ?? name.toLowerCase()
  return entryOf(program).effects === undefined && KINDS[name] === undefined ? undefined : program
}

/** Names of programs that people give to variables which hold any command, or no command at all. */
const ANYTHING = /^(?:.|CMD|COMMAND|EXEC|EVAL|RUN|TEST|TIME|SCRIPT|FILE|HOST|WATCH|START|CALL|DO)$/

/** Variables that hold some program of a kind. */
const KINDS: Readonly<Partial<Record<string, string>>> = {
  EDITOR: 'vi',
  VISUAL: 'vi',
  GIT_EDITOR: 'vi',
  PAGER: 'less',
  MANPAGER: 'less',
  BROWSER: 'xdg-open',
  SHELL: 'sh',
  PYTHON: 'python3',
  PY: 'python3',
  CC: 'cc',
  CXX: 'c++',
}
