import type { BackgroundJob } from '../core/background.ts'

type Loader = () => Promise<BackgroundJob>

/** What hooks may ask for, by the name they ask by. */
const JOBS: Readonly<Record<string, Loader>> = {
  'quality/test-runner': async () => (await import('../hooks/quality/test-runner/job.ts')).job,
  'session/update-check': async () => (await import('../hooks/session/update-check/job.ts')).job,
  'own/command': async () => (await import('../own/command/job.ts')).job,
}

export function findJob(name: string): Promise<BackgroundJob | undefined> {
  const load = Object.hasOwn(JOBS, name) ? JOBS[name] : undefined
  return load?.() ?? Promise.resolve(undefined)
}
