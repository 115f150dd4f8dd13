import { UNKNOWN, type Run } from '../effects.ts'
import type { DeedKind } from '../services/deed.ts'
import { isVerb } from './grammar.ts'
import type { Vendor, VendorCall } from './vendor.ts'

/** `delete`, `delete-server`, `servers:delete`, `project.delete`. */
const spelled = (verbs: string): RegExp => new RegExp(`^(?:[\\w-]+[.:-])?(?:${verbs})(?:-[a-z-]+)?$`)

const DESTROYS = spelled('delete|destroy|terminate|purge|decommission|deprovision|undeploy|teardown|truncate|wipe|nuke')
const RELEASES = spelled('publish|deploy|submit|promote')
/** Programs made from a list of calls: `x ecs DeleteInstance`. */
const CALLS = /^(?:Delete|Terminate|Destroy|Purge|Drop|Release|Remove|Disable)[A-Z][A-Za-z]+$/

/** Where a program says what to do: behind at most two nouns. */
const MAX_WORDS = 3

function unlistedDeed({ words }: VendorCall): DeedKind | undefined {
  const given = words.slice(0, MAX_WORDS)
  const at = given.findIndex((word) => isVerb(word) || DESTROYS.test(word) || CALLS.test(word) || RELEASES.test(word))
  const verb = given[at] ?? ''
  // What is done to files is judged by where they are.
  if (verb === '' || given.slice(0, at).some(isNoNoun) || words.slice(at + 1).some((word) => IS_FILE.test(word)))
    return undefined
  // `todo delete 3`: a line of a list of one's own.
  const names = words.slice(at + 1)
  if (names.length > 0 && names.every((word) => /^\d{1,3}$/.test(word))) return undefined
  if (DESTROYS.test(verb) || CALLS.test(verb)) return 'destroy'
  return RELEASES.test(verb) ? 'release' : undefined
}

const isNoNoun = (word: string): boolean => word.includes(UNKNOWN) || !/^[a-z][\w.:-]*$/i.test(word)
const IS_FILE = /^[.~]|\/|\.[a-z]\w{0,4}$/i

const UNLISTED: Vendor = { stack: 'hosting', judge: unlistedDeed }

/** A program that nobody has described is judged by the verbs that programs of vendors share. */
export function unlistedVendor({
  path,
  args,
  ...run
}: Run): { readonly vendor: Vendor; readonly args: readonly string[] } | undefined {
  const isOther = run.described === true || run.own === true || run.maybe || run.program === '' || LOCAL.test(path)
  return isOther ? undefined : { vendor: UNLISTED, args }
}

/** A script of the project, or of the user. */
const LOCAL = /^(?:\.{1,2}\/|~|\/(?!usr\/|bin\/|opt\/|snap\/)|[^/]+\/)|\.(?:sh|py|js|ts|rb|pl)$/
