import type { ToolAfter } from '@holdpoint/engine'

/** How a shell command ended. */
export interface Ending {
  /** Undefined: unknown, or not set by the program itself. */
  readonly exitCode: number | undefined
  readonly output: string
}

/** Not found, not executable, timed out, or killed by a signal: the tests gave no result. */
const NO_ANSWER = (code: number): boolean => code >= 124

export function endingOf({ tool, output, failed, interrupted }: ToolAfter): Ending {
  const text = textOf(output)
  const fields = fieldsOf(output)
  const isLeftRunning =
    tool.input['run_in_background'] === true || tool.input['is_background'] === true || 'backgroundTaskId' in fields
  if (interrupted || fields['interrupted'] === true || isLeftRunning) return { exitCode: undefined, output: text }
  const named = ['exit_code', 'exitCode', 'returnCode']
    .map((name) => fields[name])
    .find((code) => typeof code === 'number')
  const said = /^Exit code (\d{1,3})\b/.exec(text)?.[1]
  const code = named ?? (failed ? (said === undefined ? undefined : Number(said)) : 0)
  // An event that says "failed" and a code of 0 contradict each other.
  if (code === undefined || NO_ANSWER(code) || (failed && code === 0)) return { exitCode: undefined, output: text }
  return { exitCode: code, output: text }
}

const fieldsOf = (output: unknown): Readonly<Record<string, unknown>> =>
  typeof output === 'object' && output !== null && !Array.isArray(output) ? (output as Record<string, unknown>) : {}

function textOf(output: unknown): string {
  if (typeof output === 'string') return output
  const { stdout, stderr, output: inner } = fieldsOf(output)
  return [stdout, stderr, inner].filter((part) => typeof part === 'string').join('\n')
}
