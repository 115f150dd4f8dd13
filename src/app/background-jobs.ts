import type { BackgroundJob } from '../core/background.ts'
import { jobs as builtIn } from '../registry/jobs.ts'

/** What hooks may ask for, by the name they ask by. */
const JOBS: typeof builtIn = {
  ...builtIn,
  'own/command': async () => (await import('../own/command/job.ts')).job,
}

export function findJob(name: string): Promise<BackgroundJob | undefined> {
  const load = Object.hasOwn(JOBS, name) ? JOBS[name] : undefined
  return load?.() ?? Promise.resolve(undefined)
}
