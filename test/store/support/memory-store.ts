import { randomUUID } from 'node:crypto'
import { chained, GENESIS, idBeside } from '../../../packages/runtime/src/audit/store/chain.ts'
import { canonical, scopeName, whole } from '../../../packages/runtime/src/audit/store/json.ts'
import {
  LATENCY_BOUNDS,
  type Cursor,
  type Entry,
  type Figure,
  type Tick,
  type Filter,
  type Incident,
  type Link,
  type Log,
  type NewEntry,
} from '../../../packages/runtime/src/audit/store/log.ts'
import type { Json, Store } from '../../../packages/runtime/src/audit/store/store.ts'

type Kept = Entry & Pick<NewEntry, 'hooks'>

/** A second implementation of the contract, without SQLite: the contract must not be what SQLite happens to do. */
export function memoryStore(now: () => number): Store {
  const values = new Map<string, { readonly text: string; readonly changedAt: number }>()
  const locks = new Map<string, { readonly owner: string; readonly at: number; readonly lifeMs: number }>()
  const keyOf = (scope: Parameters<Store['get']>[0], name: string): string => `${scopeName(scope)}\0${whole(name)}`

  return {
    async get(scope, key) {
      const text = values.get(keyOf(scope, key))?.text
      return text === undefined ? undefined : (JSON.parse(text) as Json)
    },
    async put(scope, key, value, condition) {
      const place = keyOf(scope, key)
      const expected = condition?.expected === undefined ? undefined : canonical(condition.expected)
      if (condition !== undefined && values.get(place)?.text !== expected) return false
      if (value === undefined) values.delete(place)
      else values.set(place, { text: canonical(value), changedAt: now() })
      return true
    },
    async increment(scope, key, { by = 1, limit = Number.MAX_SAFE_INTEGER } = {}) {
      const place = keyOf(scope, key)
      const old: unknown = JSON.parse(values.get(place)?.text ?? '0')
      if (typeof old !== 'number' || !Number.isSafeInteger(old) || !Number.isSafeInteger(by))
        throw new Error('no count')
      if (old + by > limit) return { value: old, counted: false }
      values.set(place, { text: String(old + by), changedAt: now() })
      return { value: old + by, counted: true }
    },
    async lock(scope, name, owner, lifeMs) {
      const held = locks.get(keyOf(scope, name))
      const isFree = held === undefined || held.owner === owner || Math.abs(now() - held.at) >= held.lifeMs
      if (!isFree) return { held: false, owner: held.owner, expiresAt: held.at + held.lifeMs }
      locks.set(keyOf(scope, name), { owner, at: now(), lifeMs })
      return { held: true }
    },
    async unlock(scope, name, owner) {
      return locks.get(keyOf(scope, name))?.owner === owner && locks.delete(keyOf(scope, name))
    },
    ...memoryLog((before) => {
      for (const [key, { changedAt }] of values) {
        if (key.startsWith('session:') && changedAt < before) values.delete(key)
      }
    }),
    async close() {},
  }
}

function memoryLog(pruneValues: (before: number) => void): Log {
  const entries: Kept[] = []
  const cursors = new Map<string, Cursor>()
  const notes: Incident[] = []
  let anchor: Link = GENESIS
  const head = (): Link => entries.at(-1) ?? anchor
  const epoch = randomUUID()
  const state = () => ({
    epoch,
    anchor: { sequence: anchor.sequence, hash: anchor.hash },
    head: { sequence: head().sequence, hash: head().hash },
    cursors: [...cursors.values()],
  })

  function add(entry: NewEntry, chainedAt: number): void {
    const taken = entries.find(({ id }) => id === entry.id)
    const id = taken === undefined ? entry.id : idBeside(entry)
    if (taken?.line === entry.line || (taken !== undefined && entries.some((other) => other.id === id))) return
    entries.push({ ...entry, id, sequence: head().sequence + 1, hash: chained(head().hash, entry), chainedAt })
  }

  return {
    async append(added, chainedAt, advance) {
      if (advance !== undefined && (cursors.get(advance.source)?.offset ?? 0) !== advance.from) return undefined
      const before = head().sequence
      for (const entry of added) add(entry, chainedAt)
      if (advance !== undefined) {
        cursors.set(advance.source, { source: advance.source, offset: advance.to, sequence: head().sequence })
      }
      return head().sequence - before
    },
    query: async (filter) =>
      entries
        .filter((entry) => holds(entry, filter))
        .toSorted((a, b) => (filter.oldestFirst === true ? a.sequence - b.sequence : b.sequence - a.sequence))
        .slice(0, filter.limit ?? 1000)
        .map(withoutHooks),
    page: async (after, limit) =>
      entries
        .filter(({ sequence }) => sequence > after)
        .slice(0, limit)
        .map(withoutHooks),
    state: async () => state(),
    async walk(visit) {
      for (const entry of entries) visit(withoutHooks(entry))
      return state()
    },
    async activity({ since, until = Infinity, session: only }) {
      const recent = entries.filter(({ at = -1 }) => at >= since && at < until).toReversed()
      const sessions = [...new Set(recent.flatMap(({ session = [] }) => session))]
      return sessions
        .filter((session) => only === undefined || session === only)
        .map((session) => {
          const own = recent.filter((entry) => entry.session === session)
          const count = (...words: readonly string[]): number =>
            own.filter(({ decision = '' }) => words.includes(decision)).length
          const times = own.map(({ at = 0 }) => at)
          return {
            session,
            decisions: own.length,
            refused: count('deny', 'block'),
            asked: count('ask'),
            agents: [...new Set(own.flatMap(({ agent = [] }) => agent))].toSorted(),
            firstAt: Math.min(...times),
            lastAt: Math.max(...times),
          }
        })
    },
    async agents({ since, until = Infinity, session: only }) {
      const own = entries.filter(({ at = -1, session }) => at >= since && at < until && (only ?? session) === session)
      const doers = new Map<string, Entry[]>()
      for (const entry of own.filter(({ session }) => session !== undefined)) {
        const doer = JSON.stringify([entry.session, entry.agent ?? ''])
        doers.set(doer, [...(doers.get(doer) ?? []), entry])
      }
      return [...doers.values()].map((done) => {
        const { session = '', agent } = done[0] ?? {}
        const count = (...words: readonly string[]): number =>
          done.filter(({ decision = '' }) => words.includes(decision)).length
        const times = done.map(({ at = 0 }) => at)
        return {
          session,
          ...(agent !== undefined && { agent }),
          decisions: done.length,
          refused: count('deny', 'block'),
          asked: count('ask'),
          firstAt: Math.min(...times),
          lastAt: Math.max(...times),
        }
      })
    },
    async ticks({ since, until }, each) {
      const step = each === 'hour' ? 3_600_000 : 60_000
      const kinds = new Map<string, Tick>()
      for (const { at, decision } of entries) {
        if (at === undefined || at < since || at >= until) continue
        const start = Math.floor(at / step) * step
        const key = JSON.stringify([start, decision])
        const count = (kinds.get(key)?.count ?? 0) + 1
        kinds.set(key, { at: start, ...(decision !== undefined && { decision }), count })
      }
      return [...kinds.values()].toSorted((a, b) => a.at - b.at || ((a.decision ?? '') < (b.decision ?? '') ? -1 : 1))
    },
    async figures({ since, until, session }) {
      const kinds = new Map<string, Entry[]>()
      for (const entry of entries) {
        const { at, decision, event, tool } = entry
        if (at === undefined || at < since || at >= until) continue
        if (session !== undefined && entry.session !== session) continue
        const kind = JSON.stringify([decision, event, tool])
        kinds.set(kind, [...(kinds.get(kind) ?? []), entry])
      }
      return [...kinds.values()].map(figureOf)
    },
    async counts() {
      const of = (kind: NewEntry['kind']): number => entries.filter((entry) => entry.kind === kind).length
      return { entry: of('entry'), newer: of('newer'), unreadable: of('unreadable') }
    },
    async prune(before, upTo = Infinity) {
      pruneValues(before)
      const kept = entries.findIndex(({ chainedAt, sequence }) => chainedAt >= before || sequence > upTo)
      const removed = entries.splice(0, kept === -1 ? entries.length : kept)
      anchor = removed.at(-1) ?? anchor
      return removed.length
    },
    forget: async (source) => void cursors.delete(source),
    note: async (incident) => void notes.push(incident),
    notes: async () => notes.toSorted((a, b) => a.at - b.at),
  }
}

function figureOf(kind: readonly Entry[]): Figure {
  const times = kind.map(({ ms = 0 }) => ms)
  const { decision, event, tool } = kind[0] ?? {}
  return {
    ...(decision !== undefined && { decision }),
    ...(event !== undefined && { event }),
    ...(tool !== undefined && { tool }),
    count: kind.length,
    ms: times.reduce((sum, ms) => sum + ms, 0),
    maxMs: Math.max(...times),
    latency: [...LATENCY_BOUNDS, Infinity].map((most, index) => {
      const above = LATENCY_BOUNDS[index - 1] ?? -Infinity
      return times.filter((ms) => ms > above && ms <= most).length
    }),
  }
}

function holds(entry: Kept, filter: Filter): boolean {
  const { since, until, hook, idStart, idEnd, shortIdStart, after, before, text, notPass, notProbe, ...rest } = filter
  const { limit: _, oldestFirst: __, ...equal } = rest
  return (
    entry.kind !== 'unreadable' &&
    Object.entries(equal).every(([name, value]) => entry[name as keyof typeof equal] === value) &&
    (since === undefined || (entry.at !== undefined && entry.at >= since)) &&
    (until === undefined || (entry.at !== undefined && entry.at < until)) &&
    (notPass === undefined || (entry.decision !== undefined && entry.decision !== 'pass')) &&
    (notProbe === undefined || entry.decision !== 'probe' || entry.trouble === true) &&
    (hook === undefined || entry.hooks.includes(hook)) &&
    (idStart === undefined || entry.id.startsWith(idStart)) &&
    (idEnd === undefined || entry.id.endsWith(idEnd)) &&
    (shortIdStart === undefined || entry.id.slice(entry.id.lastIndexOf('-') + 1).startsWith(shortIdStart)) &&
    (after === undefined || entry.sequence > after) &&
    (before === undefined || entry.sequence < before) &&
    (text === undefined || lowered(entry.line).includes(lowered(text)))
  )
}

/** As SQLite does it: nothing but A to Z. */
const lowered = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

function withoutHooks({ hooks: _, ...entry }: Kept): Entry {
  return entry
}
