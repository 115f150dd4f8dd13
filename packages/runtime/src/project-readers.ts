import { basename } from 'node:path'
import {
  parseDesign,
  type DesignDocument,
  type TaskStatus,
  readWorkTree,
  type WorkTree,
  harnessFile,
  readHarnessLine,
  sessionChangesFile,
  activePlan,
  type ActivePlan,
  parseDrift,
  PLAN_DRIFT,
  type DriftRecord,
  readPlanStatus,
  type PlanStatus,
  appendAudit as append,
  readResearch,
  readSessionChanges,
  type Research,
} from '@holdpoint/packs'
import { isKnown, absolutePath } from '@holdpoint/shell'
import { type Services, safeName } from '@holdpoint/engine'
import { files } from './system/files/files.ts'
import { worldOf } from './effects.ts'
import { openServices, startProgram, within } from './services.ts'

/**
 * The project data that hooks read, for use in other programs: each function needs only the project's directory.
 * Nothing is cached between calls, and no configuration is read.
 */

const GIT_MS = 10_000

/** Opened for each call and not cached, so results always match the disk. */
const aWorld = (): Services => openServices({ env: process.env, run: startProgram }).for(within(GIT_MS))

/** Branch, uncommitted changes and linked work trees. Undefined outside a repository. */
export const getGitState = (directory: string): Promise<WorkTree | undefined> => readWorkTree(directory, aWorld())

/** A summary of MASTER_PLAN.md. Undefined when the project has none. */
export const getPlanStatus = (root: string): Promise<PlanStatus | undefined> => readPlanStatus(root, aWorld())

export interface SessionChanges {
  /** The file that stores the list. */
  readonly file: string
  /** Absolute paths of all files the session has written, without duplicates. */
  readonly paths: readonly string[]
  readonly count: number
}

export function getSessionChanges(root: string, session: string): SessionChanges {
  const name = safeName(session)
  const paths = readSessionChanges(files, root, name)
  return { file: harnessFile(root, sessionChangesFile(name)), paths, count: paths.length }
}

/** The counts of the last comparison of plan and code. Undefined when there was none. */
export function getDriftData(root: string): DriftRecord | undefined {
  const text = readHarnessLine(files, root, PLAN_DRIFT)
  return text === undefined ? undefined : parseDrift(text)
}

/** The project's research log, at the given path or a default location. Undefined when there is none. */
export const getResearchStatus = (root: string, path = ''): Research | undefined => readResearch(files, root, path)

/** Adds a line to `.claude/.audit-log`. */
export const appendAudit = (root: string, event: string, detail: string): void =>
  append({ files, now: () => new Date() }, root, event, detail)

/** The active plan and its design document. Undefined when there is none. */
export const getActivePlan = (root: string): ActivePlan | undefined => activePlan(root, aWorld())

/** How many implementation tasks of a design document have this status; 0 when it cannot be read. */
export const countTaskStatus = (document: string, status: TaskStatus): number => designIn(document).counts[status]

/** The first heading of a design document, else its name. */
export const getPlanTitle = (document: string): string => designIn(document).title ?? basename(document, '.md')

function designIn(document: string): DesignDocument {
  try {
    return parseDesign(files.read(document) ?? '')
  } catch {
    return parseDesign('')
  }
}

/**
 * The directory of the first git call in a command: `cd <path> && git …`, `git -C <path> …`; else `cwd`. The command is
 * parsed like a shell would parse it, and never run.
 */
export async function extractGitTargetDir(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> {
  const { readCommand } = await import('@holdpoint/shell')
  const directory = readCommand(command, cwd, worldOf(env)).effects.git[0]?.directory
  return directory !== undefined && isKnown(directory) ? absolutePath(directory, cwd) : cwd
}

/** Writes a line for people to stderr, which the host does not parse. */
export const logInfo = (stage: string, message: string): void => void process.stderr.write(`[${stage}] ${message}\n`)

/** The same as JSON. */
export const logJson = (stage: string, message: string): void =>
  void process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), stage, message })}\n`)
