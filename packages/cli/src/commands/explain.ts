import { type HookEntry, type HookMeta, isDisabledMatcher, hookNamed, renderMessage } from '@holdpoint/engine'
import type { Resolved } from '@holdpoint/engine/policy'
import { MEANINGS, builtIn } from '@holdpoint/packs'
import { explainOwn } from './explain-own.ts'
import { colours, duration, facts, print, printJson, wrap } from './output.ts'
import { configurationOf, projectRoot } from './project.ts'

interface ExplainOptions {
  readonly project?: string
  readonly json?: boolean
}

export async function explain(name: string, { project, json }: ExplainOptions): Promise<void> {
  const configuration = await configurationOf(projectRoot(project))
  const { resolved, settings, catalogue, added } = configuration
  const { id } = hookNamed(name, catalogue)
  const own = added.find((listing) => listing.id === id)
  if (own !== undefined) return explainOwn(own, configuration, json === true)
  const { meta } = await builtIn.load(id)
  const { options: _, ...entry } = meta
  const hook = resolved.find(({ id }) => id === entry.id)
  const setting = settings.hooks[entry.id]
  if (hook === undefined || setting === undefined) throw new Error(`${entry.id} has no settings`)

  const options = Object.entries((setting.options ?? {}) as Record<string, unknown>).map(([option, value]) => ({
    option,
    value,
    origin: hook.options[option]?.origin ?? 'default',
    meaning: MEANINGS[entry.id]?.[option] ?? '',
  }))
  if (json === true) {
    return printJson({ ...entry, level: hook.level, matcher: hook.matcher, timeoutMs: hook.timeoutMs, options })
  }

  print(`${colours.bold(entry.id)}\n${wrap(entry.summary)}\n`)
  print(facts(factsOf(entry, hook)))
  if (options.length > 0) {
    print(`\n${colours.bold('Options')}`)
    for (const { option, value, origin, meaning } of options) {
      print(wrap(`${option}: ${JSON.stringify(value)} (${origin})`, 2))
      if (meaning !== '') print(wrap(meaning, 6))
    }
  }
  printMessages(entry)
  print(`\n${colours.bold('Change it')} in ${entry.enabledBy === 'always' ? YOURS : 'holdpoint.yml:'}\n`)
  print(`  hooks:\n    ${entry.id}:\n      level: warn # off | observe | warn | on`)
}

const YOURS = 'your own configuration (a project cannot loosen it):'

const IF_IT_FAILS = {
  open: 'the action continues, with one notice',
  ask: 'needs your approval',
  closed: 'the action is blocked',
} as const

function factsOf(entry: HookEntry, { level, matcher, timeoutMs }: Resolved): readonly (readonly [string, string])[] {
  const shown = isDisabledMatcher(matcher.value) ? `${matcher.value}, intentionally disabled` : matcher.value || '*'
  return [
    ['level', `${level.value} (${level.origin})`],
    ['runs at', entry.on.join(', ') + (entry.tools === undefined ? '' : `, tools: ${entry.tools.join(', ')}`)],
    ['matcher', `${shown} (${matcher.origin})`],
    ['time limit', `${duration(timeoutMs.value)} (${timeoutMs.origin})`],
    ['if it fails', IF_IT_FAILS[entry.onError]],
    ['aliases', entry.aliases.join(', ') || 'none'],
  ]
}

function printMessages({ messages }: Pick<HookMeta, 'messages'>): void {
  const all = Object.entries(messages)
  if (all.length > 0) print(`\n${colours.bold('Messages')}`)
  for (const [id, message] of all) print(`  ${id}\n${wrap(renderMessage(message), 4)}`)
}
