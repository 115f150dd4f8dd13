import type { HookEntry } from '../core/hook.ts'
import { isDisabledMatcher } from '../core/matcher.ts'
import type { Resolved } from '../config/resolve.ts'
import { showProblem } from '../config/settings.ts'
import { builtIn } from '../registry/registry.ts'
import { colours, columns, print, printJson } from './output.ts'
import { configurationOf, projectRoot } from './project.ts'

interface ListOptions {
  readonly project?: string
  readonly enabled?: boolean
  readonly json?: boolean
}

export async function list({ project, enabled, json }: ListOptions): Promise<void> {
  const { resolved, problems } = await configurationOf(projectRoot(project))
  const rows = builtIn.catalogue.flatMap((entry) => {
    const hook = resolved.find(({ id }) => id === entry.id)
    return hook === undefined || (enabled === true && hook.level.value === 'off') ? [] : [rowOf(entry, hook)]
  })
  if (json === true) return printJson(rows)
  if (rows.length === 0) return print('No hook is on. See all of them with `holdpoint list`.')

  const cells = rows.map((row) => [
    row.level,
    row.id,
    row.events.join(' '),
    row.matcherShown,
    `fails ${row.onError}`,
    row.why,
  ])
  print(columns([['LEVEL', 'HOOK', 'EVENTS', 'MATCHER', 'ON ERROR', 'WHY'], ...cells], paint))
  if (problems.length > 0) {
    print('')
    for (const problem of problems) print(colours.yellow(showProblem(problem)))
    print('What was in force before stays in force until this is mended.')
  }
}

function rowOf(entry: HookEntry, hook: Resolved) {
  const matcher = hook.matcher.value ?? ''
  const disabled = isDisabledMatcher(matcher)
  return {
    id: entry.id,
    level: hook.level.value,
    why: disabled ? 'matcher intentionally disabled' : hook.level.origin,
    events: entry.on,
    tools: entry.tools ?? [],
    matcher,
    matcherShown: matcher === '' ? '*' : matcher,
    matcherDisabled: disabled,
    timeoutMs: hook.timeoutMs.value,
    onError: entry.onError,
    summary: entry.summary,
    aliases: entry.aliases,
  }
}

function paint(cell: string, column: number): string {
  if (column !== 0) return cell
  const word = cell.trim()
  if (word === 'on') return colours.green(cell)
  return word === 'warn' ? colours.yellow(cell) : colours.dim(cell)
}
