import type { Effects } from '@holdpoint/shell'
import type { Answer } from '@holdpoint/engine'
import { approvalText } from '../audit/approvals.ts'
import type { AuditRecord } from '../audit/decode.ts'
import { plain } from '../audit/plain.ts'
import { MAIN_AGENT } from '../audit/report.ts'
import { redact } from '../audit/redact.ts'
import { shortId } from '../audit/timeline.ts'
import { FORMAT, type AuditedHook } from '../audit/spool.ts'
import { ago } from '../audit/when.ts'
import { tree } from './effects.ts'
import { facts, wrap, type Ink } from './lay-out.ts'
import type { HookSettings } from './story-parts.ts'
import type { Story } from './story.ts'

/** The text of `holdpoint why`. All external text is escaped for the terminal. */
export const storyText = (story: Story, ink: Ink, now: Date): string =>
  [
    ...head(story, ink, now),
    ...(story.effects === undefined ? [] : effectLines(story.effects, ink)),
    ...(story.hostAnswer === undefined ? [] : hostAnswerLines(story.hostAnswer, ink)),
    ...story.settings.flatMap((one) => settingLines(one, ink)),
    ...story.hooks.map((id) => `\nHow to change it: holdpoint explain ${id}`),
  ].join('\n')

function head({ record, configNow, answer, steps }: Story, ink: Ink, now: Date): readonly string[] {
  const { decision = 'unknown', event, tool, hooks, lowered, error } = record
  const when = record.at === undefined ? undefined : `${localTime(record.at)} (${ago(Date.parse(record.at), now)})`
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['id', record.id],
    ['when', when],
    ['host', record.host],
    ['session', record.session],
    ['agent', [record.agentType, record.agent].filter(Boolean).join(' ') || MAIN_AGENT],
    ['about', record.subject],
    ['answer', decision === 'ask' ? answerLine(answer) : undefined],
    ['grant', grantLine(record, steps)],
    ['tells', record.answers?.map((one) => `${shortId(one.ask)} was ${ANSWERS[one.answer] ?? one.answer}`).join(', ')],
    ['took', record.ms === undefined ? undefined : `${record.ms} ms`],
    ['config', configOf(record.digest, configNow)],
    ['lowered', lowered.length === 0 ? undefined : `${lowered.join('; ')} (the host cannot express more)`],
    ['error', error],
    [
      'format',
      record.version > FORMAT ? `${record.version}, newer than this holdpoint; some may be missing` : undefined,
    ],
  ]
  return [
    `${ink.decision(plain(decision))} ${ink.bold(plain([event, tool].filter(Boolean).join(' ')))}\n`,
    facts(rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, plain(text)] as const]))),
    hooks.length === 0 ? '\nNo hook was asked.' : `\n${ink.bold('Hooks')}`,
    ...hooks.flatMap((hook) => hookLines(hook, ink)),
  ]
}

/** What became of a call that the user could allow. */
function grantLine(record: AuditRecord, steps: Story['steps']): string | undefined {
  if (record.approval?.state !== 'requested') return approvalText(record)
  return steps.length === 0
    ? `none; \`holdpoint allow ${record.approval.id}\` allows it once`
    : steps.map(stepLine).join('; ')
}

const stepLine = (step: AuditRecord): string =>
  `${approvalText({ ...step, subject: '' }) ?? 'refused again'}, ${step.at === undefined ? '' : localTime(step.at)} (${shortId(step.id)})`

const ANSWERS: Readonly<Record<string, string>> = { unknown: 'left open' }

function answerLine(answer: Story['answer']): string {
  if (answer === undefined) return 'not known yet'
  if (answer.answer === 'unknown') return 'not known: the turn ended, and the call did not run as far as Holdpoint saw'
  return `${answer.answer} (told by ${shortId(answer.id)})`
}

function hookLines(hook: AuditedHook, ink: Ink): readonly string[] {
  const { id, decision, messageId, reason, ms, failure, skipped, withheld, level, overruledBy } = hook
  const details = [messageId === undefined ? undefined : `message ${messageId}`, `${ms} ms`]
  const remarks = [
    reason,
    failure === undefined ? undefined : `It failed: ${failure}`,
    skipped === undefined ? undefined : (SKIPPED[skipped] ?? `It was skipped: ${skipped}.`),
    overruledBy === undefined ? undefined : `Your rule ${overruledBy} lifted this.`,
    withheld === undefined ? undefined : `At level ${level ?? 'warn'}; at level on it would have said ${withheld}.`,
  ]
  const lines = remarks.flatMap((remark) => remark?.split('\n') ?? []).map(plain)
  return [
    `  ${ink.decision(plain(decision).padEnd(8))} ${plain(id)} (${plain(details.filter(Boolean).join(', '))})`,
    ...lines.filter((text) => text !== '').map((line) => wrap(line, 11)),
  ]
}

const SKIPPED: Readonly<Record<string, string>> = {
  breaker: 'It was left out because it kept failing. See `holdpoint breaker status`.',
  snoozed: 'You had switched it off for a time. See `holdpoint snooze --list`.',
  'dev-mode': 'It was left out by development mode.',
}

/** The agent wrote the command, so all of its text is escaped for the terminal. */
const effectLines = (effects: Effects, ink: Ink): readonly string[] => [
  `\n${ink.bold('What it does')}`,
  ...effectTree(effects),
]

/** Masked, and safe for a terminal. */
export const effectTree = (effects: Effects): readonly string[] =>
  tree(effects).map((line) => `${/^ */.exec(line)?.[0] ?? ''}${plain(redact(line))}`)

/** The answer to the host, as far as it was recorded. */
const hostAnswerLines = ({ stdout, stderr, exitCode }: Answer, ink: Ink): readonly string[] => [
  `\n${ink.bold('Answer to the host')} (exit code ${exitCode}; without context and notices)`,
  ...[stdout, stderr].filter((part) => part !== '').map((text) => wrap(plain(text), 2)),
]

const settingLines = ({ hook, level, levelFrom, options }: HookSettings, ink: Ink): readonly string[] => [
  `\n${ink.bold(hook)} now: level ${level} (${levelFrom})`,
  ...(options.length === 0
    ? []
    : [
        facts(
          options.map(({ option, value, origin }) => [option, `${JSON.stringify(value)} (${origin})`]),
          2,
        ),
      ]),
]

function configOf(then: string | undefined, now: string | undefined): string | undefined {
  if (then === undefined || now === undefined) return then
  return then === now ? `${then} (the one in force now)` : `${then} (changed since: now ${now})`
}

function localTime(at: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? at : date.toLocaleString('sv-SE')
}
