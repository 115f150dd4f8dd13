import type { Scope } from '../app/installs.ts'

/** The shell line that a host runs for one event. It must work in any POSIX shell. */

export interface Program {
  readonly scope: Scope
  /** Absolute paths on this machine. A project's line is shared between machines and uses neither. */
  readonly node: string
  readonly bin: string
}

const COULD_NOT_RUN = 'holdpoint could not run, so nothing checked this. Ask the user to run: holdpoint doctor'

export function commandLine(event: string, program: Program): string {
  const { find, call } = invocation(program)
  const run = `${call} hook ${event} --from ${program.scope}`
  // Two events refuse by exit code 2, which must come through as it is.
  if (event === 'TeammateIdle' || event === 'TaskCreated') {
    return `${find}${run}; c=$?; [ $c = 0 ] || [ $c = 2 ] || exit 0; exit $c`
  }
  // Collected first: a program that dies in mid-answer must not leave half of it in front of what the tail prints.
  return `${find}o=$(${run}) && printf %s "$o" || ${tail(event)}`
}

function invocation({ scope, node, bin }: Program): { readonly find: string; readonly call: string } {
  // A certificate bundle in this variable doubles the start of Node, and the hook entry calls nobody.
  const lean = 'NODE_EXTRA_CA_CERTS='
  if (scope !== 'project') return { find: '', call: `${lean} ${quote(node)} ${quote(bin)}` }
  const find = 'p="$CLAUDE_PROJECT_DIR"/node_modules/.bin/holdpoint; [ -x "$p" ] || p=holdpoint; '
  return { find, call: `${lean} "$p"` }
}

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
