import type { HookEntry, HookMeta } from '../core/hook.ts'
import { isDisabledMatcher } from '../core/matcher.ts'
import { packOf } from '../core/packs.ts'
import { sendingIn, sendingLines } from '../app/sending.ts'
import { ignoredLoosening, untrusted } from '../app/trust.ts'
import type { Resolved } from '../config/resolve.ts'
import { listingOf } from '../look/configuration.ts'
import { colours, columns, cut, duration, print, printJson, printProblem, wrap } from './output.ts'
import { configurationOf, projectRoot } from './project.ts'
import { tellIgnored } from './trust-words.ts'

interface ListOptions {
  readonly project?: string
  readonly enabled?: boolean
  readonly json?: boolean
}

export async function list({ project, enabled, json }: ListOptions): Promise<void> {
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
  if (json === true) return printJson(rows)

  if (rows.length > 0) print(table(rows))
  tellIgnored(ignored)
  print(`${rows.length > 0 ? '\n' : ''}${active.length} of ${all.length} hooks are on or warn. ${HINT}`)
  for (const line of sendingLines(sendingIn(compiled.settings, compiled.catalogue))) print(wrap(line))
  if (waiting.size > 0)
    print(`${waiting.size} of them ${waiting.size === 1 ? 'does' : 'do'} not run: see holdpoint trust`)
  if (problems.length > 0) {
    print('')
    for (const problem of problems) printProblem(problem)
    print('What was in force before stays in force until this is mended.')
  }
}

const HINT = 'More about one: holdpoint explain <hook>'

type Row = ReturnType<typeof rowOf>

function rowOf(entry: HookEntry & Pick<HookMeta, 'summary'>, hook: Resolved, waitsFor?: string, ignored?: string) {
  const matcher = hook.matcher.value ?? ''
  const disabled = isDisabledMatcher(matcher)
  return {
    id: entry.id,
    level: hook.level.value,
    ...(entry.onlyCalled === true && { onlyCalled: true }),
    why: disabled ? 'matcher intentionally disabled' : (waitsFor ?? hook.level.origin),
    ...(waitsFor !== undefined && { untrusted: true }),
    ...(ignored !== undefined && { ignored }),
    events: entry.on,
    tools: entry.tools ?? [],
    matcher,
    matcherDisabled: disabled,
    timeoutMs: hook.timeoutMs.value,
    onError: entry.onError,
    summary: entry.summary,
    aliases: entry.aliases,
  }
}

/** One heading per pack, so that the rest fits on a line. */
function table(rows: readonly Row[]): string {
  const head = ['LEVEL', 'HOOK', 'WHEN', 'LIMIT', 'FAILS', 'WHY']
  const [title, ...lines] = columns([head, ...rows.map(cellsOf)], paint)
  const grouped = lines.flatMap((line, index) => {
    const pack = packOf(rows[index]?.id ?? '')
    const isFirst = index === 0 || packOf(rows[index - 1]?.id ?? '') !== pack
    return isFirst ? [`${colours.bold(pack)}/`, `  ${line}`] : [`  ${line}`]
  })
  return [`  ${title ?? ''}`, ...grouped].join('\n')
}

const MAX_WHEN = 18

const cellsOf = (row: Row): readonly string[] => [
  row.level,
  row.id.slice(row.id.indexOf('/') + 1),
  cut(whenOf(row), MAX_WHEN),
  duration(row.timeoutMs),
  row.onError,
  row.matcherDisabled ? 'matcher disabled' : shortened(row.why),
]

function whenOf({ events, matcher, matcherDisabled, tools }: Row): string {
  const narrowed = matcher === '' || matcherDisabled ? tools.join('|') : matcher
  return [events.join(','), narrowed].filter((part) => part !== '').join(' ')
}

const shortened = (origin: string): string =>
  origin
    .replace('in no chosen preset', 'no preset')
    .replace(/^preset /, '')
    .replace(' config', '')

function paint(cell: string, column: number): string {
  if (column !== 0) return cell
  const word = cell.trim()
  if (word === 'on') return colours.green(cell)
  return word === 'warn' ? colours.yellow(cell) : colours.dim(cell)
}
