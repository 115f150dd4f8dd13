import type { Verdict } from '../verdict.ts'

/** Who said a reason, and which decision it belongs to. */
export type Sign = (text: string, hooks: readonly string[], isExact: boolean) => string

const SHORT = 6

/** Decision ids begin with the time, so only their end is distinctive; `holdpoint why` finds a decision by it. */
export const shortId = (id: string): string => (id.slice(id.lastIndexOf('-') + 1) || id).slice(-SHORT)

/**
 * `Blocked: … (guard/no-force-push, holdpoint why k3f9q2)`. A text that a document prescribes word for word, and one of
 * several lines, keeps its last line as it is: the names follow on a line of their own.
 */
export const signatureOf =
  (decision: string): Sign =>
  (text, hooks, isExact) => {
    const names = `(${[...hooks, `holdpoint why ${shortId(decision)}`].join(', ')})`
    return `${text}${isExact || text.includes('\n') ? '\n' : ' '}${names}`
  }

/** A reason as the hooks gave it; also inside of JSON, where a line break is spelt `\\n`. */
export const unsigned = (text: string): string =>
  text
    .replaceAll(/(?:\n|\\n)To allow this call once, the user [^\n"\\]+/g, '')
    .replaceAll(/(?: |\n|\\n)\((?:[^\s,()]+, )*holdpoint why [\w-]+\)/g, '')

interface Said {
  readonly hook: string
  readonly verdict: Verdict
}

/** Each reason once, with all hooks that gave it, in the order in which they spoke. */
export function signedReasons(said: readonly Said[], sign: Sign): readonly string[] {
  const texts = new Map<string, { readonly hooks: string[]; readonly isExact: boolean }>()
  for (const { hook, verdict } of said) {
    const { reason = '', exact = false } = verdict
    if (reason === '') continue
    const known = texts.get(reason) ?? { hooks: [], isExact: exact }
    if (!known.hooks.includes(hook)) known.hooks.push(hook)
    texts.set(reason, known)
  }
  return [...texts].map(([text, { hooks, isExact }]) => sign(text, hooks, isExact))
}
