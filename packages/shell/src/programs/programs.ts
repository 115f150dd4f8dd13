import { archives, compressors } from './archives.ts'
import { builtins, quietBuiltins } from './builtins.ts'
import { languageOf } from './code.ts'
import { files } from './files.ts'
import { finding } from './find.ts'
import { git } from './git/call.ts'
import { interpreter } from './interpreters.ts'
import { launchers } from './launchers.ts'
import { listers, looking, informational } from './listing.ts'
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
import { READ_ONLY_USAGES } from '../read-only/families.ts'
import { harmful } from '../read-only/programs/harmful.ts'
import { readsOf } from '../vendors/reads.ts'
import { VENDORS } from '../vendors/vendors.ts'
import { zshBuiltins } from '../zsh/builtins.ts'
import { listOf, type Usages } from '../read-only/usage.ts'
import { known } from '../words/value.ts'

/** What is described about a program. */
export interface ProgramEntry {
  /** What its options and operands are for. */
  readonly roles?: Roles
  /** What a call of it does, where roles cannot say it. */
  readonly effects?: Program
  /** What it may be given and still only read. */
  readonly reads?: Usages
  /** Why no call of it is approved unseen. */
  readonly harm?: string
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

/** Families in which a program can do more than its entry says. */
const OPEN: readonly (readonly [Required<ProgramEntry>['open'], Programs])[] = [
  ['options', { ...network, ...listers, ...informational }],
  ['all', { ...system, ...archives, ...compressors, ...tools }],
]

const PROGRAMS = new Map<string, ProgramEntry>()
const describe = (name: string, part: ProgramEntry): void => void PROGRAMS.set(name, { ...PROGRAMS.get(name), ...part })
for (const family of EFFECTS.toReversed())
  for (const [name, effects] of Object.entries(family)) describe(name, { effects })
// What an interpreter is given is read as code of its language.
for (const [open, family] of OPEN)
  for (const name of Object.keys(family)) if (languageOf(name) === undefined) describe(name, { open })
for (const family of READ_ONLY_USAGES)
  for (const [names, reads] of Object.entries(family)) for (const name of listOf(names)) describe(name, { reads })
for (const [name, vendor] of VENDORS) if (vendor.reads !== undefined) describe(name, { reads: readsOf(vendor) })
for (const [names, harm] of Object.entries(harmful)) for (const name of listOf(names)) describe(name, { harm })

for (const family of TABLE)
  for (const [names, roles] of Object.entries(family))
    for (const name of listOf(names)) describe(name, { roles, ...(roles.harm !== undefined && { harm: roles.harm }) })

const NOTHING_KNOWN: ProgramEntry = {}

/** Everything that is known of a program. */
export function entryOf(name: string): ProgramEntry {
  const entry = PROGRAMS.get(name) ?? NOTHING_KNOWN
  const effects = entry.effects ?? (entry.roles && performer(entry.roles)) ?? effectsByPattern(name)
  return effects === undefined || effects === entry.effects ? entry : { ...entry, effects }
}

function effectsByPattern(name: string): Program | undefined {
  if (/^mkfs(?:\.|$)/.test(name)) return formatter
  // `git-reset` is `git reset`.
  if (/^git-[a-z-]+$/.test(name))
    return (context) => context.start([known('git'), known(name.slice('git-'.length)), ...context.args], { via: name })
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
  [...PROGRAMS].flatMap(([name, { roles, effects }]) => (roles !== undefined && effects === undefined ? [name] : []))

/** Every program the table has. */
export const programNames = (): readonly string[] => [...PROGRAMS.keys()]
