// Removes from an answer what differs by run, machine and build.
import { root } from '../bundle.mjs'

/** Time, process and chance, each in base 36; times begin with `m` until 2027, with `n` until 2029. */
const ID = /\b[mn](?=[a-z]*\d)[0-9a-z]{7}-[0-9a-z]{1,6}-[0-9a-z]{6}\b/g
/** Directories that this run and the test files make for themselves. */
const TEMPORARY = /\/tmp\/(?:holdpoint|hp)-(?:[a-z]+-)?[A-Za-z0-9]{6}\b/g

/** `real`: played by a process with the machine's clock. */
export function normaliser(site, base, { real = false } = {}) {
  const paths = [
    [site.project, '{project}'],
    [site.state, '{state}'],
    [base, '{base}'],
    [root, '{package}'],
  ]
  return (text) => {
    let result = text
    for (const [path, name] of paths) result = result.replaceAll(path, name)
    for (const key of site.keys()) result = result.replaceAll(key, '{key}')
    result = result
      .replaceAll(TEMPORARY, '{temporary}')
      .replaceAll(ID, '{id}')
      .replaceAll(/holdpoint why [0-9a-z-]+/g, 'holdpoint why {id}')
      .replaceAll(/holdpoint allow [0-9a-z]{6}\b/g, 'holdpoint allow {id}')
      .replaceAll(/("approval":\{[^{}]*"id":)"[0-9a-z]{6}"/g, '$1"{id}"')
      .replaceAll(/Finished in [\d.]+m?s\b/g, 'Finished in {duration}')
      .replaceAll(/using \d+ threads?\b/g, 'using {threads}')
      .replaceAll(/(127\.0\.0\.1|localhost):\d{4,5}/g, '$1:{port}')
    return real ? withoutClock(result) : result
  }
}

const DAY_MS = 24 * 3600 * 1000

/** The process may have answered just before midnight, so yesterday counts as today. */
function withoutClock(text) {
  const days = [0, DAY_MS].map((ago) => new Date(Date.now() - ago).toISOString().slice(0, 10))
  const timeless = text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, '{time}')
  return days.reduce((result, day) => result.replaceAll(day, '{today}'), timeless)
}

/** An audit line without what is the same in all of them, and without durations. */
export function auditOf(line) {
  if (line === undefined) return undefined
  const { v: _v, id: _id, at: _at, host: _host, session: _session, digest: _digest, ms: _ms, hooks, ...rest } = line
  return { ...rest, hooks: hooks.map(({ ms: _hookMs, ...hook }) => hook) }
}
