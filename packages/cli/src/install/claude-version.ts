import { run } from '@holdpoint/runtime/system'
import type { Env } from '@holdpoint/engine'

export interface ClaudeVersion {
  readonly text: string
  /** Whether it has a setting to refuse a call when the hook fails. */
  readonly knowsOnFailure: boolean
}

export const KNOWS_ON_FAILURE = [2, 1, 325] as const

/** The version of the `claude` on the PATH; undefined without one. */
export async function claudeVersion(env: Env): Promise<ClaudeVersion | undefined> {
  const options = { cwd: '/', signal: AbortSignal.timeout(10_000), env }
  const { exitCode, stdout } = await run('claude', ['--version'], options)
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(stdout)
  if (exitCode !== 0 || version === null) return undefined
  const numbers = version.slice(1).map(Number)
  const differing = KNOWS_ON_FAILURE.findIndex((part, index) => numbers[index] !== part)
  const knowsOnFailure = differing === -1 || (numbers[differing] ?? 0) > (KNOWS_ON_FAILURE[differing] ?? 0)
  return { text: version[0], knowsOnFailure }
}
