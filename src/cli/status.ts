import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { decodeLine, type AuditRecord } from '../audit/decode.ts'
import { latencyOf, type Latency } from '../audit/latency.ts'
import { plain } from '../audit/plain.ts'
import { spoolFiles, spoolDirectory } from '../audit/read-spool.ts'
import { layOut, rowOf } from '../audit/timeline.ts'
import { databaseFile } from '../store/open.ts'
import type { Audit } from '../audit/audit.ts'
import type { Activity } from '../store/log.ts'
import { auditPlace, NOTHING_YET, readAudit } from './audit.ts'
import { breakerRows, sessionMemories } from './breaker.ts'
import { paint } from './log.ts'
import { colours, facts, print, printJson } from './output.ts'
import { sessionTable } from './sessions.ts'

interface StatusOptions {
  readonly project?: string
  readonly json?: boolean
}

const DAY_MS = 24 * 3600 * 1000
const LAST = 5

interface AuditStatus {
  readonly decisions: number
  readonly newer: number
  readonly unreadable: number
  /** Spool lines that nobody had taken in before this command did. */
  readonly waited: number
  readonly notes: readonly string[]
  readonly last: readonly AuditRecord[]
  readonly sessions: readonly Activity[]
  readonly lastDay: DayFigures
}

interface DayFigures {
  readonly decisions: number
  readonly prevented: number
  readonly asked: number
  readonly time: Latency
}

const NO_AUDIT: AuditStatus = {
  decisions: 0,
  newer: 0,
  unreadable: 0,
  waited: 0,
  notes: [],
  last: [],
  sessions: [],
  lastDay: { decisions: 0, prevented: 0, asked: 0, time: latencyOf([]) },
}

export async function status({ project, json }: StatusOptions): Promise<void> {
  const place = auditPlace(project)
  const now = new Date()
  const audit = (await readAudit(place, (opened) => summary(opened, now))) ?? NO_AUDIT
  const memories = sessionMemories(place)
  const blocked = (session: string): number => {
    const stops = memories.find((one) => one.session === session)?.memory.now.stops ?? {}
    return Object.values(stops).reduce((sum, count) => sum + count, 0)
  }
  const state = {
    project: place.root,
    state: place.directory,
    ...audit,
    databaseBytes: databaseSize(place.directory),
    spoolBytes: spoolSize(place.directory),
    sessions: audit.sessions.map((one) => ({ ...one, blockedStops: blocked(one.session) })),
    openBreakers: (await breakerRows(place)).filter(({ open }) => open),
    owedNotices: memories.flatMap(({ session, memory }) => memory.now.owedNotices.map((text) => ({ session, text }))),
  }
  if (json === true) printJson(state)
  else show(state, existsSync(place.directory), now)
}

async function summary({ store, added }: Audit, now: Date): Promise<AuditStatus> {
  const period = { since: now.getTime() - DAY_MS, until: now.getTime() + 1 }
  const [{ entry, newer, unreadable }, notes, last, sessions, figures] = await Promise.all([
    store.counts(),
    store.notes(),
    store.query({ limit: LAST }),
    store.activity({ since: now.getTime() - DAY_MS }),
    store.figures(period),
  ])
  const count = (...words: readonly string[]): number =>
    figures.filter(({ decision = '' }) => words.includes(decision)).reduce((sum, one) => sum + one.count, 0)
  return {
    decisions: entry + newer,
    newer,
    unreadable,
    waited: added,
    notes: notes.map(({ text }) => text),
    last: last.toReversed().flatMap(({ line }) => decodeLine(line) ?? []),
    sessions,
    lastDay: {
      decisions: figures.reduce((sum, one) => sum + one.count, 0),
      prevented: count('deny', 'block'),
      asked: count('ask'),
      time: latencyOf(figures),
    },
  }
}

const sizeOf = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0

const databaseSize = (directory: string): number =>
  ['', '-wal', '-shm'].reduce((sum, ending) => sum + sizeOf(databaseFile(directory) + ending), 0)

const spoolSize = (directory: string): number =>
  spoolFiles(directory).reduce((sum, name) => sum + sizeOf(join(spoolDirectory(directory), name)), 0)

interface Status extends Omit<AuditStatus, 'sessions'> {
  readonly project: string
  readonly state: string
  readonly databaseBytes: number
  readonly spoolBytes: number
  readonly sessions: readonly (Activity & { readonly blockedStops: number })[]
  readonly openBreakers: readonly { readonly hook: string; readonly session: string; readonly failures: number }[]
  readonly owedNotices: readonly { readonly session: string; readonly text: string }[]
}

function show(found: Status, exists: boolean, now: Date): void {
  const size = `${bytes(found.spoolBytes)} of spool, ${bytes(found.databaseBytes)} of database`
  const odd = [
    found.waited > 0 ? `${found.waited} had been waiting in the spool` : '',
    found.unreadable > 0 ? `${found.unreadable} lines cannot be read` : '',
    found.newer > 0 ? `${found.newer} are of a newer format` : '',
  ].filter((text) => text !== '')
  print(
    facts([
      ['project', found.project],
      ['state', exists ? found.state : `${found.state} (not there yet)`],
      ['audit', [`${found.decisions} decisions, ${size}`, ...odd].join('; ')],
      ...(found.decisions === 0 ? [] : [['lately', dayLine(found.lastDay)] as const]),
      ...found.notes.map((note) => ['note', note] as const),
    ]),
  )
  if (found.decisions === 0) print(`\n${NOTHING_YET}`)
  section(
    'Last decisions',
    found.last.map(rowOf).map((row) => {
      const [before, decision, after] = layOut(row, 78)
      return `${colours.dim(before)}${paint(decision)}${after}`
    }),
  )
  section('Sessions of the last day', found.sessions.length === 0 ? [] : sessionTable(found.sessions, now))
  section(
    'Stops held back',
    found.sessions
      .filter(({ blockedStops }) => blockedStops > 0)
      .map(({ session, blockedStops }) => plain(`${session}: ${blockedStops}`)),
  )
  section(
    'Open breakers',
    found.openBreakers.map(({ hook, session, failures }) =>
      plain(`${hook}: ${failures} failures in session ${session}`),
    ),
  )
  section(
    'Notices that wait to be shown',
    found.owedNotices.map(({ session, text }) => plain(`${session}: ${text}`)),
  )
}

function dayLine({ decisions, prevented, asked, time }: DayFigures): string {
  if (decisions === 0) return 'nothing was decided'
  const half = time.p50Ms === undefined ? '' : `; half took at most ${time.p50Ms} ms`
  return `${decisions} decisions in a day, ${prevented} prevented, ${asked} asked${half}; \`holdpoint report\` tells more`
}

function section(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  print(`\n${colours.bold(title)}`)
  for (const line of lines) print(`  ${line}`)
}

function bytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3))
  return `${step === 0 ? count : (count / 1000 ** step).toFixed(1)} ${units[step]}`
}
