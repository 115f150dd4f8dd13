import type { AgentEvent, Background, StateArea, Env } from '@holdpoint/engine'
import { cancelJob, isBusy, requestJob } from '../system/process/background.ts'

/** Work that continues after this process, in a worker that runs the same program. */
export function openBackground(
  { session, root }: Pick<AgentEvent, 'session' | 'root'>,
  area: StateArea,
  env: Env,
  program: string | undefined,
): Background {
  return {
    async request(job, name, data) {
      if (program === undefined) return false
      // Imported here so that node:child_process is loaded only when needed.
      const { startDetached } = await import('../system/process/detached.ts')
      return requestJob(area, name, { job, data, session }, (wanted, token) =>
        startDetached(process.execPath, [program, 'hook', 'background', root, wanted, token], env),
      )
    },
    isBusy: async (name) => isBusy(area, name),
    cancel: async (name) => cancelJob(area, name, session),
  }
}
