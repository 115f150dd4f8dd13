import {
  type EventKind,
  type Hook,
  type HookContext,
  type HookMeta,
  type Schema,
  schemaFrom,
  type Message,
  type Verdict,
} from '@holdpoint/engine'

type Given<K extends EventKind> = Omit<HookMeta<unknown, K>, 'on' | 'options' | 'messages'>

/** The metadata of a hook; only the events are required. */
export interface HookDescription<O extends object, K extends EventKind, M extends string> extends Partial<Given<K>> {
  readonly on: readonly K[]
  /** Each option with its default: `{ max_lines: 400 }`. A Standard Schema works, too. */
  readonly options?: O
  /** The messages, by id. A single text is used for all three parts. */
  readonly messages?: Readonly<Record<M, Message | string>>
}

export type OptionsOf<O> = O extends Schema<infer T> ? T : O

interface Definition<O extends object, K extends EventKind, M extends string> {
  readonly meta: HookDescription<O, K, M>
  run(context: HookContext<OptionsOf<O>, K, M>): Verdict | Promise<Verdict>
}

const DEFAULTS = {
  id: 'own/hook',
  summary: '',
  role: 'gate',
  onError: 'open',
  timeoutMs: 10_000,
  enabledBy: 'preset',
  aliases: [],
} as const

/** Defines a custom hook. Missing fields of `meta` get defaults; the id is derived from the file name. */
export function defineHook<const K extends EventKind, O extends object = object, M extends string = never>(
  hook: Definition<O, K, M>,
): Hook {
  const { options = {} as O, messages = {}, ...meta } = hook.meta
  const whole: HookMeta = {
    ...DEFAULTS,
    ...meta,
    options: isSchema(options) ? options : schemaFrom(options),
    messages: Object.fromEntries(
      Object.entries<Message | string>(messages).map(([id, said]) => [id, messageFrom(said)]),
    ),
  }
  // The engine calls `run` only with the events and options in `meta`, which the types cannot express.
  return { ...hook, meta: whole } as unknown as Hook
}

const messageFrom = (said: Message | string): Message =>
  typeof said === 'string' ? { what: said, why: '', fix: '' } : said

const isSchema = (value: object): value is Schema<unknown> => '~standard' in value
