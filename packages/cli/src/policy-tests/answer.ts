import { type Answer, unsigned, type JsonObject } from '@holdpoint/engine'
import type { AuditedHook } from '@holdpoint/runtime/audit'

/** The result of one event: what the agent received, and how the audit explains it. */
export interface Got {
  readonly decision: string
  readonly reason?: string
  readonly context?: string
  readonly notice?: string
  readonly rewrite?: Readonly<Record<string, unknown>>
  /** All hooks that were asked, in order. */
  readonly hooks: readonly AuditedHook[]
  /** What the agent cannot express. */
  readonly lowered?: readonly string[]
  /** An error outside any hook. */
  readonly error?: string
}

/** `line` is the audit's; an event that concerns no hook has none. */
export function gotOf({ stdout, stderr, exitCode }: Answer, line: string | undefined): Got {
  const audited = (line === undefined ? {} : JSON.parse(line)) as Partial<
    Pick<Got, 'decision' | 'hooks' | 'error' | 'lowered'>
  >
  const said = spoken(stdout)
  const specific = objectOf(said['hookSpecificOutput'])
  const reason =
    exitCode === 2
      ? stderr
      : (textOf(specific['permissionDecisionReason']) ??
        textOf(objectOf(specific['decision'])['message']) ??
        textOf(said['reason']))
  const context = textOf(specific['additionalContext']) ?? textOf(said['text'])
  const notice = ofHooks(textOf(said['systemMessage']))
  const { updatedInput } = specific
  const failed = exitCode === 1 ? stderr.trim() : undefined
  const error = audited.error ?? failed
  return {
    decision: audited.decision ?? 'pass',
    hooks: audited.hooks ?? [],
    ...(audited.lowered !== undefined && { lowered: audited.lowered }),
    ...(reason !== undefined && { reason: unsigned(reason) }),
    ...(context !== undefined && { context }),
    ...(notice !== undefined && { notice }),
    ...(updatedInput !== undefined && { rewrite: objectOf(updatedInput) }),
    ...(error !== undefined && { error }),
  }
}

/** The program's own messages, such as one about missing trust, are not answers of hooks. */
function ofHooks(notice: string | undefined): string | undefined {
  const lines = (notice ?? '').split('\n').filter((line) => !line.startsWith('holdpoint: '))
  return lines.length === 0 || lines.join('') === '' ? undefined : lines.join('\n')
}

/** Some events are answered in plain text. */
function spoken(stdout: string): JsonObject {
  if (!stdout.startsWith('{')) return stdout === '' ? {} : { text: stdout }
  return JSON.parse(stdout) as JsonObject
}

const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {}
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
