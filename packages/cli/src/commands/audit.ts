import { existsSync } from 'node:fs'
import { counted, messageOf, UserError } from '@holdpoint/engine'
import {
  hasAudit,
  withAudit,
  type Audit,
  spoolDirectory,
  verify,
  type Verification,
  databaseFile,
  openStoreIfThere,
  openStoreInMemory,
  isBusy,
  isDamaged,
  isUnwritable,
} from '@holdpoint/runtime/audit'
import type { FleetVerification } from '@holdpoint/runtime/fleet'
import { isTrusted, placeOf, type Place } from '@holdpoint/runtime/system'
import { colours, print, printJson } from './output.ts'
import { projectRoot } from './project.ts'

export interface AuditOptions {
  readonly project?: string
  readonly json?: boolean
}

export interface ProjectPlace extends Place {
  readonly root: string
}

/** The audit directory of a project. Throws when another user could have created it. */
export function auditPlace(project: string | undefined): ProjectPlace {
  const root = projectRoot(project)
  const place = placeOf(root, process.env)
  if (existsSync(place.directory) && !isTrusted(place, process.env)) {
    throw new UserError(
      `${place.directory} can be changed by other users, so Holdpoint does not use it. Run \`holdpoint doctor\`.`,
    )
  }
  return { ...place, root }
}

/** Runs `work` on the up-to-date audit. Undefined when the project has no decisions yet. */
export async function readAudit<T>({ directory }: Place, work: (audit: Audit) => Promise<T>): Promise<T | undefined> {
  if (!hasAudit(directory)) return undefined
  return withAudit(directory, { now: new Date() }, (audit) => {
    for (const warning of audit.warnings) process.stderr.write(`holdpoint: ${warning}\n`)
    return work(audit)
  })
}

export const NOTHING_YET = 'No decisions yet. Check the install with `holdpoint doctor`.'

export function auditPath({ project, json }: AuditOptions): void {
  const { directory } = auditPlace(project)
  const paths = { spool: spoolDirectory(directory), database: databaseFile(directory) }
  if (json === true) return printJson({ directory, ...paths })
  print(`spool     ${paths.spool}\ndatabase  ${paths.database}`)
}

/** Imports the spool and deletes entries past their retention. */
export async function auditIngest({ project, json }: AuditOptions): Promise<void> {
  const added = (await readAudit(auditPlace(project), (audit) => Promise.resolve(audit.added))) ?? 0
  if (json === true) return printJson({ added })
  print(`${counted(added, 'decision')} imported`)
}

/** Exit code 1 when an entry differs from what was written. Read-only, even on a damaged database. */
export async function auditVerify(options: AuditOptions & { readonly fleet?: boolean }): Promise<void> {
  if (options.fleet !== true) return verifyHere(options)
  const { compareWithServer, printComparison } = await import('./fleet.ts')
  const fleet = await compareWithServer(options.project)
  await verifyHere(options, fleet)
  if (options.json !== true) printComparison(fleet)
}

async function verifyHere({ project, json }: AuditOptions, fleet?: FleetVerification): Promise<void> {
  const { directory } = auditPlace(project)
  if (!hasAudit(directory) && json !== true) return print(NOTHING_YET)
  try {
    const store = (await openStoreIfThere(directory)) ?? (await openStoreInMemory())
    try {
      const notes = await store.notes()
      const found = { ...(await verify(store, directory)), notes: notes.map(({ text }) => text) }
      report(fleet === undefined ? found : { ...found, fleet }, json === true)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (isBusy(error) || isUnwritable(error)) {
      throw new UserError(`the audit database cannot be opened: ${messageOf(error)}.`, { cause: error })
    }
    if (!isDamaged(error)) throw error
    const problem = `The database is damaged: ${messageOf(error)}. \`holdpoint log\` moves it aside and rebuilds it.`
    process.exitCode = 1
    if (json === true) printJson({ ok: false, damaged: messageOf(error), ...(fleet !== undefined && { fleet }) })
    else print(`${colours.red('✗')} ${problem}`)
  }
}

function report(
  found: Verification & { readonly notes: readonly string[]; readonly fleet?: FleetVerification },
  json: boolean,
): void {
  if (!found.ok) process.exitCode = 1
  if (json) return printJson(found)
  const { anchor, head, broken, waiting, altered, missing, torn, notes } = found
  const good = (text: string): void => print(`${colours.green('✓')} ${text}`)
  const bad = (text: string): void => print(`${colours.red('✗')} ${text}`)
  const remark = (text: string): void => print(`${colours.yellow('!')} ${text}`)

  if (broken !== undefined) {
    bad(
      `The chain breaks at entry ${broken.sequence}${broken.id === undefined ? '' : ` (${broken.id})`}: ${broken.problem}.`,
    )
  } else {
    const from = anchor.sequence === 0 ? '' : `, starting at ${anchor.sequence + 1} (older entries were deleted)`
    good(`${counted(found.entries, 'chained entry is', 'chained entries are')} unchanged${from}`)
    if (found.entries > 0) print(`  ends with ${head.hash}`)
  }
  for (const [tally, text, say] of [
    [altered, 'spool lines were changed or inserted after they were chained', bad],
    [missing, 'chained entries are no longer in the spool', bad],
    [waiting, 'spool lines are not chained yet (run `holdpoint log`)', remark],
    [torn, 'spool files end in the middle of a line', remark],
  ] as const) {
    if (tally.count > 0) say(`${tally.count} ${text}\n${tally.first.map((item) => `    ${item}`).join('\n')}`)
    if (tally.count > tally.first.length) print('    …')
  }
  if (found.unreadable > 0) remark(`${found.unreadable} lines could not be parsed and are kept`)
  if (found.newer > 0) remark(`${found.newer} lines have a newer format and are kept`)
  for (const note of notes) remark(note)
}
