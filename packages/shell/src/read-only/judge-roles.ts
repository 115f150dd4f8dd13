import { isKnown, shown } from '../effects.ts'
import { escapesIn } from '../programs/escapes.ts'
import { isProgramName } from '../programs/programs.ts'
import { commandTexts } from '../read/command-texts.ts'
import { isAddress } from '../programs/places.ts'
import {
  doneBy,
  isActing,
  isOperandFile,
  optionsOf,
  place,
  type Change,
  type Placed,
  type Role,
  type Roles,
} from '../programs/roles.ts'
import { unclassified, type Objection } from './usage.ts'

const READING: ReadonlySet<Role> = new Set([
  'value',
  'pattern',
  'look',
  'patterns',
  'who',
  'read',
  'list',
  'enter',
  'lookup',
  'argv',
  'line',
  'bash',
])
const WRITING: ReadonlySet<Change> = new Set(['edit', 'tidy', 'delete', 'remove', 'write', 'unsafe', 'runs'])

/** Undefined: no word of the call has a role that does more than read. What it starts is judged separately. */
export function objectionToRoles(roles: Roles, name: string, args: readonly string[]): Objection | undefined {
  if (args.length === 1 && /^--(?:help|version)$/.test(args[0] ?? '')) return undefined
  const placing = place(roles, args)
  const { placed, given, unlisted, command, changes } = placing
  const unclear = args.find((word) => !isKnown(word))
  const isQuiet = changes.has('read') || changes.has('nothing')
  const odd = placed.find((word) => !isReading(word) && !(isQuiet && isOperandFile(word)))
  if (odd !== undefined) return mayAct(`${name} ${odd.option ?? shown(odd.text)}`)
  const changing = given.find(
    ({ change, roles: values, attached }) =>
      (change !== undefined && WRITING.has(change)) || (attached && values.some((role) => !READING.has(role))),
  )
  if (changing !== undefined) return mayAct(`${name} ${changing.name}`)
  if (!changes.has('nothing') && doneBy(roles, placing).length > 0) return mayAct(name)
  if (roles.harm !== undefined) return unclassified(`\`${name}\` ${roles.harm}.`)
  if (roles.does !== undefined) return unclassified(`\`${name}\` changes more than files.`)
  const unknownOption = roles.anyOption === true ? undefined : unlisted[0]
  if (unknownOption !== undefined)
    return unclassified(`\`${name} ${unknownOption.name}\` is not classified as read-only.`)
  if (unclear !== undefined && isPicky(roles) && !args.slice(0, args.indexOf(unclear)).includes('--'))
    return unclassified(`\`${shown(unclear)}\` might become an option of \`${name}\`.`)
  const hidden = placed.find(({ role, text }) => role !== 'pattern' && mayHoldCommand(text))
  if (hidden !== undefined) return mayAct(`${name} ${hidden.option ?? shown(hidden.text)}`)
  if (command === undefined && roles.commands === undefined && !isReader(roles))
    return unclassified(`\`${name}\` is not classified as read-only.`)
  if (command === undefined)
    return roles.commands === undefined ? undefined : unclassified(`\`${name}\` has no subcommand.`)
  if (Object.keys(command.roles).length === 0)
    return unclassified(`\`${name} ${shown(command.name)}\` is not read-only.`)
  return objectionToRoles(command.roles, `${name} ${command.name}`, args.slice(command.at + 1))
}

const isReading = (word: Placed): boolean =>
  READING.has(word.role) ||
  (word.role === 'page' && !isAddress(word.text)) ||
  (word.role === 'assign' && !isActing(word))

/** A name or a number has no program in it, and no way out to a shell. */
const mayHoldCommand = (text: string): boolean =>
  escapesIn(text).length > 0 || commandTexts(text).some((line) => isProgramName(/^[\w.+-]+/.exec(line)?.[0] ?? ''))

/** Reading is what an entry says, not what it leaves out. */
const isReader = ({ operands = '', prints, plain, anyOption }: Roles): boolean =>
  /\b(?:read|list|pattern|who|lookup|argv|line|bash)\b/.test(operands) ||
  prints !== undefined ||
  plain === true ||
  anyOption === true

/** Some option would do more than read, or nothing is known of those that are not listed. */
const isPicky = (roles: Roles): boolean =>
  roles.anyOption !== true ||
  [...optionsOf(roles).byName.values()].some(
    (option) =>
      option.roles.some((role) => !READING.has(role)) || (option.change !== undefined && WRITING.has(option.change)),
  )

const mayAct = (call: string): Objection => unclassified(`\`${call}\` may write, run or send something.`)
