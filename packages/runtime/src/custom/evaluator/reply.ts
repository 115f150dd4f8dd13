/** The reply of an evaluator, in either of the documented forms. */
export interface Reply {
  readonly ok: boolean
  readonly reason: string
  readonly systemMessage?: string
  readonly code?: string
}

/** Longer objects are not replies. */
const MAX_OBJECT = 8_000
/** The limit of scanned characters, some of them several times. Only adversarial input needs more. */
const MAX_STEPS = 2_000_000

/**
 * Every reply in a text: bare, in a code fence, or with text around it. Objects inside other objects are not replies.
 * as one.
 */
export const repliesIn = (text: string): readonly Reply[] =>
  objectsIn(text).found.flatMap((object) => replyOf(object) ?? [])

/** Whether a text contains something that would count as a yes if an evaluator said it, at any depth. */
export function holdsYes(text: string): boolean {
  const { found, isWhole } = objectsIn(text)
  return !isWhole || found.some((object) => saysYes(object, 0))
}

const MAX_DEPTH = 20

function saysYes(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false
  return replyOf(value)?.ok === true || Object.values(value).some((inner) => saysYes(inner, depth + 1))
}

function replyOf(value: object): Reply | undefined {
  const { ok, decision, reason, systemMessage, code } = value as Readonly<Record<string, unknown>>
  const verdicts = [WORDS.get(ok), WORDS.get(decision)].filter((word) => word !== undefined)
  // An undocumented form is ambiguous.
  const isOdd = (ok !== undefined && typeof ok !== 'boolean') || (decision !== undefined && !WORDS.has(decision))
  if (verdicts.length === 0 || (isOdd && !verdicts.includes(false))) return undefined
  return {
    ok: !verdicts.includes(false),
    reason: typeof reason === 'string' ? reason : '',
    ...(typeof systemMessage === 'string' && { systemMessage }),
    ...(typeof code === 'string' && { code }),
  }
}

const WORDS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['approve', true],
  ['block', false],
  ['deny', false],
])

/** The outermost JSON objects in a text, with any text around them. */
function objectsIn(text: string): { readonly found: readonly object[]; readonly isWhole: boolean } {
  const found: object[] = []
  const starts = /\{\s{0,40}"/g
  let steps = 0
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const limit = Math.min(text.length, start.index + MAX_OBJECT)
    const end = endOfObject(text, start.index, limit)
    const value = end === undefined ? undefined : parsed(text.slice(start.index, end))
    steps += (end ?? limit) - start.index
    if (steps > MAX_STEPS) return { found, isWhole: false }
    if (end === undefined || value === undefined) continue
    found.push(value)
    starts.lastIndex = end
  }
  return { found, isWhole: true }
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = ['"', '\\', '{', '}'].map((char) => char.charCodeAt(0))

/** The position of the closing brace; braces in strings do not count. */
function endOfObject(text: string, start: number, limit: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < limit; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) inString = false
    } else if (char === QUOTE) inString = true
    else if (char === OPEN) depth++
    else if (char === CLOSE && --depth === 0) return at + 1
  }
  return undefined
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
