import { ancestry, namesOf, type ProcessFacts, type ProcessTable } from '../system/process/ancestry.ts'

/**
 * Whether a person sits at a process, judged by what started it. An agent that goes to some length can still pass:
 * this raises the cost and proves nothing.
 */

/** Variables that agents set for the programs they start. */
export const AGENT_MARKS: readonly string[] = [
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'QWEN_CODE',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'OPENCODE',
  'AI_AGENT',
]

const AGENTS: readonly string[] = [
  'claude',
  'claude-code',
  'codex',
  'gemini',
  'qwen',
  'copilot',
  'droid',
  'kimi',
  'opencode',
  'cursor-agent',
  'cline',
  'aider',
]

/** Programs that make a terminal for another program, or run things without a person. */
const WITHOUT_A_PERSON: readonly string[] = [
  'script',
  'expect',
  'unbuffer',
  'socat',
  'empty',
  'python',
  'python3',
  'perl',
  'ruby',
  'node',
  'bun',
  'deno',
  'tclsh',
  'cron',
  'crond',
  'atd',
  'at',
  'systemd-run',
  'nohup',
  'setsid',
  'ttyd',
]

/** What can be the first process on a terminal although the machine's first process started it. */
const LOGINS: readonly string[] = ['login', 'sshd', 'agetty', 'getty', 'mosh-server', 'init', 'systemd']

/** Why no person sits at a process, as the end of a sentence; undefined when one may. */
export function whyNoPerson(pid: number, processes: ProcessTable, depth = 0): string | undefined {
  const chain = ancestry(pid, processes)
  const agent = agentIn(chain)
  if (agent !== undefined) return agent
  const [own] = chain
  if (own === undefined || own.terminal === '') return 'it has no terminal'
  const { first, starter } = startOf(own, chain)
  if (starter === undefined) return undefined
  const maker = programOf(starter)
  if (isFirstOfMachine(starter) && !namesOf(first).some((name) => LOGINS.includes(name)))
    return 'what started this terminal has ended'
  if (!isEditor(starter) && WITHOUT_A_PERSON.includes(maker)) return `\`${maker}\` made this terminal`
  return isMultiplexer(maker) && !hasViewer(starter, processes, depth)
    ? 'no screen shows the session of this terminal'
    : undefined
}

/** Without its arguments: `alacritty -e tmux` is no multiplexer. */
const programOf = ({ args, ...facts }: ProcessFacts): string => namesOf({ ...facts, args: args.slice(0, 1) })[0] ?? ''

const isMultiplexer = (name: string): boolean => /^(?:tmux|screen|zellij|dtach|abduco)\b/i.test(name)

/** Editors that work on another machine make their terminals with Node. */
const isEditor = ({ args }: ProcessFacts): boolean => args.includes('--type=ptyHost')

/** A session within a session within a session. */
const MAX_DEPTH = 3

/** A multiplexer's server has no terminal; what shows a session has one, and a person must sit there. */
function hasViewer(server: ProcessFacts, processes: ProcessTable, depth: number): boolean {
  if (depth >= MAX_DEPTH) return false
  return processes.pids().some((pid) => {
    const facts = processes.get(pid)
    if (facts === undefined || facts.terminal === '' || !isMultiplexer(programOf(facts))) return false
    return socketOf(facts) === socketOf(server) && whyNoPerson(pid, processes, depth + 1) === undefined
  })
}

/** Which of several servers of tmux is meant: `-L name` or `-S path`. */
function socketOf({ args }: ProcessFacts): string {
  const at = args.findIndex((arg) => /^-[LS]/.test(arg))
  const [option = '', value = ''] = at < 0 ? [] : args.slice(at)
  return option.length > 2 ? option.slice(2) : value
}

function agentIn(chain: readonly ProcessFacts[]): string | undefined {
  for (const [at, facts] of chain.entries()) {
    const name = namesOf(facts).find((each) => AGENTS.includes(each))
    if (name !== undefined && at > 0) return `\`${name}\` started it`
    if (AGENT_MARKS.some((mark) => facts.variables?.has(mark) === true)) return 'an agent started it'
  }
  return undefined
}

/** The first process on the same terminal, and the one outside it that started it; none where nothing is outside. */
function startOf(
  own: ProcessFacts,
  chain: readonly ProcessFacts[],
): { readonly first: ProcessFacts; readonly starter: ProcessFacts | undefined } {
  const outside = chain.findIndex(({ terminal }) => terminal !== own.terminal)
  return outside < 0
    ? { first: own, starter: undefined }
    : { first: chain[outside - 1] ?? own, starter: chain[outside] }
}

/** Its parent is outside of this machine or container. */
const isFirstOfMachine = ({ parent }: ProcessFacts): boolean => parent <= 0
