import type { BackgroundJob } from '../core/background.ts'

/** Work that built-in hooks hand to a background process, by the name they ask for it by. */
export const jobs: Readonly<Record<string, () => Promise<BackgroundJob>>> = {
  'quality/test-runner': async () => (await import('../hooks/quality/test-runner/job.ts')).job,
  'session/update-check': async () => (await import('../hooks/session/update-check/job.ts')).job,
}
