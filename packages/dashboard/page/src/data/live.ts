import { signal } from '@preact/signals'
import type { DecisionRow } from '../../../api.ts'

/** `away`: no answer, retrying. `refused`: another server runs now, and this page has no cookie for it. */
export type Link = 'connecting' | 'live' | 'away' | 'refused'

export const link = signal<Link>('connecting')

/** Increases when the shown data may be outdated; not faster than the page can request it. */
export const epoch = signal(0)

/** Ticks, so that "3 minutes ago" stays correct. */
export const now = signal(Date.now())

type Listener = (row: DecisionRow) => void
const listeners = new Set<Listener>()

export function onDecision(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const TICK_MS = 5_000
const SOON_MS = 700
const NOT_BEFORE_MS = 3_000
const AGAIN_MS = [500, 1_000, 2_000, 4_000] as const
/** Heartbeats come every 15 seconds; without one for this long, the connection is dead even if it looks open. */
const SILENCE_MS = 40_000

let source: EventSource | undefined
let tries = 0
let heardAt = Date.now()
let refreshedAt = 0
let retry: ReturnType<typeof setTimeout> | undefined
let refresh: ReturnType<typeof setTimeout> | undefined

/** The first change shows soon; a busy agent must not make the page request all data all the time. */
function outdated(): void {
  const wait = Math.max(SOON_MS, refreshedAt + NOT_BEFORE_MS - Date.now())
  refresh ??= setTimeout(() => {
    refresh = undefined
    refreshedAt = Date.now()
    epoch.value += 1
  }, wait)
}

export function connect(): void {
  clearTimeout(retry)
  source?.close()
  heardAt = Date.now()
  source = new EventSource('/api/live')
  source.addEventListener('hello', () => {
    heard()
    const wasAway = link.value === 'away' || link.value === 'refused'
    tries = 0
    link.value = 'live'
    if (wasAway) epoch.value += 1
  })
  source.addEventListener('heartbeat', heard)
  source.addEventListener('gap', () => {
    heard()
    epoch.value += 1
  })
  source.addEventListener('decision', (event) => {
    heard()
    now.value = Date.now()
    const row = JSON.parse(event.data as string) as DecisionRow
    for (const listener of listeners) listener(row)
    outdated()
  })
  source.addEventListener('error', () => void lost())
}

function heard(): void {
  heardAt = Date.now()
}

/** EventSource reports only that it failed; an ordinary request returns the reason. */
async function lost(): Promise<void> {
  source?.close()
  const status = await fetch('/api/about')
    .then((response) => response.status)
    .catch(() => 0)
  link.value = status === 401 || status === 403 ? 'refused' : 'away'
  clearTimeout(retry)
  retry = setTimeout(connect, AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)])
}

export function startLive(): void {
  connect()
  setInterval(() => {
    now.value = Date.now()
    if (link.value === 'live' && now.value - heardAt > SILENCE_MS) void lost()
  }, TICK_MS)
}
