import type { Git } from '../core/services.ts'
import { gitState } from './state.ts'

/** Runs a program to its end; an exit code of undefined means that it could not be run. */
export type Run = (
  program: string,
  args: readonly string[],
  cwd: string,
) => Promise<{ readonly exitCode: number | undefined; readonly stdout: string }>

/** Keeps git from starting what the repository's own configuration names. */
const QUIET = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false']

export function openGit(run: Run, state: Git['state'] = gitState): Git {
  async function output(directory: string, args: readonly string[]): Promise<string | undefined> {
    const { exitCode, stdout } = await run('git', [...QUIET, ...args], directory)
    return exitCode === 0 ? stdout : undefined
  }
  return {
    state,
    output,
    async log(directory, count) {
      const text = await output(directory, ['log', '--oneline', '--no-decorate', '--no-color', `-${count}`])
      return (text ?? '').split('\n').filter((line) => line !== '')
    },
  }
}
