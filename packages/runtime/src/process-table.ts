import { run } from './system/process/run.ts'
import type { ProcessLine } from './host-arguments.ts'

const LIMIT_MS = 1_000
const MAX_WORDS = 32

/** All processes, on systems without /proc. */
export async function processTable(): Promise<ReadonlyMap<number, ProcessLine>> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], {
    cwd: '/',
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  return parseTable(stdout)
}

export function parseTable(text: string): ReadonlyMap<number, ProcessLine> {
  const rows = text.split('\n').flatMap((line) => {
    const [, pid, parent, rest = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid === undefined ? [] : [[Number(pid), { parent: Number(parent), args: guesses(rest) }] as const]
  })
  return new Map(rows)
}

/** `ps` does not show where arguments end, so every possible length of a path is returned. */
function guesses(text: string): readonly string[] {
  const folders = [...text.matchAll(/ --plugin-dir[ =]/g)].flatMap(({ index }) => {
    const words = text
      .slice(index + ' --plugin-dir='.length)
      .split(' ')
      .slice(0, MAX_WORDS)
    return words.map((_, count) => `--plugin-dir=${words.slice(0, count + 1).join(' ')}`)
  })
  return [text, ...folders]
}
