import type { Git } from '@holdpoint/engine'
import { openSafeGit, type Remember, type Run } from './safe-git.ts'
import { gitState } from './state.ts'
import { readStatus } from './status.ts'

export interface GitWorld {
  readonly run: Run
  readonly env: Readonly<Record<string, string | undefined>>
  readonly state?: Git['state']
  readonly remember?: Remember
}

export function openGit({ run, env, state = gitState, remember = (_, make) => make() }: GitWorld): Git {
  const git = openSafeGit(run, env, remember)
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
