import type { AgentEvent, Background, Processes, StateArea } from '@holdpoint/engine'
import { isAlive } from './system/files/alive.ts'
import { cancelJob, isBusy, requestJob } from './system/process/background.ts'
import { REENTRY_VARIABLE, type ChildToken } from './system/process/reentry.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Programs that a hook runs and waits for. An agent that such a program starts does not call us again. */
export const openProcesses = (env: Env, signal: AbortSignal, token: ChildToken): Processes => ({
  async run(program, args, { env: more, timeoutMs, ...options }) {
    // Loading child processes costs a tenth of a bare start, so only those who need one pay for it.
    const { run } = await import('./system/process/run.ts')
    const guard = { [REENTRY_VARIABLE]: token.value() }
    const limit = timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    return run(program, args, { ...options, signal: limit, env: { ...env, ...more, ...guard } })
  },
  isAlive,
})

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
      // As above.
      const { startDetached } = await import('./system/process/detached.ts')
      return requestJob(area, name, { job, data, session }, (wanted, token) =>
        startDetached(process.execPath, [program, 'hook', 'background', root, wanted, token], env),
      )
    },
    isBusy: async (name) => isBusy(area, name),
    cancel: async (name) => cancelJob(area, name, session),
  }
}
