import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { Me } from '../../src/api.ts'

export type Link = 'connecting' | 'live' | 'late' | 'away'

/** Undefined: not known yet. Null: no user is signed in. */
export const me = signal<Me | null | undefined>(undefined)
export const link = signal<Link>('connecting')
/** Grows whenever the server has something new. */
const news = signal(0)
export const now = signal(Date.now())

export class Failed extends Error {}

export async function ask<T>(path: string): Promise<T> {
  return answered(await fetch(path, { headers: { accept: 'application/json' } }))
}

export async function change<T>(path: string, body: object = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-csrf': me.value?.csrf ?? '' }
  return answered(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function answered<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => ({}))) as { error?: string }
  if (response.ok) return body as T
  if (response.status === 401 && me.value !== null && me.value !== undefined) me.value = null
  throw new Failed(body.error ?? `the server answered ${response.status}`)
}

export interface Asked<T> {
  readonly value?: T
  readonly problem?: string
  /** Asks again, after a change. */
  again(): void
}

/** The answer to a question, and a new one whenever something changes. */
export function useAsked<T>(path: string): Asked<T> {
  const [found, setFound] = useState<{ value?: T; problem?: string; path?: string }>({})
  const [turn, setTurn] = useState(0)
  const version = news.value
  useEffect(() => {
    let isOld = false
    ask<T>(path).then(
      (value) => isOld || setFound({ value, path }),
      (error: unknown) => isOld || setFound({ problem: error instanceof Error ? error.message : 'unknown', path }),
    )
    return () => {
      isOld = true
    }
  }, [path, turn, version])
  const { path: of, ...shown } = found
  return { ...(of === path ? shown : {}), again: () => setTurn(turn + 1) }
}

export async function loadMe(): Promise<void> {
  me.value = await ask<Me>('/api/me').catch(() => null)
}

/** Server-sent events; the browser reconnects automatically. */
export function startLive(): () => void {
  const source = new EventSource('/api/live')
  source.addEventListener('open', () => (link.value = 'live'))
  source.addEventListener('error', () => (link.value = 'away'))
  source.addEventListener('late', () => (link.value = 'late'))
  source.addEventListener('changed', () => {
    link.value = 'live'
    news.value += 1
  })
  const timer = setInterval(() => (now.value = Date.now()), 5_000)
  return () => {
    source.close()
    clearInterval(timer)
  }
}

export const iso = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString()

/** The texts of a form, by name. */
export const textsIn = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
