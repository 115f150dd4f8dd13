// Several clients at once: each waits for its answer before it asks again.
import { millisecondsOf } from './rounds.mjs'
import { median, quantile } from './statistics.mjs'

/** This many requests from this many clients, which take the events in turn. */
export async function load(events, clients, requests, ask) {
  const [figures] = await loads(events, clients, requests, [ask], 1)
  return figures
}

const SLICES = 6

/**
 * The same for several that answer, in slices whose order alternates: what is measured second is slower by 15 % with 64
 * clients, whichever it is.
 */
export async function loads(events, clients, requests, asks, slices = SLICES) {
  const measured = asks.map((ask) => ({ ask, latencies: [], ms: 0 }))
  for (let slice = 0; slice < slices; slice++) {
    for (const one of slice % 2 === 0 ? measured : measured.toReversed()) {
      one.ms += await loadInto(one.latencies, events, clients, Math.ceil(requests / slices), one.ask)
    }
  }
  return measured.map(({ latencies, ms }) => ({
    perSecond: (latencies.length * 1000) / ms,
    median: median(latencies),
    p95: quantile(latencies, 0.95),
    longest: Math.max(...latencies),
  }))
}

/** Returns how long it took. */
function loadInto(latencies, events, clients, requests, ask) {
  let next = 0
  const client = async () => {
    while (next < requests) {
      const event = events[next++ % events.length]
      latencies.push(await millisecondsOf(() => ask(event)))
    }
  }
  return millisecondsOf(() => Promise.all(Array.from({ length: clients }, client)))
}
