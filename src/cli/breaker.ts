import { join } from 'node:path'
import { findHook, hookNamed } from '../core/names.ts'
import { planningLedger } from '../app/planning.ts'
import { plain } from '../audit/plain.ts'
import { isOpen } from '../engine/breaker.ts'
import { openMemory, type Memory } from '../engine/memory.ts'
import { listNames } from '../files/read.ts'
import { builtIn } from '../registry/registry.ts'
import { openState, type Place } from '../state/place.ts'
import { openTemp } from '../state/temp.ts'
import { auditPlace, type ProjectPlace } from './audit.ts'
import { colours, columns, print, printJson } from './output.ts'
import { configurationOf } from './project.ts'

interface BreakerOptions {
  readonly project?: string
  readonly session?: string
  readonly json?: boolean
}

export interface SessionMemory {
  readonly session: string
  readonly memory: Memory
}

/** What the engine remembers of each session that has left anything. */
export const sessionMemories = (place: Place): readonly SessionMemory[] =>
  listNames(join(place.directory, 'sessions')).map((session) => ({
    session,
    memory: openMemory(
      openState(place, process.env, session).session,
      planningLedger(openTemp(process.env), session, builtIn.catalogue),
    ),
  }))

export interface BreakerRow {
  readonly hook: string
  readonly session: string
  readonly failures: number
  /** Open: the hook is left out for the rest of the session. */
  readonly open: boolean
}

/** Hooks that have failed, session by session. */
export async function breakerRows(place: ProjectPlace): Promise<readonly BreakerRow[]> {
  const { settings } = await configurationOf(place.root)
  return sessionMemories(place).flatMap(({ session, memory }) =>
    Object.entries(memory.now.failures)
      .filter(([, failures]) => failures > 0)
      .map(([hook, failures]) => {
        const entry = findHook(hook, builtIn.catalogue)
        return {
          hook,
          session,
          failures,
          open: entry !== undefined && isOpen(entry, memory, settings.breakerThreshold),
        }
      }),
  )
}

export async function breakerStatus(name: string | undefined, options: BreakerOptions): Promise<void> {
  const hook = name === undefined ? undefined : hookNamed(name, builtIn.catalogue).id
  const rows = (await breakerRows(auditPlace(options.project))).filter(
    (row) => (hook ?? row.hook) === row.hook && (options.session ?? row.session) === row.session,
  )
  if (options.json === true) return printJson(rows)
  if (rows.length === 0) return print('No hook has failed lately; every breaker is closed.')
  const cells = rows.map((row) => [
    row.open ? 'open' : 'closed',
    plain(row.hook),
    String(row.failures),
    plain(row.session),
  ])
  const paint = (cell: string, column: number): string =>
    column === 0 && cell.startsWith('open') ? colours.red(cell) : cell
  for (const line of columns([['BREAKER', 'HOOK', 'FAILURES', 'SESSION'], ...cells], paint)) print(line)
  if (rows.some(({ open }) => open)) {
    print('\nAn open breaker leaves its hook out until the session ends, or `holdpoint breaker reset`.')
  }
}

/** Failures start again from nothing, and the user is told again when there are new ones. */
export async function breakerReset(name: string | undefined, options: BreakerOptions): Promise<void> {
  const hook = name === undefined ? undefined : hookNamed(name, builtIn.catalogue).id
  const place = auditPlace(options.project)
  const before = await breakerRows(place)
  const reset = before.filter(
    (row) => (hook ?? row.hook) === row.hook && (options.session ?? row.session) === row.session,
  )
  for (const { session, memory } of sessionMemories(place)) {
    const ids = reset.filter((row) => row.session === session).map((row) => row.hook)
    if (ids.length === 0) continue
    memory.change((old) => ({
      ...old,
      failures: Object.fromEntries(Object.entries(old.failures).filter(([id]) => !ids.includes(id))),
      told: old.told.filter((key) => !ids.some((id) => key === `failure:${id}` || key === `breaker:${id}`)),
    }))
    memory.commit()
  }
  if (options.json === true) return printJson(reset)
  if (reset.length === 0) return print('There was nothing to reset.')
  for (const row of reset) print(`reset ${plain(row.hook)} in session ${plain(row.session)} (${row.failures} failures)`)
}
