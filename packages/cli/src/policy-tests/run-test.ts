import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, monotonicMs, type Host } from '@holdpoint/engine'
import { BUILD, hookCommand } from '@holdpoint/runtime'
import { readSpoolLines } from '@holdpoint/runtime/audit'
import { builtIn } from '@holdpoint/packs'
import { openState, placeOf } from '@holdpoint/runtime/system'
import { gotOf, type Got } from './answer.ts'
import { difference, expectedText, type Difference } from './compare.ts'
import type { Policy } from './policy.ts'
import type { PolicyTest, Step } from './policy-test.ts'
import type { Repositories } from './repository.ts'
import { makeSite, type Site } from './site.ts'

/** What all tests of a run share. */
export interface Bench {
  /** A directory of the run. */
  readonly place: string
  readonly policy: Policy
  readonly repositories: Repositories
  /** The agent that sends the events, by default Claude Code. */
  readonly actsAs?: Host | undefined
}

export interface TestResult {
  readonly test: PolicyTest
  readonly ms: number
  readonly failures: readonly Failure[]
  /** For each event, one for each time: rules that spoke and hooks that ran. */
  readonly hits: readonly ReadonlySet<string>[]
  /** Parts of rules that were exercised, named as in coverage. */
  readonly seen: ReadonlySet<string>
  /** What the agent cannot express of the answers. */
  readonly lowered?: readonly string[]
}

export interface Failure extends Difference {
  /** Which event, where there are several. */
  readonly event?: string
}

const SESSION = 'policy-test'
/** Two events are never at the same moment. */
const BETWEEN_MS = 1_000

/** Runs one test in a project of its own. Never throws: any error is a failure of the test. */
export async function runTest(test: PolicyTest, index: number, bench: Bench): Promise<TestResult> {
  const startedAt = monotonicMs()
  const place = join(bench.place, `test-${index}`)
  let played: Played
  try {
    const site = await makeSite(place, test.given, bench.policy, bench.repositories)
    played = await play(test, site, bench)
  } catch (error) {
    played = { failures: [{ expected: 'a test that can be run', got: messageOf(error) }], answers: [] }
  } finally {
    // A program that a hook has started may still be writing.
    await rm(place, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined)
  }
  const hooks = played.answers.flatMap((got) => got.hooks)
  return {
    test,
    ms: Math.round(monotonicMs() - startedAt),
    failures: played.failures,
    hits: played.answers.map((got) => new Set(got.hooks.map(({ id }) => id))),
    lowered: [...new Set(played.answers.flatMap(({ lowered }) => lowered ?? []))],
    seen: new Set(hooks.map(({ id, decision, withheld }) => `${id}: escalate to ${withheld ?? decision}`)),
  }
}

interface Played {
  readonly failures: readonly Failure[]
  readonly answers: readonly Got[]
}

async function play(test: PolicyTest, site: Site, { policy, actsAs }: Bench): Promise<Played> {
  const { env, project } = site
  const place = placeOf(project, env)
  const state = openState(place, env, SESSION)
  for (const area of ['session', 'project'] as const) {
    for (const [name, value] of Object.entries(test.given.state[area])) state[area].update(name, () => value)
  }
  policy.trust.give(site)
  const failures: Failure[] = []
  const answers: Got[] = []
  let at = test.given.now.getTime()
  let read = 0
  for (const [index, step] of test.steps.entries()) {
    let failure: Difference | undefined
    for (let round = 1; round <= step.times; round++) {
      at += step.afterMs ?? (answers.length === 0 ? 0 : BETWEEN_MS)
      const answer = await ask(step, site, new Date(at), actsAs)
      const lines = readSpoolLines(place.directory)
      const got = replaceDeep(gotOf(answer, lines.slice(read).at(-1)), project, '{project}')
      read = lines.length
      answers.push(got)
      // Only the first round that fails is reported; the others still count.
      if (failure !== undefined) continue
      failure = untrusted(step, got, policy) ?? difference(step.expected, got, policy.known)
      if (failure !== undefined) failures.push({ ...failure, ...which(test, index, round) })
    }
  }
  return { failures, answers }
}

function which({ steps }: PolicyTest, index: number, round: number): Pick<Failure, 'event'> {
  const { title = '', times = 1 } = steps[index] ?? {}
  const name = steps.length === 1 ? title : `event ${index + 1}, ${title}`
  if (times > 1) return { event: `${name}, time ${round} of ${times}` }
  return steps.length === 1 ? {} : { event: name }
}

async function ask(
  step: Step,
  { project, env }: Site,
  now: Date,
  actsAs: Host | undefined,
): ReturnType<typeof hookCommand> {
  const cwd = join(project, step.cwd)
  const payload = replaceDeep(step.payload, '{project}', project)
  const input = { session_id: SESSION, cwd, hook_event_name: step.eventName, ...payload }
  // Like an install for all projects: what only this project enables waits for trust.
  const reply = await hookCommand([step.eventName, '--from', 'user'], () => input, {
    env,
    cwd,
    now: () => now,
    registry: builtIn,
    build: BUILD,
    pluginRoot: () => '/nonexistent',
    ...(actsAs !== undefined && { actsAs }),
  })
  reply.after()
  return reply
}

/** A hook that did not run proves nothing, whatever the answer. */
function untrusted({ expected }: Step, { hooks }: Got, { trust }: Policy): Difference | undefined {
  const named = expected.rules.flatMap((name) => [name, `rules/${name}`, `own/${name}`])
  const why = new Map([...trust.withheld.map((id) => [id, FROM_PROJECT] as const), ...trust.untrusted])
  const isConcerned = (id: string): boolean => trust.untrusted.has(id) && hooks.some((hook) => hook.id === id)
  const id = [...why.keys()].find((each) => named.includes(each) || isConcerned(each))
  if (id === undefined) return undefined
  return {
    expected: expectedText(expected),
    got: `${id} did not run: ${why.get(id) ?? ''}`,
    hint: 'review it with `holdpoint trust`, or run it with `holdpoint test --trust`',
  }
}

export const FROM_PROJECT = 'it starts programs or sends data, and the project is not trusted'

/** The project has another path each time; tests and reports call it `{project}`. */
function replaceDeep<T>(value: T, from: string, to: string): T {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll(from, to) : inner,
  )
  return JSON.parse(text) as T
}
