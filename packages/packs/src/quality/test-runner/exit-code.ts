import type { Effects, Run } from '@holdpoint/shell'

/**
 * The programs that determine a command's exit code: those joined by `&&` at its end. After `|`, `||`, `&`, `!`, in a
 * loop, a branch or a function the exit code is ambiguous, so anything but plain commands gives an empty list.
 */
export function decidingRuns(command: string, { runs, doubts }: Effects): readonly Run[] {
  if (doubts.length > 0) return []
  const steps = topLevel(runs)
  if (steps.length === 0 || !steps.every(({ run }) => leavesShellAlone(run))) return []
  const gaps = steps.map(({ end }, index) => gapText(command.slice(end, steps[index + 1]?.start)))
  if (!['', ';'].includes(gapText(command.slice(0, steps[0]?.start)))) return []
  const isJoined = gaps.every((gap, index) => (index < steps.length - 1 ? ['&&', ';'] : ['', ';']).includes(gap))
  if (!isJoined) return []
  const chainStart = gaps.slice(0, -1).lastIndexOf(';') + 1
  return steps.slice(chainStart).map(({ run }) => run)
}

interface Step {
  readonly run: Run
  readonly start: number
  readonly end: number
}

function topLevel(runs: readonly Run[]): readonly Step[] {
  const found = runs.flatMap((run) => (run.via.length === 0 && run.span !== undefined ? [{ run, ...run.span }] : []))
  return found.toSorted((a, b) => a.start - b.start)
}

/** The text between two commands, without comments; a line break separates like `;`, except after `&&`. */
function gapText(text: string): string {
  const joined = text.replace(/(^|\s)#[^\n]*/g, '$1').replace(/[ \t\r]+/g, '')
  if (/^\n*$/.test(joined)) return joined === '' ? '' : ';'
  return joined.replaceAll('\n', '')
}

/** Shell builtins that may exit the shell, redefine a name, or change the exit code. */
const STEERS = new Set(
  'exit exec return break continue trap alias unalias hash source . eval enable builtin shopt setopt unset function declare typeset local readonly wait kill logout suspend autoload emulate'.split(
    ' ',
  ),
)

function leavesShellAlone({ program, args }: Run): boolean {
  if (program === 'set') return args.every((arg) => /^-[eux]*o?$|^pipefail$/.test(arg))
  return program !== '' && !STEERS.has(program)
}
