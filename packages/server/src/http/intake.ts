import type { FastifyInstance } from 'fastify'

/** Whether what machines send is being written: a database can answer and still be full or read-only. */
export interface Intake {
  readonly isLate: () => boolean
}

const MACHINES = '/api/v1/'

/** Watches the answers to machines: the last one that was taken or turned away by the database counts. */
export function watchIntake(app: FastifyInstance): Intake {
  let isLate = false
  app.addHook('onResponse', async ({ method, url }, { statusCode }) => {
    if (method !== 'POST' || !url.startsWith(MACHINES)) return
    if (statusCode === 503) isLate = true
    else if (statusCode === 200) isLate = false
  })
  return { isLate: () => isLate }
}
