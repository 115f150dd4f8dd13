import { findJob } from '@holdpoint/runtime'
import type { JobWorld, Background } from '@holdpoint/engine'

/** Background work that the events of one case have requested. */
export type Waiting = Map<string, () => Promise<void>>

/** In a case it is done before the next event, so that the event finds its result. */
export const doneLater = (waiting: Waiting, world: JobWorld, session: string): Background => ({
  request(job, name, data) {
    waiting.set(name, async () => {
      const found = await findJob(job)
      const record = await found?.perform(data, world, new AbortController().signal)
      record?.([session])
    })
    return Promise.resolve(true)
  },
  isBusy: (name) => Promise.resolve(waiting.has(name)),
  cancel(name) {
    waiting.delete(name)
    return Promise.resolve()
  },
})

export async function finishWork(waiting: Waiting): Promise<void> {
  for (const [name, work] of waiting) {
    waiting.delete(name)
    await work()
  }
}
