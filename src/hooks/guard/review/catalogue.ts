import { entryFor, listOf, type Table, type Tools } from './judgement.ts'
import { cloud } from './tools/cloud.ts'
import { containers } from './tools/containers.ts'
import { databases } from './tools/databases.ts'
import { files } from './tools/files.ts'
import { git } from './tools/git.ts'
import { github } from './tools/github.ts'
import { harmful } from './tools/harmful.ts'
import { javascript } from './tools/javascript.ts'
import { kubernetes } from './tools/kubernetes.ts'
import { languages } from './tools/languages.ts'
import { macos } from './tools/macos.ts'
import { network } from './tools/network.ts'
import { packages } from './tools/packages.ts'
import { python } from './tools/python.ts'
import { shell } from './tools/shell.ts'
import { system } from './tools/system.ts'
import { text } from './tools/text.ts'
import { wrappers } from './wrappers.ts'

const FAMILIES: readonly Table[] = [
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

let byName: ReadonlyMap<string, Tools> | undefined

/** What is known of a program; undefined when nothing is. */
export function toolFor(program: string): Tools | undefined {
  byName ??= new Map(
    FAMILIES.flatMap((family) =>
      Object.entries(family).flatMap(([names, tools]) => listOf(names).map((name) => [name, tools] as const)),
    ),
  )
  return byName.get(program)
}

/** What a program that is never approved does. */
export const harmOf = (program: string): string | undefined => entryFor(harmful, program)
