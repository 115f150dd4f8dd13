import type { FastifyReply } from 'fastify'
import { textOf } from '../database/database.ts'
import { Refused } from '../failure.ts'
import type { AppOptions } from './app.ts'
import type { Intake } from './intake.ts'

const LOOK_MS = 2_000
const HEARTBEAT_MS = 15_000
const MOST = 200

export interface Live {
  join(reply: FastifyReply): void
  close(): void
}

/** A text that changes with every batch, heartbeat and alarm. */
const STAMP = `
  SELECT concat_ws(' ', (SELECT max(shipped_at) FROM chains), (SELECT max(heartbeat_at) FROM machines),
    (SELECT count(*) FROM machines), (SELECT max(last_at) FROM alarms), (SELECT max(closed_at) FROM alarms)) AS stamp`

/**
 * Server-sent events: `changed` when there is something new, `late` while the database does not answer or takes nothing. By asking the database, because a notification does not
 * pass a PgBouncer in transaction mode; one question for all browsers.
 */
export function openLive({ database }: Pick<AppOptions, 'database'>, { isLate }: Intake): Live {
  const open = new Set<FastifyReply['raw']>()
  let [timer, last, beatAt]: [NodeJS.Timeout | undefined, string, number] = [undefined, '', 0]

  async function look(): Promise<void> {
    const stamp = await database.query(STAMP).then(
      ({ rows }) => (isLate() ? 'late' : textOf(rows[0]?.['stamp'])),
      () => 'late',
    )
    const event = stamp === 'late' ? 'late' : 'changed'
    if (stamp !== last || Date.now() - beatAt > HEARTBEAT_MS) {
      const text = stamp === last ? ': heartbeat\n\n' : `event: ${event}\ndata: {}\n\n`
      for (const response of open) response.write(text)
      beatAt = Date.now()
    }
    last = stamp
    timer = open.size === 0 ? undefined : setTimeout(() => void look(), LOOK_MS)
  }

  return {
    join(reply) {
      if (open.size >= MOST) throw new Refused(429, 'too many pages are open')
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, { ...headersOf(reply), 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      raw.write(`retry: 3000\nevent: ${last === 'late' ? 'late' : 'changed'}\ndata: {}\n\n`)
      open.add(raw)
      raw.on('close', () => open.delete(raw)).on('error', () => open.delete(raw))
      timer ??= setTimeout(() => void look(), LOOK_MS)
    },
    close() {
      clearTimeout(timer)
      for (const response of open) response.end()
    },
  }
}

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
