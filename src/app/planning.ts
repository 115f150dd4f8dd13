import { existsSync, lstatSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { counts, type Counts } from '../core/counts.ts'
import type { AgentEvent } from '../core/event.ts'
import type { HookEntry } from '../core/hook.ts'
import type { Answer } from '../core/host.ts'
import { documentedName, packOf } from '../core/packs.ts'
import type { Services, StateArea } from '../core/services.ts'
import { isoTime } from '../core/time.ts'
import { refuses } from '../core/verdict.ts'
import { isHarmless, redact } from '../audit/redact.ts'
import type { Settings } from '../config/settings.ts'
import type { PackRules } from '../engine/handle.ts'
import type { Ledger } from '../engine/memory.ts'
import type { HookResult } from '../engine/run.ts'
import { appendLine } from '../files/write.ts'
import { flagOf, readConfig } from '../hooks/planning/config.ts'
import { temporaryRoot } from '../state/temp.ts'

/** What the planning document keeps in files of its own: its configuration, its breaker, its log. */

const PACK = 'planning'

export interface PlanningFiles extends PackRules {
  readonly ledger: Ledger
  /** Adds what was decided to the log of the session. Never throws. */
  log(results: readonly HookResult[], answer: Answer): void
}

interface Needs {
  readonly event: AgentEvent
  readonly env: Readonly<Record<string, string | undefined>>
  readonly services: Pick<Services, 'env' | 'yaml' | 'temp'>
  readonly settings: Pick<Settings, 'devMode'>
  readonly catalogue: readonly HookEntry[]
  pluginRoot(): string
}

export async function openPlanning(needs: Needs): Promise<PlanningFiles> {
  const { event, env, services, settings, catalogue } = needs
  const config = await readConfig(event.root, services)
  const devModeFile = config.devModeFile ?? settings.devMode.file
  const isVerbose = services.env('PLANNING_HOOKS_VERBOSE') === 'true'
  return {
    breakerThreshold: config.breakerThreshold,
    isDevMode: () => existsSync(resolve(services.env('CLAUDE_PLUGIN_ROOT') ?? needs.pluginRoot(), devModeFile)),
    isOff: (id) => !config.isOn(flagOf(id)),
    ledger: planningLedger(services.temp, event.session, catalogue),
    log(results, answer) {
      const lines = results.flatMap((result) => {
        const entry = catalogue.find(({ id }) => id === result.id && packOf(id) === PACK)
        return entry === undefined ? [] : linesOf(documentedName(entry), result, isVerbose, event, answer)
      })
      const time = `${isoTime(event.at).slice(0, 19)}Z`
      append(logFile(config.logLocation, event, env), lines.map((line) => `[${time}] ${line}\n`).join(''))
    },
  }
}

/** Failures of this pack, in the file and under the names of its document. */
export function planningLedger(temp: StateArea, session: string, catalogue: readonly HookEntry[]): Ledger {
  const hooks = catalogue.filter(({ id }) => packOf(id) === PACK)
  const file = `planning-hook-breaker-${session}`
  const byId = (named: Counts): Counts =>
    Object.fromEntries(
      hooks.map((hook) => [hook.id, named[documentedName(hook)] ?? 0] as const).filter(([, count]) => count > 0),
    )
  return {
    holds: (id) => packOf(id) === PACK,
    read() {
      try {
        return byId(counts(temp.get(file)))
      } catch {
        return {}
      }
    },
    write(change) {
      temp.update<Counts>(file, (old) => {
        const named = counts(old)
        const next = change(byId(named))
        const changed = hooks
          .map((hook) => [documentedName(hook), next[hook.id] ?? 0] as const)
          // A count that has gone back to nothing is shown as such.
          .filter(([name, count]) => count > 0 || Object.hasOwn(named, name))
        return { ...named, ...Object.fromEntries(changed) }
      })
    },
  }
}

const MAX_DETAIL = 100_000

function linesOf(
  name: string,
  result: HookResult,
  isVerbose: boolean,
  event: AgentEvent,
  answer: Answer,
): readonly string[] {
  const line = `${name}: ${decisionOf(result)}`
  if (!isVerbose) return [line]
  const detail = (value: unknown): string => oneLine(JSON.stringify(value) ?? '')
  return [`${name}: INPUT | ${detail(event.raw)}`, line, `${name}: OUTPUT | ${detail(answer)}`]
}

/** Only what others wrote has to be looked through. */
function decisionOf({ verdict, failure, skipped, withheld, observed }: HookResult): string {
  const { decision, reason = '' } = verdict
  if (failure !== undefined) return `ERROR | Unexpected error (${oneLine(failure.message)}). Failing open.`
  if (skipped === 'dev-mode') return 'DEV_SKIP | Development mode active'
  if (skipped === 'flag') return 'ALLOW | Switched off by its feature flag'
  if (skipped === 'breaker') return 'ALLOW | Circuit breaker open, skipped'
  if (observed === true) return `ALLOW | observed${withheld === undefined ? '' : `, would ${withheld}`}`
  if (withheld !== undefined) return `ALLOW+WARN | ${oneLine(verdict.notice ?? '')}`
  if (decision === 'deny') return `DENY | ${oneLine(reason)}`
  if (refuses(decision)) return `BLOCK | ${oneLine(reason.split('\n')[0] ?? '')}`
  if (decision === 'ask') return `ASK | ${oneLine(reason)}`
  if (verdict.log !== undefined) return oneLine(verdict.log)
  return decision === 'feedback' ? `LOG | ${oneLine(reason)}` : 'ALLOW | '
}

const oneLine = (text: string): string =>
  isHarmless(text) ? text : redact(text.slice(0, MAX_DETAIL)).replace(/[\r\n]+/g, ' ')

const DEFAULT_LOG = '/tmp/planning-hooks-{session_id}.log'

/**
 * A configuration file of the repository may say where the log is, but a line of it holds text of the repository too:
 * in a file that somebody's shell reads it would be a command. So it is a `.log`, or it is where it always was.
 */
function logFile(location: string | undefined, { session, root }: AgentEvent, env: Needs['env']): string {
  const isUsual = location === undefined || location === DEFAULT_LOG || !location.endsWith('.log')
  const file = isUsual ? join(temporaryRoot(env), basename(DEFAULT_LOG)) : resolve(root, location)
  return file.replaceAll('{session_id}', session)
}

function append(file: string, text: string): void {
  if (text === '') return
  try {
    const owner = lstatSync(file, { throwIfNoEntry: false })?.uid
    if (owner !== undefined && process.getuid !== undefined && owner !== process.getuid()) return
    appendLine(dirname(file), basename(file), text)
  } catch {
    // A log that cannot be written holds nobody up; the audit has the decision too.
  }
}
