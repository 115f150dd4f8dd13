import { messageOf } from '@holdpoint/engine'
import { readTestStatus } from '@holdpoint/packs'
import { redact, waysOf } from '@holdpoint/runtime/audit'
import type { Compiled } from '@holdpoint/engine/policy'
import { runningDaemon } from '@holdpoint/runtime/daemon'
import { files } from '@holdpoint/runtime/system'
import {
  blockedStops,
  breakerRows,
  sessionMemories,
  type SessionMemory,
  configurationIn,
  readProof,
  readStrikes,
  databaseSize,
  spoolSize,
} from '@holdpoint/runtime/inspect'
import type { AuditState, Daemon, Proof, State } from '../api.ts'
import { breakerOf } from './breakers.ts'
import { failureOf } from './failure.ts'
import { orchestratorState, planningState } from './plans.ts'
import type { PlanReader } from './plan.ts'
import { command } from './remedies.ts'
import type { Source } from './source.ts'

/** The state between events. A part that cannot be read must not hide the others. */
export async function state(source: Source, plan: PlanReader): Promise<State> {
  const problems: { readonly part: string; readonly what: string }[] = []
  const part = async <T>(name: string, read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      problems.push({ part: name, what: messageOf(error) })
      return undefined
    }
  }
  const { root, env, place, suffix } = source
  const memories = (await part('sessions', () => sessionMemories(place, env))) ?? []
  const compiled = await part('configuration', () => configurationIn(root, env))
  const audit = await part('audit', () => auditState(source))
  const { daemon: warm, ...answers } = (await part('answers', () => waysOf(place.directory))) ?? { daemon: 0, cold: 0 }
  const daemon = await part('daemon', () => daemonState(env))
  const tests = await part('tests', () => readTestStatus(files, root))
  const [planned, planning, orchestrator] = [
    await part('plan', () => plan()),
    await part('planning', () => planningState(source)),
    await part('orchestrator', () => (compiled === undefined ? undefined : orchestratorState(source, compiled))),
  ]
  return {
    now: source.now().toISOString(),
    audit: audit ?? NO_AUDIT,
    answers: { warm, ...answers },
    ...(daemon !== undefined && { daemon }),
    daemonRemedies: [
      daemon === undefined
        ? command('Start the daemon', ['daemon', 'start'], '')
        : command('Show it in a terminal', ['daemon', 'status'], ''),
    ],
    ...kept(compiled, memories, suffix),
    notices: memories.flatMap(({ session, memory }) =>
      memory.now.owedNotices.map((text) => ({ session, text: redact(text) })),
    ),
    strikes: readStrikes(root).map(({ gate, count, at }) => ({
      gate,
      count,
      ...(at !== undefined && { at: at.toISOString() }),
    })),
    strikeRemedies: [command('Reset the warning counters', ['strikes', 'reset'], suffix)],
    proof: proof(root, suffix),
    ...(tests !== undefined && {
      tests: { result: tests.result, failures: tests.failures, at: new Date(tests.at * 1000).toISOString() },
    }),
    ...(planned !== undefined && { plan: planned }),
    ...(planning !== undefined && { planning }),
    ...(orchestrator !== undefined && { orchestrator }),
    problems,
  }
}

function kept(
  compiled: Compiled | undefined,
  memories: readonly SessionMemory[],
  suffix: string,
): Pick<State, 'breakerThreshold' | 'breakers' | 'stops'> {
  const sessions = blocked(memories)
  if (compiled === undefined) return { breakers: [], stops: { sessions } }
  const { breakerThreshold, stopBlockCap } = compiled.settings
  return {
    breakerThreshold,
    breakers: breakerRows(memories, compiled).map((row) => breakerOf(row, suffix)),
    stops: { cap: stopBlockCap, sessions },
  }
}

const blocked = (memories: readonly SessionMemory[]): State['stops']['sessions'] =>
  memories
    .map(({ session }) => ({ session, blocked: blockedStops(memories, session) }))
    .filter(({ blocked: count }) => count > 0)

async function daemonState(env: Source['env']): Promise<Daemon | undefined> {
  const status = await runningDaemon(env)
  if (status === undefined) return undefined
  const { pid, version, startedAt, requests, sessions, memory, http, listening } = status
  const reachedBy = listening.map((way) => (way === 'http' ? `port ${http}` : way)).join(', ')
  return { pid, version, startedAt, requests, sessions, memoryBytes: memory, reachedBy }
}

const NO_AUDIT: AuditState = {
  decisions: 0,
  newer: 0,
  unreadable: 0,
  databaseBytes: 0,
  spoolBytes: 0,
  notes: [],
  remedies: [],
}

async function auditState(source: Source): Promise<AuditState> {
  const { directory } = source.place
  const found = await source
    .audit(async ({ store, warnings }) => ({ ...(await store.counts()), notes: await store.notes(), warnings }))
    .catch((error: unknown) => {
      const { what, fix } = failureOf(error).body.error
      throw new Error(`${what} ${fix}`, { cause: error })
    })
  const { entry = 0, newer = 0, unreadable = 0, notes = [], warnings = [] } = found ?? {}
  return {
    decisions: entry + newer,
    newer,
    unreadable,
    databaseBytes: databaseSize(directory),
    spoolBytes: spoolSize(directory),
    notes: [...warnings, ...notes.map(({ text }) => text)],
    remedies: [
      command('Verify the chain of the audit', ['audit', 'verify'], source.suffix),
      command('Show the audit directory', ['audit', 'path'], source.suffix),
    ],
  }
}

function proof(root: string, suffix: string): Proof {
  const { status, at } = readProof(root)
  return {
    status,
    ...(at !== undefined && { at: at.toISOString() }),
    remedies: [
      status === 'verified'
        ? command('Withdraw the proof', ['proof', 'reset'], suffix)
        : command('Confirm that you saw the work run', ['proof', 'verify'], suffix),
    ],
  }
}
