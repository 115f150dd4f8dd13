import {
  appendHarness,
  AUDIT_LOG,
  auditLine,
  harnessFile,
  parseSessionChanges,
  sessionChangesFile,
} from './harness-state.ts'
import type { Services, StateArea } from '@holdpoint/engine'

/** Files of a project that several hooks read. A file that cannot be read counts as absent. */

const MAX_BYTES = 16 << 20

/** Absolute paths of everything this session has written, each once. */
export const readSessionChanges = (files: Services['files'], root: string, session: string): readonly string[] =>
  parseSessionChanges(readOr(harnessFile(root, sessionChangesFile(session)), files))

export interface Research {
  readonly path: string
  /** Headings, oldest first. */
  readonly entries: readonly string[]
}

/** Undefined when the project has no log. */
export function readResearch(files: Services['files'], root: string, path: string): Research | undefined {
  const candidates = path === '' ? ['RESEARCH_LOG.md', '.claude/research-log.md'] : [path]
  const found = candidates.find((name) => files.stat(`${root}/${name}`)?.kind === 'file')
  if (found === undefined) return undefined
  const lines = readOr(`${root}/${found}`, files).split(/\r\n|\n|\r/)
  const entries = lines.filter((line) => /^#{2,3}[ \t]/.test(line)).map((line) => line.replace(/^#+\s*/, '').trim())
  return { path: found, entries }
}

/** The last lines of the harness's audit log. */
export const auditTail = (files: Services['files'], root: string, count: number): readonly string[] =>
  readOr(harnessFile(root, AUDIT_LOG), files)
    .split('\n')
    .filter((line) => line !== '')
    .slice(-count)

/** A failed write is ignored: the audit log must not block the hook. */
export function appendAudit(
  { files, now }: Pick<Services, 'files' | 'now'>,
  root: string,
  event: string,
  detail: string,
): void {
  try {
    appendHarness(files, harnessFile(root, AUDIT_LOG), auditLine(now(), event, detail))
  } catch {
    // See above.
  }
}

/** Whether this text differs from the last one shown to the session; true when state cannot be stored. */
export function isNews(area: StateArea, name: string, text: string): boolean {
  try {
    if (area.get<string>(name) === text) return false
    area.update<string>(name, () => text)
  } catch {
    // See above.
  }
  return true
}

function readOr(path: string, files: Services['files']): string {
  try {
    return files.read(path, { maxBytes: MAX_BYTES }) ?? ''
  } catch {
    return ''
  }
}
