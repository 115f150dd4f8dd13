import { existsSync } from 'node:fs'
import { counted } from '@holdpoint/engine'
import { ignoredLoosening, pendingApprovals, snoozesIn, type PendingApprovals, type Snooze } from '@holdpoint/runtime'
import { plain, layOut, rowOf, type Activity } from '@holdpoint/runtime/audit'
import {
  blockedStops,
  auditStatus,
  databaseSize,
  NO_AUDIT,
  spoolSize,
  type AuditStatus,
  type DayFigures,
} from '@holdpoint/runtime/inspect'
import { lostLines, lostWords, type LostLines, placeOf, stateProblem } from '@holdpoint/runtime/system'
import { doorOf } from './allow.ts'
import { auditPlace, NOTHING_YET, readAudit } from './audit.ts'
import { failuresIn } from './breaker.ts'
import { paint } from './log.ts'
import { colours, facts, print, printJson, terminalWidth } from './output.ts'
import { sessionTable } from './sessions.ts'
import { snoozeLine } from './snooze.ts'
import { printIgnored } from './trust-words.ts'

interface StatusOptions {
  readonly project?: string
  readonly json?: boolean
}

export async function status({ project, json }: StatusOptions): Promise<void> {
  const place = auditPlace(project)
  const now = new Date()
  const audit = (await readAudit(place, (opened) => auditStatus(opened, now))) ?? NO_AUDIT
  const { memories, rows } = await failuresIn(place)
  const door = doorOf(place.root)
  const ignored = await ignoredLoosening(place.root, process.env)
  const problem = existsSync(place.directory) ? stateProblem(placeOf(place.root, process.env), process.env) : undefined
  const lost = lostLines(process.env, placeOf(place.root, process.env).key, now.getTime())
  const state = {
    project: place.root,
    state: place.directory,
    ...audit,
    databaseBytes: databaseSize(place.directory),
    spoolBytes: spoolSize(place.directory),
    sessions: audit.sessions.map((one) => ({ ...one, blockedStops: blockedStops(memories, one.session) })),
    snoozes: snoozesIn(door),
    approvals: pendingCounts(pendingApprovals(door)),
    openBreakers: rows.filter(({ open }) => open),
    ...(Object.keys(ignored).length > 0 && { ignored }),
    ...(problem !== undefined && { problem }),
    ...(lost !== undefined && { lost }),
    owedNotices: memories.flatMap(({ session, memory }) => memory.now.owedNotices.map((text) => ({ session, text }))),
  }
  if (json === true) printJson(state)
  else {
    show(state, existsSync(place.directory), now)
    printIgnored(ignored)
  }
}

interface Status extends Omit<AuditStatus, 'sessions'> {
  readonly project: string
  readonly state: string
  readonly databaseBytes: number
  readonly spoolBytes: number
  readonly sessions: readonly (Activity & { readonly blockedStops: number })[]
  readonly openBreakers: readonly { readonly hook: string; readonly session: string; readonly failures: number }[]
  readonly snoozes: readonly Snooze[]
  readonly approvals: PendingCounts
  readonly problem?: string
  readonly lost?: LostLines
  readonly owedNotices: readonly { readonly session: string; readonly text: string }[]
}

interface PendingCounts {
  readonly waiting: number
  readonly open: number
}

const pendingCounts = ({ requests, grants }: PendingApprovals): PendingCounts => ({
  waiting: requests.length,
  open: grants.length,
})

function show(found: Status, exists: boolean, now: Date): void {
  const size = `${bytes(found.spoolBytes)} of spool, ${bytes(found.databaseBytes)} of database`
  const odd = [
    found.waited > 0 ? `${found.waited} imported from the spool` : '',
    found.unreadable > 0 ? `${found.unreadable} lines cannot be parsed` : '',
    found.newer > 0 ? `${found.newer} have a newer format` : '',
  ].filter((text) => text !== '')
  print(
    facts([
      ['project', found.project],
      ['state', exists ? found.state : `${found.state} (not created yet)`],
      ['audit', [`${counted(found.decisions, 'decision')}, ${size}`, ...odd].join('; ')],
      ...(found.decisions === 0 ? [] : [['lately', dayLine(found.lastDay)] as const]),
      ...(found.approvals.waiting + found.approvals.open === 0
        ? []
        : [['grants', grantLine(found.approvals)] as const]),
      ...(found.problem === undefined ? [] : [['problem', `the audit cannot be written: ${found.problem}`] as const]),
      ...(found.lost === undefined ? [] : [['lost', lostWords(found.lost)] as const]),
      ...found.notes.map((note) => ['note', note] as const),
    ]),
  )
  if (found.decisions === 0) print(`\n${NOTHING_YET}`)
  section(
    'Last decisions',
    found.last.map(rowOf).map((row) => {
      const [before, decision, after] = layOut(row, terminalWidth(2))
      return `${colours.dim(before)}${paint(decision)}${after}`
    }),
  )
  section('Sessions of the last day', found.sessions.length === 0 ? [] : sessionTable(found.sessions, now))
  section(
    'Blocked stops',
    found.sessions
      .filter(({ blockedStops }) => blockedStops > 0)
      .map(({ session, blockedStops }) => plain(`${session}: ${blockedStops}`)),
  )
  section('Snoozed hooks', found.snoozes.map(snoozeLine).map(plain))
  section(
    'Open breakers',
    found.openBreakers.map(({ hook, session, failures }) =>
      plain(`${hook}: ${counted(failures, 'failure')} in session ${session}`),
    ),
  )
  section(
    'Pending notices',
    found.owedNotices.map(({ session, text }) => plain(`${session}: ${text}`)),
  )
}

const grantLine = ({ waiting, open }: PendingCounts): string =>
  `${counted(waiting, 'refused call')} can be allowed once, ${counted(open, 'grant')} not used yet; \`holdpoint allow\` lists them`

function dayLine({ decisions, prevented, asked, time }: DayFigures): string {
  if (decisions === 0) return 'no decisions'
  const half = time.p50Ms === undefined ? '' : `, p50 ${time.p50Ms} ms`
  return `${counted(decisions, 'decision')} in a day, ${prevented} prevented, ${asked} asked${half} (\`holdpoint report\`)`
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
