import { type HookResult, type Answer, packOf, type PackNeeds, type PackSession, refuses } from '@holdpoint/engine'
import { absolutePath } from '@holdpoint/shell'
import { flagOf, readConfig } from './config.ts'
import { documentedName, PACK } from './ledger.ts'

/** The planning document's own files for an event: its configuration and its log. */
export async function openSession(needs: PackNeeds): Promise<PackSession> {
  const { event, services, catalogue } = needs
  const config = await readConfig(event.root, services)
  const devModeFile = config.devModeFile ?? needs.devModeFile
  const isVerbose = services.env('PLANNING_HOOKS_VERBOSE') === 'true'
  return {
    rules: {
      breakerThreshold: config.breakerThreshold,
      isDevMode: () => needs.exists(devModeFile, services.env('CLAUDE_PLUGIN_ROOT') ?? needs.pluginRoot()),
      isOff: (id) => !config.isOn(flagOf(id)),
    },
    log(results, answer) {
      const lines = results.flatMap((result) => {
        const entry = catalogue.find(({ id }) => id === result.id && packOf(id) === PACK)
        return entry === undefined ? [] : linesOf(documentedName(entry), result, isVerbose, answer, needs)
      })
      const time = `${event.at.toISOString().slice(0, 19)}Z`
      needs.append(logFile(config.logLocation, needs), lines.map((line) => `[${time}] ${line}\n`).join(''))
    },
  }
}

const MAX_DETAIL = 100_000

function linesOf(
  name: string,
  result: HookResult,
  isVerbose: boolean,
  answer: Answer,
  { event, redact }: PackNeeds,
): readonly string[] {
  const oneLine = (text: string): string => redact(text.slice(0, MAX_DETAIL)).replace(/[\r\n]+/g, ' ')
  const line = `${name}: ${decisionOf(result, oneLine)}`
  if (!isVerbose) return [line]
  const detail = (value: unknown): string => oneLine(JSON.stringify(value) ?? '')
  return [`${name}: INPUT | ${detail(event.raw)}`, line, `${name}: OUTPUT | ${detail(answer)}`]
}

/** Only text from others may hold secrets. */
function decisionOf(
  { verdict, failure, skipped, withheld, observed }: HookResult,
  oneLine: (text: string) => string,
): string {
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

const LOG_NAME = 'planning-hooks-{session_id}.log'
const DEFAULT_LOG = `/tmp/${LOG_NAME}`

/**
 * A configuration file of the repository may set the path of the log, and log lines hold text of the repository:
 * in a shell startup file they would be commands. So the path must end in `.log`, or the default applies.
 */
function logFile(location: string | undefined, { event: { session, root }, temporaryRoot }: PackNeeds): string {
  const isUsual = location === undefined || location === DEFAULT_LOG || !location.endsWith('.log')
  const file = isUsual ? `${temporaryRoot}/${LOG_NAME}` : absolutePath(location, root)
  return file.replaceAll('{session_id}', session)
}
