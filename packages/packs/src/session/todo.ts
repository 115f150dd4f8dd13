import type { Services } from '@holdpoint/engine'

/**
 * The user's own todo list, if present: `~/.claude/scripts/todo.sh`. Only the user's file counts, never
 * the project's, so that a repository cannot have a script run by naming it.
 */
export async function askTodo(args: readonly string[], timeoutMs: number, services: Services): Promise<string> {
  const home = services.env('HOME') ?? ''
  const script = `${home}/.claude/scripts/todo.sh`
  if (!home.startsWith('/') || services.files.stat(script)?.kind !== 'file') return ''
  const { exitCode, stdout } = await services.process.run(script, args, { cwd: home, timeoutMs })
  return exitCode === 0 ? stdout.trim().slice(0, MAX_TEXT) : ''
}

const MAX_TEXT = 2_000
