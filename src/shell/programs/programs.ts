import { archives } from './archives.ts'
import { builtins } from './builtins.ts'
import { languageOf } from './code.ts'
import { files } from './files.ts'
import { finding } from './find.ts'
import { git } from './git-call.ts'
import { interpreter, otherInterpreters } from './interpreters.ts'
import { launchers } from './launchers.ts'
import { looking } from './listing.ts'
import { network } from './network.ts'
import type { Program, Programs } from './program.ts'
import { shells } from './shells.ts'
import { formatter, system } from './system.ts'
import { text } from './text.ts'
import { tools } from './tools.ts'
import { wrappers } from './wrappers.ts'
import { known } from '../value.ts'

/** Every program that somebody has described, by name. */
const programs: Programs = {
  ...otherInterpreters,
  ...tools,
  ...looking,
  ...archives,
  ...text,
  ...network,
  ...system,
  ...finding,
  ...files,
  ...wrappers,
  ...launchers,
  ...shells,
  ...builtins,
  git,
}

export function programFor(name: string): Program | undefined {
  if (Object.hasOwn(programs, name)) return programs[name]
  if (/^mkfs(?:\.|$)/.test(name)) return formatter
  // `git-reset` is `git reset`.
  if (/^git-[a-z-]+$/.test(name))
    return (context) => context.start([known('git'), known(name.slice('git-'.length)), ...context.args], { via: name })
  return languageOf(name) === undefined ? undefined : interpreter
}

/** What an unknown program's arguments are compared with: a word of everyday language is no sign of a command. */
const EVERYDAY = new Set(
  '. : [ test time watch read type let help set at open init look host who w say install service test batch link split join file column script op code less more which true false yes date return exit wait kill env command exec builtin source eval trap export alias unset shift declare local readonly printf echo cd pwd hash man info ip dot at ss'.split(
    ' ',
  ),
)

export const knownPrograms: { has(name: string): boolean } = {
  has: (name) => !EVERYDAY.has(name) && programFor(name) !== undefined,
}
