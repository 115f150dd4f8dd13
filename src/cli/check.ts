import { resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { shown, type Effects, type FileEffect, type Origin, type Run } from '../core/effects.ts'
import { refuses } from '../core/verdict.ts'
import { BUILD } from '../app/build.ts'
import { rehearse } from '../app/rehearse.ts'
import { isDirectory } from '../files/read.ts'
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
  for (const line of tree(effects)) print(line)
  for (const { about, text } of effects.doubts) print(`  ? ${about}: ${shown(text)}`)
  print(
    `\n${results.length} ${results.length === 1 ? 'hook' : 'hooks'} looked at it. \`holdpoint explain <hook>\` says how to change one.`,
  )
}

/** Each program, indented by what it is started through, with what it does below it. */
export function tree(effects: Effects, dim: (text: string) => string = colours.dim): readonly string[] {
  const lines = effects.runs.flatMap((run) => {
    const indent = '  '.repeat(run.via.length + 1)
    const through = run.via.length === 0 ? '' : dim(`  (through ${run.via.map(shown).join(' > ')})`)
    const name = run.program === '' ? '(a program that cannot be told)' : shown(run.path)
    return [
      `${indent}${[name, ...run.args.map(quoted)].join(' ')}${through}`,
      ...about(effects, run).map((text) => `${indent}  - ${text}`),
    ]
  })
  const loose = about(effects, undefined).map((text) => `  - ${text}`)
  return lines.length + loose.length === 0 ? ['  nothing that can be seen'] : [...lines, ...loose]
}

/** What belongs to one program; redirections belong to nobody's program and come last. */
function about(effects: Effects, run: Run | undefined): readonly string[] {
  const isMine = (owner: Run | undefined): boolean =>
    run === undefined ? owner === undefined || !effects.runs.includes(owner) : owner === run
  return [
    ...effects.files.filter((file) => isMine(file.run)).map(fileLine),
    ...effects.git
      .filter((git) => isMine(git.run))
      .map(({ command, directory }) => `git ${command || '(unknown)'} in ${shown(directory)}`),
    ...effects.net
      .filter((net) => isMine(net.run))
      .map(
        ({ target, sends }) =>
          `network: ${shown(target)}${sends === undefined ? '' : `, sends data${originOf(sends)}`}`,
      ),
    ...effects.code
      .filter((code) => isMine(code.run))
      .map(({ from }) => `runs code that cannot be read here${originOf(from)}`),
    ...effects.system
      .filter((system) => isMine(system.run))
      .map(({ what, detail }) => `${what}: ${shown(detail).slice(0, 120)}`),
  ]
}

const VERBS: Readonly<Record<FileEffect['op'], string>> = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  mode: 'changes permissions of',
  list: 'looks at',
}

const fileLine = ({ op, path, real, recursive, maybe, mode }: FileEffect): string =>
  `${maybe ? 'may use' : VERBS[op]} ${shown(path)}${real === path ? '' : ` (= ${shown(real)})`}${recursive ? ' with everything below' : ''}${mode === undefined ? '' : ` to ${shown(mode)}`}`

function originOf({ files, network, decoded, programs }: Origin): string {
  const parts = [
    ...files.map(shown),
    ...(network ? ['the network'] : []),
    ...programs.map((program) => `\`${shown(program)}\``),
  ]
  return `${parts.length === 0 ? '' : ` from ${parts.join(', ')}`}${decoded ? ' (decoded)' : ''}`
}

const quoted = (text: string): string =>
  /^[\w./:=@%+,~-]+$/.test(text) ? text : `'${shown(text).replaceAll("'", `'\\''`)}'`

/** The marks for unknown parts mean nothing to a script. */
export const readable = (effects: Effects): unknown => JSON.parse(shown(JSON.stringify(effects)))
