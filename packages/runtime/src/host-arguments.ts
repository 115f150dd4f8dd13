import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of the table of processes. */
export interface ProcessLine {
  readonly parent: number
  readonly args: readonly string[]
}

const MAX_STEPS = 6
const SHELL = /^(?:\S*\/)?(?:ba|da|z|k|a)?sh(?: |$)/

/**
 * With which arguments the host was started. A plugin that is named there stands in no settings file, so whoever
 * must know whether it has been loaded has no other place to look.
 */
export async function hostArguments(home: string | undefined): Promise<readonly string[]> {
  const own = fromProc(process.ppid)
  if (own !== undefined) return argumentsAbove(process.ppid, fromProc)
  // Elsewhere a program has to be asked, which takes longer than all the rest. The host has left this folder behind
  // if it has ever loaded our plugin that way.
  if (home === undefined || !existsSync(join(home, '.claude/plugins/data/holdpoint-inline'))) return []
  const table = await (await import('./process-table.ts')).processTable()
  return argumentsAbove(process.ppid, (pid) => table.get(pid))
}

/** Those of the nearest process that is no shell: between the host and us there is nothing else. */
export function argumentsAbove(start: number, lineOf: (pid: number) => ProcessLine | undefined): readonly string[] {
  let pid = start
  for (let step = 0; step < MAX_STEPS; step++) {
    const line = lineOf(pid)
    if (line === undefined) return []
    if (!SHELL.test(line.args[0] ?? '')) return line.args
    pid = line.parent
  }
  return []
}

function fromProc(pid: number): ProcessLine | undefined {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return {
      args,
      get parent() {
        return parentOf(pid)
      },
    }
  } catch {
    return undefined
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in front may hold anything, a bracket too.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(parent)
  } catch {
    return 0
  }
}
