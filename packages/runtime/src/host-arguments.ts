import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of the process table. */
export interface ProcessLine {
  readonly parent: number
  readonly args: readonly string[]
}

const MAX_STEPS = 6
const SHELL = /^(?:\S*\/)?(?:ba|da|z|k|a)?sh(?: |$)/

/**
 * The arguments of the host process. A plugin given there is in no settings file, so this is the only way to
 * find out whether it is loaded.
 */
export async function hostArguments(home: string | undefined): Promise<readonly string[]> {
  const own = fromProc(process.ppid)
  if (own !== undefined) return argumentsAbove(process.ppid, fromProc)
  // Without /proc this has to start `ps`, which takes longer than everything else. The host has created this folder
  // if it has ever loaded the plugin that way.
  if (home === undefined || !existsSync(join(home, '.claude/plugins/data/holdpoint-inline'))) return []
  const table = await (await import('./process-table.ts')).processTable()
  return argumentsAbove(process.ppid, (pid) => table.get(pid))
}

/** The arguments of the nearest process that is not a shell: only shells are between the host and this process. */
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
    // The process name before it may contain any character, including a bracket.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(parent)
  } catch {
    return 0
  }
}
