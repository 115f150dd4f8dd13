import { dirname, join } from 'node:path'
import type { Scope } from '../app/installs.ts'
import { askFile } from '../link/can-ask.ts'
import type { HttpEntry } from '../link/http-entry.ts'

/** What a host runs for one event. */

/**
 * shell: a line for any POSIX shell asks the daemon. bash: the host starts one script that does, without a shell around
 * it. node: each event starts the program. http: the host asks the daemon.
 */
export const CLIENTS = ['shell', 'bash', 'node', 'http'] as const
export type Client = (typeof CLIENTS)[number]

export interface Program {
  readonly scope: Scope
  /** Absolute paths on this machine. A project's line is shared between machines and uses neither. */
  readonly node: string
  readonly bin: string
  /** How an event gets to the engine: through the daemon when it answers, or always by a process of its own. */
  readonly client?: Client
  /** Where the daemon is called by the host itself. */
  readonly http?: HttpEntry
}

const COULD_NOT_RUN = 'holdpoint could not run, so nothing checked this. Ask the user to run: holdpoint doctor'

/** These are about the environment of their own process, which a daemon has to be told of. */
const COLD = ['SessionStart', 'Setup']

/** Two events refuse by exit code 2, which must come through as it is. */
const BY_EXIT_CODE = ['TeammateIdle', 'TaskCreated']

/** A line for a shell, or a program and its words. */
export interface Command {
  readonly command: string
  readonly args?: readonly string[]
}

export function commandFor(event: string, program: Program): Command {
  const { scope, client, node, bin } = program
  if (client !== 'bash' || COLD.includes(event) || BY_EXIT_CODE.includes(event)) {
    return { command: commandLine(event, program) }
  }
  return { command: askFile(bin), args: ['hook', event, '--from', scope, '--daemon', node, ...FLAGS, bin] }
}

export function commandLine(event: string, program: Program): string {
  const { scope, client = 'shell' } = program
  const { find, client: file } = invocation(program)
  // A certificate bundle in this variable doubles the start of Node, and the hook entry calls nobody.
  const cold = `NODE_EXTRA_CA_CERTS= "$@" hook ${event} --from ${scope}`
  if (BY_EXIT_CODE.includes(event)) {
    return `${find}${cold}; c=$?; [ $c = 0 ] || [ $c = 2 ] || exit 0; exit $c`
  }
  // Collected first: a program that dies in mid-answer must not leave half of it in front of what the tail prints.
  const printed = `printf %s "$o" || ${tail(event)}`
  if (client === 'node') return `${find}o=$(${cold}) && ${printed}`
  const daemon = client === 'http' ? '--daemon-needed' : '--daemon'
  if (COLD.includes(event)) return `${find}o=$(${cold} ${daemon}) && ${printed}`
  return `${find}e=${event} s=${scope} w=${daemon}; ${file}; if [ -f "$f" ]; then . "$f"; else o=$(${cold}); fi && ${printed}`
}

/**
 * A process that lives for a moment needs no threads beside it: to start four of them is a twentieth of its life. And
 * it is told where it lies without links, so it need not look for some.
 */
const FLAGS = ['--v8-pool-size=0', '--preserve-symlinks-main']

/** `find` makes "$@" the program; `client` makes f the file of the shell client. */
function invocation({ scope, node, bin }: Program): { readonly find: string; readonly client: string } {
  if (scope === 'plugin') {
    // The host puts in the folder, which may have any name. Which Node there is, nobody knows beforehand.
    const folder = '${CLAUDE_PLUGIN_ROOT}/dist/bin'
    return { find: `set -- node ${FLAGS.join(' ')} "${folder}/holdpoint.cjs"; `, client: `u= f="${folder}/client.sh"` }
  }
  if (scope !== 'project') {
    const user = process.getuid?.()
    return {
      find: `set -- ${quote(node)} ${FLAGS.join(' ')} ${quote(bin)}; `,
      client: `${user === undefined ? '' : `u=${user} `}f=${quote(join(dirname(bin), 'client.sh'))}`,
    }
  }
  return {
    find: 'p="$CLAUDE_PROJECT_DIR"/node_modules/.bin/holdpoint; [ -x "$p" ] || p=$(command -v holdpoint); set -- "$p"; ',
    // Beside the program, wherever npm has put it: in the project, or for the whole machine.
    client:
      'u= f=${p%.bin/holdpoint}holdpoint/dist/bin/client.sh; ' +
      '[ -f "$f" ] || f=${p%bin/holdpoint}lib/node_modules/holdpoint/dist/bin/client.sh',
  }
}

/** The program on this machine, in a shell. */
export const programLine = ({ node, bin }: Pick<Program, 'node' | 'bin'>): string => `${quote(node)} ${quote(bin)}`

/** npx keeps what it runs in a cache that is emptied at will; nothing may be installed from there. */
export const isTemporary = (bin: string): boolean => /[\\/]_npx[\\/]/.test(bin)

/** What the host gets when the program cannot run at all: a question about a tool call, else a word to the user. */
function tail(event: string): string {
  // What is printed at a compaction goes to the compactor.
  if (event === 'PreCompact') return 'exit 0'
  const notice = { systemMessage: COULD_NOT_RUN }
  const asking = {
    hookSpecificOutput: { hookEventName: event, permissionDecision: 'ask', permissionDecisionReason: COULD_NOT_RUN },
    ...notice,
  }
  return `printf %s '${JSON.stringify(event === 'PreToolUse' ? asking : notice)}'`
}

/** Inside single quotes nothing means anything to a shell. */
export const quote = (text: string): string =>
  /^[A-Za-z0-9_./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
