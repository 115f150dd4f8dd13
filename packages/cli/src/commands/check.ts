import { resolve } from 'node:path'
import { counted, UserError, type AgentEvent, refuses, type Decision } from '@holdpoint/engine'
import { shown } from '@holdpoint/shell'
import { BUILD, rehearse, type Rehearsal } from '@holdpoint/runtime'
import { plain, subjectOf } from '@holdpoint/runtime/audit'
import { isDirectory } from '@holdpoint/runtime/system'
import { readable, tree } from '@holdpoint/runtime/inspect'
import { factsOf } from '@holdpoint/hosts'
import { builtIn } from '@holdpoint/packs'
import { callOf, type CallOptions } from './check-call.ts'
import { paint } from './log.ts'
import { colours, cut, print, printJson, wrap } from './output.ts'
import { projectRoot } from './project.ts'

interface CheckOptions extends CallOptions {
  readonly project?: string
  readonly cwd?: string
  readonly host?: string
  readonly json?: boolean
}

/** What would happen to a tool call or a prompt, and why. */
export async function check(words: readonly string[], options: CheckOptions): Promise<void> {
  const call = callOf(words, options)
  const { project, cwd, host, json } = options
  const root = project === undefined ? undefined : projectRoot(project)
  const directory = cwd === undefined ? (root ?? process.cwd()) : resolve(cwd)
  if (!isDirectory(directory)) throw new UserError(`${directory} is not a directory.`)
  const world = {
    env: process.env,
    cwd: directory,
    now: () => new Date(),
    registry: builtIn,
    build: BUILD,
    pluginRoot: () => '/',
    program: process.argv[1] ?? '',
  }
  const found = await rehearse(call, directory, world, root, host)
  process.exitCode = exitCodeOf(found)
  if (json === true) printJson(dataOf(found, directory))
  else show(found)
}

/** As `holdpoint check --help` lists them. */
function exitCodeOf({ outcome, untried }: Rehearsal): number {
  const { decision } = outcome.verdict
  if (refuses(decision)) return 2
  if (decision === 'ask') return 3
  return untried.length > 0 ? 4 : 0
}

/** For scripts. */
function dataOf({ event, outcome, effects, untried, untrusted }: Rehearsal, cwd: string): object {
  const { verdict, results } = outcome
  return {
    event: event.name,
    host: event.host,
    ...('tool' in event && { tool: event.tool.name, input: event.tool.input }),
    ...('tool' in event && event.tool.command !== undefined && { command: event.tool.command }),
    ...('prompt' in event && { prompt: event.prompt }),
    cwd,
    decision: verdict.decision,
    ...(verdict.reason !== undefined && { reason: verdict.reason }),
    ...(verdict.context !== undefined && { context: verdict.context }),
    ...(verdict.rewrite !== undefined && { rewrite: verdict.rewrite }),
    ...(outcome.lowered.length > 0 && { lowered: outcome.lowered }),
    hooks: results.map(({ id, verdict: own, failure }) => ({
      id,
      decision: own.decision,
      message: own.messageId,
      reason: own.reason,
      failure: failure?.message,
    })),
    untried,
    untrusted,
    ...(effects !== undefined && { effects: readable(effects) }),
  }
}

function show(found: Rehearsal): void {
  const { event, outcome, effects, untried, untrusted } = found
  const { verdict, results } = outcome
  const asked = results.filter(({ id }) => !untried.some((one) => one.id === id))
  print(`${headline(verdict.decision, untried.length)}  ${cut(titleOf(event), 200)}`)
  for (const { id, verdict: own } of asked) {
    if (own.decision === 'pass' && own.rewrite === undefined && own.context === undefined) continue
    print(`\n${paint(own.decision)} ${colours.bold(id)}${own.messageId === undefined ? '' : ` (${own.messageId})`}`)
    const said = own.reason ?? own.context
    if (said !== undefined) for (const line of said.split('\n')) print(wrap(line, 2))
  }
  if (typeof verdict.rewrite?.['command'] === 'string')
    print(`\n${colours.bold('It would run')}\n  ${verdict.rewrite['command']}`)
  if (outcome.lowered.length > 0)
    print(wrap(`\n${factsOf(event.host).title} cannot do what was decided: ${outcome.lowered.join('; ')}.`))
  if (untried.length > 0) {
    print(`\n${colours.bold('Skipped')}`)
    for (const { id, why } of untried) print(wrap(`${id}: ${why}`, 2))
    print(
      wrap('To run one, write a policy test (`holdpoint test`) or send it an event: `holdpoint hook run <hook>`.', 2),
    )
  }
  if (untrusted.length > 0)
    print(`\nNot trusted, so skipped: ${untrusted.join(', ')}. Review them with \`holdpoint trust\`.`)
  if (effects !== undefined && hasEffects(event, effects)) {
    print(`\n${colours.bold('What it does')}`)
    for (const line of tree(effects, colours.dim)) print(line)
    for (const { about, text } of effects.doubts) print(`  ? ${about}: ${shown(text)}`)
  }
  print(`\n${counted(asked.length, 'hook')} checked it. \`holdpoint explain <hook>\` shows how to change one.`)
}

const headline = (decision: Decision, untried: number): string =>
  decision === 'pass' && untried > 0
    ? `${paint('pass')}, with ${untried} ${untried === 1 ? 'hook' : 'hooks'} not tried`
    : paint(decision)

const hasEffects = (event: AgentEvent, { files, runs, doubts }: NonNullable<Rehearsal['effects']>): boolean =>
  ('tool' in event && event.tool.kind === 'shell') || files.length + runs.length + doubts.length > 0

function titleOf(event: AgentEvent): string {
  if ('prompt' in event) return plain(event.prompt)
  if (!('tool' in event)) return event.name
  const { command, name, files } = event.tool
  if (command !== undefined) return command
  return [name, files[0]?.path ?? subjectOf(event.tool) ?? ''].join(' ').trim()
}
