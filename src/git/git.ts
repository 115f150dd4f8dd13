import type { Git } from '../core/services.ts'

/** Runs a program to its end; an exit code of undefined means that it could not be run. */
export type Run = (
  program: string,
  args: readonly string[],
  cwd: string,
) => Promise<{ readonly exitCode: number | undefined; readonly stdout: string }>

/** Keeps git from starting what the repository's own configuration names. */
const QUIET = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false']

export function openGit(run: Run): Git {
  return {
    async log(directory, count) {
      const args = [...QUIET, 'log', '--oneline', '--no-decorate', '--no-color', `-${count}`]
      const { exitCode, stdout } = await run('git', args, directory)
      return exitCode === 0 ? stdout.split('\n').filter((line) => line !== '') : []
    },
  }
}
