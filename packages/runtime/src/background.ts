import type { AgentEvent, Background, StateArea, Env } from '@holdpoint/engine'
import { cancelJob, isBusy, requestJob } from './system/process/background.ts'

/** Work that goes on without us, in a worker that is this program again. */
export function openBackground(
  { session, root }: Pick<AgentEvent, 'session' | 'root'>,
  area: StateArea,
  env: Env,
  program: string | undefined,
): Background {
  return {
    async request(job, name, data) {
      if (program === undefined) return false
      // node:child_process is loaded when it is needed.
      const { startDetached } = await import('./system/process/detached.ts')
      return requestJob(area, name, { job, data, session }, (wanted, token) =>
        startDetached(process.execPath, [program, 'hook', 'background', root, wanted, token], env),
      )
    },
    isBusy: async (name) => isBusy(area, name),
    cancel: async (name) => cancelJob(area, name, session),
  }
}
