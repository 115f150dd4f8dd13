import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { run } from './run.ts'

/** One process, as far as its parent, its terminal and its program are concerned. */
export interface ProcessFacts {
  readonly parent: number
  /** The same for all processes of one terminal; empty without a terminal. */
  readonly terminal: string
  readonly args: readonly string[]
  /** Names of its variables at its start, where the system shows them. */
  readonly variables?: ReadonlySet<string>
}

export interface ProcessTable {
  get(pid: number): ProcessFacts | undefined
  pids(): readonly number[]
}

const MAX_STEPS = 64

/** The process and what started it, nearest first, up to the first process of the machine. */
export function ancestry(pid: number, processes: Pick<ProcessTable, 'get'>): readonly ProcessFacts[] {
  const found: ProcessFacts[] = []
  const seen = new Set<number>()
  for (let at = pid; at > 0 && !seen.has(at) && found.length < MAX_STEPS;) {
    seen.add(at)
    const facts = processes.get(at)
    if (facts === undefined) break
    found.push(facts)
    at = facts.parent
  }
  return found
}

/** The names by which a process goes: its program, and the script that an interpreter runs. */
export const namesOf = ({ args }: ProcessFacts): readonly string[] =>
  args
    .slice(0, 3)
    .filter((arg) => !arg.startsWith('-'))
    .map((arg) => basename(arg.replace(/^-/, '').replace(/:$/, '')).replace(/\.(?:c|m)?js$|\.exe$/, ''))

export async function openProcesses(): Promise<ProcessTable> {
  if (fromProc(process.pid) !== undefined) return { get: fromProc, pids: pidsInProc }
  const { stdout } = await run('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'tty=', '-o', 'args='], {
    cwd: '/',
    signal: AbortSignal.timeout(2_000),
  })
  const table = parseProcesses(stdout)
  return { get: (pid) => table.get(pid), pids: () => [...table.keys()] }
}

const pidsInProc = (): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)

/** Output of `ps -o pid= -o ppid= -o tty= -o args=`. */
export const parseProcesses = (text: string): ReadonlyMap<number, ProcessFacts> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, pid, parent, terminal = '', args = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      if (pid === undefined) return []
      const isNone = terminal === '?' || terminal === '??' || terminal === '-'
      return [
        [Number(pid), { parent: Number(parent), terminal: isNone ? '' : terminal, args: args.split(' ') }] as const,
      ]
    }),
  )

function fromProc(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the process comes before, and may hold any character.
    const [, parent, , , terminal = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return {
      parent: Number(parent),
      terminal: terminal === '0' ? '' : terminal,
      args,
      get variables() {
        return variablesOf(pid)
      },
    }
  } catch {
    return undefined
  }
}

function variablesOf(pid: number): ReadonlySet<string> {
  try {
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return new Set(names.map((pair) => pair.slice(0, Math.max(0, pair.indexOf('=')))))
  } catch {
    return new Set()
  }
}
