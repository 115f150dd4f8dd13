import {
  messageOf,
  type AgentEvent,
  type HookEntry,
  type Answer,
  type Host,
  signatureOf,
  monotonicMs,
  pass,
  type Verdict,
  degrade,
  handle,
  type Engine,
  type Outcome,
  select,
} from '@holdpoint/engine'
import { writeSpool, type AuditEntry } from './audit/spool.ts'
import { isReentrant, removeDeadTokens } from './system/process/reentry.ts'
import { PACKS } from '@holdpoint/packs'
import { countLostLine, lossIsTold, lostLines, type LostLines } from './system/state/lost-lines.ts'
import { placeOf, preparePlace, pruneSessions, stateHome, type Place } from './system/state/place.ts'
import { pruneTemp } from './system/state/temp.ts'
import { compose, type Composed, type World } from './compose.ts'
import type { Scope } from './installs.ts'
import { keepHouse } from './housekeeping.ts'
import type { Form } from './pack-protocol.ts'

export interface Question {
  readonly event: AgentEvent
  readonly host: Host
  /** Run this hook alone, regardless of its configured level. */
  readonly only?: HookEntry | undefined
  /** Hooks that the same script of a source document implements; they run after it. */
  readonly also?: readonly HookEntry[]
  readonly form: Form
  readonly warnings: readonly string[]
  /** The install that asks. */
  readonly from?: Scope | undefined
}

export interface Reply extends Answer {
  /** Work that must not delay the answer. */
  after(): void
  /** The event it answers, if any. */
  readonly event?: AgentEvent
}

/** Answers one event. Never throws: errors are reported, and a tool call then needs approval. */
export async function answer(question: Question, world: World): Promise<Reply> {
  const startedAt = monotonicMs()
  const { event, host, only, also = [] } = question
  try {
    const composed = await compose(event, host, world, only, question.from)
    const { engine, place, packs } = composed
    const probe = event.raw['holdpoint_probe']
    if (typeof probe === 'string' && isReentrant(probe, stateHome(world.env))) {
      return await probed(probe, question, composed, world)
    }
    const judging = only === undefined ? dispatching(engine, question) : alone(engine, [only, ...also])
    const outcome = await handle(event, judging).finally(composed.end)
    const warnings = [...question.warnings, ...composed.warnings]
    const entry = entryOf({ event, warnings }, engine.settings.digest, outcome, monotonicMs() - startedAt)
    const verdict = await audited({ ...entry, ...answeredBy(world) }, event, place, world, outcome.verdict, host)
    const said =
      only === undefined
        ? host.encode(event, verdict)
        : (await import('./pack-protocol.ts')).answerAlone(
            only.id,
            event,
            verdict,
            host,
            question.form,
            outcome.results[0]?.verdict,
          )
    const after = (): void => {
      packs.log(outcome.results, said)
      tidy(event, composed, world)
    }
    return { ...said, after, event }
  } catch (error) {
    return failed(question, world, error, monotonicMs() - startedAt)
  }
}

/**
 * The doctor checks whether this event would be answered: everything runs except the hooks. Its probe is
 * the name of a file that exists only while the doctor runs, so no other process can send one.
 */
async function probed(
  probe: string,
  { event, host }: Question,
  { engine, place, warnings }: Composed,
  world: World,
): Promise<Reply> {
  const selected = select(event, engine.catalogue, engine.settings)
  await Promise.all(selected.map(({ entry }) => engine.load(entry.id)))
  const hooks = selected.map(({ entry: { id } }) => ({ id, decision: 'probe', ms: 0 }))
  preparePlace(place, world.env)
  const error = warnings.length > 0 && { error: warnings.join('; ') }
  const { digest } = engine.settings
  writeSpool(place.directory, { event, digest, decision: 'probe', ms: 0, hooks, probe, ...error })
  return { ...host.encode(event, pass), after: () => undefined, event }
}

/** The literal form of a source document shows a reason alone: no names, and no way to allow the call. */
const dispatching = (engine: Engine, { event, form }: Question): Engine =>
  form === 'native' ? { ...engine, sign: signatureOf(event.id) } : { ...engine, approvals: undefined }

function alone(engine: Engine, only: readonly HookEntry[]): Engine {
  const hooks = only.map(({ id }) => {
    const setting = engine.settings.hooks[id]
    if (setting === undefined) throw new Error(`${id} has no settings`)
    return [id, { ...setting, level: 'on' as const }] as const
  })
  return {
    ...engine,
    approvals: undefined,
    catalogue: only,
    settings: { ...engine.settings, hooks: Object.fromEntries(hooks) },
  }
}

/** Besides a library in another program, only a daemon caches anything between events. */
const answeredBy = ({ kept, isLibrary }: World): Pick<AuditEntry, 'by'> =>
  kept === undefined || isLibrary === true ? {} : { by: 'daemon' }

function entryOf(
  { event, warnings }: Pick<Question, 'event' | 'warnings'>,
  digest: string,
  outcome: Outcome,
  ms: number,
): AuditEntry {
  return {
    event,
    ...('tool' in event && { tool: event.tool.name.slice(0, 128) }),
    digest,
    decision: outcome.verdict.decision,
    ms,
    hooks: outcome.results.map(({ id, verdict, failure, skipped, withheld, observed, overruledBy, ms: hookMs }) => ({
      id,
      decision: verdict.decision,
      messageId: verdict.messageId,
      reason: verdict.reason ?? (verdict.messageId === undefined ? undefined : verdict.notice),
      ms: hookMs,
      failure: failure && `${failure.kind}: ${failure.message}`,
      skipped,
      withheld,
      level: observed === true ? 'observe' : undefined,
      overruledBy,
    })),
    ...(outcome.lowered.length > 0 && { lowered: outcome.lowered }),
    ...(outcome.answers.length > 0 && { answers: outcome.answers }),
    ...(outcome.approval !== undefined && { approval: outcome.approval }),
    ...(warnings.length > 0 && { error: warnings.join('; ') }),
  }
}

/** The audit line is written before the answer. If that fails, the decision is unchanged and the user is notified. */
async function audited(
  entry: AuditEntry,
  event: AgentEvent,
  place: Place,
  world: World,
  verdict: Verdict,
  host: Host,
): Promise<Verdict> {
  if (!isWorthALine(entry)) return verdict
  const now = event.at.getTime()
  try {
    preparePlace(place, world.env)
    if (world.writeLine === undefined) writeSpool(place.directory, entry)
    else await world.writeLine(place.directory, entry)
    // Lines that were lost at events whose notices the host does not show.
    const lost = isMoment(event) ? lostLines(world.env, place.key, now) : undefined
    return lost === undefined ? verdict : tellOnce(lost, lostText(lost), event, place, world, verdict, host)
  } catch (error) {
    if (entry.approval?.state === 'used') return unrecordedUse(messageOf(error))
    const lost = countLostLine(world.env, place.key, messageOf(error), now)
    const text = `holdpoint: the audit cannot be written: ${lost.reason}. Decisions are made but not recorded; run \`holdpoint doctor\`.`
    return tellOnce(lost, text, event, place, world, verdict, host)
  }
}

/** A grant is used up before the answer. A use that the audit does not show must not happen. */
const unrecordedUse = (why: string): Verdict => ({
  decision: 'deny',
  reason:
    `Blocked: the user allowed this call once, but its use cannot be recorded (${why}). ` +
    'Ask the user to run `holdpoint doctor`, then to allow the call again.',
})

/** An event without a matching hook is not recorded, unless it starts an agent or reveals the user's answer. */
const isWorthALine = ({ event, hooks, error, answers }: AuditEntry): boolean =>
  hooks.length > 0 || error !== undefined || answers !== undefined || event.tool?.kind === 'agent'

/** Once per session, when the host shows it. The session state may be as unwritable as the audit. */
function tellOnce(
  lost: LostLines,
  text: string,
  event: AgentEvent,
  { key }: Place,
  { env }: World,
  verdict: Verdict,
  host: Host,
): Verdict {
  const isShown = host.showsNotice(event)
  if ((!isShown && !isMoment(event)) || lost.told.includes(event.session)) return verdict
  if (isShown) lossIsTold(env, key, lost, event.session)
  return withNotice(verdict, text)
}

/** Events that every session has, and few of. */
const isMoment = ({ kind }: AgentEvent): boolean => kind === 'session.start' || kind === 'prompt.submit'

const lostText = ({ count, reason }: LostLines): string =>
  `holdpoint: ${count === 1 ? '1 decision was' : `${count} decisions were`} not written to the audit: ${reason}. ` +
  'Run `holdpoint doctor` to see whether it works again.'

function tidy(event: AgentEvent, { engine, place, environment }: Composed, { env, program }: World): void {
  try {
    environment.commit()
    engine.memory.commit()
    if (event.kind !== 'session.start') return
    pruneSessions(place, event.at)
    for (const { temporaryFiles } of PACKS) if (temporaryFiles !== undefined) pruneTemp(env, temporaryFiles, event.at)
    removeDeadTokens(stateHome(env))
    if (program !== undefined) keepHouse(place, event.root, program, event.at)
  } catch {
    // The state directory cannot be written; the audit notice has already reported it.
  }
}

/** The engine itself failed, so no hook has run: a tool call needs approval, other events pass with a notice. */
function failed(question: Question, world: World, error: unknown, ms: number): Reply {
  const { event, host } = question
  const message = messageOf(error)
  const text = `holdpoint could not check this: ${message}. Run \`holdpoint validate\` to see why.`
  const reason = signatureOf(event.id)(text, [], false)
  const wanted: Verdict =
    event.kind === 'tool.before' ? { decision: 'ask', reason, notice: text } : { ...pass, notice: text }
  const { verdict } = degrade(wanted, host.powers(event.name, event.permissionMode))
  try {
    const place = placeOf(event.root, world.env)
    preparePlace(place, world.env)
    writeSpool(place.directory, { event, decision: verdict.decision, ms, hooks: [], error: message })
  } catch {
    // The audit cannot be written, so only the notice reports it.
  }
  return { ...host.encode(event, verdict), after: () => undefined }
}

const withNotice = (verdict: Verdict, notice: string): Verdict => ({
  ...verdict,
  notice: [verdict.notice, notice].filter((text) => text !== undefined).join('\n'),
})
