import { resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { shown } from '../core/effects.ts'
import { refuses } from '../core/verdict.ts'
import { BUILD } from '../app/build.ts'
import { rehearse } from '../app/rehearse.ts'
import { isDirectory } from '../files/read.ts'
import { readable, tree } from '../look/effects.ts'
import { builtIn } from '../registry/registry.ts'
import { paint } from './log.ts'
import { colours, print, printJson, wrap } from './output.ts'
import { projectRoot } from './project.ts'

interface CheckOptions {
  readonly project?: string
  readonly cwd?: string
  readonly json?: boolean
}

/** What would happen to a command, and why. Exit code 1: it would be denied, or the user asked. */
export async function check(words: readonly string[], { project, cwd, json }: CheckOptions): Promise<void> {
  const command = words.join(' ')
  if (command.trim() === '') throw new UserError("name a command: `holdpoint check -- 'rm -rf build'`.")
  const directory = cwd === undefined ? (project === undefined ? process.cwd() : projectRoot(project)) : resolve(cwd)
  if (!isDirectory(directory)) throw new UserError(`${directory} is not a directory.`)
  const { effects, outcome } = await rehearse(command, directory, {
    env: process.env,
    cwd: directory,
    now: () => new Date(),
    registry: builtIn,
    build: BUILD,
    pluginRoot: () => '/',
    program: process.argv[1] ?? '',
  })
  const { verdict, results } = outcome
  const stops = refuses(verdict.decision) || verdict.decision === 'ask'
  if (stops) process.exitCode = 1
  const spoke = results.filter(
    ({ verdict: own }) => own.decision !== 'pass' || own.rewrite !== undefined || own.context !== undefined,
  )
  if (json === true) {
    return printJson({
      command,
      cwd: directory,
      decision: verdict.decision,
      ...(verdict.reason !== undefined && { reason: verdict.reason }),
      ...(verdict.rewrite !== undefined && { rewrite: verdict.rewrite }),
      hooks: results.map(({ id, verdict: own, failure }) => ({
        id,
        decision: own.decision,
        message: own.messageId,
        reason: own.reason,
        failure: failure?.message,
      })),
      effects: readable(effects),
    })
  }
  print(`${paint(verdict.decision)}  ${command.length > 200 ? `${command.slice(0, 200)}…` : command}`)
  for (const { id, verdict: own } of spoke) {
    print(`\n${paint(own.decision)} ${colours.bold(id)}${own.messageId === undefined ? '' : ` (${own.messageId})`}`)
    const said = own.reason ?? own.context
    if (said !== undefined) print(wrap(said, 2))
  }
  if (typeof verdict.rewrite?.['command'] === 'string')
    print(`\n${colours.bold('It would run')}\n  ${verdict.rewrite['command']}`)
  print(`\n${colours.bold('What it does')}`)
  for (const line of tree(effects, colours.dim)) print(line)
  for (const { about, text } of effects.doubts) print(`  ? ${about}: ${shown(text)}`)
  print(
    `\n${results.length} ${results.length === 1 ? 'hook' : 'hooks'} looked at it. \`holdpoint explain <hook>\` says how to change one.`,
  )
}
