import { momentOf, reportOn, type Report, type Sum, plain, shortId } from '@holdpoint/runtime/audit'
import { auditPlace, NOTHING_YET, readAudit } from './audit.ts'
import { colours, columns, cut, duration, facts, print, printJson, wrap } from './output.ts'

export interface ReportOptions {
  readonly project?: string
  readonly since?: string
  readonly until?: string
  readonly session?: string
  readonly json?: boolean
}

const SHOWN = 10

/** What a period was like: what was prevented, why, at what cost, and what went wrong. */
export async function report({ project, since = '7d', until, session, json }: ReportOptions): Promise<void> {
  const now = new Date()
  const period = {
    since: momentOf(since, now),
    until: until === undefined ? now.getTime() + 1 : momentOf(until, now),
    ...(session !== undefined && { session }),
  }
  const found = await readAudit(auditPlace(project), ({ store }) => reportOn(store, period))
  if (json === true) return printJson(found ?? null)
  if (found === undefined) return print(NOTHING_YET)
  show(found)
}

function show(found: Report): void {
  const { counts, time, sessions } = found
  const words = Object.entries(counts)
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([word, count]) => `${count} ${plain(word)}`)
  print(`${colours.bold(`${day(found.since)} to ${day(found.until)}`)}\n`)
  print(
    facts([
      ['decisions', found.decisions === 0 ? 'none' : `${found.decisions} (${words.join(', ')})`],
      ['prevented', String(found.prevented)],
      ['asked', askLine(found.asks)],
      ...(found.asks.asked === 0 ? [] : [['answers', answerLine(found.asks)] as const]),
      ...(Object.keys(found.approvals.counts).length === 0 ? [] : [['grants', grantLine(found.approvals)] as const]),
      ...(found.observed.hooks.length === 0 ? [] : [['observed', observedLine(found.observed.counts)] as const]),
      ['sessions', String(sessions.length)],
      ...(found.decisions === 0 ? [] : [['time', timeLine(time)] as const]),
    ]),
  )
  showAsks(found)
  table('Interventions by hook', ['TIMES', 'HOOK', 'LAST'], found.hooks, ({ count, name, lastAt }) => [
    String(count),
    plain(name),
    (lastAt ?? '').slice(0, 16).replace('T', ' '),
  ])
  table('Top reasons', ['TIMES', 'REASON', 'LAST SUBJECT'], found.reasons, ({ count, name, subject, lastId }) => [
    String(count),
    plain(name),
    `${cut(plain(subject ?? ''), 36)} ${colours.dim(shortId(lastId))}`.trim(),
  ])
  table('Observed only: would have intervened, by hook', ['TIMES', 'HOOK'], found.observed.hooks, ({ count, name }) => [
    String(count),
    plain(name),
  ])
  table('By agent', ['TIMES', 'AGENT'], found.agents, ({ count, name }) => [String(count), plain(name)])
  showAllowed(found)
  showFalseAlarms(found)
  table('Slowest hooks', ['MEAN', 'MAX', 'RUNS', 'HOOK'], time.hooks.slice(0, 5), ({ meanMs, maxMs, runs, hook }) => [
    duration(meanMs),
    duration(maxMs),
    String(runs),
    plain(hook),
  ])
  table('Skipped by a breaker', ['TIMES', 'HOOK'], found.breakers, ({ count, name }) => [String(count), plain(name)])
  table('Errors', ['TIMES', 'WHAT'], found.errors, ({ count, name }: Sum) => [String(count), cut(plain(name), 70)])
  if (!found.readAll)
    print(wrap(`\nHooks, reasons and agents are from the newest ${found.read} decisions except pass.`))
}

function askLine({ asked, sessions, perSession, most }: Report['asks']): string {
  if (asked === 0 || most === undefined) return '0'
  const each = `${perSession} per session over ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`
  return `${asked}, ${each}, at most ${most.asked} in one session (${plain(most.session)})`
}

const answerLine = ({ approved, refused, unknown }: Report['asks']): string =>
  [`${approved} approved`, `${refused} refused`, ...(unknown === 0 ? [] : [`${unknown} unknown`])].join(', ')

/** Frequent questions train users to approve without reading, so what could be asked less comes first. */
function showAsks({ asks: { groups } }: Report): void {
  table('Approval requests', ['ASKED', 'APPROVED', 'REFUSED', 'HOOK', 'WHAT'], groups, (group) => [
    ...[group.asked, group.approved, group.refused].map(String),
    plain(group.hook),
    plain(group.what),
  ])
  for (const { hook, what, asked, saves } of groups.slice(0, SHOWN)) {
    if (saves === undefined) continue
    const how = saves.by === 'narrower' ? 'approved' : 'refused'
    const remedy = saves.by === 'narrower' ? 'A narrower rule' : 'A rule that denies it'
    print(
      wrap(
        `${saves.asks} of ${asked} requests about \`${plain(what)}\` were ${how}, none ${how === 'approved' ? 'refused' : 'approved'}. ` +
          `${remedy} would save ${saves.asks}: holdpoint explain ${plain(hook)}`,
        2,
      ),
    )
  }
}

const GRANT_WORDS: readonly (readonly [state: keyof Report['approvals']['counts'], word: string])[] = [
  ['requested', 'calls could be allowed'],
  ['granted', 'granted'],
  ['used', 'used'],
  ['expired', 'expired'],
  ['revoked', 'revoked'],
  ['refused', 'refused attempts'],
  ['snoozed', 'snoozed'],
]

const grantLine = ({ counts }: Report['approvals']): string =>
  GRANT_WORDS.flatMap(([state, word]) => (counts[state] === undefined ? [] : [`${counts[state]} ${word}`])).join(', ')

/** A call that the user allows again and again should be allowed by a rule. */
function showAllowed({ approvals: { allowed } }: Report): void {
  table('Allowed once, by call: candidates for rules', ['TIMES', 'HOOK', 'CALL', 'RULE'], allowed, (one) => [
    String(one.times),
    plain(one.hook),
    cut(plain(one.subject), 40),
    plain(`holdpoint allow ${one.lastId} --rule`),
  ])
}

function showFalseAlarms({ falseAlarms }: Report): void {
  if (falseAlarms.length === 0) return
  print(`\n${colours.bold('Possible false positives')} (${falseAlarms.length}): refused, and then the same happened`)
  for (const { refused, how, later } of falseAlarms.slice(0, SHOWN)) {
    const hook = refused.hooks.find(({ decision }) => decision === refused.decision)?.id ?? ''
    print(`  ${colours.dim(shortId(refused.id))} ${plain(hook)}: ${cut(plain(refused.subject ?? ''), 50)}`)
    const what = {
      approved: 'you approved it',
      allowed: 'you allowed it once',
      retried: `later passed: ${cut(plain(later.subject ?? ''), 44)}`,
    }[how]
    print(`         ${what} ${colours.dim(shortId(later.id))}`)
    if (refused.approval !== undefined)
      print(`         ${colours.dim(`Make a rule of it: holdpoint allow ${plain(refused.approval.id)} --rule`)}`)
  }
}

const WOULD: readonly (readonly [decision: string, word: string])[] = [
  ['deny', 'denied'],
  ['block', 'blocked'],
  ['ask', 'asked'],
  ['rewrite', 'rewritten'],
  ['feedback', 'sent feedback'],
  ['allow', 'approved'],
  ['context', 'added context'],
  ['notice', 'shown a notice'],
]

const observedLine = (counts: Readonly<Record<string, number>>): string =>
  `would have ${WOULD.filter(([decision]) => counts[decision] !== undefined)
    .map(([decision, word]) => `${word} ${counts[decision]}`)
    .join(', ')}`

function timeLine({ totalMs, meanMs, p50Ms, p95Ms, maxMs }: Report['time']): string {
  const most = (ms: number | undefined): string => (ms === undefined ? '> 5 s' : duration(ms))
  return `total ${duration(totalMs)}, mean ${duration(meanMs)}, p50 ${most(p50Ms)}, p95 ${most(p95Ms)}, max ${duration(maxMs)}`
}

function table<T>(
  title: string,
  head: readonly string[],
  rows: readonly T[],
  cellsOf: (row: T) => readonly string[],
): void {
  if (rows.length === 0) return
  print(`\n${colours.bold(title)}`)
  for (const line of columns([head, ...rows.slice(0, SHOWN).map(cellsOf)])) print(`  ${line}`)
  if (rows.length > SHOWN) print(colours.dim(`  … ${rows.length - SHOWN} more: --json`))
}

const day = (at: string): string => new Date(at).toLocaleString('sv-SE').slice(0, 16)
