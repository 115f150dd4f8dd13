import { shortId } from '@holdpoint/engine'
import { findRefused, pendingApprovals, snoozesIn, type ApprovalRequest } from '@holdpoint/runtime'
import { decodeLine, type Audit, type AuditRecord, type Period } from '@holdpoint/runtime/audit'
import type { Approvals, ApprovalStep, OpenGrant, PastGrant, Pending, PendingCall, Remedy } from '../api.ts'
import { periodOf, type Query } from './query.ts'
import { command } from './remedies.ts'
import type { Source } from './source.ts'

/** Each refused call has a step, so this is weeks of work. */
const MAX_STEPS = 2_000
const MAX_SHOWN = 100
/** An agent chooses the length of its input. `holdpoint allow` shows all of it. */
const MAX_INPUT = 2_000
const MAX_FILES = 20

/** The beginning of the field, as an audit line spells it. */
const STEP = '"approval":{"state":'

export async function approvals(query: Query, source: Source): Promise<Approvals> {
  const period = await periodOf(query, source.now())
  const { requests, grants } = read(source)
  const steps = (await source.audit((audit) => stepsIn(audit, period))) ?? []
  const calls = callsIn(steps)
  const allowed = calls.filter(({ state }) => state !== 'requested')
  return {
    since: new Date(period.since).toISOString(),
    until: new Date(period.until).toISOString(),
    pending: newestFirst(requests).map((request) => pendingCall(request, source.suffix)),
    grants: newestFirst(grants).map((grant): OpenGrant => {
      const { by, grantedAt, expiresAt, usedIn } = grant
      const id = shortId(grant.id)
      return {
        ...pendingCall(grant, source.suffix),
        by,
        grantedAt,
        expiresAt,
        ...(usedIn === grant.session && { onlyIn: usedIn }),
        remedies: [command('Revoke it', ['allow', '--revoke', id], source.suffix)],
      }
    }),
    snoozes: snoozesIn(source).map(({ hook, at, until, session }) => ({
      hook,
      at,
      until,
      ...(session !== undefined && { session }),
      remedies: [command('End it', ['snooze', '--end', hook], source.suffix)],
    })),
    history: allowed.slice(0, MAX_SHOWN),
    notAllowed: calls.length - allowed.length,
    readAll: steps.length < MAX_STEPS && allowed.length <= MAX_SHOWN,
  }
}

export function pending(source: Source): Promise<Pending> {
  const { requests, grants } = read(source)
  return Promise.resolve({ calls: requests.length, grants: grants.length })
}

/** How to allow a refused call: once, or by a rule. None when it no longer waits. */
export function allowRemedies(id: string, source: Source): readonly Remedy[] {
  const isPending = read(source).requests.some((request) => shortId(request.id) === id)
  return [
    ...(isPending ? [command('Allow this call once', ['allow', id], source.suffix)] : []),
    ...ruleRemedies(id, source),
  ]
}

/** How to end refusals of a call: a rule of the user. None when the call is too old to be known. */
export const ruleRemedies = (id: string, source: Source): readonly Remedy[] =>
  findRefused(id, source) !== undefined
    ? [command('Propose a rule that allows this call', ['allow', id, '--rule'], source.suffix)]
    : []

/** Only reads: nothing in this package can give, use or revoke a grant. */
function read(source: Source): ReturnType<typeof pendingApprovals> {
  source.trust()
  return pendingApprovals(source)
}

const newestFirst = <T extends ApprovalRequest>(all: readonly T[]): readonly T[] =>
  all.toSorted((one, other) => (one.at > other.at ? -1 : 1)).slice(0, MAX_SHOWN)

function pendingCall(request: ApprovalRequest, suffix: string): PendingCall {
  const { at, host, session, agent, tool, input, reason, refusals, files } = request
  const id = shortId(request.id)
  return {
    id,
    decision: request.id,
    at,
    host,
    session,
    ...(agent !== undefined && { agent }),
    tool,
    input: input.slice(0, MAX_INPUT),
    more: Math.max(0, input.length - MAX_INPUT),
    reason: reason.slice(0, MAX_INPUT),
    hooks: [...new Set(refusals.map(({ hook }) => hook))],
    files: files.slice(0, MAX_FILES).map(({ path }) => path),
    remedies: [
      command('Allow this call once', ['allow', id], suffix),
      command('Propose a rule that allows this call', ['allow', id, '--rule'], suffix),
    ],
  }
}

async function stepsIn({ store }: Audit, { since, until }: Period): Promise<readonly AuditRecord[]> {
  const entries = await store.query({ since, until, text: STEP, limit: MAX_STEPS })
  return entries.flatMap(({ line }) => decodeLine(line) ?? []).filter(({ approval }) => approval !== undefined)
}

/** The steps of each call together; the call with the newest step first. */
export function callsIn(newestFirstSteps: readonly AuditRecord[]): readonly PastGrant[] {
  const byId = new Map<string, AuditRecord[]>()
  for (const record of newestFirstSteps) {
    const id = record.approval?.id ?? ''
    byId.set(id, [record, ...(byId.get(id) ?? [])])
  }
  return [...byId].map(([id, records]) => pastGrant(id, records))
}

function pastGrant(id: string, records: readonly AuditRecord[]): PastGrant {
  const about = records.find(({ subject }) => subject !== undefined) ?? records[0]
  return {
    id,
    state: records.at(-1)?.approval?.state ?? 'requested',
    ...(about?.tool !== undefined && { tool: about.tool }),
    ...(about?.session !== undefined && { session: about.session }),
    ...(about?.subject !== undefined && { subject: about.subject }),
    hooks: [...new Set(records.flatMap(({ hooks }) => hooks.filter(isObjection).map((hook) => hook.id)))],
    steps: records.map(stepOf),
  }
}

const isObjection = ({ decision }: { readonly decision: string }): boolean => decision === 'deny' || decision === 'ask'

const stepOf = ({ id, at, approval }: AuditRecord): ApprovalStep => ({
  state: approval?.state ?? '',
  ...(at !== undefined && { at }),
  ...(approval?.by !== undefined && { by: approval.by }),
  decision: id,
})
