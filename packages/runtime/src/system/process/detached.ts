import { spawn } from 'node:child_process'

/** A process that outlives this one and its parents: its own session, no pipes, nothing to wait for. */
export function startDetached(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): number | undefined {
  const child = spawn(program, [...args], { cwd: '/', detached: true, stdio: 'ignore', env })
  child.on('error', () => undefined)
  child.unref()
  return child.pid
}
