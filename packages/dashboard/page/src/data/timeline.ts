import { useEffect, useRef, useState } from 'preact/hooks'
import type { DecisionPage } from '../../../api.ts'
import { AGAIN_MS, apiAddress, ask, isPassing } from './answer.ts'
import { epoch, onDecision } from './live.ts'
import { withNewer, withOlder, type Filter, type Timeline } from './rows.ts'

const START: Timeline = { fresh: new Set() }
/** Short enough to be live, long enough for a busy agent. */
const TOGETHER_MS = 150
/** A text search costs the server more. */
const SEARCH_MS = 2_000

export interface LiveTimeline extends Timeline {
  readonly isPaused: boolean
  /** Decisions that arrived while it was paused. */
  readonly waiting: number
  readonly isLoading: boolean
  pause(isPaused: boolean): void
  older(): void
}

export function useTimeline(filter: Filter): LiveTimeline {
  const url = apiAddress('decisions', filter)
  const [timeline, setTimeline] = useState<Timeline & { readonly url: string }>({ ...START, url })
  const [isPaused, setPaused] = useState(false)
  const [resumed, setResumed] = useState(0)
  const [waiting, setWaiting] = useState(0)
  const [isLoading, setLoading] = useState(false)
  const paused = useRef(false)
  paused.current = isPaused

  useEffect(() => {
    const stop = new AbortController()
    const wait = filter.q === undefined ? TOGETHER_MS : SEARCH_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (): Promise<void> => {
      timer = undefined
      const { value, failed } = await ask<DecisionPage>(url, stop.signal)
      if (stop.signal.aborted) return
      if (isPassing(failed)) timer ??= setTimeout(() => void read(), AGAIN_MS)
      if (value !== undefined) setTimeline((old) => ({ ...withNewer(old.url === url ? old : START, value), url }))
      else if (failed !== undefined)
        setTimeline((old) => (old.url === url && old.rows !== undefined ? old : { ...START, failed, url }))
    }
    void read()
    const forget = onDecision(() => {
      if (paused.current) setWaiting((count) => count + 1)
      else timer ??= setTimeout(() => void read(), wait)
    })
    // Reconnected, or decisions were missed.
    const known = epoch.peek()
    const unsubscribe = epoch.subscribe((round) => {
      if (round > known && !paused.current) timer ??= setTimeout(() => void read(), wait)
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      forget()
      unsubscribe()
    }
  }, [url, resumed])

  const readOlder = async (cursor: string): Promise<void> => {
    const { value } = await ask<DecisionPage>(apiAddress('decisions', { ...filter, cursor }))
    setLoading(false)
    if (value !== undefined) setTimeline((old) => (old.url === url ? { ...withOlder(old, value), url } : old))
  }
  const shown = timeline.url === url ? timeline : START
  return {
    ...shown,
    isPaused,
    waiting,
    isLoading,
    pause(next) {
      setPaused(next)
      if (!next) setResumed((count) => count + 1)
      setWaiting(0)
    },
    older() {
      if (shown.next === undefined || isLoading) return
      setLoading(true)
      void readOlder(shown.next)
    },
  }
}
