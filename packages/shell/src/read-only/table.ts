import { entryFor, listOf, type UsageTable, type Usages } from './usage.ts'
import { cloud } from './programs/cloud.ts'
import { containers } from './programs/containers.ts'
import { databases } from './programs/databases.ts'
import { files } from './programs/files.ts'
import { git } from './programs/git.ts'
import { github } from './programs/github.ts'
import { harmful } from './programs/harmful.ts'
import { javascript } from './programs/javascript.ts'
import { kubernetes } from './programs/kubernetes.ts'
import { languages } from './programs/languages.ts'
import { macos } from './programs/macos.ts'
import { network } from './programs/network.ts'
import { packages } from './programs/packages.ts'
import { python } from './programs/python.ts'
import { shell } from './programs/shell.ts'
import { system } from './programs/system.ts'
import { text } from './programs/text.ts'
import { wrappers } from './wrappers.ts'

const FAMILIES: readonly UsageTable[] = [
  shell,
  text,
  files,
  git,
  system,
  wrappers,
  javascript,
  python,
  languages,
  packages,
  github,
  containers,
  kubernetes,
  network,
  databases,
  cloud,
  macos,
]

let byName: ReadonlyMap<string, Usages> | undefined

/** What is known of a program; undefined when nothing is. */
export function usagesOf(program: string): Usages | undefined {
  byName ??= new Map(
    FAMILIES.flatMap((family) =>
      Object.entries(family).flatMap(([names, tools]) => listOf(names).map((name) => [name, tools] as const)),
    ),
  )
  return byName.get(program)
}

/** What a program that is never approved does. */
export const harmOf = (program: string): string | undefined => entryFor(harmful, program)
