import { type HookEntry, type HookMeta, isDisabledMatcher, packOf } from '@holdpoint/engine'
import { sendingIn, sendingLines, ignoredLoosening, untrusted } from '@holdpoint/runtime'
import type { Resolved } from '@holdpoint/engine/policy'
import { plain } from '@holdpoint/runtime/audit'
import { claudeCode } from '@holdpoint/hosts'
import { listingOf, eventRows, type EventRow } from '@holdpoint/runtime/inspect'
import { unownedRows, type UnownedRow } from './list-unowned.ts'
import { colours, columns, cut, print, printJson, printProblem, terminalWidth, wrap } from './output.ts'
import { configurationOf, projectRoot } from './project.ts'
import { printIgnored } from './trust-words.ts'

interface ListOptions {
  readonly project?: string
  readonly enabled?: boolean
  /** The events instead of the hooks. */
  readonly events?: boolean
  readonly json?: boolean
}

export async function list({ project, enabled, events, json }: ListOptions): Promise<void> {
  const root = projectRoot(project)
  const compiled = await configurationOf(root)
  const { resolved, problems } = compiled
  const waiting = new Map((await untrusted(root, process.env)).map(({ id, why }) => [id, why]))
  const ignored = await ignoredLoosening(root, process.env)
  const found = new Map(resolved.map((hook) => [hook.id, hook]))
  const all = (await listingOf(compiled)).flatMap((meta) => {
    const hook = found.get(meta.id)
    return hook === undefined ? [] : [rowOf(meta, hook, waiting.get(meta.id), ignored[meta.id])]
  })
  const active = all.filter(({ level, onlyCalled }) => level !== 'off' && onlyCalled !== true)
  const rows = enabled === true ? active : all
  const listening = active.map(({ id, events: on, only }) => ({ id, on, ...(only !== undefined && { events: only }) }))
  const atEvents = eventRows(listening, claudeCode)
  if (json === true) return printJson(events === true ? atEvents : rows)

  if (events === true) return print(eventTable(atEvents, true))
  if (rows.length > 0) print(table(rows))
  print(`\n${eventTable(atEvents, false)}`)
  const unowned = unownedRows(root, process.env)
  if (unowned.length > 0) print(`\n${unownedTable(unowned)}`)
  printIgnored(ignored)
  print(`\n${active.length} of ${all.length} hooks are on or warn. ${HINT}`)
  for (const line of sendingLines(sendingIn(compiled.settings, compiled.catalogue))) print(wrap(line))
  if (waiting.size > 0)
    print(
      `${waiting.size} of them ${waiting.size === 1 ? 'does' : 'do'} not run. Review them with \`holdpoint trust\`.`,
    )
  if (problems.length > 0) {
    print('')
    for (const problem of problems) printProblem(problem)
    print('The last valid configuration stays in use until this is fixed.')
  }
}

const HINT = 'Details: `holdpoint explain <hook>`'

type Row = ReturnType<typeof rowOf>

function rowOf(entry: HookEntry & Pick<HookMeta, 'summary'>, hook: Resolved, waitsFor?: string, ignored?: string) {
  const matcher = hook.matcher.value ?? ''
  const disabled = isDisabledMatcher(matcher)
  return {
    id: entry.id,
    level: hook.level.value,
    ...(entry.enabledBy === 'call' && { onlyCalled: true }),
    why: disabled ? 'matcher intentionally disabled' : (waitsFor ?? hook.level.origin),
    ...(waitsFor !== undefined && { untrusted: true }),
    ...(ignored !== undefined && { ignored }),
    events: entry.on,
    ...(entry.events !== undefined && { only: entry.events }),
    tools: entry.tools ?? [],
    matcher,
    matcherDisabled: disabled,
    timeoutMs: hook.timeoutMs.value,
    onError: entry.onError,
    summary: entry.summary,
    aliases: entry.aliases,
  }
}

/** One heading per pack keeps the rows short. */
function table(rows: readonly Row[]): string {
  const head = ['LEVEL', 'HOOK', 'WHY', 'WHAT IT DOES']
  const [title, ...lines] = columns([head, ...rows.map(cellsOf)], paint).map((line) => fitted(line, 2))
  const grouped = lines.flatMap((line, index) => {
    const pack = packOf(rows[index]?.id ?? '')
    const isFirst = index === 0 || packOf(rows[index - 1]?.id ?? '') !== pack
    return isFirst ? [`${colours.bold(pack)}/`, `  ${line}`] : [`  ${line}`]
  })
  return [`  ${title ?? ''}`, ...grouped].join('\n')
}

const cellsOf = (row: Row): readonly string[] => [
  row.level,
  row.id.slice(row.id.indexOf('/') + 1),
  row.matcherDisabled ? 'matcher disabled' : shortened(row.why),
  plain(row.summary),
]

/** Cuts the line at the width of a terminal; piped output stays whole. Colour codes come first and are not counted. */
function fitted(line: string, indent: number): string {
  const width = terminalWidth(indent)
  return width === undefined ? line : cut(line, width + (line.includes('\u001B') ? COLOUR : 0))
}

const COLOUR = 10

function eventTable(rows: readonly EventRow[], named: boolean): string {
  const head = ['KIND', 'EVENT', 'CAN BLOCK', 'HOOKS']
  const cells = rows.map(({ category, event, blocks, hooks }) => [
    category,
    event,
    blocks === 'feedback' ? 'feedback only' : blocks,
    named && hooks.length > 0 ? `${hooks.length}: ${hooks.join(', ')}` : String(hooks.length),
  ])
  return [colours.bold('Events'), ...columns([head, ...cells]).map((line) => `  ${fitted(line, 2)}`)].join('\n')
}

function unownedTable(rows: readonly UnownedRow[]): string {
  const head = ['SCOPE', 'EVENT', 'MATCHER', 'TYPE', 'RUNS']
  const cells = rows.map(({ scope, event, matcher = '*', type, runs, flat }) =>
    [scope, event, matcher, flat ? `${type}, flat` : type, runs].map(plain),
  )
  return [
    `${colours.bold('Other hooks in the agent’s settings')} (\`holdpoint adopt\` moves them into holdpoint.yml)`,
    ...columns([head, ...cells]).map((line) => `  ${fitted(line, 2)}`),
  ].join('\n')
}

const shortened = (origin: string): string =>
  origin
    .replace('in no chosen preset', 'no preset')
    .replace(/^presets? /, '')
    .replace(' config', '')

function paint(cell: string, column: number): string {
  if (column !== 0) return cell
  const word = cell.trim()
  if (word === 'on') return colours.green(cell)
  return word === 'warn' || word === 'observe' ? colours.yellow(cell) : colours.dim(cell)
}
