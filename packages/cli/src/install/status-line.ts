import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { programLine, type Program } from './command-line.ts'
import { readUserFile } from './file.ts'
import { filesOf, type InstallScope } from './scopes.ts'
import { edited, settingsOf, textProblem } from './settings-text.ts'
import { isOurScript, OWN_NAMESPACE } from './wrappers.ts'

/** The `statusLine` of a settings file. The host expands no variable there, so paths are relative to the project. */

export const statusScript = (namespace: string): string => `.${namespace}/status_line.sh`

/** The value for our status line. The user's settings apply to all projects, so they name the program itself. */
export const statusCommand = (program: Program, namespace = OWN_NAMESPACE): string =>
  program.scope === 'user' ? `${programLine(program)} statusline` : statusScript(namespace)

interface Site {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export function isOurStatusLine(command: unknown, root: string): boolean {
  if (typeof command !== 'string') return false
  if (/holdpoint.* statusline$/.test(command)) return true
  const [script] = /^\.[A-Za-z0-9][\w.-]*\/status_line\.sh$/.exec(command) ?? []
  if (script === undefined) return false
  return script === statusScript(OWN_NAMESPACE) || isOurScript(readUserFile(join(root, script)) ?? '')
}

/** The command of the status line, undefined when there is none. */
export function statusLineIn(text: string): unknown {
  const { statusLine } = settingsOf(text)
  if (statusLine === undefined || statusLine === null) return undefined
  return typeof statusLine === 'object' && 'command' in statusLine ? statusLine.command : statusLine
}

/** A status line that is not ours stays. */
export function withStatusLine(text: string, command: string, root: string): string {
  const now = statusLineIn(text)
  if (now === command || (now !== undefined && !isOurStatusLine(now, root))) return text
  return edited(text.trim() === '' ? '{}\n' : text, ['statusLine'], { type: 'command', command })
}

export const withoutStatusLine = (text: string, root: string): string =>
  isOurStatusLine(statusLineIn(text), root) ? edited(text, ['statusLine'], undefined) : text

/** Whether any settings file of the project still shows this script. */
export const isShown = (script: string, { root, env }: Site): boolean =>
  (['project', 'local'] satisfies readonly InstallScope[]).some((scope) => {
    const { settings } = filesOf(scope, root, env)
    const text = existsSync(settings) ? readUserFile(settings) : undefined
    return text !== undefined && textProblem(text) === undefined && statusLineIn(text) === script
  })
