import { UserError } from '../core/errors.ts'
import { closest, findHook } from '../core/names.ts'
import { renderMessage } from '../core/verdict.ts'
import { builtIn } from '../registry/registry.ts'
import { colours, columns, print, printJson } from './output.ts'
import { configurationOf, projectRoot } from './project.ts'

interface ExplainOptions {
  readonly project?: string
  readonly json?: boolean
}

export async function explain(name: string, { project, json }: ExplainOptions): Promise<void> {
  const entry = findHook(name, builtIn.catalogue)
  if (entry === undefined) throw new UserError(unknownHook(name))
  const { resolved, settings } = await configurationOf(projectRoot(project))
  const hook = resolved.find(({ id }) => id === entry.id)
  const setting = settings.hooks[entry.id]
  if (hook === undefined || setting === undefined) throw new Error(`${entry.id} has no settings`)

  const options = Object.entries((setting.options ?? {}) as Record<string, unknown>).map(([option, value]) => ({
    option,
    value,
    origin: hook.options[option]?.origin ?? 'default',
  }))
  if (json === true) {
    return printJson({ ...entry, level: hook.level, matcher: hook.matcher, timeoutMs: hook.timeoutMs, options })
  }

  print(`${colours.bold(entry.id)}\n${entry.summary}\n`)
  const failure = entry.onError === 'open' ? 'the action goes on, and you are told once' : 'the action is refused'
  print(
    columns([
      ['level', `${hook.level.value} (${hook.level.origin})`],
      ['runs at', entry.on.join(', ') + (entry.tools === undefined ? '' : `, tools: ${entry.tools.join(', ')}`)],
      ['matcher', `${hook.matcher.value || '*'} (${hook.matcher.origin})`],
      ['time limit', `${hook.timeoutMs.value} ms (${hook.timeoutMs.origin})`],
      ['if it fails', failure],
      ['also called', entry.aliases.join(', ') || 'nothing else'],
    ]),
  )
  if (options.length > 0) {
    print(`\n${colours.bold('Options')}`)
    print(columns(options.map(({ option, value, origin }) => [`  ${option}`, JSON.stringify(value), `(${origin})`])))
  }
  const messages = Object.entries(entry.messages)
  if (messages.length > 0) {
    print(`\n${colours.bold('What it says')}`)
    for (const [id, message] of messages) {
      print(`  ${id}: ${renderMessage(message)}`)
      if (message.exact !== undefined) print(`    Why: ${message.why}`)
    }
  }
  print(`\n${colours.bold('Change it')} in holdpoint.yml:\n`)
  print(`  hooks:\n    ${entry.id}:\n      level: warn # off | warn | on`)
}

function unknownHook(name: string): string {
  const hint = closest(
    name,
    builtIn.catalogue.flatMap(({ id, aliases }) => [id, ...aliases]),
  )
  const meant = hint === undefined ? '' : ` Did you mean \`${hint}\`?`
  return `there is no hook \`${name}\`.${meant} \`holdpoint list\` shows all of them.`
}
