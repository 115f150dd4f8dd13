import { type Files, sha256Hex } from '@holdpoint/engine'

/**
 * The one-line files in `.claude` through which the hooks of the harness share state with each other and with the user.
 * A file that is not in the documented format counts as unknown: neither a pass nor a failure.
 */

export const TEST_STATUS = '.test-status'
export const PROOF_STATUS = '.proof-status'
export const TEST_GATE_STRIKES = '.test-gate-strikes'
export const MOCK_GATE_STRIKES = '.mock-gate-strikes'
/** Strike files of the gates that first warn and then deny, by hook. */
export const STRIKE_FILES = { 'quality/test-gate': TEST_GATE_STRIKES, 'quality/mock-gate': MOCK_GATE_STRIKES } as const
export const TEST_RUNNER_LOCK = '.test-runner.lock'
export const TEST_RUNNER_LAST_RUN = '.test-runner.last-run'
export const LINT_CACHE = '.lint-cache'
export const AUDIT_LOG = '.audit-log'

export const harnessFile = (root: string, name: string): string => `${root}/.claude/${name}`
/** The session id is part of a file name, so it must be safe in a path; events carry it in that form. */
export const sessionChangesFile = (session: string): string => `.session-changes-${session}`

/** The name under which tests of a project run in the background: `services.background.isBusy(testRunName(root))`. */
export const testRunName = (root: string): string => `tests-${sha256Hex(root).slice(0, 16)}`

/** Seconds since 1970, as all these files count time. */
export const epochOf = (now: Date): number => Math.floor(now.getTime() / 1000)

/** None of these files is longer than a line. */
const MAX_BYTES = 1_000

/** Undefined: there is no such file, or nothing that could be read. */
export function readHarnessLine(files: Pick<Files, 'read'>, root: string, name: string): string | undefined {
  try {
    return files.read(harnessFile(root, name), { maxBytes: MAX_BYTES })
  } catch {
    return undefined
  }
}

export interface TestStatus {
  /** `pass`, `fail`, `pending` (source has changed since it last passed), `none` (a run found no tests). */
  readonly result: string
  readonly failures: number
  /** Seconds since 1970. */
  readonly at: number
}

/** `result|failures|time`; undefined when it is not of that form. */
export function parseTestStatus(text: string): TestStatus | undefined {
  const [, result = '', failures = '', at = ''] = /^\s*(\w{1,20})\|(\d{1,9})\|(\d{1,12})\s*$/.exec(text) ?? []
  return result === '' ? undefined : { result, failures: Number(failures), at: Number(at) }
}

export const testStatusText = (result: 'pass' | 'fail' | 'pending' | 'none', failures: number, now: Date): string =>
  `${result}|${failures}|${epochOf(now)}\n`

/** Undefined: there is no such file, or it is malformed. */
export function readTestStatus(files: Pick<Files, 'read'>, root: string): TestStatus | undefined {
  return parseTestStatus(readHarnessLine(files, root, TEST_STATUS) ?? '')
}

export type ProofStatus = 'verified' | 'pending'

export interface Proof {
  readonly status: ProofStatus
  /** Seconds since 1970. */
  readonly at: number
}

/** `status|time`; undefined when it is not of that form. */
export function parseProof(text: string): Proof | undefined {
  const [, status, at = ''] = /^\s*(verified|pending)\|(\d{1,12})\s*$/.exec(text) ?? []
  return status === 'verified' || status === 'pending' ? { status, at: Number(at) } : undefined
}

export const proofText = (status: ProofStatus, now: Date): string => `${status}|${epochOf(now)}\n`

export interface Strikes {
  readonly count: number
  /** Seconds since 1970: when the last one was counted. */
  readonly at: number
  /** How many tests failed then; fewer now is progress. */
  readonly failures: number
}

/** `count|time`, and the number of failed tests where that matters. A malformed file counts as no strike. */
export function parseStrikes(text: string): Strikes {
  const [, count = '0', at = '0', failures = '0'] = /^\s*(\d{1,6})\|(\d{1,12})(?:\|(\d{1,9}))?\s*$/.exec(text) ?? []
  return { count: Number(count), at: Number(at), failures: Number(failures) }
}

export const strikesText = ({ count, at, failures }: Strikes): string => `${count}|${at}|${failures}\n`

/** Only digits, and a time: `.test-runner.last-run`. */
export function parseEpoch(text: string): number | undefined {
  const digits = /^\s*(\d{1,12})\s*$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** One path per line, each once, in the order in which they were first changed. */
export const parseSessionChanges = (text: string): readonly string[] => [
  ...new Set(text.split('\n').filter((line) => line.startsWith('/'))),
]

/** Line breaks in a name are replaced, because each line holds one path. */
export const sessionChangeLine = (path: string): string => `${path.replace(/[\r\n]/g, '?')}\n`

/** `2026-03-01T12:00:00Z|event|detail` */
export function auditLine(now: Date, event: string, detail: string): string {
  const plain = (text: string): string => text.replace(/[\r\n]+/g, ' ').slice(0, MAX_BYTES)
  return `${now.toISOString().slice(0, 19)}Z|${plain(event).replaceAll('|', '/')}|${plain(detail)}\n`
}

/** Appends lines to one of these files; creates `.claude` if needed. */
export function appendHarness(
  files: Pick<Files, 'append' | 'write' | 'isDirectory'>,
  file: string,
  text: string,
): void {
  const directory = file.slice(0, file.lastIndexOf('/'))
  if (files.isDirectory(directory)) files.append(file, text)
  else files.write(file, text)
}
