import type { Families } from '../programs/families.ts'
import type { Usages } from './usage.ts'
import { files } from './programs/files.ts'
import { git } from './programs/git.ts'
import { javascript } from './programs/javascript.ts'
import { languages } from './programs/languages.ts'
import { macos } from './programs/macos.ts'
import { network } from './programs/network.ts'
import { packages } from './programs/packages.ts'
import { python } from './programs/python.ts'
import { shell } from './programs/shell.ts'
import { system } from './programs/system.ts'
import { text } from './programs/text.ts'
import { wrappers } from './wrappers.ts'

/** Which calls of a program only read. Where two families have it, the last counts. */
export const READ_ONLY_USAGES = {
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
  network,
  macos,
} satisfies Families<Usages>
