import type { BackgroundJob } from '@holdpoint/engine'
import { jobs as builtIn } from '@holdpoint/packs'

/** The background jobs that hooks may request, by name. */
const JOBS: typeof builtIn = {
  ...builtIn,
  'own/command': async () => (await import('../custom/command/job.ts')).job,
}

export function findJob(name: string): Promise<BackgroundJob | undefined> {
  const load = Object.hasOwn(JOBS, name) ? JOBS[name] : undefined
  return load?.() ?? Promise.resolve(undefined)
}
