import { archives, compressors } from './archives.ts'
import { builtins, quietBuiltins } from './builtins.ts'
import { languageOf } from './code.ts'
import { files } from './files.ts'
import { finding } from './find.ts'
import { git } from './git-call.ts'
import { interpreter, otherInterpreters } from './interpreters.ts'
import { launchers } from './launchers.ts'
import { listers, looking, telling } from './listing.ts'
import { network } from './network.ts'
import type { Program, Programs } from './program.ts'
import { readers } from './readers.ts'
import { shellPrograms, shells } from './shells.ts'
import { formatter, system } from './system.ts'
import { text } from './text.ts'
import { containers, editors, managers, tools } from './tools.ts'
import { plainWrappers, wrappers } from './wrappers.ts'
import { known } from '../words/value.ts'

/** Every program that is described, by name. Where two families have it, the first counts. */
const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  [
    { git },
    quietBuiltins,
    builtins,
    shells,
    shellPrograms,
    launchers,
    wrappers,
    plainWrappers,
    files,
    finding,
    system,
    network,
    text,
    readers,
    archives,
    compressors,
    looking,
    listers,
    telling,
    tools,
    managers,
    containers,
    editors,
    otherInterpreters,
  ]
    .toReversed()
    .flatMap((family: Programs) => Object.entries(family)),
)

export function programFor(name: string): Program | undefined {
  const found = PROGRAMS.get(name)
  if (found !== undefined) return found
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
