import { type Env, type JsonObject, sha256Hex, type ToolBefore, isObject } from '@holdpoint/engine'
import { isKnown } from '@holdpoint/shell'
import { readEffects, worldOf } from '../effects.ts'
import { redact } from '../audit/redact.ts'
import { tree } from '../inspect/effects.ts'
import { digestOf } from './digest.ts'
import type { TouchedFile } from './record.ts'

/** The input without the words with which the model describes its own call: they change from one try to the next. */
export function normalisedInput({ tool }: ToolBefore): JsonObject {
  const { description: _, ...input } = tool.input
  return tool.kind === 'shell' ? input : tool.input
}

/** The same for the same tool with the same input in the same directory of the same work tree. */
export function callOf(event: ToolBefore): string {
  const { host, root, cwd, tool } = event
  return sha256Hex(JSON.stringify(ordered([host, root, cwd, tool.name, normalisedInput(event)])))
}

/** Objects with the same fields in another order are equal. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  )
}

/** More files than the answer has time for. */
const MAX_FILES = 2_000

/** What a call does, as it was when it was refused. */
export interface CallFacts {
  /** One line for each program and effect, masked. */
  readonly effects: readonly string[]
  readonly files: readonly TouchedFile[]
}

/**
 * The effects of a call and every file it runs, reads, overwrites or deletes: what the reader opens to judge the call,
 * and what the call itself names. Undefined when there are too many.
 */
export async function factsOf(
  event: ToolBefore,
  env: Env,
  program: string | undefined,
): Promise<CallFacts | undefined> {
  const opened = new Set<string>()
  const effects = await readEffects(event, () => {
    const world = worldOf(env, program)
    return {
      ...world,
      read: (path) => {
        opened.add(path)
        return world.read(path)
      },
    }
  })
  for (const { op, path, real } of effects.files) if (op !== 'list' && isKnown(path)) opened.add(path).add(real)
  if (opened.size > MAX_FILES) return undefined
  const files = [...opened].toSorted().map((path) => ({ path, digest: digestOf(path) }))
  return { effects: tree(effects).map((line) => redact(line)), files }
}
