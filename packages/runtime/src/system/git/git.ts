import type { Git } from '@holdpoint/engine'
import type { DriverCache } from './driver-cache.ts'
import { openSafeGit, type Remember, type Run } from './safe-git.ts'
import { gitState } from './state.ts'
import { readStatus } from './status.ts'

export interface GitWorld {
  readonly run: Run
  readonly env: Readonly<Record<string, string | undefined>>
  readonly state?: Git['state']
  readonly remember?: Remember
  /** Of a process that answers many events. */
  readonly drivers?: DriverCache | undefined
}

export function openGit({ run, env, state = gitState, remember = (_, make) => make(), drivers }: GitWorld): Git {
  const git = openSafeGit(run, env, remember, drivers)
  return {
    state,
    output: git.ask,
    answers: async (directory) => (await git.ask(directory, ['rev-parse', '--git-dir'])) !== undefined,
    status: (directory, options = {}) => readStatus(directory, options, git),
    async log(directory, count) {
      const text = await git.ask(directory, ['log', '--oneline', '--no-decorate', '--no-color', `-${count}`])
      return (text ?? '').split('\n').filter((line) => line !== '')
    },
  }
}
