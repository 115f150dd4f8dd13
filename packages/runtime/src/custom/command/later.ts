import {
  type AgentEvent,
  wordFor,
  type HookContext,
  type Host,
  type CommandDefinition,
  type OwnHook,
  type Services,
  capText,
  safeName,
  pass,
  type Verdict,
} from '@holdpoint/engine'
import { payloadOf } from '../answer/payload.ts'
import { invocationOf, type Invocation } from './invocation.ts'
import { takeReports } from './reports.ts'
import { begin, finished, MAX_RUNNING } from './running.ts'

/** The request to the worker. */
export interface AsyncRequest extends Invocation {
  readonly id: string
  /** The id of this run. */
  readonly name: string
  readonly input: string
  readonly limitMs: number
  /** The host's name for the event. */
  readonly eventName: string
}

/** Starts the command without waiting for it, and reports the output of an earlier run. */
export async function runLater(
  own: OwnHook,
  definition: CommandDefinition,
  { event, services }: HookContext,
  host: Host,
): Promise<Verdict> {
  if (own.startedBy === undefined || own.startedBy.includes(wordFor(event)))
    await start(own, definition, event, services)
  const { id } = own.entry
  return canShow(event, host) ? reportVerdict(id, takeReports(services.state.session, id)) : pass
}

async function start(
  { entry: { id, timeoutMs } }: OwnHook,
  definition: CommandDefinition,
  event: AgentEvent,
  services: Services,
): Promise<void> {
  const { background, state } = services
  // A unique name per event: a newer run must not end an older one.
  const name = safeName(`${id}-${event.id}`)
  const { isAllowed, lost } = begin(state.project, id, name, services.now().getTime(), timeoutMs)
  for (const gone of lost) await background.cancel(gone)
  if (!isAllowed) throw new Error(`${MAX_RUNNING} runs of it are still at work, so it was not started again`)
  const request: AsyncRequest = {
    ...invocationOf(definition, event, services),
    id,
    name,
    input: `${payloadOf(event)}\n`,
    limitMs: timeoutMs,
    eventName: event.name,
  }
  if (await background.request('own/command', name, request)) return
  finished(state.project, id, name)
  throw new Error('an async command can be started only by the program, not by the library')
}

/** Events where both the model and the user see it. Inside a sub-agent another model would get it. */
const canShow = (event: AgentEvent, host: Host): boolean =>
  host.powers(event.name).includes('context') && host.showsNotice(event)

function reportVerdict(id: string, reports: ReturnType<typeof takeReports>): Verdict {
  const texts = (key: 'context' | 'notice'): string =>
    reports
      .map((report) => report[key] ?? '')
      .filter((text) => text !== '')
      .join('\n')
  const [context, notice] = [texts('context'), texts('notice')]
  return {
    decision: 'pass',
    ...(context !== '' && { context: capText(`${id}, which ran in the background, says:\n${context}`) }),
    ...(notice !== '' && { notice: capText(`${id}: ${notice}`) }),
  }
}
