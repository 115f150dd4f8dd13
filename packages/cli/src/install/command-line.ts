import { dirname, join } from 'node:path'
import type { HostFacts } from '@holdpoint/engine'
import { DEFAULT_HOST, factsOf } from '@holdpoint/hosts'
import { installName, type Scope } from '@holdpoint/runtime'
import { askFile, type HttpEntry } from '@holdpoint/runtime/daemon'
import { quoteForShell } from '@holdpoint/runtime/system'

/** What a host runs for one event. */

/**
 * shell: a line for any POSIX shell asks the daemon. bash: the host starts one script that asks it, without a shell
 * around. node: each event starts the program. http: the host asks the daemon.
 */
export const CLIENTS = ['shell', 'bash', 'node', 'http'] as const
export type Client = (typeof CLIENTS)[number]

export interface Program {
  readonly scope: Scope
  /** The agent that runs the line; by default Claude Code. */
  readonly host?: string
  /** Absolute paths on this machine. A project's line is shared between machines and uses neither. */
  readonly node: string
  readonly bin: string
  /** How an event reaches the engine: through the daemon when it answers, or always by a process of its own. */
  readonly client?: Client
  /** The package's path relative to the project; in a workspace it may be in a directory above. */
  readonly packageFolder?: string
  /** The address at which the host calls the daemon itself. */
  readonly http?: HttpEntry
}

/** A line says so when the package is gone, and a session has at least one of these events. */
const BY_LINE_ONLY = ['SessionStart', 'Setup']

/** A line for a shell, or a program and its arguments. */
export interface Command {
  readonly command: string
  readonly args?: readonly string[]
}

export function commandFor(event: string, program: Program): Command {
  const { scope, host = DEFAULT_HOST, client, node, bin } = program
  // Other hosts start a line in a shell. Some append the input as a here-document, which only the last command would get.
  if (host !== DEFAULT_HOST) {
    const line = commandLine(event, program)
    return { command: factsOf(host).format === 'flat' ? `{ ${line}; }` : line }
  }
  if (client !== 'bash' || BY_LINE_ONLY.includes(event)) return { command: commandLine(event, program) }
  return { command: askFile(bin), args: ['hook', event, '--from', scope, '--daemon', node, ...FLAGS, bin] }
}

/** As in hook.sh, for an entry that starts Node directly. */
const FLAGS = ['--v8-pool-size=0', '--preserve-symlinks-main']

/**
 * Sources hook.sh, which answers and exits, in the host's shell. What follows answers when the package or Node is
 * missing. An exported function must not replace a command, and none can replace `unset` itself.
 */
export function commandLine(event: string, program: Program): string {
  const { scope, host = DEFAULT_HOST } = program
  const words = ['hook', event, '--from', installName(host, scope), ...daemonWords(program), ...nodeWords(program)]
  return (
    `unset -f test printf read; ${hookFile(program)}; set -- ${words.join(' ')}; ` +
    `test -r "$f" && . "$f"; ${failureLine(event, scope, factsOf(host).failure)}`
  )
}

const daemonWords = ({ client = 'shell' }: Program): readonly string[] =>
  client === 'node' ? [] : [client === 'http' ? '--daemon-needed' : '--daemon']

/** A machine's line names its user and its Node; a shared line leaves both to hook.sh. */
function nodeWords({ scope, node }: Program): readonly string[] {
  if (scope === 'plugin' || scope === 'project') return []
  const user = process.getuid?.()
  return [...(user === undefined ? [] : [String(user)]), quoteForShell(node)]
}

/** Sets `f`. */
function hookFile({ scope, host = DEFAULT_HOST, bin, packageFolder = 'node_modules/holdpoint' }: Program): string {
  // The host inserts the folder of the plugin, which may have any name.
  if (scope === 'plugin') return 'f="${CLAUDE_PLUGIN_ROOT}/dist/bin/hook.sh"'
  if (scope !== 'project') return `f=${quoteForShell(join(dirname(bin), 'hook.sh'))}`
  if (host === DEFAULT_HOST) return `f="$CLAUDE_PROJECT_DIR/${packageFolder}/dist/bin/hook.sh"`
  // hook.sh takes programs and directories of the project for untrusted.
  return `${factsOf(host).findProject}; CLAUDE_PROJECT_DIR=$f; f="$f/${packageFolder}/dist/bin/hook.sh"`
}

/** The program on this machine, in a shell. */
export const programLine = ({ node, bin }: Pick<Program, 'node' | 'bin'>): string =>
  `${quoteForShell(node)} ${quoteForShell(bin)}`

/** npx runs packages from a cache that may be emptied at any time; nothing may be installed from there. */
export const isTemporary = (bin: string): boolean => /[\\/]_npx[\\/]/.test(bin)

/** As in hook.sh and ask.sh. */
export const cannotRun = (scope: Scope): string =>
  scope === 'project'
    ? 'Holdpoint is installed for this project but cannot run. Run `npm install`, then `npx holdpoint doctor`.'
    : 'Holdpoint is installed but cannot run. Run `npm install --global holdpoint`, then `holdpoint doctor`.'

/**
 * What the host gets when hook.sh or Node is missing: an ask, unless the tool is read-only. The tool is recognised by
 * its name, which occurs in no other key of the event, because quotes inside a value are escaped.
 */
function tail(event: string, scope: Scope): string {
  // Output at a compaction goes to the compactor.
  if (event === 'PreCompact') return 'exit 0'
  const notice = `printf '{"systemMessage":"%s"}' "$t"`
  const text = `t='${cannotRun(scope)}'; `
  if (event !== 'PreToolUse') return text + notice
  const named = `'"tool_name":'`
  const readers = READERS.map((name) => `*'"tool_name":"${name}"'*`).join(' | ')
  return (
    `${text}IFS= read -r i; case $i in *${named}*${named}*) ;; ${readers}) ${notice}; exit ;; esac; ` +
    `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask",` +
    `"permissionDecisionReason":"%s"},"systemMessage":"%s"}' "$t" "$t"`
  )
}

/** What other hosts take for a refusal; at the other events the text is for their log. As in hook.sh. */
function failureLine(event: string, scope: Scope, failure: HostFacts['failure']): string {
  if (failure === 'ask') return tail(event, scope)
  const isCall = BEFORE_TOOL.includes(event)
  const said = `printf '%s\\n' '${cannotRun(scope)}' >&2`
  if (failure === 'cancel' && isCall)
    return `${said}; printf '%s' '{"cancel":true,"errorMessage":"${cannotRun(scope)}"}'; exit 0`
  return `${said}; exit ${isCall ? 2 : 0}`
}

/** The names that hosts have for the event before a tool call. */
export const BEFORE_TOOL = ['PreToolUse', 'BeforeTool', 'preToolUse']

const READERS = ['Read', 'Glob', 'Grep']
