import { isRest, NOTHING_KNOWN, place, type Placed, type Role, type Roles } from './roles.ts'

/** What a description says, and leaves out, about one call. */

/** Files of settings that it is given; `-` is its input. */
export function configsIn(roles: Roles, texts: readonly string[]): readonly string[] {
  const { placed, command } = place(roles, texts)
  const own = placed.filter(({ role }) => role === 'config').map(({ text }) => text)
  const input = roles.stdin === 'config' ? ['-'] : []
  return [...own, ...input, ...(command === undefined ? [] : configsIn(command.roles, texts.slice(command.at + 1)))]
}

const LOOSE: ReadonlySet<Role> = new Set(['value', 'setting', 'load', 'who', 'lookup'])

/** Places of words about which nobody says more than that they are data: a trick that is not described hides there. */
export function looseWords(roles: Roles, texts: readonly string[]): ReadonlySet<number> {
  const { placed, command } = place(roles, texts)
  const rest = placed.find(({ role }) => isRest(role))?.at ?? texts.length
  const end = Math.min(rest, command === undefined ? texts.length : command.at + 1)
  const isLoose = ({ role, text }: Placed): boolean => LOOSE.has(role) || (role === 'read' && /\s/.test(text))
  const bound = new Set(placed.filter((one) => !isLoose(one)).map(({ at }) => at))
  const own = texts.slice(0, end).flatMap((_, at) => (bound.has(at) ? [] : [at]))
  if (command === undefined) return new Set(own)
  const inner = looseWords(command.roles, texts.slice(command.at + 1))
  return new Set([...own, ...[...inner].map((at) => at + command.at + 1)])
}

/** False: it is given a subcommand without a description. */
export function isDescribed(roles: Roles, texts: readonly string[]): boolean {
  if (roles.commands === undefined) return roles !== NOTHING_KNOWN
  const { command } = place(roles, texts)
  return command === undefined || isDescribed(command.roles, texts.slice(command.at + 1))
}
