// Several clients at once: each waits for its answer before it asks again.
import { millisecondsOf } from './rounds.mjs'
import { median, quantile } from './statistics.mjs'

/** This many requests from this many clients, which take the events in turn. */
export async function load(events, clients, requests, ask) {
  const latencies = []
  let next = 0
  const client = async () => {
    while (next < requests) {
      const event = events[next++ % events.length]
      latencies.push(await millisecondsOf(() => ask(event)))
    }
  }
  const ms = await millisecondsOf(() => Promise.all(Array.from({ length: clients }, client)))
  return {
    perSecond: (latencies.length * 1000) / ms,
    median: median(latencies),
    p95: quantile(latencies, 0.95),
    longest: Math.max(...latencies),
  }
}
