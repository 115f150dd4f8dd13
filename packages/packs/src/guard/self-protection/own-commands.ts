import type { Run } from '@holdpoint/shell'

/** Which of our own commands an agent may run; everything else is the user's. */

const FREE: readonly string[] = ['check', 'list', 'explain', 'log', 'why', 'status', 'validate', 'help']
const FREE_PARTS: Readonly<Record<string, readonly string[]>> = {
  orchestrator: ['start', 'finish', 'abort', 'status'],
  plan: ['status', 'audit'],
  planning: ['lock', 'status'],
  proof: ['status'],
}
const LOCK_PARTS: readonly string[] = ['acquire', 'release', 'status']
const HELP: readonly string[] = ['--help', '-h', '--version', '-V']

/** Positions are strict: an option in front of a word could make it the value of that option. */
export function isForTheAgent(args: readonly string[], { stdin }: Pick<Run, 'stdin'>): boolean {
  const [command, part, detail] = args
  if (command === undefined) return true
  const last = args.at(-1) ?? ''
  if (HELP.includes(last) && args.length <= 3 && args.slice(0, -1).every((word) => /^[a-z]/.test(word))) return true
  if (FREE.includes(command)) return true
  if (command === 'hook') return !speaksForTheUser(args.slice(1), stdin)
  if (command === 'planning' && part === 'lock') return LOCK_PARTS.includes(detail ?? '')
  const parts = Object.hasOwn(FREE_PARTS, command) ? FREE_PARTS[command] : undefined
  return parts !== undefined && part !== undefined && part !== 'lock' && parts.includes(part)
}

/** A prompt that the agent writes itself would count as the user's word. */
function speaksForTheUser(args: readonly string[], stdin: string | undefined): boolean {
  const words = args.filter((arg, index) => !arg.startsWith('--') && !/^--[a-z]+$/.test(args[index - 1] ?? ''))
  const [event, id = ''] = words
  if (event === 'run' || event === 'agent') return /prompt|proof|allow/i.test(id) || id === ''
  if (event !== undefined) return !/^[A-Za-z-]+$/.test(event) || /prompt/i.test(event)
  // The input names the event.
  return stdin === undefined || /prompt/i.test(stdin)
}
