import { useEffect, useRef, useState } from 'preact/hooks'
import { useSignalEffect } from '@preact/signals'
import type { Endpoints, Failure } from '../../../api.ts'
import { epoch } from './live.ts'
import { address } from './location.ts'

/** Why there is nothing to show. Status 0: the server did not answer. */
export interface Failed {
  readonly status: number
  readonly what: string
  readonly fix: string
}

/** The old value stays while a new one is requested, so that the page does not flicker. */
export interface Answer<T> {
  readonly value?: T
  readonly failed?: Failed
}

type Name = Exclude<keyof Endpoints, 'decisions/<id>'>
type Query = Readonly<Record<string, string | undefined>>

export const apiAddress = (name: string, query: Query = {}): string => address(`/api/${name}`, query)

export async function ask<T>(url: string, signal?: AbortSignal): Promise<Answer<T>> {
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, ...(signal && { signal }) })
    if (response.ok) return { value: (await response.json()) as T }
    return { failed: { status: response.status, ...(await wordsOf(response)) } }
  } catch {
    return {
      failed: {
        status: 0,
        what: 'The dashboard’s server does not answer.',
        fix: 'The page retries automatically. If the server has ended, start it again and open the link that it prints.',
      },
    }
  }
}

export const AGAIN_MS = 3_000

/** Transient failures, which are worth a retry. */
export const isPassing = (failed: Failed | undefined): boolean =>
  failed !== undefined && (failed.status === 0 || failed.status === 429 || failed.status >= 500)

async function wordsOf(response: Response): Promise<Failure['error']> {
  try {
    const { error } = (await response.json()) as Failure
    return { what: String(error.what), fix: String(error.fix) }
  } catch {
    return { what: `The server answered ${response.status} and gave no reason.`, fix: 'Reload the page.' }
  }
}

/** The project of this dashboard; it does not change while the server runs. */
export const useAbout = (): Answer<Endpoints['about']['answer']> => useUrl(apiAddress('about'), { steady: true })

export const useAnswer = <N extends Name>(name: N, query: Endpoints[N]['query'] = {}): Answer<Endpoints[N]['answer']> =>
  useUrl<Endpoints[N]['answer']>(apiAddress(name, query as Query))

/** The answer of an endpoint, requested again after every decision; `steady`: only until the first answer. */
export function useUrl<T>(url: string, { steady = false } = {}): Answer<T> {
  const [found, setFound] = useState<Answer<T> & { readonly url: string }>({ url })
  const [round, setRound] = useState(0)
  const [again, setAgain] = useState(0)
  const latest = useRef(found)
  latest.current = found
  useSignalEffect(() => {
    const next = epoch.value
    if (!steady || latest.current.value === undefined) setRound(next)
  })
  useEffect(() => {
    const stop = new AbortController()
    let retry: ReturnType<typeof setTimeout> | undefined
    const read = async (): Promise<void> => {
      const answer = await ask<T>(url, stop.signal)
      if (stop.signal.aborted) return
      // Outdated data is better than none; the page marks it as such.
      const isAway = answer.failed?.status === 0
      if (isPassing(answer.failed)) retry = setTimeout(() => setAgain((count) => count + 1), AGAIN_MS)
      setFound((old) => (isAway && old.url === url && old.value !== undefined ? old : { ...answer, url }))
    }
    void read()
    return () => {
      stop.abort()
      clearTimeout(retry)
    }
  }, [url, round, again])
  return found.url === url ? found : {}
}
