import { isKnown, type SystemAction } from '../effects.ts'

/**
 * What each option and operand of a program is for, as data. The guard performs the roles (`perform-roles.ts`);
 * auto-review approves a call in which no option and no operand has a role that does more than read
 * (`read-only/judge-roles.ts`).
 */

/** What a word is to the program. */
export type Role =
  /** Data of its own: a number, a format, a name. */
  | 'value'
  /** What to search for. Absent as an operand when an option gives it. */
  | 'pattern'
  /** A file of such patterns. */
  | 'patterns'
  /** Whose name it acts under. Absent as an operand when an option gives it. */
  | 'who'
  /** `Key=value` or `Key value`: some keys name a command. */
  | 'setting'
  /** A file it reads; a file that lists files it reads. */
  | 'read'
  | 'list'
  /** A file it makes or replaces; one it changes; a directory it makes. */
  | 'write'
  | 'edit'
  | 'make'
  /** A disk it overwrites, or an image of one. */
  | 'device'
  /** A file whose form it changes, as formatters do; a file it checks, and of which it prints little. */
  | 'tidy'
  | 'look'
  /** A package: its name, or a file or address that holds it. */
  | 'package'
  /** A file it reads, and changes when it is given commands. */
  | 'open'
  /** A file it deletes; the same with everything below it. */
  | 'delete'
  | 'remove'
  /** The directory it works in. */
  | 'enter'
  /** A line for a shell, or a program with its arguments in one word. */
  | 'shell'
  /** This word and all that follow are a program with its arguments. */
  | 'argv'
  /** This word and all that follow, with spaces between them, are a line for a shell. */
  | 'line'
  /** This word and all that follow are arguments of a shell: `-c 'cmd'`. */
  | 'bash'
  /** A program; the words that are no options are its arguments. */
  | 'program'
  /** A shell script. */
  | 'script'
  /** A text, or a file, in the program's own language. */
  | 'code'
  | 'file'
  /** A file of settings, some of which name commands. */
  | 'config'
  /** A library or plug-in it loads. */
  | 'load'
  /** A word with which it changes something that is not a file. */
  | 'act'
  /** `name=value` sets something; the name alone only shows it. */
  | 'assign'
  /** An address it fetches, or a file. */
  | 'page'
  /** Where a copy comes from and where it goes: a file, or `machine:file`. */
  | 'from'
  | 'to'
  /** A machine or address it talks to; a file whose content goes there; a text that goes there. */
  | 'url'
  /** A name it looks up: what the name is made of reaches other machines. */
  | 'lookup'
  | 'send'
  | 'say'

/** Flags that change what the operands are, that nothing happens at all, that its input may run anything, or that a shell is started. */
export type Change =
  | 'read'
  | 'edit'
  | 'delete'
  | 'remove'
  | 'write'
  | 'nothing'
  | 'tidy'
  | 'look'
  | 'decode'
  | 'unsafe'
  | 'runs'

/**
 * Languages of `code` and `file`. `commands`: a language of commands with a way out to a shell (`!cmd`, `.shell cmd`).
 * `unread`: code that Holdpoint cannot parse, so it is asked about.
 */
export type RoleLanguage =
  | 'commands'
  | 'sql'
  | 'shell'
  | 'python'
  | 'javascript'
  | 'perl'
  | 'ruby'
  | 'php'
  | 'awk'
  | 'sed'
  | 'unread'

/** Lists are words with spaces between them. */
export interface Roles {
  /**
   * `-o:write` an option with a value and its role; `--pair:value,read` one with two; `-i?value` one whose value is
   * never the next word; `-v` one without; `-i!edit` one that changes what the operands are, `-o:write!read` one with a
   * value that does; `of=:write`, `-javaagent::load`, `-D*:setting` a word that begins with `of=`, `-javaagent:`, `-D`;
   * `+:code` one that begins with `+`.
   */
  readonly options?: string
  /**
   * Roles of the words that are no options, in order; the last one holds for all that follow. `read+ write`: all but
   * the last word.
   */
  readonly operands?: string
  /** The first word decides; `*` stands for any other. Where there are operands too, any other word is one. */
  readonly commands?: Readonly<Record<string, Roles | string>>
  readonly language?: RoleLanguage
  /** What it does with standard input: data by default. */
  readonly stdin?: 'data' | 'config' | 'code' | 'list' | 'shell' | 'none'
  /** `-name` is one option and not four. */
  readonly longDash?: true
  /** Options that are not listed only change what is printed. */
  readonly anyOption?: true
  /**
   * What it prints: its input as it is; names of its operands, or of what is in them; a number, a sum or a type, from
   * which no content can be inferred. Made from its input by default.
   */
  readonly prints?: 'input' | 'names' | 'entries' | 'facts'
  /** What it does to the machine, with its operands; what it does when one of these options is given. */
  readonly does?: SystemAction
  readonly flags?: Partial<Readonly<Record<SystemAction, string>>>
  /** What it does to the machine when it is given a word with which it acts. */
  readonly acts?: SystemAction
  /** No environment variable changes what it does. */
  readonly plain?: true
  /** It starts a program, reaches the network or changes something whatever it is given: never approved. */
  readonly harm?: string
}

export interface OptionRole {
  readonly name: string
  /** Of its values, in order. */
  readonly roles: readonly Role[]
  /** The value is a part of the same word, or there is none. */
  readonly attached: boolean
  readonly change?: Change
}

interface OptionTable {
  readonly byName: ReadonlyMap<string, OptionRole>
  readonly long: readonly string[]
  /** `of=`, `+`, `-javaagent:`: words that begin with it. */
  readonly prefixes: readonly OptionRole[]
}

const tables = new Map<string, OptionTable>()

/** A list of options is taken apart once. */
export function optionsOf({ options = '' }: Roles): OptionTable {
  const known = tables.get(options)
  if (known !== undefined) return known
  const all = options.split(' ').flatMap((item): readonly OptionRole[] => {
    const [, name = '', mark, what = '', change] = /^(.+?)(?:([:?])([a-z,]+))?(?:!([a-z]+))?$/.exec(item) ?? []
    if (name === '') return []
    const roles = rolesOf(what.replaceAll(',', ' '))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables are checked by programs.test.ts
    return [{ name, roles, attached: mark === '?', ...(change !== undefined && { change: change as Change }) }]
  })
  const isPrefix = ({ name }: OptionRole): boolean => !name.startsWith('-') || (name.length > 2 && /\W$/.test(name))
  const byName = new Map(all.filter((one) => !isPrefix(one)).map((one) => [one.name, one]))
  const table = {
    byName,
    long: [...byName.keys()].filter((name) => name.startsWith('--')),
    prefixes: all.filter(isPrefix).map((one) => ({ ...one, name: one.name.replace(/\*$/, '') })),
  }
  tables.set(options, table)
  return table
}

/** One word, or the part of it that counts, and what it is to the program. */
export interface Placed {
  readonly role: Role
  readonly text: string
  /** Its place among the arguments. */
  readonly at: number
  /** The option that names it. */
  readonly option?: string
}

/** A file that no option names: flags may change what happens to it. */
export const isOperandFile = ({ option, role }: Placed): boolean =>
  option === undefined &&
  ['read', 'write', 'edit', 'open', 'delete', 'remove', 'list', 'act', 'tidy', 'look'].includes(role)

/** What a call does to the machine. */
export function doneBy({ does, acts, flags = {} }: Roles, { given, placed }: Placing): readonly SystemAction[] {
  const names = new Set(given.map(({ name }) => name))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
  const byFlags = (Object.keys(flags) as SystemAction[]).filter((what) =>
    flags[what]?.split(' ').some((name) => names.has(name)),
  )
  const byWords = acts !== undefined && placed.some(isActing) ? [acts] : []
  return [...(does === undefined ? [] : [does]), ...byFlags, ...byWords]
}

/** A word that changes something, and not one that only names it. */
export const isActing = ({ role, text }: Placed): boolean =>
  role === 'act' || (role === 'assign' && (text.includes('=') || !isKnown(text)))

export interface Placing {
  readonly placed: readonly Placed[]
  /** Options in the order they are given, also those nothing is known about. */
  readonly given: readonly OptionRole[]
  readonly unlisted: readonly { readonly name: string; readonly at: number; readonly value?: string }[]
  /** The first word that decides, and its place; without a name, one place before the words of its own. */
  readonly command?: { readonly name: string; readonly roles: Roles; readonly at: number }
  readonly changes: ReadonlySet<Change>
}

/** Gives every word of a call its role. */
export function place(roles: Roles, texts: readonly string[]): Placing {
  const table = optionsOf(roles)
  const operandRoles = rolesOf(roles.operands ?? '')
  const placed: Placed[] = []
  const given: OptionRole[] = []
  const unlisted: { name: string; at: number; value?: string }[] = []
  const changes = new Set<Change>()
  const operands: number[] = []
  let command: Placing['command']
  const note = (option: OptionRole): void => {
    given.push(option)
    if (option.change !== undefined) changes.add(option.change)
  }
  let at = 0
  for (; at < texts.length; at++) {
    const word = texts[at] ?? ''
    if (word === '--' && roles.commands === undefined) {
      at++
      const rest = wantedRoles().find(isRest)
      if (rest === undefined || at >= texts.length) break
      // `shell a b -- cmd`: the program begins here, however many words came before.
      placeOperands()
      placed.push({ role: rest, text: texts[at] ?? '', at })
      return { placed, given, unlisted, changes }
    }
    const prefix = table.prefixes.find(({ name }) => word.startsWith(name))
    const [prefixed] = prefix?.roles ?? []
    if (prefix !== undefined && prefixed !== undefined) {
      note(prefix)
      placed.push({ role: prefixed, text: word.slice(prefix.name.length), at, option: prefix.name })
    } else if (word.length > 1 && word.startsWith('-') && word !== '--' && !isCommand(roles, word)) {
      at = readOption(word, at)
    } else {
      if (word === '--') continue
      if (roles.commands !== undefined) {
        const [key] = keysFor(roles, word)
        // `*` describes a program whose first word need not be a command.
        const start = key === '*' ? { name: '', at: at - 1 } : { name: word, at }
        command = { ...start, roles: commandOf(roles, word) ?? NOTHING_KNOWN }
        return { placed, given, unlisted, command, changes }
      }
      operands.push(at)
      // The program that is started has options of its own.
      const rest = wantedRoles().findIndex(isRest)
      if (rest >= 0 && operands.length > rest) {
        at++
        break
      }
    }
  }
  for (; at < texts.length; at++) operands.push(at)
  placeOperands()
  return { placed, given, unlisted, changes }

  function readOption(word: string, index: number): number {
    const isLong = word.startsWith('--') || roles.longDash === true || (word.length > 2 && table.byName.has(word))
    if (!isLong) return readCluster(word, index)
    const equals = word.indexOf('=')
    const written = equals < 0 ? word : word.slice(0, equals)
    const option = table.byName.get(written) ?? table.byName.get(meant(written, table.long))
    const inline = equals < 0 ? undefined : word.slice(equals + 1)
    if (option === undefined) {
      // `-ovalue`, where options are long: the value of a known one stands in the same word.
      unlisted.push({ name: written, at: index, ...(inline !== undefined && { value: inline }) })
      return index
    }
    note(option)
    return takeValues(option, inline, index)
  }

  function readCluster(word: string, index: number): number {
    // `head -5`
    if (/^-\d+$/.test(word) && !table.byName.has(word.slice(0, 2))) {
      note({ name: word, roles: [], attached: false })
      return index
    }
    for (let letter = 1; letter < word.length; letter++) {
      const name = `-${word[letter] ?? ''}`
      const option = table.byName.get(name)
      if (option === undefined) {
        unlisted.push({ name, at: index })
        continue
      }
      note(option)
      if (option.roles.length === 0) continue
      const rest = word.slice(letter + 1)
      return takeValues(option, rest === '' ? undefined : rest.replace(/^=(?=.)/, ''), index)
    }
    return index
  }

  /** The place of the last word that belongs to the option. */
  function takeValues(
    { name, roles: wanted, attached }: OptionRole,
    inline: string | undefined,
    index: number,
  ): number {
    if (wanted.length === 0 || (attached && inline === undefined)) return index
    let last = inline === undefined ? index : index - 1
    for (const [nth, role] of wanted.entries()) {
      const text = nth === 0 && inline !== undefined ? inline : texts[last + 1]
      last++
      if (text === undefined) break
      placed.push({ role, text, at: last, option: name })
      if (isRest(role)) return texts.length
    }
    return last
  }

  function placeOperands(): void {
    const wanted = spread(wantedRoles(), operands.length)
    const usual = wanted.at(-1)
    for (const [index, position] of operands.entries()) {
      const role = wanted[index] ?? usual
      if (role === undefined) continue
      placed.push({ role, text: texts[position] ?? '', at: position })
      if (isRest(role)) return
    }
  }

  function wantedRoles(): readonly Role[] {
    return operandRoles.filter((role) => !isGiven(role))
  }

  /** A pattern or a program given by an option is no operand. */
  function isGiven(role: Role): boolean {
    if (role === 'pattern' || role === 'who')
      return placed.some((one) => one.role === role || (role === 'pattern' && one.role === 'patterns'))
    return role === 'code' && placed.some((one) => one.role === 'code' || one.role === 'file')
  }
}

export const NOTHING_KNOWN: Roles = {}

/** `read+ write` for three words is `read read write`; a single word is the first of them. */
function spread(roles: readonly string[], count: number): readonly Role[] {
  const at = roles.findIndex((role) => role.endsWith('+'))
  const after = at < 0 ? 0 : roles.length - at - 1
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables are checked by programs.test.ts
  const plain = roles.map((role) => role.replace(/\+$/, '')) as Role[]
  if (at < 0) return plain
  const [repeated = 'value'] = plain.slice(at)
  const times = Math.max(1, count - at - after)
  return [...plain.slice(0, at), ...Array<Role>(times).fill(repeated), ...plain.slice(at + 1)]
}

/** It takes all words that follow. */
export const isRest = (role: Role): boolean => role === 'argv' || role === 'line' || role === 'bash'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables are checked by roles.test.ts
const rolesOf = (words: string): readonly Role[] => (words === '' ? [] : words.split(' ')) as Role[]

function meant(name: string, long: readonly string[]): string {
  const fitting = name.startsWith('--') && name.length > 2 ? long.filter((one) => one.startsWith(name)) : []
  return fitting.length === 1 ? (fitting[0] ?? name) : name
}

/** `cmake -E`: a command that looks like an option. */
const isCommand = (roles: Roles, word: string): boolean =>
  roles.commands !== undefined && (keysFor(roles, word)[0] ?? '*') !== '*'

/** The key of a word among keys that list several, or of any word. */
const keysFor = ({ commands = {} }: Roles, word: string): readonly string[] =>
  Object.hasOwn(commands, word)
    ? [word]
    : Object.keys(commands)
        .filter((names) => names === '*' || (names.includes(word) && names.split(' ').includes(word)))
        .toSorted((one) => (one === '*' ? 1 : -1))

/** The description of a subcommand, with what holds for the whole program. */
export function commandOf({ commands = {}, language, options, longDash }: Roles, word: string): Roles | undefined {
  const [key] = keysFor({ commands }, word)
  const found = key === undefined ? undefined : commands[key]
  if (found === undefined) return undefined
  const own: Roles = typeof found === 'string' ? { operands: found } : found
  return {
    ...(language !== undefined && { language }),
    ...(longDash !== undefined && { longDash }),
    ...own,
    options: [options, own.options].filter((words) => words !== undefined).join(' '),
  }
}
