import { UserError, DECISIONS, isDecision } from '@holdpoint/engine'
import {
  hasAudit,
  decodeLine,
  type AuditRecord,
  ingest,
  plain,
  layOut,
  rowOf,
  type Entry,
  type Filter,
  type Store,
} from '@holdpoint/runtime/audit'
import { filterFor } from '@holdpoint/runtime/inspect'
import { auditPlace, NOTHING_YET, readAudit } from './audit.ts'
import { colours, print, terminalWidth } from './output.ts'
import { showSessions } from './sessions.ts'

export interface LogOptions {
  readonly project?: string
  readonly since?: string
  readonly until?: string
  readonly session?: string
  readonly agent?: string
  readonly hook?: string
  readonly decision?: string
  readonly event?: string
  readonly tool?: string
  readonly limit?: string
  readonly follow?: boolean
  /** One line a session. */
  readonly sessions?: boolean
  /** The decisions of each session together. */
  readonly bySession?: boolean
  /** Includes the doctor's probes. */
  readonly all?: boolean
  readonly json?: boolean
}

const DEFAULT_LIMIT = 50
const POLL_MS = 500

/** The newest decisions, newest last. */
export async function log(options: LogOptions): Promise<void> {
  const place = auditPlace(options.project)
  const filter = filterOf(options, new Date())
  const limit = limitOf(options.limit)
  if (options.sessions === true) return showSessions(place, filter, limit, options.json === true)
  const show = options.json === true ? showJson : timeline(options.bySession === true)
  const stopped = options.follow === true ? interrupted() : undefined
  if (stopped !== undefined) await untilThere(place.directory, stopped)
  const found = await readAudit(place, async ({ store }) => {
    const { head } = await store.state()
    const entries = await store.query({ ...filter, limit: limit + 1 })
    if (options.json !== true && entries.length > limit) print(colours.dim(`… older ones: --limit ${limit * 4}`))
    show(entries.slice(0, limit).toReversed())
    const after = Math.max(head.sequence, entries[0]?.sequence ?? 0)
    if (stopped !== undefined) await follow(store, place.directory, { ...filter, after }, show, stopped)
    return entries.length
  })
  if (options.json === true || options.follow === true) return
  if (found === undefined) print(NOTHING_YET)
  else if (found === 0) print(nothingFound(filter))
}

const nothingFound = ({ notProbe, ...asked }: Filter): string =>
  Object.keys(asked).length > 0 || notProbe !== true
    ? 'No decision matches. `holdpoint log` lists the newest.'
    : 'No decisions yet. `holdpoint log --all` includes the probes of `holdpoint doctor`.'

export function filterOf(options: LogOptions, now: Date): Filter {
  const { decision } = options
  if (decision !== undefined && !isDecision(decision)) {
    throw new UserError(`invalid --decision \`${decision}\`. Allowed: ${DECISIONS.join(', ')}.`)
  }
  return { ...filterFor(options, now), ...(options.all !== true && { notProbe: true }) }
}

function limitOf(given: string | undefined): number {
  const limit = Number(given ?? DEFAULT_LIMIT)
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new UserError(`invalid --limit \`${given}\`. Give a number of at least 1.`)
  return limit
}

type Show = (entries: readonly Entry[]) => void

/** The lines as written: scripts must not depend on how we format them. */
const showJson: Show = (entries) => {
  for (const { line } of entries) print(line.trimEnd())
}

function timeline(bySession: boolean): Show {
  let [shownDay, shownWho]: (string | undefined)[] = []
  return (entries) => {
    const records = entries.flatMap(({ line }) => decodeLine(line) ?? [])
    for (const record of bySession ? together(records) : records) {
      const row = rowOf(record)
      const who = whoseOf(record)
      if (bySession && who !== shownWho) {
        print(colours.bold(plain(who)))
        shownDay = undefined
      }
      if (row.day !== shownDay) print(colours.dim(row.day))
      ;[shownDay, shownWho] = [row.day, who]
      const [before, decision, after] = layOut(row, terminalWidth())
      print(`${colours.dim(before)}${paint(decision)}${after}`)
    }
  }
}

const whoseOf = ({ session = 'unknown', agent, agentType }: AuditRecord): string =>
  [
    `session ${session}`,
    ...(agent === undefined ? [] : [`agent ${[agentType, agent].filter(Boolean).join(' ')}`]),
  ].join(', ')

/** The decisions of each session in their order, the sessions in the order in which they begin. */
function together(records: readonly AuditRecord[]): readonly AuditRecord[] {
  const sessions = [...new Set(records.map(({ session }) => session))]
  return sessions.flatMap((session) => records.filter((record) => record.session === session))
}

export function paint(decision: string): string {
  const word = decision.trim()
  if (word === 'deny' || word === 'block') return colours.red(decision)
  if (word === 'ask') return colours.yellow(decision)
  if (word === 'allow') return colours.green(decision)
  return word === 'pass' ? colours.dim(decision) : decision
}

interface Interrupt {
  isDone(): boolean
  /** Waits for the interval, or until the interrupt. */
  within(ms: number): Promise<void>
}

function interrupted(): Interrupt {
  let isDone = false
  let wake = (): void => undefined
  process.once('SIGINT', () => {
    isDone = true
    wake()
  })
  return {
    isDone: () => isDone,
    within: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

async function untilThere(directory: string, stopped: Interrupt): Promise<void> {
  while (!hasAudit(directory) && !stopped.isDone()) {
    await stopped.within(POLL_MS)
  }
}

async function follow(store: Store, directory: string, filter: Filter, show: Show, stopped: Interrupt): Promise<void> {
  let { after = 0 } = filter
  while (!stopped.isDone()) {
    await stopped.within(POLL_MS)
    await ingest(store, directory, new Date())
    const entries = await store.query({ ...filter, after, limit: Number.MAX_SAFE_INTEGER })
    show(entries.toReversed())
    after = entries[0]?.sequence ?? after
  }
}
