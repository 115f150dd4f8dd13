import { posix } from 'node:path'
import * as v from 'valibot'
import { check, mistake, quote } from '@holdpoint/engine/policy'
import type { Path, Report } from '@holdpoint/engine/yaml'
import { foldPath } from '@holdpoint/shell'
import type { Given, GivenGit } from './policy-test.ts'

/** `given` of a test, or of all tests of a file. */

const texts = v.record(v.string(), v.string())
const values = v.record(v.string(), v.unknown())
const list = v.array(v.string())

export const givenSchema = v.strictObject({
  files: v.optional(texts),
  git: v.optional(
    v.strictObject({
      branch: v.optional(v.pipe(v.string(), v.regex(/^[\w][\w./-]{0,200}$/, 'a name of a branch'))),
      commits: v.optional(v.union([v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), list])),
      tracked: v.optional(list),
      staged: v.optional(list),
    }),
  ),
  state: v.optional(v.strictObject({ session: v.optional(values), project: v.optional(values) })),
  env: v.optional(texts),
  now: v.optional(v.string()),
  agent: v.optional(v.string()),
  permission_mode: v.optional(v.string()),
})

export type GivenInput = v.InferOutput<typeof givenSchema>

/** `more`: names of additional files. */
export function checkGiven(value: unknown, path: Path, report: Report, more: readonly string[] = []): GivenInput {
  if (value === undefined || value === null) return {}
  const given = check(givenSchema, value, path, report)
  const names = Object.keys(given.files ?? {})
  for (const name of names) {
    if (!isInside(name)) report([...path, 'files', name], `${quote(name)} is not a path below the project.`, 'key')
  }
  for (const key of ['tracked', 'staged'] as const) {
    for (const [index, name] of (given.git?.[key] ?? []).entries()) {
      if (names.includes(name) || more.includes(name)) continue
      report([...path, 'git', key, index], `${quote(name)} is not among \`files\`.`)
    }
  }
  for (const name of Object.keys(given.env ?? {})) {
    if (STEERING.test(name)) report([...path, 'env', name], `${quote(name)} cannot be set in a test.`, 'key')
  }
  if (given.now !== undefined && Number.isNaN(Date.parse(given.now))) {
    report([...path, 'now'], mistake([...path, 'now'], given.now, 'a moment, such as 2026-01-05T10:00:00Z'))
  }
  return given
}

/** Variables that decide which programs run: a test from another author must not start anything. */
const STEERING = /^(?:PATH|HOME|TMPDIR|SHELL|ENV|BASH_ENV|HOLDPOINT_PARENT|(?:XDG|GIT|LD|DYLD|NODE)_.*)$/

/** Below the project, and not inside `.git`, whose settings and hooks git would follow. */
export function isInside(name: string): boolean {
  const parts = posix.normalize(name).split('/')
  const isRelative = !name.startsWith('/') && parts[0] !== '..' && !name.includes('\0') && posix.normalize(name) !== '.'
  return isRelative && !parts.some((part) => foldPath(part) === '.git')
}

/** A Monday morning, so that the result does not depend on the time of day. */
const DEFAULT_NOW = '2026-01-05T10:00:00Z'

/** A test overrides what its file says for all tests. */
export function givenOf(ofFile: GivenInput, ofTest: GivenInput): Given {
  const both = { ...ofFile, ...ofTest }
  return {
    files: { ...ofFile.files, ...ofTest.files },
    git: gitOf({ ...ofFile.git, ...ofTest.git }),
    state: {
      session: { ...ofFile.state?.session, ...ofTest.state?.session },
      project: { ...ofFile.state?.project, ...ofTest.state?.project },
    },
    env: { ...ofFile.env, ...ofTest.env },
    now: new Date(both.now ?? DEFAULT_NOW),
    ...(both.agent !== undefined && { agent: both.agent }),
    ...(both.permission_mode !== undefined && { permissionMode: both.permission_mode }),
  }
}

function gitOf({ branch = 'main', commits = 1, tracked = [], staged = [] }: NonNullable<GivenInput['git']>): GivenGit {
  const subjects =
    typeof commits === 'number' ? Array.from({ length: commits }, (_, index) => `commit ${index + 1}`) : commits
  return { branch, commits: subjects, tracked, staged }
}
