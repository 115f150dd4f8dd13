import { counted, hookNamed } from '@holdpoint/engine'
import { plain } from '@holdpoint/runtime/audit'
import { breakerRows, sessionMemories, type BreakerRow, type SessionMemory } from '@holdpoint/runtime/inspect'
import { auditPlace, type ProjectPlace } from './audit.ts'
import { colours, columns, print, printJson } from './output.ts'
import { configurationOf, projectRoot } from './project.ts'

interface BreakerOptions {
  readonly project?: string
  readonly session?: string
  readonly json?: boolean
}

/** The engine's session state, and the hooks whose failures it counts. */
export async function failuresIn(
  place: ProjectPlace,
): Promise<{ readonly memories: readonly SessionMemory[]; readonly rows: readonly BreakerRow[] }> {
  const memories = sessionMemories(place, process.env)
  return { memories, rows: breakerRows(memories, await configurationOf(place.root)) }
}

async function idOf(name: string | undefined, { project }: BreakerOptions): Promise<string | undefined> {
  return name === undefined ? undefined : hookNamed(name, (await configurationOf(projectRoot(project))).catalogue).id
}

export async function breakerStatus(name: string | undefined, options: BreakerOptions): Promise<void> {
  const hook = await idOf(name, options)
  const rows = (await failuresIn(auditPlace(options.project))).rows.filter(
    (row) => (hook ?? row.hook) === row.hook && (options.session ?? row.session) === row.session,
  )
  if (options.json === true) return printJson(rows)
  if (rows.length === 0) return print('No hook has failed. Every breaker is closed.')
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
    print('\nAn open breaker skips its hook until the session ends. Reset it with `holdpoint breaker reset`.')
  }
}

/** Resets the failure counts; new failures are reported to the user again. */
export async function breakerReset(name: string | undefined, options: BreakerOptions): Promise<void> {
  const hook = await idOf(name, options)
  const { memories, rows } = await failuresIn(auditPlace(options.project))
  const reset = rows.filter(
    (row) => (hook ?? row.hook) === row.hook && (options.session ?? row.session) === row.session,
  )
  for (const { session, memory } of memories) {
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
  if (reset.length === 0) return print('Nothing to reset.')
  for (const row of reset)
    print(`reset ${plain(row.hook)} in session ${plain(row.session)} (${counted(row.failures, 'failure')})`)
}
