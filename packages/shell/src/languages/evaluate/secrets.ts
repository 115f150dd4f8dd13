import type { CodeAction } from '../actions.ts'
import { type Arguments, emit, type Machine } from './machine.ts'
import { marksOf, NETWORK, SECRET, unknownWith, type CodeValue } from './values.ts'

/** Where the values of secret variables go in a call. */
export function followSecrets(
  machine: Machine,
  callee: CodeValue & { kind: 'ref' },
  { args, named }: Arguments,
  before: number,
): void {
  const holds = (values: readonly CodeValue[]): boolean => (marksOf(values) & SECRET) !== 0
  const all = [...args, ...named.values()]
  if (!holds(all)) return
  const done = new Set(machine.actions.slice(before).map(({ kind }: CodeAction) => kind))
  const target = callee.self ?? args[0]
  if (PRINTING.test(callee.name) && target?.kind !== 'thing') emit(machine, { kind: 'secret', to: 'output' })
  const isSent = done.has('net') || (target?.kind === 'thing' && (target.marks & NETWORK) !== 0)
  if (isSent && holds(withoutLogins(args, named))) emit(machine, { kind: 'secret', to: 'network' })
  if (done.has('run') || done.has('shell')) emit(machine, { kind: 'secret', to: 'program' })
}

const PRINTING =
  /(?:^|[.#])(?:print|printf|puts|p|pp|say|echo|print_r|var_dump|var_export|pprint|warn)$|^console\.\w+$|(?:std(?:out|err)|STD(?:OUT|ERR))\.\w+$/

/** Options of a request that carry a login. */
const LOGINS = /^(?:headers?|auth|authorization|cookies?|cert|token|credentials)$/i

const withoutLogins = (args: readonly CodeValue[], named: ReadonlyMap<string, CodeValue>): readonly CodeValue[] => [
  ...args.flatMap((arg) => (arg.kind === 'map' ? others(arg.entries) : [arg])),
  ...others(named),
]

const others = (entries: ReadonlyMap<string, CodeValue>): readonly CodeValue[] =>
  [...entries].filter(([name]) => !LOGINS.test(name)).map(([, value]) => value)

/** What a function returns without a description: most use a secret and do not return it, unless they are for texts. */
export function used({ name, self }: CodeValue & { kind: 'ref' }, value: CodeValue): CodeValue {
  const isOwn = self?.kind === 'text' && (self.marks & SECRET) !== 0
  if (isOwn || TEXTUAL.test(name) || value.kind !== 'text') return withoutContent(name, value)
  return (value.marks & SECRET) === 0 ? value : unknownWith(value.marks & ~SECRET)
}

const TEXTUAL =
  /encode|decode|quote|escape|dumps|stringify|format|hexlify|(?:^|[.#])(?:str|string|repr|from|btoa|atob|bytes)$|b64/i

/** A length, a comparison or a sum of a secret tells nothing of it. */
export const withoutContent = (name: string, value: CodeValue): CodeValue =>
  TELLS_NOTHING.test(name) && value.kind === 'text' && (value.marks & SECRET) !== 0
    ? unknownWith(value.marks & ~SECRET)
    : value

const TELLS_NOTHING =
  /(?:^|[.#])(?:len|length|size|bytesize|strlen|bool|boolean|type|typeof|isinstance|defined|isset|empty|is_null|starts_?with|ends_?with|includes?|contains|in|test|equals?|nil|sha\d*|md5|createhash|update|hexdigest|digest|hash|hash_hmac)\??$/i
