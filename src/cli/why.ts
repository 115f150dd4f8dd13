import { UserError } from '../core/errors.ts'
import { decodeLine, type AuditRecord } from '../audit/decode.ts'
import { plain } from '../audit/plain.ts'
import { speakers } from '../audit/timeline.ts'
import { ago } from '../audit/when.ts'
import { FORMAT, type AuditedHook } from '../audit/spool.ts'
import type { Effects } from '../core/effects.ts'
import type { Answer } from '../core/host.ts'
import { findHook } from '../core/names.ts'
import type { Compiled } from '../config/compile.ts'
import { builtIn } from '../registry/registry.ts'
import type { Entry } from '../store/log.ts'
import type { Store } from '../store/store.ts'
import { auditPlace, NOTHING_YET, readAudit } from './audit.ts'
import { readable, tree } from './check.ts'
import { paint } from './log.ts'
import { colours, facts, print, printJson, wrap } from './output.ts'
import { configurationOf } from './project.ts'
import { effectsOf, settingsOf, toldTo, type HookSettings } from './why-story.ts'

interface WhyOptions {
  readonly project?: string
  readonly json?: boolean
}

/** The whole story of one decision. */
export async function why(wanted: string, { project, json }: WhyOptions): Promise<void> {
  const place = auditPlace(project)
  const entry = await readAudit(place, async ({ store }) => (wanted === 'last' ? lastOf(store) : named(store, wanted)))
  if (entry === undefined) return print(NOTHING_YET)
  const record = decodeLine(entry.line)
  if (record === undefined) throw new UserError(`entry ${entry.sequence} cannot be read.`)
  const current = await configurationNow(place.root)
  const told = toldTo(record, place.root)
  const effects = await effectsOf(record, place.root)
  const known = speakers(record).filter(({ id }) => findHook(id, builtIn.catalogue) !== undefined)
  const ids = [...new Set(known.map(({ id }) => id))]
  const settings = current === undefined ? [] : ids.flatMap((id) => settingsOf(id, current) ?? [])
  const { sequence, hash } = entry
  if (json === true) {
    const configNow = current?.settings.digest
    return printJson({ ...record, sequence, hash, configNow, told, effects: effects && readable(effects), settings })
  }
  show(record, current?.settings.digest)
  if (effects !== undefined) showEffects(effects)
  if (told !== undefined) showTold(told)
  for (const one of settings) showSettings(one)
  for (const id of ids) print(`\nHow to change it: holdpoint explain ${id}`)
}

/** Most decisions let something pass; who asks for the last one means the last that did not. */
async function lastOf(store: Store): Promise<Entry | undefined> {
  const newest = await Promise.all(
    ['deny', 'block', 'ask', 'feedback', 'allow'].map((decision) => store.query({ decision, limit: 1 })),
  )
  const [last] = newest.flat().toSorted((a, b) => b.sequence - a.sequence)
  return last ?? (await store.query({ limit: 1 }))[0]
}

async function named(store: Store, wanted: string): Promise<Entry> {
  const starting = await store.query({ idStart: wanted, limit: 6 })
  const found = starting.length > 0 ? starting : await store.query({ idEnd: wanted, limit: 6 })
  const [first, second] = found
  const exact = found.find(({ id }) => id === wanted)
  if (exact !== undefined) return exact
  if (first === undefined) throw new UserError(`there is no decision \`${wanted}\`. \`holdpoint log\` lists them.`)
  if (second === undefined) return first
  const ids = found.slice(0, 5).map(({ id }) => plain(id))
  throw new UserError(`\`${wanted}\` could be ${ids.join(', ')}${found.length > 5 ? ', …' : ''}; give more of it.`)
}

/** A configuration that cannot be read must not keep anybody from reading the past. */
async function configurationNow(root: string): Promise<Compiled | undefined> {
  try {
    return await configurationOf(root)
  } catch {
    return undefined
  }
}

/** The command is the agent's, and so is every word of it that would reach the terminal. */
function showEffects(effects: Effects): void {
  print(`\n${colours.bold('What it does')}`)
  for (const line of tree(effects, (text) => text)) print(`${/^ */.exec(line)?.[0] ?? ''}${plain(line)}`)
}

/** What went to the host, as far as it is kept. */
function showTold({ stdout, stderr, exitCode }: Answer): void {
  print(`\n${colours.bold('What the host was told')} (exit code ${exitCode}; without context and notices)`)
  for (const text of [stdout, stderr].filter((part) => part !== '')) print(wrap(plain(text), 2))
}

function showSettings({ hook, level, levelFrom, options }: HookSettings): void {
  print(`\n${colours.bold(hook)} now: level ${level} (${levelFrom})`)
  if (options.length === 0) return
  print(
    facts(
      options.map(({ option, value, origin }) => [option, `${JSON.stringify(value)} (${origin})`]),
      2,
    ),
  )
}

function show(record: AuditRecord, digest: string | undefined): void {
  const { decision = 'unknown', event, tool, hooks, lowered, error } = record
  print(`${paint(plain(decision))} ${colours.bold(plain([event, tool].filter(Boolean).join(' ')))}\n`)
  const when =
    record.at === undefined ? undefined : `${localTime(record.at)} (${ago(Date.parse(record.at), new Date())})`
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['id', record.id],
    ['when', when],
    ['host', record.host],
    ['session', record.session],
    ['agent', record.agent ?? 'the main one'],
    ['about', record.subject],
    ['took', record.ms === undefined ? undefined : `${record.ms} ms`],
    ['config', configOf(record.digest, digest)],
    ['lowered', lowered.length === 0 ? undefined : `${lowered.join('; ')} (the host cannot express more)`],
    ['error', error],
    [
      'format',
      record.version > FORMAT ? `${record.version}, newer than this holdpoint; some may be missing` : undefined,
    ],
  ]
  print(facts(rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, plain(text)] as const]))))

  print(hooks.length === 0 ? '\nNo hook was asked.' : `\n${colours.bold('Hooks')}`)
  for (const hook of hooks) showHook(hook)
}

function showHook({ id, decision, messageId, reason, ms, failure, skipped, withheld }: AuditedHook): void {
  const details = [messageId === undefined ? undefined : `message ${messageId}`, `${ms} ms`]
  print(`  ${paint(plain(decision).padEnd(8))} ${plain(id)} (${plain(details.filter(Boolean).join(', '))})`)
  const remarks = [
    reason,
    failure === undefined ? undefined : `It failed: ${failure}`,
    skipped === undefined ? undefined : (SKIPPED[skipped] ?? `It was skipped: ${skipped}.`),
    withheld === undefined ? undefined : `At level warn; at level on it would have said ${withheld}.`,
  ]
  const lines = remarks.flatMap((remark) => remark?.split('\n') ?? []).map(plain)
  for (const line of lines.filter((text) => text !== '')) print(wrap(line, 11))
}

const SKIPPED: Readonly<Record<string, string>> = {
  breaker: 'It was left out because it kept failing. See `holdpoint breaker status`.',
  'dev-mode': 'It was left out by development mode.',
}

function configOf(then: string | undefined, now: string | undefined): string | undefined {
  if (then === undefined || now === undefined) return then
  return then === now ? `${then} (the one in force now)` : `${then} (changed since: now ${now})`
}

function localTime(at: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? at : date.toLocaleString('sv-SE')
}
