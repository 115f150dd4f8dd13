import type { Facts } from './facts.ts'
import type { Replacement } from './rule.ts'

/** Fields of a tool's input with other values; undefined when nothing would change. */
export async function rewritten(
  fields: Readonly<Record<string, Replacement>>,
  input: Readonly<Record<string, unknown>>,
  facts: Facts,
): Promise<Readonly<Record<string, string>> | undefined> {
  const changed: Record<string, string> = {}
  for (const [field, how] of Object.entries(fields)) {
    const before = Object.hasOwn(input, field) ? input[field] : undefined
    const after =
      typeof how === 'string' ? how : typeof before === 'string' ? await replaced(before, how, facts) : before
    if (typeof after === 'string' && after !== before) changed[field] = after
  }
  return Object.keys(changed).length === 0 ? undefined : changed
}

/** A longer text is not rewritten: the rule fails instead. */
const MAX_LENGTH = 256 * 1024

async function replaced(
  text: string,
  { replace, with: replacement, flags = '' }: Exclude<Replacement, string>,
  facts: Facts,
): Promise<string> {
  if (text.length > MAX_LENGTH) throw new Error('the text to be changed is too long')
  facts.engine ??= (await import('./engine.ts')).engine
  return facts.engine.compile(replace, flags).replaceAll(text, replacement)
}
