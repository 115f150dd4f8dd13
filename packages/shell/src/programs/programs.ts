import { archives, compressors } from './archives.ts'
import { builtins, quietBuiltins } from './builtins.ts'
import { languageOf } from './code.ts'
import { files } from './files.ts'
import { openFamilies } from './families.ts'
import { finding } from './find.ts'
import { git } from './git/call.ts'
import { interpreter } from './interpreters.ts'
import { launchers } from './launchers.ts'
import { listers, looking, informational } from './listing.ts'
import { ROLE_NAMES } from './names.generated.ts'
import { network } from './network.ts'
import { otherShells } from '../powershell/programs.ts'
import { windowsPrograms } from '../powershell/windows.ts'
import { performer } from './perform-roles.ts'
import type { Program, Programs } from './program.ts'
import { readers } from './readers.ts'
import type { Roles } from './roles.ts'
import { shellPrograms, shells } from './shells.ts'
import { formatter, system } from './system.ts'
import { TABLE } from './table/table.ts'
import { text } from './text.ts'
import { containers, tools } from './tools.ts'
import { wrappers } from './wrappers.ts'
import { zshBuiltins } from '../zsh/builtins.ts'
import { known as knownWord } from '../words/value.ts'

/** What is described about a program. */
export interface ProgramEntry {
  /** What its options and operands are for. */
  readonly roles?: Roles
  /** What a call of it does, where roles cannot say it. */
  readonly effects?: Program
  /** Its effects are described, but not each of its words: any of them, or any value of an option, may be a command. */
  readonly open?: 'all' | 'options'
}

/** Where two families have a program, the first counts. */
const EFFECTS: readonly Programs[] = [
  { git },
  zshBuiltins,
  quietBuiltins,
  builtins,
  shells,
  shellPrograms,
  otherShells,
  launchers,
  wrappers,
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
  informational,
  tools,
  containers,
  windowsPrograms,
]

/** Families in which a program can do more than its entry says. Where two have it, the first counts. */
const OPEN: readonly (readonly [Required<ProgramEntry>['open'], Programs])[] = [
  ['all', { ...system, ...archives, ...compressors, ...tools }],
  ['options', { ...network, ...listers, ...informational }],
]

const rolesNamed = openFamilies<Roles>(TABLE, ROLE_NAMES)
const effectsNamed = new Map(EFFECTS.toReversed().flatMap((family) => Object.entries(family)))

const NOTHING_KNOWN: ProgramEntry = {}
/** Of programs that the table has by name: any word of a command may be asked for. */
const known = new Map<string, ProgramEntry>()

/** Everything that is known of a program. */
export function entryOf(name: string): ProgramEntry {
  const entry = known.get(name)
  if (entry !== undefined) return entry
  const roles = rolesNamed(name)
  const listed = effectsNamed.get(name) ?? (roles && performer(roles))
  const effects = listed ?? effectsByPattern(name)
  if (effects === undefined) return NOTHING_KNOWN
  // What an interpreter is given is read as code of its language.
  const open = languageOf(name) === undefined ? OPEN.find(([, family]) => Object.hasOwn(family, name))?.[0] : undefined
  const described = { effects, ...(roles !== undefined && { roles }), ...(open !== undefined && { open }) }
  if (listed !== undefined) known.set(name, described)
  return described
}

function effectsByPattern(name: string): Program | undefined {
  if (/^mkfs(?:\.|$)/.test(name)) return formatter
  // `git-reset` is `git reset`.
  if (/^git-[a-z-]+$/.test(name))
    return (context) =>
      context.start([knownWord('git'), knownWord(name.slice('git-'.length)), ...context.args], { via: name })
  return languageOf(name) === undefined ? undefined : interpreter
}

/** What an unknown program's arguments are compared with: a word of everyday language is no sign of a command. */
const EVERYDAY = new Set(
  '. : [ test time watch read type let help set at open init look host who w say install service test batch link split join file column script op code less more which true false yes date return exit wait kill env command exec builtin source eval trap export alias unset shift declare local readonly printf echo cd pwd hash man info ip dot at ss task v write ant just delta convert pass style par units tap ab hey port go tree alex vale step pup rich wall montage diction spell highlight global size as cc identify composite age john flex mage invoke most rename trash del gold black coverage locust tig sass stow global nox tox v zig mix gem snap stack jar java pack'.split(
    ' ',
  ),
)

export const isProgramName = (name: string): boolean => !EVERYDAY.has(name) && entryOf(name).effects !== undefined

/** Programs that are described by roles. */
export const roleNames = (): readonly string[] =>
  Object.values(ROLE_NAMES)
    .flatMap((names) => names.split(' '))
    .filter((name) => !effectsNamed.has(name))
