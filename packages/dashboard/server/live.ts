import type { ServerResponse } from 'node:http'
import { VERSION } from '@holdpoint/runtime'
import { openTail, type Missed, type Tail } from '@holdpoint/runtime/audit'
import type { LiveEvents } from '../api.ts'
import { Refused } from './failure.ts'
import { decisionRow } from './row.ts'
import type { Source } from './source.ts'

export interface Live {
  /** Keeps the answer open and sends decisions from now on, or since the page's last event id. */
  join(response: ServerResponse, lastHeard: string | undefined): void
  close(): void
}

const MOST_LISTENERS = 24
const HEARTBEAT_MS = 15_000
/** A page that does not read its events is closed or asleep; it reconnects automatically. */
const MOST_UNTAKEN = 1 << 20

/** Decisions as soon as they are written to the spool, before the database has them. */
export function openLive({ place, now, trust }: Source): Live {
  const listeners = new Set<ServerResponse>()
  let tail: Tail | undefined

  const broadcast = (text: string): void => {
    for (const response of listeners) {
      if (response.writableLength > MOST_UNTAKEN) response.destroy()
      else response.write(text)
    }
  }
  const heartbeat = setInterval(() => broadcast(event('heartbeat', { now: now().toISOString() })), HEARTBEAT_MS)

  function leave(response: ServerResponse): void {
    listeners.delete(response)
    if (listeners.size > 0) return
    tail?.close()
    tail = undefined
  }

  return {
    join(response, lastHeard) {
      if (listeners.size >= MOST_LISTENERS)
        throw new Refused(429, 'Too many tabs of the dashboard are open.', 'Close some of them.')
      trust()
      tail ??= openTail(place.directory, (written) => {
        trust()
        broadcast(decisionsEvent(written))
      })
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write(`retry: 1000\n\n${event('hello', { now: now().toISOString(), version: VERSION })}`)
      if (lastHeard !== undefined) response.write(missedSince(tail, lastHeard))
      listeners.add(response)
      response.on('close', () => leave(response))
    },
    close() {
      clearInterval(heartbeat)
      tail?.close()
      for (const response of listeners) response.destroy()
    },
  }
}

function missedSince(tail: Tail, lastHeard: string): string {
  const missed = tail.since(lastHeard)
  return missed === 'unknown' ? event('gap', { missed: 'unknown' }) : decisionsEvent(missed)
}

const decisionsEvent = (written: Missed): string =>
  written === undefined
    ? event('gap', { missed: 'too many' })
    : written.map(({ record, position }) => event('decision', decisionRow(record), position)).join('')

/** JSON contains no raw line breaks, so any value fits on one line. */
const event = <N extends keyof LiveEvents>(name: N, data: LiveEvents[N], id?: string): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
